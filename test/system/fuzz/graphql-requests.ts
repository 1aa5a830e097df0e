import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'
import type { Dice } from './dice.ts'
import { absentId, addresses, aliasText, aliasTypes, aWallet, type Callers, freshJwk, type Pool } from './pool.ts'

export type Operation = {
  root: string
  query: string
  variables: Record<string, unknown>
  key: string | null
  broken: string | null
}

const kinds: Record<string, string> = {
  Identity: 'identity',
  Alias: 'alias',
  Endpoint: 'endpoint',
  Consent: 'consent_grant',
  ConsentGrant: 'consent_grant',
  ConsentRequest: 'consent_request',
  Challenge: 'challenge',
  Claim: 'claim',
  ApiKey: 'api_key',
  Webhook: 'webhook',
  WebhookDelivery: 'webhook_delivery',
  Event: 'event',
  PayeeName: 'payee_name',
  SealingKey: 'sealing_key',
  Release: 'release',
}

/** The kind of record that a root field's `id` names: `releaseAlias` → alias. */
function kindOf(field: string, dice: Dice): string {
  if (/^(?:confirm|refuse|contest)Claim$/.test(field)) return 'claimed'
  if (field.endsWith('Claim')) return 'claim'
  if (field === 'releaseAlias') return 'alias'
  const name = Object.keys(kinds)
    .sort((a, b) => b.length - a.length)
    .find((noun) => field.toLowerCase().includes(noun.toLowerCase()))
  return name === undefined ? dice.pick(['identity', 'alias', 'endpoint']) : kinds[name]!
}

export class Author {
  private readonly schema: GraphQLSchema
  readonly roots: readonly { type: GraphQLObjectType; field: GraphQLField<unknown, unknown> }[]

