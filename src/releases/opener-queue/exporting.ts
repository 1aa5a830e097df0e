import { randomUUID } from 'node:crypto'
import { readClock } from '../../database/clock.ts'
import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import { byOperator } from '../../events/actor.ts'
import { consumerPayload } from '../../events/payload.ts'
import { transact } from '../../events/write.ts'
import type { Owner } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import type { SealingJwk } from '../keys/rules.ts'
import type { Opener } from '../opener.ts'
import { type OwnedEndpoint, readOwnedEndpoints } from '../store.ts'

/** The key that an export is sealed to, and its name in the texts. */
export type ExportKey = { readonly id: string; readonly jwk: SealingJwk }

type Options = {
  db: Database
  opener: Opener
  owner: Owner
  key: ExportKey
}

const batchSize = 200

/**
 * The owner's own addresses, sealed one by one to its key. No release is created.
 *
 * INVARIANT (no entry, no export): the entry commits before the first line.
 */
export async function* exportOwn(options: Options) {
  const { db, owner } = options
  const now = (await readClock(db)).getTime()
  const deps = { db, newId: randomUUID, clock: () => now, wakeDeliveries: () => undefined }
  await transact(deps, byOperator, async (_, changeFor) =>
    changeFor(owner).emit('operator.exported', consumerPayload(owner.consumerId), { consumerId: null }),
  )
  for await (const batch of walk((after) => readOwnedEndpoints(db, owner, { after, limit: batchSize }))) {
    for (const endpoint of batch) yield await sealOne(options, endpoint)
  }
}

/** `jwe` is null if none of the given keys opens the address. */
async function sealOne({ opener, owner, key }: Options, row: OwnedEndpoint) {
  const { id, livemode, type, identity_id: identityId, capabilities, address } = row
  const order = {
    id: randomUUID(),
    place: { id, livemode, identityId, consumerId: owner.consumerId, type },
    capabilities,
    sealed: address,
    holderId: owner.consumerId,
    alias: null,
    reference: null,
    now: Date.now(),
    recipient: key,
  }
  const jwe = await opener.release(order).catch((error) => {
    if (error instanceof Error && 'code' in error && error.code === 'decryption_failed') return null
    throw error
  })
  const [endpoint, identity] = [encodeId('endpoint', id), encodeId('identity', identityId)]
  return { object: 'endpoint_address', endpoint, identity, jwe }
}
