import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transformerStyleToClass } from '@shikijs/transformers'
import { defineConfig } from 'vitepress'
import { linkPages } from './links.ts'
import { sidebar } from './sidebar.ts'
import { slugify } from './slug.ts'

type Resolve = (id: string, importer: string, options: { skipSelf: boolean }) => Promise<{ id: string } | null>

const here = fileURLToPath(new URL('../', import.meta.url))
const sources = fileURLToPath(new URL('../../../docs/', import.meta.url))
const outDir = `${here}dist`
const base = '/docs/'

/** The colours of code as classes: the page's policy allows no inline style. */
const colours = transformerStyleToClass({ classPrefix: 'c-' })
/** A line is highlighted as a whole, however busy the machine is: a time limit would make builds differ. */
const whole = {
  name: 'whole',
  preprocess(_: string, options: { tokenizeTimeLimit?: number }) {
    options.tokenizeTimeLimit = 0
  },
}
/** In one order: pages are compiled in parallel, and the first use of a colour differs between builds. */
const coloursInOrder = (): string =>
  colours
    .getCSS()
    .split(/(?<=})/)
    .sort()
    .join('')

/** Writes a file whose name has a hash of its content. @returns its URL */
function asset(text: string, extension: string): string {
  const name = `assets/${createHash('sha256').update(text).digest('hex').slice(0, 8)}.${extension}`
  mkdirSync(`${outDir}/assets`, { recursive: true })
  writeFileSync(`${outDir}/${name}`, text)
  return base + name
}

/** Moves inline scripts of a page to files: the policy allows scripts of this origin and none inline. */
const withoutInline = (html: string): string =>
  html
    .replace(/<script([^>]*)>([^<]+)<\/script>/g, (_, attributes: string, text: string) => {
      const kept = /type="module"/.test(attributes) ? ' type="module"' : ''
      return `<script${kept} src="${asset(text, 'js')}"></script>`
    })
    // Vue writes these styles itself at run time.
    .replace(/ style="(?:position:relative;|--vp-vh:0px;)"/g, '')
    .replace('</head>', `<link rel="stylesheet" href="${asset(coloursInOrder(), 'css')}"></head>`)

/** The sources are outside this folder, and their compiled form imports packages that are inside it. */
const packages = {
  name: 'packages-of-this-folder',
  enforce: 'pre' as const,
  async resolveId(this: { resolve: Resolve }, id: string, importer?: string, { ssr }: { ssr?: boolean } = {}) {
    if (!/^vue(?:\/|$)/.test(id)) return null
    if (ssr) return { id, external: true }
    if (!importer?.startsWith(sources)) return null
    return this.resolve(id, `${here}.vitepress/config.ts`, { skipSelf: true })
  },
}

/** A page of llms.txt, for programs and the console's search: its title and its path. */
function lineOf(page: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(sources + page, 'utf8'))!
  return `- [${title}](/docs/${page.replace(/(?:README)?\.md$/, '')})`
}

/** The documentation is served at /docs (src/surfaces/pages/documentation.ts). Its sources are docs/*.md themselves. */
export default defineConfig({
  title: 'Signpost',
  description: 'Identity registry and resolution service',
  lang: 'en-GB',
  srcDir: '../../docs',
  outDir,
  base,
  cleanUrls: true,
  // The search index has pages in reading order: the same in every build.
  buildConcurrency: 1,
  metaChunk: true,
  rewrites: { ':folder(.*)README.md': ':folder(.*)index.md' },
  head: [['link', { rel: 'icon', href: `${base}signpost.svg`, type: 'image/svg+xml' }]],
  // An inline style would stop transitions during a change of colours.
  appearance: { disableTransition: false },
  router: { prefetchLinks: false },
  markdown: {
    anchor: { slugify },
    toc: { slugify },
    config: linkPages,
    codeTransformers: [whole, colours],
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  transformHtml: withoutInline,
  buildEnd({ pages }) {
    // A page links to it.
    copyFileSync(`${sources}admin.openapi.json`, `${outDir}/admin.openapi.json`)
    writeFileSync(`${outDir}/llms.txt`, `# Signpost\n\n${pages.toSorted().map(lineOf).join('\n')}\n`)
  },
  vite: {
    plugins: [packages],
    publicDir: `${here}public`,
    build: { assetsInlineLimit: 0, reportCompressedSize: false, modulePreload: { polyfill: false } },
  },
  themeConfig: {
    logo: '/signpost.svg',
    nav: [{ text: 'API reference', link: '/reference', target: '_self', rel: '' }],
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    externalLinkIcon: false,
  },
})
