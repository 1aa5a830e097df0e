import { hashedSpending, spendGroups } from '../access/value-budget.ts'
import { budgetsOf } from '../access/value-budget-store.ts'
import type { Database } from '../database/orm.ts'
import { releasePayload } from '../events/payload.ts'
import type { Change } from '../events/write.ts'
import type { Owner } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { encodeId, timedId } from '../kernel/id.ts'
import { present } from '../kernel/input.ts'
import type { NeedOf } from '../ownership/proofs/needs.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import { type BindingFailures, isAliasMarked, isEndpointMarked } from '../registry/binding.ts'
import { readCapabilities } from '../registry/endpoints/capability.ts'
import { insertDisclosureRecords } from '../resolution/disclosures/store.ts'
import { basisOf, decide } from '../resolution/policy.ts'
import type { Keyring } from '../vault/keyring.ts'
import { OpeningFailed, UnknownKey } from '../vault/seal.ts'
import { type LockedKey, lockSealingKey } from './keys/store.ts'
import type { Opener } from './opener.ts'
import { type LockedFacts, lockFacts, wasReleased } from './store.ts'

/** The publicly released endpoints that one consumer may have in a day. */
export const publicBudget = { values: 200, seconds: 86_400 } as const

/** INVARIANT (uniform denial): every missing record, visibility, grant or permission is this one value. */
export const notFound = () => new SignpostError('release_not_found')

/** Distinguishes a forged address, which is not its row's, from one that is sealed to an absent key. */
const isForged = (error: unknown): boolean =>
  error instanceof SignpostError && error.cause instanceof OpeningFailed && !(error.cause instanceof UnknownKey)

const whenUsable = ({ usableAt }: LockedKey): string =>
  usableAt === null
    ? 'The sealing key is removed: register another one.'
    : `The sealing key still waits: it can be used from ${usableAt.toISOString()} on, or once the operator activates it.`

/** The requested release: the alias by its name, or by its id for a repeated evaluation. */
export type Wanted = {
  readonly alias: Pick<NormalizedAlias, 'type' | 'value' | 'skeleton'> | { readonly id: string }
  readonly endpointId: string | null
}

/** The rows that the policy permits to release, locked until the commit. */
export type Authorized = {
  readonly alias: NonNullable<LockedFacts['alias']>
  readonly identity: NonNullable<LockedFacts['identity']>
  readonly grant: LockedFacts['grant']
  readonly endpoint: NonNullable<LockedFacts['endpoint']> & { readonly address: Uint8Array }
  readonly policy: 'granted' | 'public'
}

/** Decides whether the caller may have the endpoint's address, and by which policy. @returns null for every refusal */
function evaluateRelease(found: LockedFacts): Authorized['policy'] | null {
  const { livemode, alias, identity, grant, need, endpoint } = found
  if (endpoint === null) return null
  const caller = { livemode, scopes: ['resolve'] }
  const verdict = decide({ caller, alias, identity, grant, need, endpoints: [endpoint] })
  if (verdict.kind !== 'resolved' || verdict.disclosed.length === 0) return null
  if (endpoint.release === 'public') return 'public'
  if (endpoint.release !== 'granted' || grant?.active !== true || grant.livemode !== livemode) return null
  const isCovered = grant.all || grant.endpoints.includes(endpoint.id)
  return isCovered && grant.release.includes(endpoint.id) ? 'granted' : null
}

export type UsableKey = { readonly id: string; readonly x: string }

type SealRequest = {
  readonly id: string
  readonly holder: Owner
  readonly requestId: string
  readonly reference: string | null
  readonly authorized: Authorized
  readonly key: UsableKey
}

type Deps = {
  keyring: Keyring
  newId: () => string
  clock: () => number
  /** Where disclosure records have a PostgreSQL of their own: they are written before the release commits. */
  recordsApart: Database | null
  /** The proof that an alias needs before an address is released. */
  needOf: NeedOf
  failures: Pick<BindingFailures, 'note'>
}

