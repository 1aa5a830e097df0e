import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { channels } from '../../src/database/listener.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { freshName, query } from '../support/registry.ts'
import { releasing } from '../support/releasing.ts'
import { forTests, startTestServer } from '../support/server.ts'

/*
 * The data keys of a row can't be had, as while a KMS refuses one: only who may see the row is told. For everybody else it is
 * what an unknown alias is, over every surface.
 */

const server = forTests(startTestServer)
const checker = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve', 'payee_check', 'release'] }))
const scene = forTests(() => releasing(server))

/** Replaces the data key's id in all sealed values of an identity by an unknown one. */
async function withoutKeys(identity: string): Promise<void> {
  const other = (column: string) => `${column} = set_byte(${column}, 4, (get_byte(${column}, 4) + 1) % 256)`
  const id = decodeId('identity', identity)
  await query(server, `update alias set ${other('mark')} where identity_id = $1`, [id])
  const columns = ['mark', 'projection', 'address'].map(other).join(', ')
  await query(server, `update endpoint set ${columns} where identity_id = $1`, [id])
  await query(server, `update payee_name set ${other('sealed')} where identity_id = $1`, [id])
}

const entities = `query ($r: [_Any!]!) { _entities(representations: $r) { ... on Resolution { identityId } } }`

/** Returns each surface's answer about an alias, without what differs per request. */
async function told(alias: string, endpoint: string): Promise<string[]> {
  const { key } = checker
  const send = (path: string, body: object) => server.send('POST', path, { key, body })
  const answers = await Promise.all([
    send('/v1/resolve', { alias }),
    send('/v1/resolve/bulk', { items: [alias] }),
    server.graphql(key, 'query ($a: String!) { resolve(input: { alias: $a }) { identityId } }', { a: alias }),
    server.graphql(key, entities, { r: [{ __typename: 'Resolution', alias }] }),
    send('/v1/payee_checks', { alias, name: 'Ann Lee' }),
    send('/v1/releases', { alias, endpoint, sealing_key: scene.sealingKey }),
  ])
  return answers.map(({ status, text }) => `${status} ${text.replaceAll(alias, '').replaceAll(/req_\w+/g, '')}`)
}

test('a hidden row with missing keys is a plain miss; a visible one is decryption_failed', async () => {
  const [hidden, visible] = [await scene.payee(), await scene.payee()]
  for (const { identity } of [hidden, visible]) {
    const body = { kind: 'legal', name: 'Ann Lee' }
    const made = await server.send('POST', `/v1/identities/${identity}/payee_names`, { key: scene.owner.key, body })
    expect(made.status).toBe(201)
    await withoutKeys(identity)
  }
  await server.query`update alias set privacy_level = 'private'
    where identity_id = ${decodeId('identity', hidden.identity)}`
  await scene.mine.remove(`/v1/consent_grants/${hidden.grant}`)
  const unknown = await told(`@${freshName()}`, hidden.endpoint)
  expect(await told(hidden.alias, hidden.endpoint)).toEqual(unknown)
  const seen = await told(visible.alias, visible.endpoint)
  expect(seen.filter((text) => /decryption_failed/i.test(text))).toHaveLength(4)
  // A name that can't be opened is no reason to fail a payment, and nothing is released.
  expect(seen[4]).toBe(unknown[4])
  expect(seen[5]).toMatch(/^(?:404|500) /)
})

test('data keys that can not be read for seconds are logged once, and once when they are back', async () => {
  const said = () =>
    server.logged.map((line) => JSON.parse(line).msg as string).filter((text) => text.startsWith('the data keys'))
  const tellAll = () => query(server, 'select pg_notify($1, $2)', [channels.dataKeys, ''])
  await query(server, 'alter table data_key rename to data_key_away')
  for (let n = 0; n < 3; n++) {
    await tellAll()
    await vi.waitFor(() => expect(said()).toHaveLength(1), { timeout: 10_000 })
    await setTimeout(1_200)
  }
  await query(server, 'alter table data_key_away rename to data_key')
  await tellAll()
  const once = ['the data keys could not be read again', 'the data keys are read again']
  await vi.waitFor(() => expect(said()).toEqual(once), { timeout: 10_000 })
})
