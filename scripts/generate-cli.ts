import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { manual, mistake } from '../src/cli/manual.ts'
import { createProgram, leavesOf } from '../src/cli/program.ts'

export const cliFile = fileURLToPath(new URL('../docs/cli.md', import.meta.url))

const isJson = (command: Command): boolean => command.options.some(({ long }) => long === '--json')

function row([path, command]: [string, Command]): string {
  const args = command.registeredArguments.map((one) => (one.required ? ` <${one.name()}>` : ` [${one.name()}]`))
  return `| \`${path}${args.join('')}\` | ${command.description()} | ${isJson(command) ? 'yes' : ''} | ${manual[path]?.fails} |`
}

function section([path, command]: [string, Command]): string {
  const options = command.options.map(({ flags, description, defaultValue }) => {
    const standard = ['string', 'number'].includes(typeof defaultValue) ? ` (${defaultValue})` : ''
    return `| \`${flags}\` | ${description}${standard} |`
  })
  const table = options.length > 0 ? `| Option | |\n|---|---|\n${options.join('\n')}\n\n` : ''
  return `## ${path}\n\n${table}\`\`\`text\n${manual[path]?.examples.join('\n')}\n\`\`\``
}

/** The page of the command line, made of the commands themselves. */
export function cliPage(): string {
  const leaves = leavesOf(createProgram())
  return `# The command line

Made by \`npm run generate -- cli\` of \`src/cli\`.

\`npm run -s signpost -- <command>\` from the repository, \`signpost <command>\` in the image. \`--help\` after any command says the
same as this page. Commands that need the registry find it by \`DATABASE_URL\`, or through \`DATA_DIR\` beside a running \`npm start\`.

**Exit codes.** 0: done. 1: as in the table, or what is said on standard error. 2: ${mistake}.
**\`--json\`** prints JSON, an object a line where there are several. \`serve\`, \`worker\` and \`opener\` log JSON lines of their own accord, and
lines for people on a terminal (\`LOG_FORMAT\`).

| Command | What it does | \`--json\` | Exit code 1 |
|---|---|---|---|
${leaves.map(row).join('\n')}

${leaves.map(section).join('\n\n')}
`
}

if (import.meta.main) writeFileSync(cliFile, cliPage())
