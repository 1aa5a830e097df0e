import { Command } from 'commander'
import { version } from '../kernel/version.ts'
import { commandGroups } from './commands.ts'
import { helpText, manual } from './manual.ts'
import { refuseBlanks } from './options.ts'

/** The commands that have an action, by their path: `keys create`. */
export function leavesOf(command: Command, path = ''): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]]
  return command.commands.flatMap((inner) => leavesOf(inner, `${path} ${inner.name()}`.trim()))
}

/** Adds a command with its options, or its name alone; its summary is that of the list. */
async function add(program: Command, name: string, group: string, isWanted: boolean): Promise<void> {
  const { summary, load } = commandGroups[group]![name]!
  if (isWanted) (await load())(program)
  else program.command(name)
  program.commands.at(-1)!.description(summary).helpGroup(group)
}

/** An error may quote a secret that was put in the wrong place: values of options and keys are never repeated. */
const withoutValues = (text: string): string =>
  text.replace(/'(-[^'=]*)=[^']*'/g, "'$1'").replace(/\b(spk_(?:test|live)_|whsec_)[^\s']+/g, '$1…')

/**
 * Builds the command line. A mistake of the user's is exit code 2.
 *
 * @param only the one command to load: the others are named only; all are loaded when it is absent
 */
export async function createProgram(only?: string): Promise<Command> {
  const program = new Command('signpost')
    .description('Identity registry and resolution service')
    .version(version)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .configureOutput({ outputError: (text, write) => write(withoutValues(text)) })
    .showHelpAfterError('See its usage with --help.')
  for (const [group, commands] of Object.entries(commandGroups))
    for (const name of Object.keys(commands)) await add(program, name, group, only === undefined || only === name)
  for (const [path, command] of leavesOf(program)) {
    const page = manual[path]
    if (page) command.addHelpText('after', helpText(page))
    refuseBlanks(command)
  }
  return program
}

/** Returns the command that a command line names, also behind `help`; empty if there is none. */
export const commandOf = (words: readonly string[]): string => (words[0] === 'help' ? words[1] : words[0]) ?? ''
