/** Text in a page's table: what Markdown and the site's builder would read as their own is written as characters. */
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

/** A table, or nothing where it has no rows. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `\n${[header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
