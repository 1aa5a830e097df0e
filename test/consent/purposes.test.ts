import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { localKeyProvider } from '../../src/vault/key-provider.ts'
import { reencrypt } from '../../src/vault/rotation/reencrypt.ts'
import { openIndependently } from '../support/sealed.ts'
import { type Body, forTests, type Key, startTestServer } from '../support/server.ts'
import { openScene } from './scene.ts'

const scene = forTests(openScene)

const text = 'Rent for 12 Elm Street, Zoë Müller'
const db = () => scene.server.app.db
const get = async (path: string, { key }: Key) => (await scene.server.send('GET', path, { key })).body
const uuid = (kind: 'consentGrant' | 'consentRequest', id: string) => decodeId(kind, id)!

async function grant(purpose: string | undefined = text): Promise<Body> {
  const { identity } = await scene.register()
  const body = { identity, consumer: scene.payer.consumer, covers: { all: true }, purpose }
  return scene.post('/v1/consent_grants', body)
}

async function ask(): Promise<Body> {
  const { name } = await scene.register()
  const asked = await scene.post('/v1/consent_requests', { alias: name, purpose: text }, scene.payer)
  await scene.match()
  return asked
}

const stored = async (table: string, id: string) => {
  const { rows } = await sql<{ sealed_purpose: Buffer; whole: string }>`
    select sealed_purpose, t::text as whole from ${sql.table(table)} t where id = ${id}`.execute(db())
  return rows[0]!
}

const dataKeyOf = (sealed: Buffer) => {
  const id = Buffer.from(sealed).subarray(1, 17).toString('hex')
  return scene.server.app.keyring.keys().find((key) => key.id.replaceAll('-', '') === id)!.key
}

test('a purpose is stored sealed for its row, and shown to the owner and the requester', async () => {
  const made = await grant()
  const asked = await ask()
  expect([made.purpose, asked.purpose]).toEqual([text, text])
  const rows = [
    {
      use: 'grant_purpose',
      id: uuid('consentGrant', made.id),
      ...(await stored('consent_grant', uuid('consentGrant', made.id))),
    },
    {
      use: 'request_purpose',
      id: uuid('consentRequest', asked.id),
      ...(await stored('consent_request', uuid('consentRequest', asked.id))),
    },
  ]
  for (const { use, id, sealed_purpose, whole } of rows) {
    expect(whole).not.toContain('Elm')
    expect(openIndependently(use, id, false, dataKeyOf(sealed_purpose), Buffer.from(sealed_purpose))).toBe(text)
  }

  expect((await get(`/v1/consent_grants/${made.id}`, scene.owner)).purpose).toBe(text)
  expect(JSON.stringify(await get(`/v1/consent_grants/${made.id}`, scene.payer))).not.toContain('Elm')
  const [incoming] = (await get('/v1/consent_requests?direction=incoming', scene.owner)).data
  const [outgoing] = (await get('/v1/consent_requests?direction=outgoing', scene.payer)).data
  expect([incoming.purpose, outgoing.purpose]).toEqual([text, text])
  const again = await scene.post('/v1/consent_requests', { alias: outgoing.value, purpose: 'other' }, scene.payer)
  expect(again).toMatchObject({ id: asked.id, purpose: text })
})

test('an approval takes the purpose over to its grant, sealed for that', async () => {
  const asked = await ask()
  const approved = await scene.owner.post(`/v1/consent_requests/${asked.id}/approve`, {})
  expect(approved.body, approved.text).toMatchObject({ status: 'approved', purpose: text })
  const made = await get(`/v1/consent_grants/${approved.body.grant}`, scene.owner)
  expect(made.purpose).toBe(text)
  const { sealed_purpose } = await stored('consent_grant', uuid('consentGrant', made.id))
  expect(Buffer.from(sealed_purpose).toString('latin1')).not.toContain('Elm')
})

test('a purpose that cannot be opened hides no list and keeps no grant from being revoked, but is not approved', async () => {
  const [broken, whole] = [await grant(), await grant()]
  const asked = await ask()
  const swap = sql`(select sealed_purpose from consent_grant where id = ${uuid('consentGrant', whole.id)})`
  await sql`update consent_grant set sealed_purpose = ${swap} where id = ${uuid('consentGrant', broken.id)}`.execute(
    db(),
  )
  await sql`update consent_request set sealed_purpose = ${swap} where id = ${uuid('consentRequest', asked.id)}`.execute(
    db(),
  )

  const { data } = await get('/v1/consent_grants?limit=2', scene.owner)
  expect(data.map(({ purpose }: Body) => purpose).sort()).toEqual([text, null])
  const answer = (how: string) => scene.owner.post(`/v1/consent_requests/${asked.id}/${how}`, {})
  expect((await answer('approve')).body.error?.code).toBe('decryption_failed')
  expect((await answer('decline')).body).toMatchObject({ status: 'declined', purpose: null })
  const revoked = await scene.owner.remove(`/v1/consent_grants/${broken.id}`)
  expect(revoked.body, revoked.text).toMatchObject({ status: 'revoked', purpose: null })
})

test('re-encryption of a database that an older version left makes the data keys of the new uses', async () => {
  const server = await startTestServer({ encryptionKey: Buffer.alloc(32, 5) })
  try {
    await server.app.db.deleteFrom('data_key').where('purpose', 'in', ['grant_purpose', 'request_purpose']).execute()
    const provider = localKeyProvider(Buffer.alloc(32, 5))
    expect(await reencrypt({ db: server.app.db, provider, purposes: ['grant_purpose'], graceMs: 0 })).toBe(0)
  } finally {
    await server.close()
  }
})
