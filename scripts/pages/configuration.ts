import { groups, retired } from '../../src/config/config.ts'
import type { Variable } from '../../src/config/environment.ts'

function defaultOf({ standard, standardShown }: Variable): string {
  if (standardShown !== undefined) return standardShown
  return typeof standard === 'string' && standard !== '' ? `\`${standard}\`` : '–'
}

/** A bar would end the cell of a table. */
const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** The reference of all variables, generated from the service's table. */
export const configurationReference = (): string =>
  [
    ...groups.map(({ title, uses, variables }) =>
      [
        `## ${title}\n`,
        row(['Variable', 'Takes', 'Default', 'Used by', '']),
        '|---|---|---|---|---|',
        ...Object.entries(variables).map(([name, variable]) =>
          row([
            `\`${name}\`${variable.isCritical ? ' ★' : ''}`,
            variable.kind.takes.replace(' to 2147483647', ''),
            defaultOf(variable),
            (variable.uses ?? uses).join(', '),
            variable.about,
          ]),
        ),
      ].join('\n'),
    ),
    [
      '## Refused\n',
      row(['Variable', '']),
      '|---|---|',
      ...Object.entries(retired).map(([name, text]) => row([`\`${name}\``, text])),
    ].join('\n'),
  ].join('\n\n')
