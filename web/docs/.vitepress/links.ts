import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownRenderer } from 'vitepress'

const folder = fileURLToPath(new URL('../../../docs', import.meta.url))

/** The target of a page's link: a page of the site, or none if its file is outside docs/. */
export function linkOf(href: string, page: string): string | null {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href
  const [path, anchor = ''] = href.split(/(?=#)/)
  const file = relative(folder, join(folder, dirname(page), path!))
  if (file.startsWith('..')) return null
  if (existsSync(join(folder, file, 'README.md'))) return `/${file}/${anchor}`
  if (!file.endsWith('.md')) return href
  return `/${file.replace(/(?:^|(?<=\/))README\.md$/, '').replace(/\.md$/, '')}${anchor}`
}

/** The reference is a separate page beside the site: the browser opens it, not the site's router. */
const besideOf = (href: string): string | null =>
  /^(?:\.\.\/)+web\/reference\/(?:#|$)/.test(href) ? `/docs/reference${href.replace(/^[^#]*/, '')}` : null

/** Links between the sources lead to the served pages; a link to a file beside docs/ becomes its name. */
export function linkPages(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('inline', 'signpost-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isOutside = false
      let isBeside = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? ''
          const beside = besideOf(href)
          isBeside = beside !== null
          if (beside !== null) {
            const content = `<a href="${markdown.utils.escapeHtml(beside)}" target="_self">`
            Object.assign(token, { type: 'html_inline', content })
            continue
          }
          const to = linkOf(href, env.relativePath)
          isOutside = to === null
          if (to === null) Object.assign(token, { tag: 'code', attrs: null, type: 'code_open' })
          else token.attrSet('href', to)
        } else if (token.type === 'link_close' && isBeside) {
          Object.assign(token, { type: 'html_inline', content: '</a>' })
          isBeside = false
        } else if (token.type === 'link_close' && isOutside) {
          Object.assign(token, { tag: 'code', type: 'code_close' })
          isOutside = false
        }
      }
    }
  })
}
