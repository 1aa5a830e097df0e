import type { Command } from 'commander'
import { manual, mistake } from '../../src/cli/manual.ts'
import { createProgram, leavesOf } from '../../src/cli/program.ts'

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

/** The page of the command line, generated from the commands. */
export async function cliPage(): Promise<string> {
  const leaves = leavesOf(await createProgram())
  return `# The command line

Made by \`npm run generate -- cli\` of \`src/cli\`.

\`npm run -s signpost -- <command>\` from the repository, \`signpost <command>\` in the image. \`--help\` after any command says the
same as this page.

**Commands that use a running service** (\`resolve\`, \`check-destination\`, \`identities\`, \`aliases\`, \`endpoints\`, \`consents\`, \`events\`, \`webhooks\`) need a
key, as any caller does. \`signpost login\` reads it from the terminal or from standard input, tries it, and stores it with the service's
URL in \`signpost/credentials.json\` of \`XDG_CONFIG_HOME\` (\`~/.config\` when absent), for this user alone. \`SIGNPOST_API_KEY\` wins over
it, with \`SIGNPOST_URL\` beside it. A key is never an argument: those can be read in the list of processes. A stored key is sent to
the service that it was stored for, and to no other.

**Commands that operate the registry** work on its database.
They find it by \`DATABASE_URL\`, or through \`DATA_DIR\` beside a running \`npm start\`.

**Exit codes.** 0: done. 1: as in the table, or what is said on standard error. 2: ${mistake}.
**\`--json\`** prints JSON, an object a line where there are several. \`serve\`, \`worker\` and \`opener\` log JSON lines of their own accord, and
lines for people on a terminal (\`LOG_FORMAT\`).

| Command | What it does | \`--json\` | Exit code 1 |
|---|---|---|---|
${leaves.map(row).join('\n')}

${leaves.map(section).join('\n\n')}
`
}
