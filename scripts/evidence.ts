// npm run evidence -- CAPABILITY [PART …]
//
// Runs the commands that docs/evidence.md has for a capability, with their full counts, and writes date, commit and figure of
// each into its row. Alone it lists the capabilities.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { shell } from './ci.ts'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/evidence.md')

/** One row: the promise, the command that shows it, and the result of its last run. */
export type Row = { name: string; shows: string; command: string; date: string; commit: string; figure: string }

/** The rows of the page. A bar inside a cell is escaped. */
export function rowsOf(text: string): Row[] {
  const lines = text.split('\n').filter((line) => /^\| [a-z]/.test(line))
  return lines.map((line) => {
    const cells = line.split(/ \| |^\| | \|$/).map((cell) => cell.replaceAll('\\|', '|'))
    const [, name = '', shows = '', command = '', date = '', commit = '', figure = ''] = cells
    return { name, shows, command: command.replaceAll('`', ''), date, commit, figure }
  })
}

/** The rows by their capability: the name, up to the name of a part. */
export const capabilities: Readonly<Record<string, readonly Row[]>> = Object.groupBy(
  rowsOf(readFileSync(page, 'utf8')),
  ({ name }) => name.split(': ')[0]!,
) as Record<string, Row[]>

/** The page with this row instead of the one with the same name. */
export function withRow(text: string, { name, shows, command, date, commit, figure }: Row): string {
  const cells = [name, shows, `\`${command}\``, date, commit, figure]
  const line = `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return text.replace(new RegExp(`^\\| ${name} \\|.*$`, 'm'), () => line)
}

/**
 * The figures of an output: lines that a test printed with a number, and the counts of tests. Shortened to 300
 * characters.
 */
export function figureOf(output: string, code: number): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
  const counts = lines.filter((line) => /^(?:Tests\s|\d+ passed)/.test(line)).map((line) => line.replace(/\s+/g, ' '))
  const printed = lines.filter(
    (line) => /\d/.test(line) && !/^(?:✓|×|RUN|Tests|Test Files|Start|Duration|stdout)/.test(line),
  )
  const figure = [...printed.slice(-4), ...counts].join('; ').slice(0, 300)
  return code === 0 ? figure : `**failed with exit code ${code}**; ${figure}`
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

async function main([asked = '', ...parts]: readonly string[]): Promise<number> {
  const rows = capabilities[asked]
  if (!rows) {
    for (const [name, [first]] of Object.entries(capabilities)) console.log(`${name.padEnd(14)} ${first!.shows}`)
    return 0
  }
  const chosen = rows.filter(({ name }) => parts.length === 0 || parts.some((part) => name === `${asked}: ${part}`))
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
  const commit = git('rev-parse', '--short=8', 'HEAD') + (isChanged ? ', changed' : '')
  let failed = 0
  for (const row of chosen) {
    console.log(`\n[${row.name}] ${row.command}`)
    const { code, output } = await shell(row.command, (chunk) => void process.stdout.write(chunk))
    if (code !== 0) failed++
    const date = new Date().toISOString().slice(0, 10)
    const text = withRow(readFileSync(page, 'utf8'), { ...row, date, commit, figure: figureOf(output, code) })
    writeFileSync(page, text)
  }
  console.log(`\n${chosen.length - failed} passed, ${failed} failed`)
  return failed === 0 && chosen.length > 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
