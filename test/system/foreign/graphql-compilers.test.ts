import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client/core'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as operations from '@graphql-codegen/typescript-operations'
import { Client, fetchExchange } from '@urql/core'
import { buildSchema, parse, validate } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { install } from '../../../scripts/generate.ts'
import { freshName, registryForTests, registryOf } from '../../support/registry.ts'

/** The path of the compiler for this machine: a module without types. */
const relay: string = createRequire(import.meta.url)('relay-compiler')

let alias: string
/** `/schema.graphql?plain`: what a client is given. */
let plain: string
const { server, owner } = registryForTests()
beforeAll(async () => {
  plain = (await server.send('GET', '/schema.graphql?plain')).text
  const registry = registryOf(server, owner)
  const { id } = await registry.identity()
  const name = freshName()
  alias = `@${name}`
  await registry.username(id, name)
  await registry.wallet(id)
})

const resolveText = `query Resolve($alias: String!) {
  resolve(input: { alias: $alias }) { identityId endpoints { __typename id ... on DisclosedCryptoWallet { address } } }
}`

test('GraphQL Code Generator makes types of the plain schema and of a query, and refuses a field it has not', async () => {
  const generate = (text: string) =>
    codegen({
      filename: 'made.ts',
      schema: parse(plain),
      documents: [{ document: parse(text) }],
      plugins: [{ typescript: {} }, { operations: {} }],
      pluginMap: { typescript, operations },
      config: {},
    })
  const made = await generate(resolveText)
  expect(made).toContain('export type ResolveInput')
  expect(made).toContain('export type ResolveQuery ')
  expect(made).toContain('DisclosedCryptoWallet')
  await expect(generate('query Wrong { viewer { nothing } }')).rejects.toThrow(/nothing/)
})

const page = readFileSync(new URL('../../../docs/how-to/graphql.md', import.meta.url), 'utf8')

/** The settings that docs/how-to/graphql.md prints for graphql-codegen. */
const codegenSettings = (): string => page.match(/For graphql-codegen:\n\n```text\n([^`]+)```/)?.[1] ?? 'not found'

/** Runs graphql-codegen with those settings in a separate project. @returns what it wrote */
async function generateAsDocumented(query: string): Promise<string> {
  const packages = fileURLToPath(new URL('../../../scripts/codegen', import.meta.url))
  install(packages)
  const folder = await mkdtemp(join(tmpdir(), 'signpost-codegen-'))
  try {
    await mkdir(join(folder, 'src'))
    await symlink(join(packages, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'plain.graphql'), plain)
    await writeFile(join(folder, 'src/resolve.ts'), `const query = /* GraphQL */ \`${query}\`\n`)
    await writeFile(join(folder, 'codegen.ts'), codegenSettings())
    const program = join(packages, 'node_modules/.bin/graphql-codegen')
    await promisify(execFile)(program, ['--config', 'codegen.ts'], { cwd: folder })
    return await readFile(join(folder, 'src/generated.ts'), 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('graphql-codegen runs with the very settings of docs/how-to/graphql.md, and refuses a field that is not there', async () => {
  const made = await generateAsDocumented(resolveText)
  expect(made).toContain('export const ResolveDocument = ')
  expect(made).toMatch(/DateTime: \{ input: string; output: string;? \}/)
  expect(made).toMatch(/JSON: \{ input: unknown; output: unknown;? \}/)
  const refused = await generateAsDocumented('query Wrong { viewer { nothing } }').catch((failure) => failure)
  expect(refused).toMatchObject({ code: 1 })
}, 120_000)

/** Returns a Relay project's `src/`: a query of one node by its id, a page and a mutation. */
const relaySource = (identityField: string) => `import { graphql } from 'relay-runtime'
export const page = graphql\`
  query pageQuery($id: ID!) {
    node(id: $id) { id ... on Identity { ...page_identity @alias(as: "shown") } }
    identities(first: 10) { edges { cursor node { id } } pageInfo { hasNextPage endCursor } }
    resolve(input: { alias: "@bob" }) { identityId identity { id } }
  }
\`
export const identity = graphql\`
  fragment page_identity on Identity { ${identityField} }
\`
export const list = graphql\`
  fragment page_list on Query
    @refetchable(queryName: "pageListQuery")
    @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }) {
    identities(first: $first, after: $after) @connection(key: "page_identities") { edges { node { id } } }
  }
\`
export const create = graphql\`
  mutation pageCreateMutation($input: CreateIdentityInput!) { createIdentity(input: $input) { id displayName } }
\`
`

/** Relay's configuration in docs/how-to/graphql.md. */
const documentedConfig = page.match(/For Relay: `(.+?)`/)?.[1] ?? 'not found'

/** Runs Relay's compiler in a separate project. @returns what it wrote, by name */
async function compile(identityField: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-relay-'))
  try {
    await mkdir(join(folder, 'src'))
    await writeFile(join(folder, 'plain.graphql'), plain)
    await writeFile(join(folder, 'src/page.ts'), relaySource(identityField))
    await writeFile(join(folder, 'relay.config.json'), documentedConfig)
    await promisify(execFile)(relay, ['relay.config.json'], { cwd: folder })
    const made = join(folder, 'src/__generated__')
    const names = await readdir(made)
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(made, name), 'utf8')])),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

test("Relay's compiler takes the plain schema: a node by its id, a connection and a mutation", async () => {
  const made = await compile('id displayName')
  expect(Object.keys(made).sort()).toEqual(
    ['pageCreateMutation', 'pageListQuery', 'pageQuery', 'page_identity', 'page_list'].map(
      (name) => `${name}.graphql.ts`,
    ),
  )
  expect(made['page_list.graphql.ts']).toContain('"connection"')
  await expect(compile('nothing')).rejects.toThrow(/nothing/)
})

test('Apollo Client and urql run a query that the plain schema allows', async () => {
  const document = parse(resolveText)
  expect(validate(buildSchema(plain), document)).toEqual([])
  const [uri, headers] = [`${server.url}/graphql`, { authorization: `Bearer ${owner.key}` }]
  const expected = { resolve: { endpoints: [{ __typename: 'DisclosedCryptoWallet', address: '0x5290…9EE7' }] } }
  const apollo = new ApolloClient({ link: new HttpLink({ uri, headers }), cache: new InMemoryCache() })
  expect((await apollo.query({ query: document, variables: { alias } })).data).toMatchObject(expected)
  const urql = new Client({ url: uri, fetchOptions: { headers }, exchanges: [fetchExchange] })
  expect((await urql.query(document, { alias })).data).toMatchObject(expected)
})
