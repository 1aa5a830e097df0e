import { getNamedType, isCompositeType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { operations } from '../../../src/surfaces/operations.ts'
import { query, registryForTests } from '../../support/registry.ts'
import type { Body } from '../../support/server.ts'

const made = { identity: '', alias: '', endpoint: '' }
const { server, mine } = registryForTests()
beforeAll(async () => {
  made.identity = (await mine.identity()).id
  made.alias = (await mine.username(made.identity)).id
  made.endpoint = (await mine.wallet(made.identity)).id
  await mine.patch(`/v1/aliases/${made.alias}`, { is_primary: true })
})

const reads = ['identities:read', 'aliases:read', 'endpoints:read', 'consents:read'] as const
type Read = (typeof reads)[number]
/** Every combination of read scopes by `MATRIX=full`; else all for one spelling, and those at the edge for the others. */
const isFull = process.env.MATRIX === 'full'
const subsets = Array.from({ length: 2 ** reads.length }, (_, bits) => reads.filter((_, bit) => bits & (2 ** bit)))

const edges = (needs: readonly Read[]): (readonly Read[])[] => [
  [],
  needs,
  ...needs.map((one) => reads.filter((read) => read !== one)),
  reads,
]

const keys = new Map<string, Promise<string>>()
function keyWith(scopes: readonly string[]): Promise<string> {
  const name = [...scopes].sort().join()
  const key = keys.get(name) ?? server.key({ scopes }).then(({ key }) => key)
  keys.set(name, key)
  return key
}

/** Written by hand from the product rules: what is asked of an identity that an alias or an endpoint names, and what it needs. */
const needsOfIdentity: [string, ...Read[]][] = [
  ['id'],
  ['__typename'],
  ['livemode', 'identities:read'],
  ['type', 'identities:read'],
  ['status', 'identities:read'],
  ['displayName', 'identities:read'],
  ['defaultPrivacyLevel', 'identities:read'],
  ['createdAt', 'identities:read'],
  ['updatedAt', 'identities:read'],
  ['primaryAlias { id }', 'identities:read'],
  ['primaryAlias { identity { id } }', 'identities:read'],
  ['primaryAlias { value }', 'identities:read', 'aliases:read'],
  ['aliases { edges { node { value identity { id } } } }', 'aliases:read'],
  ['aliases { edges { node { identity { type } } } }', 'aliases:read', 'identities:read'],
  ['endpoints { edges { node { addressPreview identity { id } } } }', 'endpoints:read'],
  ['consentGrants { edges { node { id identity { id } } } }', 'consents:read'],
  ['disclosures { edges { node { id } } }', 'identities:read'],
  ['endpoints { pageInfo { hasNextPage } } aliases { edges { cursor } }', 'endpoints:read', 'aliases:read'],
]
const ofIdentity = needsOfIdentity.map(
  ([selection, ...needs]) => [selection, needs.join(' and ') || 'nothing', needs] as const,
)

/** Ways to write the same selection. The last ones leave it out. */
const spellings: [string, (selection: string) => [selection: string, rest?: string], 'left out'?][] = [
  ['plainly', (selection) => [`identity { ${selection} }`]],
  ['under another name', (selection) => [`who: identity { id } other: identity { ${selection} }`]],
  ['in an inline fragment', (selection) => [`... { identity { ... on Identity { ${selection} } } }`]],
  [
    'through an interface',
    (selection) => [`... on Node { id } identity { ... on Node { ... on Identity { ${selection} } } }`],
  ],
  [
    'in named fragments',
    (selection) => [
      '...A ...A',
      `fragment A on Node { ...B } fragment B on TYPE { identity { ...C } } fragment C on Identity { ${selection} }`,
    ],
  ],
  ['included by a variable', (selection) => [`identity { id ... @include(if: $yes) { ${selection} } }`]],
  ['not skipped by a default', (selection) => [`identity { id ... @skip(if: $no) { ${selection} } }`]],
  ['skipped by a variable', (selection) => [`identity { id ... @skip(if: $yes) { ${selection} } }`], 'left out'],
  ['not included by a default', (selection) => [`identity @include(if: $no) { ${selection} }`], 'left out'],
  [
    'for another type',
    (selection) => [
      `... on Node { ... on Webhook { id } } id identity { id ... on Node { ... on Identity @skip(if: true) { ${selection} } } }`,
    ],
    'left out',
  ],
]

const parents = [
  { type: 'Alias', field: 'updateAlias', scope: 'aliases:write', includes: 'aliases:read', table: 'alias' },
  {
    type: 'Endpoint',
    field: 'updateEndpoint',
    scope: 'endpoints:write',
    includes: 'endpoints:read',
    table: 'endpoint',
  },
] as const

const levels = ['PUBLIC', 'UNLISTED', 'PRIVATE']
const levelOf = async (table: string): Promise<string> => {
  const [row] = await query<{ privacy_level: string }>(server, `select privacy_level from ${table}`)
  return row!.privacy_level
}

describe.each(parents)('$field', ({ type, field, scope, includes, table }) => {
  test.each(ofIdentity)(
    '{ identity { %s } } needs %s: judged before anything is written',
    async (selection, _, needs) => {
      for (const [spelling, write, isLeftOut] of type === 'Alias' ? spellings : spellings.slice(0, 1)) {
        const [selected, rest = ''] = write(selection)
        const document = `mutation ($id: ID!, $level: PrivacyLevel!, $yes: Boolean = true, $no: Boolean = false) {
        ${field}(id: $id, input: { privacyLevel: $level }) { ${selected} } a: __typename @include(if: $yes) b: __typename @skip(if: $no)
      } ${rest.replace('TYPE', type)}`
        for (const held of isFull || spelling === 'plainly' ? subsets : edges(needs)) {
          const lacked = isLeftOut ? [] : needs.filter((need) => need !== includes && !held.includes(need))
          const before = await levelOf(table)
          const level = levels.find((name) => name.toLowerCase() !== before)!
          const id = made[table]
          const { body } = await server.graphql(await keyWith([scope, ...held]), document, { id, level })
          const seen = [
            spelling,
            held,
            body.errors?.map(({ extensions }: Body) => extensions.code) ?? null,
            body.data?.[field] == null,
          ]
          const isWritten = (await levelOf(table)) === level.toLowerCase()
          if (lacked.length === 0) expect([...seen, isWritten]).toEqual([spelling, held, null, false, true])
          else {
            expect([...seen, isWritten]).toEqual([spelling, held, ['SCOPE_MISSING'], true, false])
            expect(lacked).toContain(body.errors[0].extensions.param)
            expect(body.errors[0].locations).toHaveLength(1)
          }
        }
      }
    },
  )
})

test('of several mutations none runs if one, or its selection, lacks a scope', async () => {
  const before = await levelOf('alias')
  const level = levels.find((name) => name.toLowerCase() !== before)!
  const key = await keyWith(['aliases:write'])
  for (const [other, param] of [
    ['updateIdentity(id: $identity, input: { displayName: "x" }) { id }', 'identities:write'],
    ['again: updateAlias(id: $id, input: {}) { identity { status } }', 'identities:read'],
  ]) {
    const { body } = await server.graphql(
      key,
      `mutation ($id: ID!, $identity: ID!, $level: PrivacyLevel!) { ${'updateAlias(id: $id, input: { privacyLevel: $level }) { id }'} ${other} }`.replaceAll(
        '$identity: ID!, ',
        other!.includes('$identity') ? '$identity: ID!, ' : '',
      ),
      { id: made.alias, level, identity: made.identity },
    )
    expect(body.errors.map(({ extensions }: Body) => [extensions.code, extensions.param])).toEqual([
      ['SCOPE_MISSING', param],
    ])
    expect(await levelOf('alias')).toBe(before)
  }
})

test('a written identity shows its id and that of its primary alias, without any read scope', async () => {
  const key = await keyWith(['identities:write'])
  const { body } = await server.graphql(
    key,
    'mutation ($id: ID!) { updateIdentity(id: $id, input: {}) { id type createdAt primaryAlias { id identity { id } } } }',
    { id: made.identity },
  )
  expect([body.errors, body.data.updateIdentity]).toMatchObject([
    undefined,
    { id: made.identity, type: 'USER', primaryAlias: { id: made.alias, identity: { id: made.identity } } },
  ])
})

describe('queries', () => {
  /** Twice: the second time the document is known, and runs without Apollo's pipeline. */
  async function ask(scopes: readonly string[], document: string, variables: object): Promise<Body> {
    const key = await keyWith(scopes)
    const answers = [1, 2].map(async () => (await server.graphql(key, document, { ...variables })).text)
    const [first, second] = await Promise.all(answers)
    const again = (await server.graphql(key, document, { ...variables })).text
    const plain = (text: string) => text.trim().replaceAll(/req_\w{26}/g, 'req')
    expect(plain(second!)).toBe(plain(first!))
    expect(plain(again)).toBe(plain(first!))
    return JSON.parse(first!)
  }

  test.each(ofIdentity)(
    'alias { identity { %s } } needs %s beside the scope of aliases',
    async (selection, _, needs) => {
      for (const held of subsets) {
        const lacked = needs.filter((need) => need !== 'aliases:read' && !held.includes(need))
        const { data, errors } = await ask(
          ['aliases:read', ...held],
          `query ($id: ID!) { alias(id: $id) { id identity { id ${selection} } } }`,
          { id: made.alias },
        )
        const codes = errors?.map(({ extensions }: Body) => [extensions.code, lacked.includes(extensions.param)])
        expect([selection, held, codes]).toEqual([
          selection,
          held,
          lacked.length === 0 ? undefined : [['SCOPE_MISSING', true]],
        ])
        if (lacked.length === 0) expect(data.alias.identity.id).toBe(made.identity)
      }
    },
  )

  const byId = {
    identity: (selection: string) => [`query ($id: ID!) { found: identity(id: $id) { ${selection} } }`, 'found'],
    node: (selection: string) => [
      `query ($id: ID!) { found: node(id: $id) { id ... on Identity { ${selection} } } }`,
      'found',
    ],
    reference: (selection: string) => [
      `query ($id: _Any!) { found: _entities(representations: [$id]) { ... on Identity { ${selection} } } }`,
      'found',
    ],
  } satisfies Record<string, (selection: string) => [string, string] | string[]>
  const lists: [string, Read][] = [
    ['aliases { edges { node { id } } }', 'aliases:read'],
    ['endpoints { edges { node { id } } }', 'endpoints:read'],
    ['consentGrants { edges { node { id } } }', 'consents:read'],
    ['disclosures { edges { node { id } } }', 'identities:read'],
  ]

  test.each(Object.keys(byId) as (keyof typeof byId)[])(
    '%s: a list needs its own scope alone, as on REST',
    async (way) => {
      const asked = (id: string) => ({ id: way === 'reference' ? { __typename: 'Identity', id } : id })
      for (const [list, scope] of lists) {
        for (const selection of [list, `id ${list}`, `__typename ...{ ${list} }`]) {
          const [document] = byId[way](selection)
          const shown = await ask([scope], document!, asked(made.identity))
          expect([way, selection, shown.errors, JSON.stringify(shown.data)]).toEqual([
            way,
            selection,
            undefined,
            expect.stringContaining('edges'),
          ])
          const stranger = await server.key({ consumer: 'stranger', scopes: [scope] })
          const foreign = await stranger.graphql(document!, asked(made.identity))
          const absent = await stranger.graphql(document!, asked('idn_00000000000000000000000000'))
          expect(foreign.body.errors).toBeUndefined()
          expect(foreign.text).toBe(absent.text)
          const refused = await ask(['resolve'], document!, asked(made.identity))
          const unseen = await ask(['resolve'], document!, asked('idn_00000000000000000000000000'))
          expect(refused.errors[0].extensions).toMatchObject({ code: 'SCOPE_MISSING', param: scope })
          expect(unseen.errors[0].extensions).toMatchObject({ code: 'SCOPE_MISSING', param: scope })
        }
        const [own] = byId[way](`id type ${list}`)
        if (scope !== 'identities:read') {
          const { errors } = await ask([scope], own!, asked('idn_00000000000000000000000000'))
          expect(errors[0].extensions).toMatchObject({ code: 'SCOPE_MISSING', param: 'identities:read' })
        }
      }
    },
  )
})

describe('the tables are complete', () => {
  test('every nested field with a resolver of records needs a scope, or answers data of its parent', () => {
    const fromParent = ['ApiKeyWithSecret.apiKey', 'WebhookWithSecret.webhook', 'ConsentGrant.covers', 'Caller.limits']
    // The resolution already holds them: the argument chooses among them.
    for (const type of ['Resolution', 'BulkResolveEntry'])
      fromParent.push(`${type}.identity`, `${type}.endpoints`, `${type}.disclosure`)
    // They describe only what was resolved, by the same scope.
    fromParent.push('Resolution.assurance', 'BulkResolveEntry.assurance')
    // The parent holds them: an answer that is rendered in slices, and a list of this repository's own.
    fromParent.push('Catalogue.networks', 'Catalogue.rails')
    // The name of a consumer needs no scope beyond that of the record that names it.
    for (const type of ['ConsentGrant', 'ConsentRequest', 'DisclosureRecord', 'Claim'])
      fromParent.push(`${type}.consumer`)
    const nested = Object.values(createSchema().getTypeMap()).flatMap((type) =>
      isObjectType(type) && !['Query', 'Mutation'].includes(type.name) && !type.name.startsWith('__')
        ? Object.values(type.getFields()).flatMap(({ name, type: answer, resolve }) =>
            resolve && isCompositeType(getNamedType(answer)) ? [`${type.name}.${name}`] : [],
          )
        : [],
    )
    const rows = Object.keys(operations).filter((name) => !/^(?:Query|Mutation)\./.test(name))
    expect(nested.sort()).toEqual(rows.sort())
    const withoutScope = rows.filter((name) => operations[name as keyof typeof operations].scope === null)
    expect(withoutScope.sort()).toEqual(fromParent.sort())
  })
})