  constructor(schema: GraphQLSchema) {
    this.schema = schema
    this.roots = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ type, field })),
    )
  }

  /** A reset empties the pool of its caller, for whom nothing succeeds any more: it is asked for by name alone. */
  get drawn() {
    return this.roots.filter(({ field }) => field.name !== 'resetSandbox')
  }

  valid(dice: Dice, { pools }: Callers, root = dice.pick(this.drawn)): Operation {
    const pool = dice.pick(pools)
    const { type, field } = root
    const args = field.args.filter(
      (argument) => isNonNullType(argument.type) || argument.name === 'code' || dice.chance(0.2),
    )
    const variables = Object.fromEntries(
      args.map((argument) => [argument.name, this.argument(argument, field.name, dice, pool)]),
    )
    if ('webhook' in variables) {
      const delivery = pool.delivery(dice)
      Object.assign(variables, { webhook: delivery.webhook }, 'id' in variables ? { id: delivery.id } : {})
    }
    // Most operations and codes that are drawn are of no catalogue.
    if (field.name === 'requests') for (const name of ['operation', 'code', 'status', 'key']) delete variables[name]
    if ('since' in variables) variables.since = new Date(Date.now() - 60_000).toISOString()
    if (field.name === 'challengeAlias') variables.id = pool.provable(String(variables.method).toLowerCase(), dice)
    if (field.name.endsWith('Claim') && 'method' in variables) variables.method = 'SMS_CODE'
    if (field.name === '_entities') variables.representations = [this.representation(dice, pool)]
    const paged = ['first', 'after', 'last', 'before']
    for (const name of paged.slice(1)) delete variables[name]
    const used = args.filter(({ name }) => name in variables)
    const declared = used.map((argument) => `$${argument.name}: ${argument.type}`).join(', ')
    const passed = used.map(({ name }) => `${name}: $${name}`).join(', ')
    const query = `${type.name.toLowerCase()}${declared && ` (${declared})`} { ${field.name}${passed && `(${passed})`} ${this.selection(field.type, dice, 3)} }`
    return { root: `${type.name}.${field.name}`, query, variables, key: pool.key, broken: null }
  }

  private representation(dice: Dice, pool: Pool): Record<string, unknown> {
    const alias = pool.all('alias')[0]
    if (alias && dice.chance(0.4)) return { __typename: 'Resolution', alias: `@${alias.value}` }
    const [typename, kind] = dice.pick([
      ['Identity', 'identity'],
      ['Alias', 'alias'],
      ['Endpoint', 'endpoint'],
    ] as const)
    return { __typename: typename, id: pool.id(kind, dice) }
  }

  private argument({ name, type }: GraphQLArgument, field: string, dice: Dice, pool: Pool): unknown {
    // `node` and `nodes` take the id of any kind of record.
    if (name === 'id' && field === 'node') return pool.id(dice.pick(Object.values(kinds)), dice)
    if (name === 'ids') return Array.from({ length: 5 }, () => pool.id(dice.pick(Object.values(kinds)), dice))
    if (name === 'id') return pool.id(kindOf(field, dice), dice)
    return this.value(type, name, dice, pool)
  }

  private value(type: GraphQLInputType, name: string, dice: Dice, pool: Pool): unknown {
    if (isNonNullType(type)) return this.value(type.ofType, name, dice, pool)
    if (isListType(type)) {
      return Array.from({ length: 1 + dice.below(3) }, () => this.value(type.ofType, name, dice, pool))
    }
    if (isEnumType(type)) {
      const value = dice.pick(type.getValues()).name
      if (value.endsWith('DISABLED') && type.name === 'WebhookStatus') return 'ENABLED'
      return value === 'CLOSED' ? 'ACTIVE' : value
    }
    if (isInputObjectType(type)) return this.input(type.name, type.getFields(), dice, pool)
    if (name === 'scopes') return dice.pick(['resolve', 'aliases:read'])
    if (name === 'identity' || name === 'consumer') return pool.id(name, dice)
    if (name === 'url') return `https://127.0.0.1:8443/${dice.below(99)}`
    if (name === 'enabledEvents') return '*'
    if (name === 'code') return dice.pick(['000000', '12345678'])
    switch (getNamedType(type).name) {
      case 'Int':
        return 1 + dice.below(50)
      case 'Float':
        return dice.pick([0, 1, 2.5])
      case 'Boolean':
        return dice.chance(0.5)
      case 'DateTime':
        return new Date(Date.now() + 60_000 + dice.below(1_000_000_000)).toISOString()
      default:
        return dice.pick(['Ann', 'x y', 'Ünïcode'])
    }
  }

  private input(name: string, fields: Record<string, { type: GraphQLInputType }>, dice: Dice, pool: Pool): unknown {
    const known = pool.all('alias')
    if (name === 'ResolveInput' || name === 'RequestConsentInput') {
      const { type, value } =
        known.length > 0 && dice.chance(0.8)
          ? dice.pick(known)
          : { type: 'username', value: aliasText('username', dice) }
      return { type: type!.toUpperCase(), value }
    }
    const input: Record<string, unknown> = Object.fromEntries(
      Object.entries(fields)
        .filter(([, { type }]) => isNonNullType(type) || dice.chance(0.4))
        .map(([field, { type }]) => [field, this.value(type, field, dice, pool)]),
    )
    if (name === 'SealingJwkInput') return freshJwk()
    if (name === 'ReleaseInput') return pool.payable(dice)
    if (name === 'PayeeNameInput') return { kind: 'LEGAL', name: 'Ann Tester' }
    if (name === 'CheckPayeeInput') {
      const [alias] = known
      return {
        ...(alias ? { type: alias.type!.toUpperCase(), value: alias.value } : { alias: '@nobody' }),
        name: 'Ann',
      }
    }
    if (name === 'ImpactInput') {
      const change = { id: pool.id('alias', dice), input: { privacyLevel: 'PRIVATE' } }
      return dice.chance(0.5) ? { releaseAlias: { id: change.id } } : { updateAlias: change }
    }
    if (name === 'DestinationInput') return { type: 'UPI', address: 'alice@okbank' }
    if (name === 'CheckDestinationInput') {
      const [alias] = known
      return {
        ...(alias ? { type: alias.type!.toUpperCase(), value: alias.value } : { alias: '@nobody' }),
        destination: { type: 'UPI', address: 'alice@okbank' },
      }
    }
    if (name === 'CreateClaimInput')
      return { ...input, type: 'PHONE', value: `+1917${2_000_000 + dice.below(9)}`, kind: 'OWNERSHIP' }
    if (name === 'CreateAliasInput') {
      const type = dice.pick(aliasTypes)
      return { ...input, type: type.toUpperCase(), value: aliasText(type, dice) }
    }
    // The tests of grants ask for what may be released.
    if (name === 'GrantConsentInput' && dice.chance(0.9)) delete input.release
    if (input.capabilities) input.capabilities = [{ asset: 'EUR', rail: 'sepa' }]
    if (name === 'ChallengeEndpointInput') return { ...input, ...aWallet, type: 'CRYPTO_WALLET' }
    // Signatures are out of reach of random input: the tests of wallets cover proofs.
    if (name === 'CreateEndpointInput' && dice.chance(0.9)) delete input.proof
    if (name === 'CreateEndpointInput')
      return { ...input, address: dice.pick(addresses[String(input.type).toLowerCase()]!) }
    if (name.includes('Covers')) return { all: true }
    return input
  }

  selection(type: GraphQLOutputType, dice: Dice, depth: number): string {
    const named = getNamedType(type)
    if (isLeafType(named)) return ''
    if (isUnionType(named) || isInterfaceType(named)) {
      const parts = this.schema
        .getPossibleTypes(named)
        .map((one) => `... on ${one.name} ${this.selection(one, dice, depth - 1)}`)
      return `{ __typename ${depth > 0 ? dice.pick(parts) : ''} }`
    }
    if (!isObjectType(named)) return ''
    const fields = Object.values(named.getFields()).filter(
      (field) => isLeafType(getNamedType(field.type)) || (depth > 0 && dice.chance(0.5)),
    )
    const kept = fields.filter(() => dice.chance(0.6))
    return `{ __typename ${kept.map((field) => `${field.name} ${this.selection(field.type, dice, depth - 1)}`).join(' ')} }`
  }
}

