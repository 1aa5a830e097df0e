import { createHash, randomBytes } from 'node:crypto'
import { parse, specifiedRules, validate } from 'graphql'
import { requireScopes } from '../../../src/access/api-keys/rules.ts'
import { changeLimits, requireName } from '../../../src/access/consumers/rules.ts'
import { clientNetwork } from '../../../src/access/quotas/client-network.ts'
import { parseBucketRule } from '../../../src/access/quotas/rules.ts'
import { readCovers, readRelease } from '../../../src/consent/grants/input.ts'
import { isEventPattern } from '../../../src/events/event-types.ts'
import { decodeId, kindOf } from '../../../src/kernel/id.ts'
import { isFreeText } from '../../../src/kernel/input.ts'
import { parseConnection, parsePage } from '../../../src/kernel/page.ts'
import { isSigned } from '../../../src/ownership/wallets/signatures.ts'
import { createWalletTokens } from '../../../src/ownership/wallets/tokens.ts'
import type { aliasTypes } from '../../../src/registry/aliases/normalization/alias-types.ts'
import { normalizeForCreate, normalizeIdentifier } from '../../../src/registry/aliases/normalization/normalize.ts'
import { isExactAmount, parseCapabilities } from '../../../src/registry/endpoints/capability.ts'
import { networks } from '../../../src/registry/endpoints/catalogue/names.ts'
import { parseDetails } from '../../../src/registry/endpoints/details/details.ts'
import { endpointTypeNames, ruleOf } from '../../../src/registry/endpoints/endpoint-types.ts'
import { foldDisplayName } from '../../../src/registry/identities/rules.ts'
import { readLine } from '../../../src/registry/import/line.ts'
import { readMetadata, readReference } from '../../../src/registry/notes/rules.ts'
import { readSealingJwk } from '../../../src/releases/keys/rules.ts'
import { choose, readPaymentContext } from '../../../src/resolution/payment.ts'
import { echoOf, readBulkItem } from '../../../src/resolution/service.ts'
import { operationCost } from '../../../src/surfaces/graphql/cost.ts'
import {
  requireBounds,
  requireExactAmounts,
  requireSmallOperations,
  requireText,
  textBounds,
} from '../../../src/surfaces/graphql/limits.ts'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { readOperation } from '../../../src/surfaces/graphql/variables.ts'
import {
  readGraphqlBody,
  readItemsBody,
  readJson,
  requireQueryValues,
  valueBounds,
} from '../../../src/surfaces/http/json.ts'
import { bodyLimits } from '../../../src/surfaces/rest/mount.ts'
import type { Keyring } from '../../../src/vault/keyring.ts'
import { parseHeader } from '../../../src/verifier/signature-header.ts'
import { parseRetryAfter } from '../../../src/webhooks/backoff.ts'
import { readWebhookUrl } from '../../../src/webhooks/rules.ts'
import { writtenAddresses } from '../../support/addresses.ts'
import type { Bounded } from '../../support/worst-input.ts'

