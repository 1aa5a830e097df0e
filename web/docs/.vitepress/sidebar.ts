import { readdirSync, readFileSync } from 'node:fs'
import type { DefaultTheme } from 'vitepress'

const folder = new URL('../../../docs/', import.meta.url)

/** The pages of docs/ by the reader's goal, in the order of the sidebar. A page without a group comes last. */
export const groups: readonly {
  readonly text: string
  readonly pages: readonly string[]
  readonly folded?: boolean
}[] = [
  { text: 'Start', pages: ['README', 'walkthrough', 'test-mode', 'glossary', 'when-things-fail'] },
  {
    text: 'Use it',
    pages: [
      'resolve',
      'finding',
      'consent',
      'ownership',
      'payee-checks',
      'destination-checks',
      'payee-names',
      'releases',
      'webhooks',
      'sdks',
      'client',
      'graphql',
      'federation',
    ],
  },
  {
    text: 'Look it up',
    pages: [
      'routes',
      'rest-reference',
      'graphql-reference',
      'scopes',
      'pagination',
      'errors',
      'events',
      'privacy-levels',
      'limits',
      'catalogue',
      'cli',
      'configuration',
      'versions',
    ],
  },
  {
    text: 'Run it',
    pages: [
      'install',
      'going-live',
      'operations',
      'tenants',
      'admin',
      'scaling',
      'metrics',
      'alerts',
      'tracing',
      'faults',
    ],
    folded: true,
  },
  { text: 'Trust it', pages: ['uniform-miss', 'privacy', 'threats', 'performance'], folded: true },
  { text: 'Change it', pages: ['architecture', 'rules', 'decisions/README', 'evidence'], folded: true },
]

const titleOf = (page: string): string =>
  page === 'README' ? 'Overview' : readFileSync(new URL(`${page}.md`, folder), 'utf8').match(/^# (.+)$/m)![1]!

/** The URL of a page of docs/: `decisions/README` is the index of its folder. */
export const pathOf = (page: string): string => `/${page.replace(/(?:^|(?<=\/))README$/, '')}`

/** A page, and below the index of a folder all others of it. */
function itemOf(page: string): DefaultTheme.SidebarItem {
  const item = { text: titleOf(page), link: pathOf(page) }
  if (!page.endsWith('/README')) return item
  const inside = page.replace('README', '')
  const others = readdirSync(new URL(inside, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md')
  return { ...item, collapsed: true, items: others.sort().map((name) => itemOf(inside + name.replace('.md', ''))) }
}

const reference: DefaultTheme.SidebarItem = {
  text: 'API reference',
  items: [{ text: 'Every operation, to try', link: '/reference', target: '_self', rel: '' }],
}

const named = new Set(groups.flatMap(({ pages }) => pages))
const unnamed = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && !named.has(name.replace('.md', '')))
  .map((name) => name.replace('.md', ''))
  .sort()
const all = unnamed.length > 0 ? [...groups, { text: 'More', pages: unnamed }] : groups

export const sidebar: DefaultTheme.SidebarItem[] = all.map(({ text, pages, folded }) => ({
  text,
  // Without a link the heading would be a button around another one.
  link: pathOf(pages[0]!),
  collapsed: folded === true,
  items: [...pages.map(itemOf), ...(text === 'Look it up' ? reference.items! : [])],
}))
