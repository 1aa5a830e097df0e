import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { bashScript, type Completed, fishScript, zshScript } from './completion-scripts.ts'

const writers = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** Lists the subcommands and options at each position of the command line. */
function completedOf(command: Command, path = ''): Completed[] {
  const inner = command.commands.map((one) => ({ word: one.name(), description: one.description(), command: one }))
  const options = command.options.map(({ long, description, required }) => ({
    word: long!,
    description,
    takes: required,
  }))
  const below = inner.flatMap((one) => completedOf(one.command, `${path} ${one.word}`.trim()))
  return [{ path, commands: inner.map(({ word, description }) => ({ word, description })), options }, ...below]
}

export function addCompletion(program: Command): void {
  program
    .command('completion <shell>')
    .option('--json', 'print the commands and options as JSON')
    .action(async (shell: string, { json }: { json?: boolean }) => {
      if (!Object.hasOwn(writers, shell)) throw new CliError('The shell must be bash, zsh or fish.')
      const { createProgram } = await import('./program.ts')
      const completed = completedOf(await createProgram())
      console.log(json ? JSON.stringify(completed) : writers[shell as keyof typeof writers](completed))
    })
}