/** Letters of many scripts, marks, digits, what is invisible and what grows under NFKC, and the separators of every grammar. */
const scripts = [
  'a',
  'Z',
  '0',
  '9',
  'i\u0307',
  'a\u0301',
  '\u0430',
  '\u05d0',
  '\u0627',
  '\u0660',
  '\u0966',
  '\u65e5',
  '\uac00',
]
const growing = ['\ufdfa', '\u3300', '\ufb03', '\u1f82', '\u{1f468}\u200d', '\u{1d7ce}', '\u0344', '\u00df']
const unseen = ['\u200b', '\u200c', '\u200d', '\u00ad', '\u202e', '\u0000', '\u3164']
const separators = [
  ' ',
  '.',
  '-',
  '/',
  '?',
  '%',
  '@',
  '$',
  '+',
  '(',
  ')',
  ':',
  ';',
  ',',
  '=',
  '"',
  '\\',
  '#',
  '_',
  '|',
  '&',
  '<',
]
const chunks = [
  'xn--',
  'xn--a.',
  '%2e/',
  '../',
  'https://',
  '.com',
  'tel:',
  'link:',
  '+1',
  '+521',
  '00',
  '0x',
  'bc1',
  'ext',
  '\u200c\u0646',
]
const texts = [...scripts, ...growing, ...unseen, ...separators, ...chunks]
const json = [
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '"',
  '"a"',
  '"a":',
  '\\',
  '\\"',
  '\\u0061',
  '0',
  '1',
  '1.',
  'e1',
  '-',
  ' ',
  'null',
  '[]',
  '{}',
  '{"a":',
  '"priority":',
  '"amount":',
  '\u0000',
  '\u65e5',
]
const values = [
  '1,',
  '"a",',
  '"\\\\",',
  '{},',
  '[],',
  '[[]],',
  '{"a":1},',
  '{"priority":1e5},',
  '{"a":{"b":[1,2]}},',
  '1000000000000000001,',
  '"\u65e5",',
  '"\\u0061\\u0062",',
]
const documents = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ':',
  '!',
  '$',
  'a',
  'id',
  '__typename',
  '{id}',
  'a:id',
  '...F',
  '... on Identity{',
  'fragment F on Query{',
  'query Q',
  'mutation',
  '@skip(if:true)',
  'identities(first:1){',
  'edges{node{',
  'first:',
  '1',
  '"',
  '"""',
  '#',
  '\n',
  ' ',
  ',',
  '\\',
]

