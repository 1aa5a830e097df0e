import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ensureConsumer } from '../../src/access/api-keys/store.ts'
import type { Call } from '../../src/kernel/call.ts'
import { encodeId } from '../../src/kernel/id.ts'
import type { App } from '../../src/process/compose/context.ts'
import { markEndpoint } from '../../src/registry/binding.ts'
import { readCapabilities } from '../../src/registry/endpoints/capability.ts'
import { refreshSnapshots } from '../../src/registry/endpoints/snapshot-store.ts'
import { callOf } from './call.ts'

/**
 * Records of an identity: one wallet; or 50 with nearly 16 kB of capabilities, as much as the API accepts; or 50 with
 * 50 capabilities of 3 × 64 characters each, as much as version 0.1 accepted, written past the API.
 */
export type Size = 'thin' | 'fat' | 'vast'

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const endpointCount: Record<Size, number> = { thin: 1, fat: 50, vast: 50 }
const coveredAliases: Record<Size, number> = { thin: 1, fat: 99, vast: 99 }

/** Text that no compression shortens, the same in every run. */
const noise = (seed: string, length: number): string =>
  createHash('shake256', { outputLength: 64 }).update(seed).digest('base64url').slice(0, length)

const capabilities = (seed: string, count: number, [asset, network, rail]: readonly [number, number, number]) =>
  Array.from({ length: count }, (_, n) => ({
    asset: noise(`${seed} ${n} asset`, asset),
    network: noise(`${seed} ${n} network`, network),
    rail: noise(`${seed} ${n} rail`, rail),
  }))

const acceptedCapabilities = (alias: string, endpoint: number) => capabilities(`${alias} ${endpoint}`, 4, [6, 10, 14])

/** Makes identities that the caller may not see, through the services; what they refuse, by SQL afterwards. */
export function createMaker(app: App, ownerId: string, size: Size) {
  const { services, db, newId } = app
  const test = callOf({ consumerId: ownerId })

  async function register(call: Call, value: string, privacyLevel: string) {
    const identity = (await services.identities.create(call, { type: 'user' })).id
    const alias = (await services.aliases.create(call, { identity, type: 'username', value, privacyLevel })).id
    const endpoints: string[] = []
    for (let n = 0; n < endpointCount[size]; n++) {
      const endpoint = await services.endpoints.create(call, {
        identity,
        type: 'crypto_wallet',
        address: wallet,
        privacyLevel: 'public',
        ...(size === 'fat' ? { capabilities: acceptedCapabilities(value, n) } : {}),
      })
      endpoints.push(endpoint.id)
    }
    if (size === 'vast') await growVast(value)
    return { identity, alias, endpoints }
  }

  async function growVast(value: string): Promise<void> {
    const { rows } = await sql<{ id: string; identity_id: string; livemode: boolean; type: string }>`
      select e.id, e.identity_id, e.livemode, e.type from endpoint e join alias a using (identity_id)
      where a.value = ${value}`.execute(db)
    const grown = rows.map(({ id }) => capabilities(id, 50, [64, 64, 64]))
    const marks = rows.map(({ identity_id: identityId, ...row }, at) =>
      markEndpoint(app.keyring, { ...row, identityId, consumerId: ownerId }, readCapabilities(grown[at])),
    )
    await db.transaction().execute(async (trx) => {
      await sql`update endpoint e set capabilities = grown.capabilities::jsonb, mark = grown.mark
        from unnest(${rows.map(({ id }) => id)}::uuid[], ${grown.map((one) => JSON.stringify(one))}::text[], ${marks}::bytea[])
          as grown (id, capabilities, mark)
        where e.id = grown.id`.execute(trx)
      await refreshSnapshots(trx, [rows[0]!.identity_id])
    })
  }

  /** The identity becomes one of a consumer that is suspended. */
  async function moveToSuspended(value: string): Promise<void> {
    const suspended = await ensureConsumer(db, 'suspended owner', newId)
    await sql`update consumer set suspended_at = now() where id = ${suspended}`.execute(db)
    await sql`update identity set consumer_id = ${suspended}
      where id = (select identity_id from alias where value = ${value})`.execute(db)
  }

  async function granted(value: string, consumerId: string) {
    const { identity } = await register(test, value, 'consent_required')
    const consumer = encodeId('consumer', consumerId)
    const { id } = await services.consentGrants.grant(test, { identity, consumer, covers: { all: true } })
    return { identity, grant: id }
  }

  return {
    granted,
    registered: (value: string, level: string) => register(test, value, level),
    live: (value: string) => register(callOf({ consumerId: ownerId, livemode: true }), value, 'public'),

    async withLevel(value: string, level: string | null) {
      await register(test, value, 'public')
      await sql`update alias set privacy_level = ${level} where value = ${value}`.execute(db)
    },

    /** A grant that covers the identity's endpoints and its other aliases. */
    async grantedOther(value: string, consumerId: string) {
      const { identity, endpoints } = await register(test, value, 'consent_required')
      const aliases: string[] = []
      for (let n = 0; n < coveredAliases[size]; n++) {
        const other = { identity, type: 'username', value: `${value}.${n}`, privacyLevel: 'private' }
        aliases.push((await services.aliases.create(test, other)).id)
      }
      const consumer = encodeId('consumer', consumerId)
      await services.consentGrants.grant(test, { identity, consumer, covers: { aliases, endpoints } })
    },
    async revoked(value: string, consumerId: string) {
      await services.consentGrants.revoke(test, (await granted(value, consumerId)).grant)
    },
    /** Ran out, and no job has marked it yet. */
    async expired(value: string, consumerId: string) {
      await granted(value, consumerId)
      await sql`update consent_grant set expires_at = now() - interval '1 minute'
        where identity_id = (select identity_id from alias where value = ${value})`.execute(db)
    },
    async grantedThenSuspended(value: string, consumerId: string) {
      const { identity } = await granted(value, consumerId)
      await services.identities.update(test, identity, { status: 'suspended' })
    },
    async ofSuspended(value: string) {
      await register(test, value, 'public')
      await moveToSuspended(value)
    },
    async grantedOfSuspended(value: string, consumerId: string) {
      await granted(value, consumerId)
      await moveToSuspended(value)
    },
    async withStatus(value: string, status: string) {
      const { identity } = await register(test, value, 'public')
      await services.identities.update(test, identity, { status })
      // Closing releases the aliases: here the identity's status alone is to hide it.
      if (status !== 'closed') return
      await sql`update alias set status = 'registered', released_at = null, available_at = null
        where value = ${value}`.execute(db)
    },
    async released(value: string, { isFree }: { isFree: boolean }) {
      const { alias } = await register(test, value, 'public')
      await services.aliases.release(test, alias)
      if (!isFree) return
      await sql`update alias_reservation set available_at = now() - interval '1 day' where skeleton = ${value}`.execute(
        db,
      )
    },
    requested: (value: string, consumerId: string, expiresIn: string) =>
      sql`insert into consent_request (id, livemode, consumer_id, type, value, skeleton, expires_at)
        values (${newId()}, false, ${consumerId}, 'username', ${value}, ${value}, now() + ${expiresIn}::interval)`.execute(
        db,
      ),
  }
}

export type Maker = ReturnType<typeof createMaker>
