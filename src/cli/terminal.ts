import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'

type Colour = 'red' | 'green' | 'yellow' | 'dim' | 'bold'

/** Colours text for people: on a terminal, unless NO_COLOR is set. */
export const paint = (colour: Colour, text: string, descriptor: 1 | 2 = 1): string =>
  styleText(colour, text, { stream: descriptor === 1 ? process.stdout : process.stderr })

const colours: Readonly<Record<string, Colour>> = {
  ...Object.fromEntries(['active', 'registered', 'enabled', 'approved', 'proved'].map((word) => [word, 'green'])),
  ...Object.fromEntries(['pending', 'suspended', 'disabled', 'auto_disabled'].map((word) => [word, 'yellow'])),
  ...Object.fromEntries(
    ['closed', 'released', 'transferred', 'removed', 'revoked', 'expired', 'declined'].map((word) => [word, 'red']),
  ),
}

/** Colours a cell of a table that names a state; `-` is dimmed. */
export function paintCell(cell: string): string {
  const word = cell.trim()
  const colour = word === '-' ? 'dim' : colours[word]
  return colour === undefined ? cell : paint(colour, cell)
}

/** Strips control characters: a name that was stored another way could move a terminal's cursor. */
export const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')

/** A count with its noun: `1 line`, `2 lines`. */
export const some = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Columns as wide as their widest cell; in colours on a terminal. */
export function table(header: readonly string[], rows: readonly string[][]): string {
  const widths = header.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)))
  const line = (row: readonly string[], style: (cell: string) => string) =>
    row
      .map((cell, at) => (at === row.length - 1 ? style(cell) : style(cell.padEnd(widths[at]!))))
      .join('  ')
      .trimEnd()
  return [line(header, (cell) => paint('bold', cell)), ...rows.map((row) => line(row, paintCell))].join('\n')
}

/** The runtime is a package: in a clone it is installed, and npm runs the commands with it. An image has its own. */
const packagedNode = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

/** Returns the command prefix for this installation: `npm run -s signpost --` in a clone, `signpost` in the image. */
export const invocation = (isClone: boolean = existsSync(packagedNode)): string =>
  isClone ? 'npm run -s signpost --' : 'signpost'

/** Returns the command that starts the service in this installation. */
export const starting = (isClone: boolean = existsSync(packagedNode)): string =>
  isClone ? 'npm start' : 'signpost serve'
