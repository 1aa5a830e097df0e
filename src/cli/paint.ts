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
