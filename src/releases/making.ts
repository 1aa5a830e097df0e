import { spend } from '../access/value-budget-store.ts'
import type { Database } from '../database/orm.ts'
import { releasePayload } from '../events/payload.ts'
import type { Owner } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import { present } from '../kernel/input.ts'
import { timedId } from '../kernel/timed-id.ts'
import type { NeedOf } from '../ownership/proofs/needs.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import { isAliasMarked, isEndpointMarked } from '../registry/binding.ts'
import type { BindingFailures } from '../registry/binding-failures.ts'
import { readCapabilities } from '../registry/endpoints/capability.ts'
import { readEndpointType } from '../registry/endpoints/endpoint-types.ts'
import { insertDisclosureRecords } from '../resolution/disclosures/store.ts'
import type { Change } from '../unit-of-work/write.ts'
import type { Keyring } from '../vault/keyring.ts'
import { OpeningFailed, UnknownKey } from '../vault/seal.ts'
import { findSealingKey } from './keys/store.ts'
import type { Opener } from './opener.ts'
import { judgeRelease } from './rules.ts'
import { type LockedFacts, lockFacts, wasReleased } from './store.ts'

/** So many different endpoints whose release is public may one consumer have in a day. */
export const publicBudget = { values: 200, seconds: 86_400 } as const

/** INVARIANT (uniform denial): every want of existence, visibility, grant or permission is this one value. */
export const notFound = () => new SignpostError('release_not_found')

/** Whether an address is not that of its row, rather than sealed to a key that is not here. */
const isForged = (error: unknown): boolean =>
  error instanceof SignpostError && error.cause instanceof OpeningFailed && !(error.cause instanceof UnknownKey)

/** What was asked for: the alias as it was named, or by its id when it is judged again. */
export type Wanted = {
  readonly alias: Pick<NormalizedAlias, 'type' | 'value' | 'skeleton'> | { readonly id: string }
  readonly endpointId: string | null
}

/** What the policy permits, locked to the commit. */
export type Permitted = {
  readonly alias: NonNullable<LockedFacts['alias']>
  readonly identity: NonNullable<LockedFacts['identity']>
  readonly grant: LockedFacts['grant']
  readonly endpoint: NonNullable<LockedFacts['endpoint']> & { readonly address: Buffer }
  readonly policy: 'granted' | 'public'
}

export type UsableKey = { readonly id: string; readonly x: string }

type Order = {
  readonly id: string
  readonly holder: Owner
  readonly requestId: string
  readonly reference: string | null
  readonly permitted: Permitted
  readonly key: UsableKey
}

type Deps = {
  keyring: Keyring
  newId: () => string
  clock: () => number
  /** Where disclosure records have a PostgreSQL of their own: they are written before the release commits. */
  recordsApart: Database | null
  /** What aliases must show before anything of theirs is released. */
  needOf: NeedOf
  failures: Pick<BindingFailures, 'note'>
}

