/** The page of a capability whose parts run on their own, each with the commit, the day and the machine of its own run. */

type Sections = ReadonlyMap<string, string>

/** The parts that a page shows, by their names. A heading within an output is none. */
export function readSections(page: string): Sections {
  const sections = new Map<string, string>()
  let name: string | null = null
  let isOutput = false
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) isOutput = !isOutput
    const heading = isOutput ? undefined : /^## (.+)$/.exec(line)?.[1]
    if (heading !== undefined) name = /^([a-z][\w-]*): /.exec(heading)?.[1] ?? null
    if (name !== null) sections.set(name, `${sections.get(name) ?? ''}${line}\n`)
  }
  return new Map([...sections].map(([part, text]) => [part, `${text.trim()}\n`]))
}

type Shown = { capability: string; shows: string; shownLines: number }

/** The page of `parts`, in their order. What is no part any more is left out. */
export function partsPage(
  { capability, shows, shownLines }: Shown,
  parts: readonly string[],
  sections: Sections,
): string {
  const missing = parts.filter((part) => !sections.has(part))
  const shown = parts.flatMap((part) => sections.get(part) ?? [])
  const notRun = missing.length === 0 ? [] : [`## not run\n\n${missing.map((part) => `- ${part}\n`).join('')}`]
  const head = `# ${capability}: ${shows}

Made by \`npm run evidence -- ${capability}\`, or a part at a time by \`--part NAME\`: each part says when, where and of which commit it was
run. Shown are the last ${shownLines} lines of each output.
`
  return [head, ...shown, ...notRun].join('\n')
}

/** The names after `--part`, or all of them. @throws when one is none of the parts */
export function chosenParts(options: readonly string[], parts: readonly string[]): string[] {
  const asked = options.flatMap((word, index) => (options[index - 1] === '--part' ? [word] : []))
  const strange = options.some((word, index) => word !== '--part' && options[index - 1] !== '--part')
  if (strange || options.at(-1) === '--part' || asked.some((name) => !parts.includes(name)))
    throw new Error(`The parts are: ${parts.join(', ')}`)
  return asked.length === 0 ? [...parts] : parts.filter((name) => asked.includes(name))
}
