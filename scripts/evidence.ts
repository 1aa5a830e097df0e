// npm run evidence -- CAPABILITY [NAME …]
//
// Runs a capability with its full counts, and writes a row for each command into docs/evidence.md. Names choose among the parts of a
// capability that has parts. Alone it lists the capabilities.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { capabilities } from './capabilities.ts'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/evidence.md')

/** One row: the promise, the command that shows it, and the result of its last run. */
export type Row = { name: string; shows: string; command: string; date: string; commit: string; figure: string }

const cells = ({ name, shows, command, date, commit, figure }: Row) => [
  name,
  shows,
  `\`${command}\``,
  date,
  commit,
  figure,
]

/** The page with this row in the place of the one of the same name, or behind the last one. */
export function withRow(text: string, row: Row): string {
  const line = `| ${cells(row)
    .map((cell) => cell.replaceAll('|', '/').replaceAll('\n', ' '))
    .join(' | ')} |`
  const lines = text.trimEnd().split('\n')
  const at = lines.findIndex((one) => one.startsWith(`| ${row.name} |`))
  if (at >= 0) lines[at] = line
  else lines.push(line)
  return `${lines.join('\n')}\n`
}

/** The figures of an output: lines that a test printed with a number, and the counts of tests. Shortened to 300 characters. */
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

async function run(command: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }
  const child = spawn('bash', ['-c', command], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      process.stdout.write(chunk)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, output }
}

function list(): number {
  for (const [name, { shows }] of Object.entries(capabilities)) console.log(`${name.padEnd(14)} ${shows}`)
  return 0
}

async function main([name, ...parts]: readonly string[]): Promise<number> {
  if (name === undefined || !Object.hasOwn(capabilities, name)) return list()
  const { shows, commands } = capabilities[name]!
  const chosen = Object.entries(commands).filter(([part]) => parts.length === 0 || parts.includes(part))
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
  const commit = git('rev-parse', '--short=8', 'HEAD') + (isChanged ? ', changed' : '')
  let failed = 0
  for (const [part, command] of chosen) {
    console.log(`\n[${part}] ${command}`)
    const { code, output } = await run(command)
    if (code !== 0) failed++
    const date = new Date().toISOString().slice(0, 10)
    const row = {
      name: part === name ? name : `${name}: ${part}`,
      shows,
      command,
      date,
      commit,
      figure: figureOf(output, code),
    }
    writeFileSync(page, withRow(readFileSync(page, 'utf8'), row))
  }
  console.log(`\n${chosen.length - failed} passed, ${failed} failed`)
  return failed === 0 && chosen.length > 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