/** Objects whose names are all different, as many as the text has characters or as fit: in one object, or in one each. */
const named = (text: string): string => {
  const isOne = text.startsWith('{')
  const names = Array.from({ length: Math.min(text.length, 12_000) }, (_, at) => `"${at.toString(36)}":1`)
  return isOne ? `{${names.join()}}` : `[${names.map((name) => `{${name}}`).join()}]`
}
const nest = (text: string): string => {
  const open = text.slice(0, text.length >> 1).replace(/[^[]/g, '[')
  return `{"items":[${open}${']'.repeat(open.length)}]}`
}
const fields = [
  'id ',
  'type ',
  '__typename ',
  'a:id ',
  'metadata ',
  '... on Identity{id} ',
  '...{id type} ',
  '...F ',
  '}}}} fragment F on Identity {',
  'identity{id} ',
  'aliases(first:1){edges{node{id}}} ',
  '@skip(if:true) ',
  'b:id @skip(if:true) ',
  '...G ',
  '} fragment G on Identity {id ',
]
const wholeJson = (text: string): string => `[${text.slice(0, text.lastIndexOf(',', text.length - 16) + 1)}0]`
const parsed = (text: string): unknown => JSON.parse(text)
const schema = createSchema()
const header = 16 * 1024

const row = (
  name: string,
  length: number,
  plain: string,
  run: (text: string) => unknown,
  pieces: readonly string[] = texts,
): Bounded => ({
  name,
  length,
  plain,
  run,
  pieces,
})

/** A text cut into as many values as there may be. */
const cut = (text: string, parts: number): string[] => {
  const size = Math.max(1, Math.ceil(text.length / parts))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
}

const walletTokens = createWalletTokens({
  hash: (_, __, text) => createHash('sha256').update(text).digest(),
} as Keyring)
const wallet = { consumerId: 'a', livemode: true, identityId: 'b', family: 'evm', address: '0x1' }
const carried = { nonce: randomBytes(16), chainId: 1, expiresAt: 1 }

const ofVariables = parse('query ($v: [ResolveInput!]!) { resolveBulk(items: $v) { status } }')
/** Whole objects of the text, as many as a body may hold; a text that is cut elsewhere is no input of this function. */
const itemsGiven = (text: string) => {
  try {
    const items = JSON.parse(`[${text.slice(0, text.lastIndexOf('},') + 2)}{"alias":"@a"}]`) as unknown[]
    return { v: items.slice(-valueBounds.list) }
  } catch {
    return { v: [] }
  }
}

const region = { defaultRegion: 'US' }
const plainAliases: Record<keyof typeof aliasTypes, string> = {
  username: '@alice',
  phone: '+1 415 555 0100',
  email: 'bob@example.com',
  merchant_handle: '$acme',
  payment_link: 'https://pay.example/x',
}

const aliases: Bounded[] = [
  row('alias, its type detected', 512, '@alice', (text) => normalizeIdentifier(text, region)),
  ...Object.entries(plainAliases).map(([type, plain]) =>
    row(`alias to create: ${type}`, 512, plain, (text) => normalizeForCreate(type, text, region)),
  ),
]

const everyNetwork = networks.flatMap(({ name }) => [{ asset: 'X', rail: 'onchain', network: name }]).slice(0, 50)
const onNetwork = networks.filter(
  ({ rule }, at) => rule !== null && networks.findIndex((one) => one.rule === rule) === at,
)

const addresses: Bounded[] = [
  ...endpointTypeNames.map((type) =>
    row(`address: ${type}`, 512, writtenAddresses[type], (text) => {
      const address = ruleOf(type).normalizes(text, [])
      return ruleOf(type).projects(address)
    }),
  ),
  ...onNetwork.map(({ name }) =>
    row(
      `address: crypto_wallet on ${name}`,
      512,
      writtenAddresses.crypto_wallet,
      (text) => ruleOf('crypto_wallet').normalizes(text, [{ asset: 'X', rail: 'onchain', network: name }]),
      ['1', 'z', 'A', 'q', '3', 'bc1', 'tb1', 'bcrt1', '0x', 'G', 'M', 'r', 'T', 'X', 'l', '0', 'p', '7'],
    ),
  ),
  row('capabilities, 50 with 64 letters', 50 * 3 * 64, 'usdc', (text) =>
    parseCapabilities(
      cut(text, 50).map((one) => ({ asset: one.slice(0, 64), network: one.slice(64, 128), rail: one.slice(128) })),
    ),
  ),
  row('details: memo', bodyLimits.rest, 'order 1', (text) =>
    parseDetails(
      'crypto_wallet',
      { memo: text },
      { address: writtenAddresses.crypto_wallet, capabilities: everyNetwork },
    ),
  ),
  row('details: holder and bank code', bodyLimits.rest, 'CHASUS33', (text) =>
    parseDetails(
      'bank_account',
      { holderName: text.slice(0, 140), bankCode: { scheme: 'bic', value: text } },
      { address: writtenAddresses.bank_account, capabilities: [] },
    ),
  ),
]

const records: Bounded[] = [
  {
    ...row('metadata, 100 keys', bodyLimits.rest, 'order', () => undefined),
    given: (text) =>
      Object.fromEntries(cut(text, 100).map((one, at) => [`${at}${one.slice(0, 36)}`, one.slice(36, 536)])),
    run: (given) => readMetadata(given),
  },
  {
    ...row('metadata, as many keys as a body holds', bodyLimits.rest, 'order', () => undefined, [
      'a',
      'ab',
      '\u65e5',
      '0',
    ]),
    given: (text) => Object.fromEntries(cut(text, 8_000).map((one, at) => [`${at}${one}`, ''])),
    run: (given) => readMetadata(given),
  },
  row('external reference', bodyLimits.rest, 'order-1', (text) => readReference(text)),
  row('free text of 500', bodyLimits.rest, 'Bakery', (text) => isFreeText(text, 500)),
  row('display name, folded', 200, 'Café Zoë', (text) => foldDisplayName(text)),
  row('name and rules of a consumer', bodyLimits.rest, '2000 + 250/min', (text) => [
    parseBucketRule(text),
    requireName(text.slice(0, 300)),
    changeLimits(null, { misses: text }),
  ]),
  row('event types', bodyLimits.rest, 'alias.*', (text) => cut(text, 50).map(isEventPattern)),
  row('webhook URL', bodyLimits.rest, 'https://hooks.example/in', (text) => readWebhookUrl(text)),
  row('sealing key', bodyLimits.rest, randomBytes(32).toString('base64url'), (text) =>
    readSealingJwk({ kty: 'OKP', crv: 'X25519', x: text }),
  ),
  row('line of an import', bodyLimits.rest, '{"object":"alias","type":"username","value":"@bob"}', (text) =>
    readLine(
      { object: 'alias', identity: text.slice(0, 200), type: 'payment_link', value: text, metadata: { a: text } },
      'US',
    ),
  ),
  row(
    'signature of an Ethereum wallet',
    200,
    `0x${'1'.repeat(128)}1b`,
    (text) => isSigned('evm', 'message', text, writtenAddresses.crypto_wallet),
    ['0x', '1', 'f', '0', 'a', '1b', '1c', 'Z'],
  ),
  row(
    'signature of a Solana wallet',
    200,
    'z'.repeat(88),
    (text) => isSigned('solana', 'message', text, '11111111111111111111111111111112'),
    ['1', 'z', '2', 'A', 'b', '0'],
  ),
]

const asking: Bounded[] = [
  row('payment of a resolve', bodyLimits.rest, 'USDC', (text) =>
    readPaymentContext({ asset: text.slice(0, 64), network: text.slice(0, 64), rail: text, amount: text.length / 3 }),
  ),
  row('choice among 50 endpoints with 16 kB of capabilities', 64, 'USDC', (text) =>
    choose(
      { asset: text, network: text, rail: text, amount: 1 },
      Array.from({ length: 50 }, (_, priority) => ({
        priority,
        capabilities: Array.from({ length: 8 }, () => ({ asset: text, network: text, rail: text })),
      })),
    ),
  ),
  row('100 items of a bulk', bodyLimits.bulk, '@alice', (text) =>
    cut(text, 100).map((one) => [readBulkItem(one), echoOf(one)]),
  ),
  row('ids', bodyLimits.rest, 'idn_01h455vb4pex5vsknk084sn02q', (text) => [decodeId('identity', text), kindOf(text)]),
  row('page', header, '10', (text) => [
    parsePage({ limit: text.slice(0, 3) }),
    parseConnection({ first: 3, after: text }),
  ]),
  {
    ...row('variables of GraphQL', bodyLimits.bulk, '{"alias":"@a"},', () => undefined, [
      '{"alias":"@a"},',
      '{"alias":"a","type":"phone"},',
      '{"alias":"a","payment":{"amount":"1"}},',
      '{"a":1},',
      '{},',
      '1,',
      '[[]],',
    ]),
    given: itemsGiven,
    run: (given: Record<string, unknown>) =>
      readOperation(schema, ofVariables, ofVariables.definitions[0] as never, given),
  },
  row('scopes of a key', bodyLimits.rest, 'resolve', (text) => requireScopes(cut(text, 20_000)), ['resolve', '*', 'a']),
  row('scopes of a key that are all known', bodyLimits.rest, '*', (text) => requireScopes([...text]), ['*']),
  row('covers of a grant', bodyLimits.rest, 'als_01h455vb4pex5vsknk084sn02q', (text) =>
    readCovers({ aliases: cut(text, 100), endpoints: cut(text, 50) }),
  ),
  row('release of a grant', bodyLimits.rest, 'end_01h455vb4pex5vsknk084sn02q', (text) => readRelease(cut(text, 50))),
  row('token of a wallet challenge', bodyLimits.rest, walletTokens.write(wallet, carried), (text) =>
    walletTokens.read(wallet, text),
  ),
  row('address of a client', header, '2001:db8::1', (text) => clientNetwork(text), [
    '0',
    'f',
    ':',
    '::',
    '.',
    '1',
    '%',
    '0x',
    '/',
    ' ',
    'ffff:',
    '255.',
  ]),
  row('Retry-After of a receiver', header, 'Wed, 21 Oct 2015 07:28:00 GMT', (text) => parseRetryAfter(text, 0), [
    'Wed',
    'd',
    ', ',
    ' ',
    '21',
    'Oct',
    ':',
    '0',
    ' GMT',
    '(',
    ')',
    '-',
    '/',
  ]),
  row('Service-Signature', header, 't=1,v1=00', (text) => parseHeader(text), ['t=', 'v1=', ',', ' ', '0', '=', '\t']),
]

/** A body is bounded in bytes. */
const inBytes = (bounded: Bounded): Bounded => ({
  ...bounded,
  given: (text) => Buffer.from(text).subarray(0, bounded.length).toString(),
})

const bodies: Bounded[] = [
  row('amount, as written', bodyLimits.rest, '12.50', (text) => isExactAmount(text), [
    '0',
    '1',
    '.',
    '9',
    'e',
    '-',
    '00',
    '10',
  ]),
  row('JSON body', bodyLimits.rest, '{"type":"user"}', (text) => readJson(text, parsed), json),
  row('JSON body that is whole', bodyLimits.rest, '1,', (text) => readJson(wholeJson(text), parsed), values),
  row('JSON body of many names', bodyLimits.rest, '1', (text) => readJson(named(text.slice(0, 5_500)), parsed), [
    '1',
    '0',
    '{',
    ',',
  ]),
  row('JSON body that nests', bodyLimits.rest, '[', (text) => readJson(nest(text.slice(0, -16)), parsed), [
    '[',
    '{"a":',
    '[1,',
    '["\\"",',
  ]),
  row(
    'JSON body of one long number',
    bodyLimits.rest,
    '{"priority":1}',
    (text) => readJson(`{"priority":${text.slice(0, -13)}}`, parsed),
    ['1', '0', '.', '9', 'e1', '00000000'],
  ),
  row(
    'JSON body of numbers',
    bodyLimits.rest,
    '1,2',
    (text) => readJson(`{"priority":[${text.slice(0, -15)}0]}`, parsed),
    ['1,', '0.', '1000000000000000000,', '[', '],', '{"priority":1},'],
  ),
  row(
    'body of a bulk',
    bodyLimits.bulk,
    '{"items":["@a"]}',
    (text) => readItemsBody(`{"items":[${text.slice(0, -12)}]}`, parsed),
    json,
  ),
  row(
    'body of a bulk that is whole',
    bodyLimits.bulk,
    '"@a",',
    (text) => readItemsBody(`{"items":${wholeJson(text)}}`, parsed),
    values,
  ),
  row(
    'body of a bulk with many names',
    bodyLimits.bulk,
    '1',
    (text) => readItemsBody(`{"items":${named(text)}}`, parsed),
    ['1', '0', '{', ','],
  ),
  row('body of a bulk that nests', bodyLimits.bulk, '[', (text) => readItemsBody(nest(text.slice(0, -16)), parsed), [
    '[',
    '{"a":',
    '[1,',
  ]),
  row('query string', header, '?query={a}&variables={}', (text) => requireQueryValues(`/graphql?variables=${text}`), [
    ...json,
    '%5B',
    '&variables=',
    '&extensions=',
    '%',
    '+',
  ]),
]

const graphql: Bounded[] = [
  row('body of GraphQL', 2 * bodyLimits.rest, '{"query":"{a}"}', (text) => readGraphqlBody(text, parsed), json),
  row(
    'body of GraphQL that is whole',
    bodyLimits.bulk,
    '1,',
    (text) => readGraphqlBody(wholeJson(text), parsed),
    values,
  ),
  row(
    'GraphQL document, before it is validated',
    textBounds.bytes,
    '{ identities { edges { node { id } } } }',
    (text) => {
      requireText(text)
      const document = parse(text, { maxTokens: 1_000 })
      requireExactAmounts({ text, document })
      requireSmallOperations(document)
    },
    documents,
  ),
  row(
    'GraphQL document, validated',
    textBounds.bytes,
    'id',
    (text) => {
      const document = parse(`query Q { identities(first: 9) { edges { node { ${text.slice(0, 16_000)} } } } }`, {
        maxTokens: 1_000,
      })
      requireSmallOperations(document)
      validate(schema, document, specifiedRules, { maxErrors: 5 })
    },
    fields,
  ),
  row(
    'GraphQL document, its bounds and its cost',
    textBounds.bytes,
    'id',
    (text) => {
      const document = parse(`query Q { identities(first: 9) { edges { node { ${text.slice(0, 16_000)} } } } }`, {
        maxTokens: 1_000,
      })
      const operation = document.definitions[0] as never
      requireBounds(document, operation)
      operationCost(readOperation(schema, document, operation, {}))
    },
    documents,
  ),
]

export const boundedRows: readonly Bounded[] = [
  ...aliases,
  ...addresses,
  ...records,
  ...asking,
  ...bodies.map(inBytes),
  ...graphql.map(inBytes),
]
