import type { Limits } from '../access/quotas/service.ts'
import { spend } from '../access/value-budget-store.ts'
import type { Database } from '../database/orm.ts'
import { inTransaction } from '../database/retry.ts'
import { fromDatabase } from '../database/violations.ts'
import { releasePayload } from '../events/payload.ts'
import { type Call, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { decodeId, encodeId } from '../kernel/id.ts'
import { optionalText, present, requireId } from '../kernel/input.ts'
import { timedId } from '../kernel/timed-id.ts'
import type { NeedOf } from '../ownership/proofs/needs.ts'
import { type AliasInput, readAliasInput } from '../registry/aliases/input.ts'
import { readCapabilities } from '../registry/endpoints/capability.ts'
import { readEndpointType } from '../registry/endpoints/endpoint-types.ts'
import { insertDisclosureRecords } from '../resolution/disclosures/store.ts'
import { createTokens } from '../resolution/tokens.ts'
import type { Change, Write } from '../unit-of-work/write.ts'
import type { Keyring } from '../vault/keyring.ts'
import { findSealingKey } from './keys/store.ts'
import { type Opener, releaseSeconds } from './opener.ts'
import { type ReleaseRecord, recordOf } from './record.ts'
import { judgeRelease } from './rules.ts'
import { dropRelease, findRelease, insertRelease, type LockedFacts, lockFacts, wasReleased } from './store.ts'

export type ReleaseInput = AliasInput & {
  endpoint: string
  token?: string | null | undefined
  sealingKey: string
  reference?: string | null | undefined
}

export const referenceLimit = 140
/** So many different endpoints whose release is public may one consumer have in a day. */
export const publicBudget = { values: 200, seconds: 86_400 } as const

/** INVARIANT (uniform denial): every want of existence, visibility, grant or permission is this one value. */
const notFound = () => new SignpostError('release_not_found')

type Deps = {
  db: Database
  write: Write
  newId: () => string
  clock: () => number
  keyring: Keyring
  limits: Pick<Limits, 'admitGuesses' | 'admitRelease'>
  defaultRegion: string | undefined
  /** Null where addresses are sealed to a key that no gateway holds. */
  opener: Opener | null
  /** Where disclosure records have a PostgreSQL of their own: they are written before the release commits. */
  recordsApart: Database | null
  /** What aliases must show before anything of theirs is released. */
  needOf: NeedOf
}

export function createReleases({
  db,
  write,
  newId,
  clock,
  keyring,
  limits,
  defaultRegion,
  opener,
  recordsApart,
  needOf,
}: Deps) {
  const tokenOf = createTokens(keyring)

  /** The key that is named, usable now. It is judged before the endpoint. @throws resource_missing · sealing_key_not_usable */
  async function requireKey(on: Database, call: Call, id: string, lock: 'none' | 'share') {
    const key = present(await findSealingKey(on, call.caller, id, lock))
    if (!key.isUsable) throw new SignpostError('sealing_key_not_usable', { param: 'sealingKey' })
    return key
  }

  /** Whether the facts permit it: by the grant, or to everybody within the day's budget. */
  async function permit(on: Database, call: Call, facts: LockedFacts): Promise<'granted' | 'public'> {
    const policy = judgeRelease(facts)
    if (policy === null) throw notFound()
    if (policy === 'granted') return policy
    const { livemode, consumerId } = call.caller
    const hash = (text: string) => keyring.hash('payee_check', livemode, text)
    const value = hash(`release|${facts.endpoint!.id}`).toString('base64url').slice(0, 22)
    const admitted = await spend(on, consumerId, publicBudget, [{ target: hash('release'), value }])
    if (admitted.size === 0) throw notFound()
    return policy
  }

  async function make(change: Change, call: Call, input: ReadInput): Promise<ReleaseRecord> {
    const { livemode, consumerId } = call.caller
    await requireKey(change.db, call, input.keyId, 'none')
    const facts = await lockFacts(change.db, call.caller, input.alias, input.endpointId, needOf)
    const policy = await permit(change.db, call, facts)
    const { endpoint, identity, alias, grant } = facts as { [K in keyof LockedFacts]: NonNullable<LockedFacts[K]> }
    if (input.token !== null && input.token !== tokenOf(call.caller, endpoint, facts.grant)) throw notFound()
    if (endpoint.address === null) throw notFound()
    const key = await requireKey(change.db, call, input.keyId, 'share')
    const id = newId()
    const jwe = await opener!.release({
      endpointId: endpoint.id,
      livemode,
      sealed: endpoint.address,
      now: Math.floor(clock() / 1000),
      recipient: { id: encodeId('sealingKey', key.id), jwk: { kty: 'OKP', crv: 'X25519', x: key.x } },
      claims: {
        aud: encodeId('consumer', consumerId),
        sub: encodeId('identity', identity.id),
        endpoint: encodeId('endpoint', endpoint.id),
        type: readEndpointType(endpoint.type),
        capabilities: readCapabilities(endpoint.capabilities),
        reference: input.reference,
        livemode,
        jti: encodeId('release', id),
      },
    })
    const grantId = policy === 'granted' ? grant.id : null
    if (policy === 'granted' && !(await wasReleased(change.db, consumerId, endpoint.id))) {
      change.emit('endpoint.released', releasePayload(identity.id, endpoint, consumerId), {
        consumerId: identity.consumer_id,
      })
    }
    const now = clock()
    const records = [
      {
        id: timedId(newId(), now),
        livemode,
        identityId: identity.id,
        consumerId,
        aliasId: alias.id,
        endpointIds: [endpoint.id],
        grantId: facts.grant?.id ?? null,
        requestId: call.requestId,
        kind: 'release' as const,
        verdict: null,
        createdAt: new Date(now),
      },
    ]
    await insertDisclosureRecords(recordsApart ?? change.db, records)
    const row = await insertRelease(change.db, {
      id,
      livemode,
      consumer_id: consumerId,
      identity_id: identity.id,
      alias_id: alias.id,
      endpoint_id: endpoint.id,
      grant_id: grantId,
      sealing_key_id: key.id,
      status: 'ready',
      jwe,
      seconds: releaseSeconds,
    })
    return recordOf(call, row, jwe)
  }

  type ReadInput = {
    alias: ReturnType<typeof readAliasInput>
    endpointId: string | null
    keyId: string
    token: string | null
    reference: string | null
  }

  return {
    /**
     * Hands out an endpoint's address, sealed to the caller's key.
     * @throws SignpostError release_not_found for every refusal, whatever the reason
     */
    async create(call: Call, input: ReleaseInput): Promise<ReleaseRecord> {
      requireScope(call, 'release')
      const read: ReadInput = {
        alias: readAliasInput({ alias: input.alias, type: input.type, value: input.value }, defaultRegion),
        endpointId: decodeId('endpoint', input.endpoint),
        token: optionalText(input.token, 'token', 100),
        reference: optionalText(input.reference, 'reference', referenceLimit),
        keyId: requireId('sealingKey', input.sealingKey),
      }
      if (opener === null) throw new SignpostError('service_unavailable', { retryAfter: 60 })
      await limits.admitRelease(call, read.endpointId ?? 'malformed')
      const admission = await limits.admitGuesses(call, 1)
      let missed = 0
      try {
        return await write(call, (change) => make(change, call, read))
      } catch (error) {
        if (error instanceof SignpostError && error.code === 'release_not_found') {
          missed = 1
          if (call.release === 'at once') call.release = 'single'
        }
        throw error
      } finally {
        admission.settle(missed)
      }
    },

    /** A release of the caller's, judged again: for ten minutes, as long as what permitted it holds. */
    async read(call: Call, id: string): Promise<ReleaseRecord> {
      requireScope(call, 'release')
      const uuid = requireId('release', id)
      return inTransaction(db, async (trx) => {
        const found = present(await findRelease(trx, call.caller, uuid))
        const facts = await lockFacts(trx, call.caller, { id: found.alias_id }, found.endpoint_id, needOf)
        const key = await findSealingKey(trx, call.caller, found.sealing_key_id, 'share')
        // What was taken away meanwhile is gone from the row: it is read again under the locks.
        const row = present(await findRelease(trx, call.caller, uuid))
        if (row.jwe === null) return recordOf(call, row, null)
        const isPermitted = judgeRelease(facts) !== null && key?.isUsable === true
        if (!row.is_over && isPermitted) return recordOf(call, row, row.jwe)
        const status = row.is_over ? 'expired' : 'failed'
        await dropRelease(trx, row.id, status)
        return recordOf(call, row, null, status)
      }).catch((error) => {
        throw fromDatabase(error)
      })
    },
  }
}

export type Releases = ReturnType<typeof createReleases>