/** Issues releases, for the service and the opener's process alike: authorizes, then seals. */
export function createIssuance({ keyring, newId, clock, recordsApart, needOf, failures }: Deps) {
  const facts = (on: Database, holder: Owner, { alias, endpointId }: Wanted): Promise<LockedFacts> =>
    lockFacts(on, holder, alias, endpointId, needOf)

  /** Verifies the marks that bind alias, identity, owner, endpoint and capabilities. */
  function isBound({ alias, identity, endpoint }: Authorized): boolean {
    const owner = { livemode: identity.livemode, identityId: identity.id, consumerId: identity.consumer_id }
    const isAlias = isAliasMarked(keyring, { ...owner, ...alias }, alias.mark)
    if (!isAlias) failures.note('alias', alias.id)
    const capabilities = readCapabilities(endpoint.capabilities)
    const isEndpoint = isEndpointMarked(keyring, { ...owner, ...endpoint }, capabilities, endpoint.mark)
    if (!isEndpoint) failures.note('endpoint', endpoint.id)
    return isAlias && isEndpoint
  }

  /**
   * Applies the policy, then verifies the marks of its facts. @returns null for every refusal @throws SignpostError
   * decryption_failed if a key is missing here
   */
  async function evaluate(found: LockedFacts): Promise<Authorized['policy'] | null> {
    const policy = evaluateRelease(found)
    if (policy === null) return null
    return (await keyring.opening(() => isBound({ ...found, policy } as Authorized))) ? policy : null
  }

  /** Locks the named key, which must be usable now. It is checked before the endpoint. @throws resource_missing · sealing_key_not_usable */
  async function requireKey(on: Database, holder: Owner, id: string): Promise<UsableKey> {
    const key = present(await lockSealingKey(on, holder, id))
    if (!key.isUsable) throw new SignpostError('sealing_key_not_usable', { param: 'sealingKey', rule: whenUsable(key) })
    return key
  }

  /** Spends the day's budget; the same endpoint is free. @throws release_not_found if it is used up */
  async function spendPublic(on: Database, { livemode, consumerId }: Owner, endpointId: string): Promise<void> {
    const hash = (text: string) => keyring.hash('payee_check', livemode, text)
    const { values: most, seconds } = publicBudget
    const spending = hashedSpending(hash, 'release', `release|${endpointId}`, most)
    const [spent] = await spendGroups(budgetsOf(on, consumerId, seconds), [[spending]])
    if (!spent!.admitted) throw notFound()
  }

  /** Applies the one policy: by the grant, or for everybody within the day's budget. @throws release_not_found */
  async function authorize(on: Database, holder: Owner, wanted: Wanted): Promise<Authorized> {
    const found = await facts(on, holder, wanted)
    const policy = await evaluate(found)
    if (policy === null) throw notFound()
    if (policy === 'public') await spendPublic(on, holder, found.endpoint!.id)
    if (found.endpoint!.address === null) throw notFound()
    return { ...found, policy } as Authorized
  }

  /** Records a release, and notifies the owner, once an hour. */
  async function record(change: Change, { holder, requestId, authorized }: SealRequest): Promise<void> {
    const { identity, alias, endpoint, grant, policy } = authorized
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
      basis: basisOf(alias),
      requestId,
      kind: 'release' as const,
      verdict: null,
      createdAt: new Date(now),
    }
    await insertDisclosureRecords(recordsApart ?? change.db, [disclosed])
  }

  /** Has the opener seal an authorized address, and records it in the same transaction. @throws decryption_failed · release_not_found */
  async function seal(change: Change, opener: Opener, request: SealRequest): Promise<string> {
    const { id, holder, reference, authorized, key } = request
    const { alias, endpoint, identity } = authorized
    const order = {
      id,
      place: { ...endpoint, identityId: identity.id, consumerId: identity.consumer_id },
      capabilities: endpoint.capabilities,
      sealed: Buffer.from(endpoint.address),
      holderId: holder.consumerId,
      alias,
      reference,
      now: clock(),
      recipient: { id: encodeId('sealingKey', key.id), jwk: { kty: 'OKP', crv: 'X25519', x: key.x } as const },
    }
    const jwe = await opener.release(order).catch((error) => {
      if (!isForged(error)) throw error
      failures.note('endpoint', endpoint.id)
      throw notFound()
    })
    await record(change, request)
    return jwe
  }

  return { requireKey, facts, evaluate, authorize, seal }
}

export type Issuance = ReturnType<typeof createIssuance>

/** The grant that permits a release; none for a public one. */
export const grantOf = ({ policy, grant }: Authorized): string | null => (policy === 'granted' ? grant!.id : null)
