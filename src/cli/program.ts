import { Command } from 'commander'
import { version } from '../kernel/version.ts'
import { commandGroups } from './commands.ts'
import { helpText, manual } from './manual.ts'
import { refuseBlanks } from './options.ts'

/** The commands that do something, by their path: `keys create`. */
export function leavesOf(command: Command, path = ''): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]]
  return command.commands.flatMap((inner) => leavesOf(inner, `${path} ${inner.name()}`.trim()))
}

/** Adds a command as it is, or only what the list of commands says of it. */
async function add(program: Command, name: string, group: string, isWanted: boolean): Promise<void> {
  const { summary, load } = commandGroups[group]![name]!
  if (isWanted) (await load())(program)
  else program.command(name).description(summary)
  program.commands.at(-1)!.helpGroup(group)
}

/** A mistake may lie in a secret that was put in the wrong place: no value of an option is repeated, and no key. */
const withoutValues = (text: string): string =>
  text.replace(/'(-[^'=]*)=[^']*'/g, "'$1'").replace(/\b(spk_(?:test|live)_|whsec_)[^\s']+/g, '$1…')

/**
 * The command line. A mistake in it is exit code 2, like every other mistake of the user's.
 *
 * @param only the one command that is asked for: the others are named and not loaded; all are when it is absent
 */
export async function createProgram(only?: string): Promise<Command> {
  const program = new Command('signpost')
    .description('Identity registry and resolution service')
    .version(version)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .configureOutput({ outputError: (text, write) => write(withoutValues(text)) })
    .showHelpAfterError('Add --help to see how it is used.')
  for (const [group, commands] of Object.entries(commandGroups))
    for (const name of Object.keys(commands)) await add(program, name, group, only === undefined || only === name)
  for (const [path, command] of leavesOf(program)) {
    const page = manual[path]
    if (page) command.addHelpText('after', helpText(page))
    refuseBlanks(command)
  }
  return program
}

/** The command that a command line names, also behind `help`; the empty word when it names none. */
export const commandOf = (words: readonly string[]): string => (words[0] === 'help' ? words[1] : words[0]) ?? ''
