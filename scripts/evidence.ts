// npm run evidence -- CAPABILITY [options of its last command]
//
// Runs a capability with its full counts, and writes what came out into docs/evidence, after each command: a run that is cut
// off keeps what it has. `--list` prints the capabilities. `--part NAME` runs one part of a capability that has parts.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, homedir, hostname, platform, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Capability, capabilities } from './capabilities.ts'
import { chosenParts, partsPage, readSections } from './evidence-parts.ts'

const root = join(import.meta.dirname, '..')
const shownLines = 60

type Outcome = { command: string; code: number; seconds: number; output: string }

/** An output as it may be published: without colours, and without the names of the machine and of its folders. */
export function publishable(
  output: string,
  machine = { root, temporary: tmpdir(), home: homedir(), host: hostname() },
) {
  const names: [string, string][] = [
    [machine.root, '.'],
    [machine.temporary, 'TMP'],
    [machine.home, 'HOME'],
    [machine.host, 'HOST'],
  ]
  const plain = stripVTControlCharacters(output).replace(/[^\n]*\r(?!\n)/g, '')
  return names.reduce((text, [name, instead]) => (name.length > 1 ? text.replaceAll(name, instead) : text), plain)
}

/** The last lines of an output, without the empty ones around them. */
export const tail = (output: string): string => output.trim().split('\n').slice(-shownLines).join('\n')

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

function commit(): string {
  const changed =
    git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ', and changes that are not committed'
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed}`
}

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const cores = `${cpus()[0]?.model.trim() ?? 'unknown processor'} × ${availableParallelism()}`
  return `${platform()} ${arch()}, ${cores}, ${memory} GB, Node ${process.version}`
}

async function run(command: string): Promise<Outcome> {
  const started = performance.now()
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  const env = { ...process.env, PATH: path }
  const child = spawn('bash', ['-c', command], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      process.stdout.write(chunk)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { command, code: code ?? 1, seconds: Math.round((performance.now() - started) / 1_000), output }
}

const verdict = ({ code }: Outcome) => (code === 0 ? 'passed' : `failed with exit code ${code}`)

const block = ({ command, output }: Outcome) =>
  `\`${command}\`\n\n\`\`\`text\n${tail(publishable(output)).replaceAll('```', "'''")}\n\`\`\`\n`

/** The page of a capability. `waiting` are the commands that have not run, or did not end. */
export function page(
  name: string,
  outcomes: readonly Outcome[],
  about: Readonly<Record<string, string>>,
  waiting: readonly string[] = [],
): string {
  const rows = Object.entries(about).map(([what, value]) => `| ${what} | ${value} |`)
  const parts = outcomes.map((outcome) => `## ${verdict(outcome)}, ${outcome.seconds} s\n\n${block(outcome)}`)
  const cut =
    waiting.length === 0
      ? ''
      : `\n## not run\n\nThe run was cut off before these ended.\n\n${waiting.map((command) => `- \`${command}\`\n`).join('')}`
  return `# ${name}: ${capabilities[name]!.shows}

Made by \`npm run evidence -- ${name}\`. Shown are the last ${shownLines} lines of each output.

| | |
|---|---|
${rows.join('\n')}

${parts.join('\n')}${cut}`
}

const whereAndWhen = () => ({
  Commit: commit(),
  Date: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  Machine: machine(),
})

/** Runs some parts, and puts each into the page in the place of what the page had of it. */
async function runParts(name: string, parts: NonNullable<Capability['parts']>, options: readonly string[]) {
  const file = join(root, `docs/evidence/${name}.md`)
  const names = Object.keys(parts)
  let failed = 0
  for (const part of chosenParts(options, names)) {
    console.log(`\n[${part}] ${parts[part]}`)
    const about = Object.values(whereAndWhen()).join('; ')
    const outcome = await run(parts[part]!)
    console.log(`[${part}] ${verdict(outcome)}, ${outcome.seconds} s`)
    if (outcome.code !== 0) failed++
    // Read again for each: another part may have ended meanwhile.
    const sections = new Map(readSections(existsSync(file) ? readFileSync(file, 'utf8') : ''))
    sections.set(part, `## ${part}: ${verdict(outcome)}, ${outcome.seconds} s\n\n${about}\n\n${block(outcome)}`)
    writeFileSync(file, partsPage({ capability: name, shows: capabilities[name]!.shows, shownLines }, names, sections))
  }
  return failed === 0 ? 0 : 1
}

async function main([name, ...options]: readonly string[]): Promise<number> {
  if (name === undefined || !Object.hasOwn(capabilities, name)) {
    const width = Math.max(...Object.keys(capabilities).map((key) => key.length))
    for (const [key, { shows }] of Object.entries(capabilities)) console.log(`${key.padEnd(width)}  ${shows}`)
    return name === '--list' ? 0 : 2
  }
  const { commands, writes, parts } = capabilities[name]!
  if (parts !== undefined) return runParts(name, parts, options)
  const about = whereAndWhen()
  const last = [writes ?? '', ...options].filter((word) => word !== '')
  const asked = commands.map((command, index) => (index < commands.length - 1 ? command : [command, ...last].join(' ')))
  const outcomes: Outcome[] = []
  for (const [index, command] of asked.entries()) {
    console.log(`\n[${index + 1}/${asked.length}] ${command}`)
    const outcome = await run(command)
    outcomes.push(outcome)
    console.log(`[${index + 1}/${asked.length}] ${verdict(outcome)}, ${outcome.seconds} s`)
    if (writes === undefined)
      writeFileSync(join(root, `docs/evidence/${name}.md`), page(name, outcomes, about, asked.slice(index + 1)))
  }
  const failed = outcomes.filter(({ code }) => code !== 0)
  console.log(`\n${outcomes.length - failed.length} of ${outcomes.length} passed`)
  for (const { command } of failed) console.log(`failed: ${command}`)
  return failed.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
