import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A fenced block of a page: where it stands, its language, what it says. */
export type Fenced = { file: string; line: number; language: string; text: string }

/** The README, what else stands beside it for readers, and the guides. */
export function documents(): { file: string; page: string }[] {
  const files = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]
  return files.map((file) => ({ file, page: readFileSync(join(root, file), 'utf8') }))
}

/** Every fenced block of them. @throws when one is not closed */
export const fencedBlocks = (): Fenced[] => documents().flatMap(({ file, page }) => blocksIn(file, page))

function blocksIn(file: string, page: string): Fenced[] {
  const blocks: Fenced[] = []
  let open: Fenced | undefined
  for (const [index, line] of page.split('\n').entries()) {
    const [, fence, language = ''] = /^\s*(```)(\w*)/.exec(line) ?? []
    if (fence === undefined) {
      if (open) open.text += `${line}\n`
    } else if (open) {
      blocks.push(open)
      open = undefined
    } else open = { file, line: index + 1, language, text: '' }
  }
  if (open) throw new Error(`${file}:${open.line} is not closed`)
  return blocks
}
