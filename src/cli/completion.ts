import type { Command } from 'commander'
import { CliError, type Commands } from './options.ts'

type Word = { word: string; description: string }

/** A position of the command line, with its possible next words. */
type Completed = { path: string; commands: Word[]; options: (Word & { takes: boolean })[] }

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const wordsOf = ({ commands, options }: Completed): Word[] => [
  ...commands,
  ...options,
  { word: '--help', description: 'show the usage' },
]
const paths = (places: readonly Completed[]) => places.map(({ path }) => path).filter((path) => path !== '')

/** The function that bash and zsh share: it follows the words that name a command. */
const walk = (places: readonly Completed[], words: string) => `  local at="" word
  for word in ${words}; do
    case "\${at:+$at }$word" in
      ${paths(places).map(quoted).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done`

const bashScript = (places: readonly Completed[]): string => `# source <(signpost completion bash)
_signpost() {
${walk(places, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  local words=""
  case "$at" in
${places
  .map(
    (place) =>
      `    ${quoted(place.path)}) words=${quoted(
        wordsOf(place)
          .map(({ word }) => word)
          .join(' '),
      )} ;;`,
  )
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _signpost signpost`

const described = ({ word, description }: Word) => quoted(`${word}:${description.replaceAll(':', String.raw`\:`)}`)

const zshScript = (places: readonly Completed[]): string => `#compdef signpost
# source <(signpost completion zsh), after compinit
_signpost() {
${walk(places, `"\${(@)words[2,CURRENT-1]}"`)}
  local -a found
  case "$at" in
${places.map((place) => `    ${quoted(place.path)}) found=(${wordsOf(place).map(described).join(' ')}) ;;`).join('\n')}
  esac
  _describe command found || _files
}
compdef _signpost signpost`

const fishLine = ({ path }: Completed, rest: string) =>
  `complete -c signpost -n ${quoted(`__signpost_at ${quoted(path)}`)} ${rest}`

const fishScript = (places: readonly Completed[]): string => `# signpost completion fish | source
function __signpost_at
  set -l at
  set -l words (commandline -opc)
  set -e words[1]
  for word in $words
    if contains -- (string trim -- "$at $word") ${paths(places).map(quoted).join(' ')}
      set at (string trim -- "$at $word")
    end
  end
  test "$at" = "$argv[1]"
end
${places
  .flatMap((place) => [
    ...place.commands.map(({ word, description }) => fishLine(place, `-f -a ${word} -d ${quoted(description)}`)),
    ...place.options.map(({ word, description, takes }) =>
      fishLine(place, `-l ${word.slice(2)} -d ${quoted(description)}${takes ? ' -r' : ''}`),
    ),
  ])
  .join('\n')}`

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

export const commands: Commands = {
  completion: (completion) =>
    completion
      .argument('<shell>')
      .option('--json', 'print the commands and options as JSON')
      .action(async (shell: string, { json }: { json?: boolean }) => {
        if (!Object.hasOwn(writers, shell)) throw new CliError('The shell must be bash, zsh or fish.')
        const { createProgram } = await import('./commands.ts')
        const completed = completedOf(await createProgram())
        console.log(json ? JSON.stringify(completed) : writers[shell as keyof typeof writers](completed))
      }),
}
