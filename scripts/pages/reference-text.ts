/** Text in a page's table: characters with a meaning in Markdown or for the site's builder are escaped. */
export const inText = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part.replaceAll('|', '\\|')
        : part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{', '&#123;').replaceAll('|', '\\|'),
    )
    .join('')
    .replace(/\s*\n\s*/g, ' ')

export const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

/** A table, or nothing if it has no rows. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `\n${[header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