type Breakage = (operation: Operation, dice: Dice, callers: Callers) => Partial<Operation> | null
const anyVariable =
  (value: (dice: Dice) => unknown): Breakage =>
  ({ variables }, dice) => {
    const names = Object.keys(variables)
    return names.length === 0 ? null : { variables: { ...variables, [dice.pick(names)]: value(dice) } }
  }
const inInput =
  (change: (input: Record<string, unknown>, dice: Dice) => Record<string, unknown>): Breakage =>
  ({ variables }, dice) =>
    variables.input ? { variables: { ...variables, input: change({ ...(variables.input as object) }, dice) } } : null

export const breakages: Record<string, Breakage> = {
  'an unknown field': ({ query }) => ({ query: query.replace('__typename', 'nothingLikeIt') }),
  'an unknown root field': () => ({ query: '{ nothing { id } }' }),
  'a document cut short': ({ query }, dice) => ({ query: query.slice(0, dice.below(query.length)) }),
  'a document of odd text': (_, dice) => ({ query: dice.string() }),
  'a variable missing': ({ variables }) => (Object.keys(variables).length === 0 ? null : { variables: {} }),
  'a variable null': anyVariable(() => null),
  'a variable of any JSON': anyVariable((dice) => dice.json()),
  'a variable of odd text': anyVariable((dice) => dice.string()),
  'an input with an unknown field': inInput((input) => ({ ...input, privacyLevl: 'PUBLIC' })),
  'an input with a field of any JSON': inInput((input, dice) => ({
    ...input,
    [dice.pick(Object.keys(input))]: dice.json(),
  })),
  'an input with a field null': inInput((input, dice) => ({ ...input, [dice.pick(Object.keys(input))]: null })),
  'an enum that is none': inInput((input) => ({ ...input, type: 'NOTHING' })),
  'too deep': () => ({
    query: `{ identities { edges { node ${'{ aliases { edges { node { identity '.repeat(4)} { id } ${'} } } }'.repeat(4)} } } }`,
  }),
  'too many aliases': () => ({
    query: `{ ${Array.from({ length: 20 }, (_, n) => `a${n}: viewer { id }`).join(' ')} }`,
  }),
  'too many root fields': () => ({ query: `{ ${Array(11).fill('viewer { id }').join(' ')} }` }),
  'too many tokens': () => ({ query: `{ viewer { ${'id '.repeat(2_000)} } }` }),
  'a fragment that spreads itself': () => ({ query: '{ viewer { ...f } } fragment f on Caller { ...f }' }),
  'an absent id': ({ variables }, dice) =>
    'id' in variables ? { variables: { ...variables, id: absentId('identity', dice) } } : null,
  "another caller's key": (_, dice, { pools }) => ({ key: dice.pick(pools).key }),
  'no key': () => ({ key: null }),
  'a revoked key': (_, __, { revoked }) => ({ key: revoked }),
  'a key without scopes': (_, __, { scopeless }) => ({ key: scopeless }),
}

export function brokenOperation(author: Author, dice: Dice, callers: Callers): Operation {
  for (;;) {
    const operation = author.valid(dice, callers)
    const [name, breakage] = dice.pick(Object.entries(breakages))
    const change = breakage(operation, dice, callers)
    if (change) return { ...operation, ...change, broken: name }
  }
}
