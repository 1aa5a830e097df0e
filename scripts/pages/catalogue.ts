import { type CatalogueEntry, catalogue } from '../../src/registry/endpoints/catalogue/catalogue.ts'

const code = (name: string) => `\`${name}\``

const tableOf = (rows: readonly CatalogueEntry[], head: string, more: (row: CatalogueEntry) => string) =>
  [
    `| Name | What it is | Other names |${head === '' ? '' : ` ${head} |`}`,
    `|---|---|---|${head === '' ? '' : '---|'}`,
    ...rows.map((row) => `| ${code(row.name)} | ${row.title} | ${row.names.map(code).join(' ')} |${more(row)}`),
  ].join('\n')

/** docs/reference/catalogue.md, whole. */
export const cataloguePage = (): string => `# Networks and rails

The names for capabilities. This page is made of the same table as \`GET /v1/catalogue\` and the GraphQL field \`catalogue\`, which any
key may read.

Case, spaces and punctuation don't matter in a name, and of a CAIP-2 name (\`eip155:137\`) the part before the colon is read. An
unknown name is accepted: the answer lists its place in the endpoint's \`warnings\`, and so does the console. With
\`CAPABILITY_CATALOGUE=strict\` a name that is new is refused with 400 \`capability_unknown\`; one that is stored already may stay.

Payers choose by what they name (\`for\`, [resolve.md](../how-to/resolve.md)), in the spelling that the endpoint has: use the first name of a
row, and payers will find it.

## Networks

Where addresses are checked, a wallet's address must be valid on the network.

${tableOf(catalogue.networks, 'Addresses', ({ isChecked }) => (isChecked ? ' checked |' : ' |'))}

## Rails

${tableOf(catalogue.rails, '', () => '')}
`
