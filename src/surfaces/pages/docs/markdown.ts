import { basename, dirname, join, relative } from 'node:path'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import graphql from 'highlight.js/lib/languages/graphql'
import ini from 'highlight.js/lib/languages/ini'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import MarkdownIt, { type Token } from 'markdown-it'

const languages = { sh: bash, graphql, ini, json, python, sql, ts: typescript, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

/** The anchor of a heading, as code hosts make it: a page has the same ones there and at /docs. */
export const slugify = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** The changelog, which lies beside docs/ and is a page of it. */
export const changelog = '../CHANGELOG.md'

/** The URL of a file of docs/. Pages lie flat below /docs, whatever their shelf: `doc_url` of errors relies on it. */
export const urlOf = (file: string): string =>
  file.endsWith('.md') ? `/docs/${basename(file, '.md').replace('README', '').toLowerCase()}` : `/docs/${file}`

/** The URL of a page's link, or null if its file is outside docs/. */
function targetOf(href: string, file: string, folder: string): string | null {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href
  if (/^(?:\.\.\/)+web\/reference\/(?:#|$)/.test(href)) return `/docs/reference${href.replace(/^[^#]*/, '')}`
  const [path, anchor = ''] = href.split(/(?=#)/)
  const target = relative(folder, join(folder, dirname(file), path!))
  if (target.startsWith('..') && target !== changelog) return null
  return urlOf(target) + anchor
}

export type Heading = { readonly level: number; readonly id: string; readonly text: string }
/** The text below a heading, for the search. */
export type Section = Heading & { readonly body: string }
export type Rendered = { readonly html: string; readonly sections: readonly Section[] }

type Tokens = readonly Token[]

const textOf = (tokens: Tokens | null | undefined): string =>
  (tokens ?? [])
    .map(({ type, content, children }) =>
      type === 'softbreak'
        ? ' '
        : type === 'image'
          ? textOf(children)
          : /^(?:text|code_inline)$/.test(type)
            ? content
            : '',
    )
    .join('')

/** Leads links to the served pages; a link to a file outside docs/ becomes its name. */
function linkTokens(tokens: Tokens, file: string, folder: string): void {
  let isOutside = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const to = targetOf(String(token.attrGet('href')), file, folder)
      isOutside = to === null
      if (to === null) Object.assign(token, { tag: 'code', attrs: null })
      else token.attrSet('href', to)
    } else if (token.type === 'link_close' && isOutside) {
      token.tag = 'code'
      isOutside = false
    } else if (token.type === 'image') {
      token.attrSet('src', targetOf(String(token.attrGet('src')), file, folder) ?? '')
    }
  }
}

/** Gives each heading its anchor, and cuts the page into sections. */
function sectionsOf(tokens: Tokens): Section[] {
  const seen = new Map<string, number>()
  const sections: { level: number; id: string; text: string; body: string }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = textOf(tokens[index + 1]!.children)
      const slug = slugify(text)
      const count = seen.get(slug) ?? 0
      seen.set(slug, count + 1)
      const id = count === 0 ? slug : `${slug}-${count}`
      token.attrSet('id', id)
      sections.push({ level: Number(token.tag.slice(1)), id, text, body: '' })
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1)
      if (section) section.body += `${textOf(token.children)}\n`
    }
  }
  return sections
}

const markdown = new MarkdownIt({
  highlight: (code, name) => (Object.hasOwn(languages, name) ? hljs.highlight(code, { language: name }).value : ''),
})
export const { escapeHtml } = markdown.utils
const rules = markdown.renderer.rules
// A wide table scrolls in place, also by the keyboard.
rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
rules.table_close = () => '</table></div>\n'
rules.heading_close = (tokens, index) => {
  const id = tokens[index - 2]!.attrGet('id')
  return `${tokens[index]!.tag === 'h1' ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`}</${tokens[index]!.tag}>\n`
}
const fence = rules.fence!
rules.fence = (tokens, index, ...rest) => {
  const language = tokens[index]!.info || 'text'
  const code = fence(tokens, index, ...rest).replace('<pre>', '<pre tabindex="0">')
  return `<div class="code" data-language="${escapeHtml(language)}">${code}</div>\n`
}

/** Renders a page of docs/. Raw HTML of the source is shown as text. */
export function render(source: string, file: string, folder: string): Rendered {
  const tokens = markdown.parse(source.replace(/^<!--.*?-->\n/gm, ''), {})
  for (const { children } of tokens) if (children) linkTokens(children, file, folder)
  const sections = sectionsOf(tokens)
  return { html: markdown.renderer.render(tokens, markdown.options, {}), sections }
}
