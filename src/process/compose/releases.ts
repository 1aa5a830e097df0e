import { createIssuance, type Issuance } from '../../releases/issue.ts'
import { createOpenerClient } from '../../releases/opener-queue/client.ts'
import type { ReleaseMode } from '../../releases/service.ts'
import type { AddressSealer } from '../../vault/address-key.ts'
import type { Kernel } from './foundation.ts'

/** Composes the parts that gateways and the opener's process share: both evaluate and record alike. */
export const issuanceOf = (kernel: Kernel): Issuance =>
  createIssuance({ ...kernel, recordsApart: kernel.records.apart ? kernel.records.db : null })

/** Chooses the opener: the built-in one, or a separate process if addresses are sealed to a key that no gateway has. */
export function releaseModeOf(
  { config, db, listener, opener, openerRate }: Kernel,
  sealer: AddressSealer | null,
): ReleaseMode {
  if (!sealer) return { opener, requireRoom: openerRate.requireRoom }
  const { publicKeys, waitMs } = config.opener
  if (publicKeys.length === 0) return null
  const client = createOpenerClient({
    db,
    listener,
    sealReference: (id, livemode, reference) => sealer.seal(id, livemode, reference, 'reference'),
    waitMs,
  })
  return { client }
}
