import { describe, expect, test } from 'vitest'
import { freshName, type Registry, registryOf } from '../support/registry.ts'
import { type Body, forTests, startTestServer } from '../support/server.ts'

/* Faults of destination checks, found by an attack that knew their contract alone: each test is one sentence that did not hold. */

const server = forTests(startTestServer)

const iban = 'DE89370400440532013000'
const account = (address: string) => ({ type: 'bank_account', address })

/** A valid IBAN of Germany for each number. */
function numbered(n: number): string {
  const digits = String(n).padStart(18, '0')
  return `DE${String(98n - (BigInt(`${digits}131400`) % 97n)).padStart(2, '0')}${digits}`
}

let apps = 0
async function app() {
  const { key } = await server.key({ consumer: `app ${apps++}`, livemode: true, scopes: ['destination_check'] })
  const post = async (path: string, body: object) =>
    (await server.send('POST', `/v1/destination_checks${path}`, { key, body })).body as Body
  return {
    verdict: async (alias: string, address: string, payer?: string): Promise<string> =>
      (await post('', { alias, destination: account(address), ...(payer && { payer }) })).verdict,
    bulk: async (items: object[]): Promise<string[]> =>
      (await post('/bulk', { items })).results.map(({ verdict }: Body) => verdict),
  }
}

async function merchant(registry?: Registry): Promise<string> {
  const mine = registry ?? registryOf(server, await server.key({ livemode: true }))
  const { id } = await mine.identity({ type: 'merchant' })
  const { value } = await mine.username(id)
  await mine.account(id, { address: iban })
  return `@${value}`
}

describe('one payer of an app does not use up its checks', () => {
  test('of a payee, by asking beyond its own budget', async () => {
    const alias = await merchant()
    const { verdict } = await app()
    const asked = []
    for (let n = 0; n < 25; n++) asked.push(await verdict(alias, numbered(n), 'ann'))
    expect(asked.filter((one) => one === 'no_match')).toHaveLength(3)
    expect(await verdict(alias, iban, 'bob')).toBe('match')
    expect(await verdict(alias, iban)).toBe('match')
  })

  test('of a payee, by one bulk', async () => {
    const alias = await merchant()
    const { verdict, bulk } = await app()
    const items = Array.from({ length: 20 }, (_, n) => ({ alias, destination: account(numbered(n)), payer: 'ann' }))
    expect((await bulk(items)).filter((one) => one === 'no_match')).toHaveLength(3)
    expect(await verdict(alias, iban, 'bob')).toBe('match')
  })

  test('of an account, by asking for it under many aliases', async () => {
    const alias = await merchant()
    const { verdict } = await app()
    for (let n = 0; n < 25; n++) await verdict(`@${freshName('nobody')}`, iban, 'ann')
    expect(await verdict(alias, iban, 'bob')).toBe('match')
  })
})

test('a request computes 3,000 hashes at most, over GraphQL too', async () => {
  const alias = await merchant()
  const { key } = await server.key({ consumer: `app ${apps++}`, livemode: true, scopes: ['destination_check'] })
  const inputs = (n: number) =>
    Array.from({ length: 20 }, (_, at) => ({
      alias,
      destination: { type: 'BANK_ACCOUNT', address: numbered(n * 20 + at) },
    }))
  const { keyring } = server.app
  const hash = keyring.hash.bind(keyring)
  /** Counts the keyed hashes of a document with so many fields of 20 checks. */
  async function hashesOf(fieldCount: number): Promise<number> {
    const fields = Array.from({ length: fieldCount }, (_, n) => n)
    const query = `query (${fields.map((n) => `$i${n}: [CheckDestinationInput!]!`)}) {
      ${fields.map((n) => `f${n}: checkDestinations(inputs: $i${n}) { verdict }`).join('\n')}
    }`
    const variables = Object.fromEntries(fields.map((n) => [`i${n}`, inputs(n)]))
    let count = 0
    keyring.hash = (purpose, livemode, text) => {
      if (purpose === 'destination_fingerprint') count++
      return hash(purpose, livemode, text)
    }
    await server.send('POST', '/graphql', { key, body: { query, variables } })
    // A refused field ends the answer while another one still works.
    await server.send('GET', '/v1/me', { key })
    keyring.hash = hash
    return count
  }
  const ofOne = await hashesOf(1)
  expect(ofOne).toBeGreaterThan(0)
  expect(ofOne).toBeLessThanOrEqual(3_000)
  expect(await hashesOf(10)).toBeLessThanOrEqual(3_000)
})

test('a letter that only folds into one of ASCII is no letter of an address: ſ, ı and the Kelvin sign are refused', async () => {
  const mine = registryOf(server, await server.key({ livemode: true }))
  const { id } = await mine.identity({ type: 'merchant' })
  const alias = `@${(await mine.username(id)).value}`
  const { key } = await server.key({ consumer: `app ${apps++}`, livemode: true, scopes: ['destination_check'] })
  for (const [type, address, foreign] of [
    ['bank_account', 'GB82WEST12345698765432', 'GB82WE\u017fT12345698765432'],
    ['bank_account', 'GI75NWBK000000007099453', 'G\u013175NWBK000000007099453'],
    ['upi', 'marta@okbank', 'marta@o\u212abank'],
    ['lightning_address', 'kim@example.com', '\u212aim@example.com'],
    ['pix_key', 'kim@example.com', '\u212aim@example.com'],
  ] as const) {
    await mine.account(id, { type, address })
    const body = { alias, destination: { type, address: foreign } }
    const { body: told } = await server.send('POST', '/v1/destination_checks', { key, body })
    expect([type, told.verdict, told.error?.code]).toEqual([type, undefined, 'address_invalid'])
  }
})

test('an item of a bulk is judged like the single request: a payer that is null is refused', async () => {
  const { key } = await server.key({ consumer: `app ${apps++}`, livemode: true, scopes: ['destination_check'] })
  const item = { alias: '@nobody.here', destination: account(iban), payer: null }
  const single = await server.send('POST', '/v1/destination_checks', { key, body: item })
  expect([single.body.error.code, single.body.error.param]).toEqual(['parameter_invalid', 'payer'])
  const bulk = await server.send('POST', '/v1/destination_checks/bulk', { key, body: { items: [item] } })
  expect(bulk.body.results[0].error?.code).toBe('parameter_invalid')
})

test.each([
  ['destination_checks', { destination: account(iban) }],
  ['payee_checks', { name: 'Anna Meier' }],
])('%s: an item of 30,000 levels is an entry of its own, beside those that are checked', async (path, rest) => {
  const [alias, { key }] = [await merchant(), await server.key({ consumer: `app ${apps++}`, livemode: true })]
  const deep = `{"alias":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  const answer = await fetch(`${server.url}/v1/${path}/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: `{"items":[${deep},${JSON.stringify({ alias, ...rest })}]}`,
  })
  expect(answer.status).toBe(200)
  const { results } = (await answer.json()) as Body
  expect(results[0].error.code).toMatch(/^parameter_/)
  expect(results[1].verdict).toMatch(/match$|unavailable/)
})
