import { expect, test } from 'vitest'
import { decodeId, encodeId } from '../../src/kernel/id.ts'
import { freshName, query, registryForTests } from '../support/registry.ts'
import { type Body, forTests } from '../support/server.ts'

/* An end that is written in SQL counts, even by one column of two, or by a value that no answer can show. */

const endings = {
  revoked: 'update consent_grant set revoked_at = now() where id = $1',
  unshown: "update consent_grant set expires_at = 'infinity' where id = $1",
  released: 'update alias set released_at = now() where id = $1',
}

const { server, owner, mine } = registryForTests()
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))

/** An alias that the payer sees by a grant alone; ids are uuids. */
async function scene() {
  const name = freshName()
  const identity = await mine.identity()
  const alias = await mine.username(identity.id, name, { privacy_level: 'consent_required' })
  await mine.account(identity.id)
  const grant = await mine.grant(identity.id, payer.consumer)
  expect(await resolved(name)).toMatchObject([200, { disclosure: { disclosed: 1 } }])
  return {
    name,
    identity: decodeId('identity', identity.id)!,
    alias: decodeId('alias', alias.id)!,
    grant: decodeId('consentGrant', grant.id)!,
  }
}

async function resolved(name: string): Promise<unknown> {
  const { status, body } = await payer.post('/v1/resolve', { alias: name })
  return [status, status === 200 ? body : body.error]
}

test.each(Object.values(endings))(
  '%s: nothing is disclosed, and every view shows that it has ended',
  async (change) => {
    const of = await scene()
    await query(server, change, [change.includes('alias') ? of.alias : of.grant])
    expect(await resolved(of.name)).toMatchObject([404, { code: 'alias_not_found' }])
    const bulk = await payer.post('/v1/resolve/bulk', { items: [of.name] })
    expect(bulk.body.results[0]).toMatchObject({ status: 'error', error: { code: 'alias_not_found' } })

    const identity = encodeId('identity', of.identity)
    if (change === endings.released) {
      const alias = encodeId('alias', of.alias)
      expect(await mine.get(`/v1/aliases/${alias}`)).toMatchObject({ status: 'released' })
      expect((await mine.get(`/v1/identities/${identity}/aliases`)).data).toEqual([])
      const released = await mine.get(`/v1/identities/${identity}/aliases?status=released`)
      expect(released.data).toMatchObject([{ id: alias, status: 'released' }])
      expect((await mine.patch(`/v1/aliases/${alias}`, { is_primary: true })).body.error.code).toBe('alias_released')
      expect((await mine.remove(`/v1/aliases/${alias}`)).body).toMatchObject({ status: 'released' })
      return
    }
    const status = change.includes('revoked') ? 'revoked' : 'expired'
    const grant = `/v1/consent_grants/${encodeId('consentGrant', of.grant)}`
    expect(await mine.get(grant)).toMatchObject({ status })
    expect((await payer.get(grant)).body).toMatchObject({ status })
    expect((await mine.get(`/v1/identities/${identity}/consent_grants`)).data).toMatchObject([{ status }])
    const made = await payer.get('/v1/consent_grants?role=grantee')
    expect(made.body.data[0]).toMatchObject({ status })
  },
)

test.each([endings.revoked, endings.unshown])(
  '%s: a grant that follows stands by itself, and the ended one stays ended',
  async (change) => {
    const of = await scene()
    await query(server, change, [change.includes('alias') ? of.alias : of.grant])
    const [before] = await server.query`select revoked_at from consent_grant where id = ${of.grant}`
    const identity = encodeId('identity', of.identity)
    const next = await mine.grant(identity, payer.consumer, { covers: { aliases: [encodeId('alias', of.alias)] } })
    expect(await resolved(of.name)).toMatchObject([200, { disclosure: { disclosed: 1 } }])
    const grants = (await mine.get(`/v1/identities/${identity}/consent_grants`)).data
    expect(grants.map(({ id, status }: Body) => [id, status])).toEqual([
      [next.id, 'active'],
      [encodeId('consentGrant', of.grant), change.includes('revoked') ? 'revoked' : 'expired'],
    ])
    const [after] = await server.query`select revoked_at from consent_grant where id = ${of.grant}`
    expect(after).toEqual(before)
  },
)

test('approving a request does not widen a grant that was revoked by its date alone', async () => {
  const of = await scene()
  await server.query`update consent_grant set revoked_at = now() where id = ${of.grant}`
  const asked = await payer.post('/v1/consent_requests', { alias: of.name })
  await server.query`update consent_request
    set owner_id = i.consumer_id, identity_id = i.id, alias_id = ${of.alias}, matched_at = now()
    from identity i where consent_request.id = ${decodeId('consentRequest', asked.body.id)} and i.id = ${of.identity}`
  const approved = await owner.post(`/v1/consent_requests/${asked.body.id}/approve`, {})
  expect(approved.status).toBe(200)
  expect(approved.body.grant).not.toBe(encodeId('consentGrant', of.grant))
  expect(await resolved(of.name)).toMatchObject([200, {}])
  const old = await mine.get(`/v1/consent_grants/${encodeId('consentGrant', of.grant)}`)
  expect(old.status).toBe('revoked')
})