/** What the service and the opener's process do alike: judge, and hand out what was permitted. */
export function createMaking({ keyring, newId, clock, recordsApart, needOf, failures }: Deps) {
  const facts = (on: Database, holder: Owner, { alias, endpointId }: Wanted): Promise<LockedFacts> =>
    lockFacts(on, holder, alias, endpointId, needOf)

  /** Whether alias, identity, owner, endpoint and capabilities belong together by marks of ours. */
  function isBound({ alias, identity, endpoint }: Permitted): boolean {
    const owner = { livemode: identity.livemode, identityId: identity.id, consumerId: identity.consumer_id }
    const isAlias = isAliasMarked(keyring, { ...owner, ...alias }, alias.mark)
    if (!isAlias) failures.note('alias', alias.id)
    const capabilities = readCapabilities(endpoint.capabilities)
    const isEndpoint = isEndpointMarked(keyring, { ...owner, ...endpoint }, capabilities, endpoint.mark)
    if (!isEndpoint) failures.note('endpoint', endpoint.id)
    return isAlias && isEndpoint
  }

  /**
   * The policy's word, and whether what it was judged by belongs together. Null is every refusal.
   * @throws SignpostError decryption_failed when a key is not here
   */
  async function judge(found: LockedFacts): Promise<Permitted['policy'] | null> {
    const policy = judgeRelease(found)
    if (policy === null) return null
    return (await keyring.opening(() => isBound({ ...found, policy } as Permitted))) ? policy : null
  }

  /** The key that is named, usable now. It is judged before the endpoint. @throws resource_missing · sealing_key_not_usable */
  async function requireKey(on: Database, holder: Owner, id: string, lock: 'none' | 'share'): Promise<UsableKey> {
    const key = present(await findSealingKey(on, holder, id, lock))
    if (!key.isUsable) throw new SignpostError('sealing_key_not_usable', { param: 'sealingKey' })
    return key
  }

  /** Spends of the day's budget; the same endpoint is free. @throws release_not_found when it is used up */
  async function spendPublic(on: Database, { livemode, consumerId }: Owner, endpointId: string): Promise<void> {
    const hash = (text: string) => keyring.hash('payee_check', livemode, text)
    const value = hash(`release|${endpointId}`).toString('base64url').slice(0, 22)
    const admitted = await spend(on, consumerId, publicBudget, [{ target: hash('release'), value }])
    if (admitted.size === 0) throw notFound()
  }

  /** The one policy: by the grant, or for everybody within the day's budget. @throws release_not_found */
  async function permit(on: Database, holder: Owner, wanted: Wanted): Promise<Permitted> {
    const found = await facts(on, holder, wanted)
    const policy = await judge(found)
    if (policy === null) throw notFound()
    if (policy === 'public') await spendPublic(on, holder, found.endpoint!.id)
    if (found.endpoint!.address === null) throw notFound()
    return { ...found, policy } as Permitted
  }

  /** Writes down what is handed out, and tells the owner, once an hour. */
  async function record(change: Change, { holder, requestId, permitted }: Order): Promise<void> {
    const { identity, alias, endpoint, grant, policy } = permitted
    const { consumerId, livemode } = holder
    if (policy === 'granted' && !(await wasReleased(change.db, consumerId, endpoint.id))) {
      change.emit('endpoint.released', releasePayload(identity.id, endpoint, consumerId), {
        consumerId: identity.consumer_id,
      })
    }
    const now = clock()
    const disclosed = {
      id: timedId(newId(), now),
      livemode,
      identityId: identity.id,
      consumerId,
      aliasId: alias.id,
      endpointIds: [endpoint.id],
      grantId: grant?.id ?? null,
      requestId,
      kind: 'release' as const,
      verdict: null,
      createdAt: new Date(now),
    }
    await insertDisclosureRecords(recordsApart ?? change.db, [disclosed])
  }

  /** Has the opener seal what was permitted, and records it in the same transaction. @throws decryption_failed · release_not_found */
  async function handOut(change: Change, opener: Opener, order: Order): Promise<string> {
    const { id, holder, reference, permitted, key } = order
    const { alias, endpoint, identity } = permitted
    const toRelease = {
      place: { ...endpoint, identityId: identity.id, consumerId: identity.consumer_id },
      sealed: endpoint.address,
      now: Math.floor(clock() / 1000),
      recipient: { id: encodeId('sealingKey', key.id), jwk: { kty: 'OKP', crv: 'X25519', x: key.x } as const },
      claims: {
        aud: encodeId('consumer', holder.consumerId),
        sub: encodeId('identity', identity.id),
        alias: { type: alias.type, value: alias.value },
        endpoint: encodeId('endpoint', endpoint.id),
        type: readEndpointType(endpoint.type),
        capabilities: readCapabilities(endpoint.capabilities),
        reference,
        livemode: holder.livemode,
        jti: encodeId('release', id),
      },
    }
    const jwe = await opener.release(toRelease).catch((error) => {
      if (!isForged(error)) throw error
      failures.note('endpoint', endpoint.id)
      throw notFound()
    })
    await record(change, order)
    return jwe
  }

  return { requireKey, facts, judge, permit, handOut }
}

export type Making = ReturnType<typeof createMaking>

/** The grant that a release hangs on: with a public one, none. */
export const grantOf = ({ policy, grant }: Permitted): string | null => (policy === 'granted' ? grant!.id : null)
