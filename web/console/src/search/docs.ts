/** A page of the documentation: its title and its path. */
export type DocsPage = { title: string; path: string }

let listed: Promise<readonly DocsPage[]> | null = null

async function readList(): Promise<readonly DocsPage[]> {
  const answer = await fetch('/docs/llms.txt')
  if (!answer.ok) return []
  const lines = (await answer.text()).matchAll(/^- \[(.+)\]\((\S+)\)$/gm)
  return [...lines].map(([, title, path]) => ({ title: title!, path: path! }))
}

/** The pages of the documentation that the service serves, in the order of their paths; read once. */
export function docsPages(): Promise<readonly DocsPage[]> {
  listed ??= readList().catch(() => [])
  return listed
}
