import { createProofNeeds } from '../ownership/proofs/needs.ts'
import { createMaking, type Making } from '../releases/making.ts'
import { createAsking } from '../releases/opening/asking.ts'
import type { ReleaseMode } from '../releases/service.ts'
import type { AddressSealer } from '../vault/seal-address.ts'
import type { Kernel } from './kernel.ts'

/** What the gateways and the opener's process judge and record by. */
export const makingOf = ({ config, keyring, newId, clock, records, failures }: Kernel): Making =>
  createMaking({
    keyring,
    failures,
    newId,
    clock,
    recordsApart: records.apart ? records.db : null,
    needOf: createProofNeeds(config.ownership.requireProof),
  })

/** Who opens: the built-in opener, or where addresses are sealed to a key that no gateway holds, a process of its own. */
export function releaseModeOf(
  { config, db, listener, opener, pacing }: Kernel,
  sealer: AddressSealer | null,
): ReleaseMode {
  if (!sealer) return { opener, requireRoom: pacing.requireRoom }
  const { publicKeys, waitMs } = config.opener
  if (publicKeys.length === 0) return null
  const asking = createAsking({
    db,
    listener,
    sealReference: (id, livemode, reference) => sealer.seal(id, livemode, reference, 'reference'),
    waitMs,
    atMost: Math.max(1, Math.floor(config.maxInFlight / 4)),
  })
  return { asking }
}
