import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import { inTransaction } from '../../database/retry.ts'
import { encodeId } from '../../kernel/id.ts'
import { OpeningFailed } from '../seal.ts'
import { addressColumn, countAddresses, readAddresses, type SealedAddress, type Sealer } from './address-store.ts'
import { replaceSealed } from './sealed-value-store.ts'

/** Functions that open the addresses of each sealer. @throws OpeningFailed */
export type AddressOpeners = ReadonlyMap<Sealer, (record: string, livemode: boolean, sealed: Buffer) => Promise<Buffer>>
export type AddressTarget = {
  sealer: Sealer
  seal(record: string, livemode: boolean, address: Buffer): Promise<Buffer>
}

export type Unopenable = { endpoint: string; sealer: Sealer }

type Watching = {
  batchSize?: number
  onProgress?: (done: number, total: number) => void
  /** Each address that none of the given keys opens, once. */
  onUnopenable?: (unopenable: Unopenable) => void
}

export type RotationOptions = Watching & {
  db: Database
  openers: AddressOpeners
  target: AddressTarget
  /** Time without new addresses under an old key until it counts as unused: a request may still have to commit. */
  graceMs?: number
}

const total = (counts: Record<Sealer, number>, sealers: readonly Sealer[]): number =>
  sealers.reduce((sum, sealer) => sum + (counts[sealer] ?? 0), 0)

/**
 * Seals every address that `openers` open to the target, a transaction a batch, until none are left. Its progress is in
 * the addresses alone: stopped at any point and run again, it continues with the rest.
 *
 * INVARIANT (erased stays erased): a row is locked while its address is replaced, so a removal comes before or after.
 *
 * @returns the number moved
 */
export async function rotateAddresses({
  db,
  openers,
  target,
  graceMs = 15_000,
  batchSize = 200,
  onProgress = () => undefined,
  onUnopenable = () => undefined,
}: RotationOptions): Promise<number> {
  const sources = [...openers.keys()]
  const remaining = async () => total(await countAddresses(db), sources)
  const told = new Set<string>()
  let broken = 0
  let moved = 0
  let expected = await remaining()

  async function moveBatch(after: string): Promise<SealedAddress[]> {
    const { batch, resealed, unopenable } = await inTransaction(db, async (trx) => {
      const batch = await readAddresses(trx, { after, limit: batchSize, lock: true }, sources)
      const resealed = []
      const unopenable = []
      for (const value of batch) {
        const { id, livemode, record, sealer } = value
        const address = await tryOpening(openers, value)
        if (address === null) unopenable.push({ id, sealer })
        else resealed.push({ id, sealed: await target.seal(record, livemode, address) })
      }
      await replaceSealed(trx, addressColumn, resealed)
      return { batch, resealed, unopenable }
    })
    for (const { id, sealer } of unopenable) {
      if (!told.has(id)) onUnopenable({ endpoint: encodeId('endpoint', id), sealer })
      told.add(id)
    }
    broken += unopenable.length
    moved += resealed.length
    return batch
  }

  async function pass(): Promise<number> {
    const before = moved
    broken = 0
    for await (const _ of walk(moveBatch)) {
      expected = Math.max(expected, moved)
      onProgress(moved, expected)
    }
    return moved - before
  }

  for (let quietSince = Date.now(); ; ) {
    if ((await pass()) > 0) quietSince = Date.now()
    else if (Date.now() - quietSince >= graceMs && (await remaining()) <= broken) return moved
    await pause(Math.min(250, graceMs + 10))
  }
}

/** Opens every address, except those of the sealer `except`, and changes nothing. @returns the number opened */
export async function tryAddresses({
  db,
  openers,
  except = null,
  batchSize = 500,
  onProgress = () => undefined,
  onUnopenable = () => undefined,
}: Watching & { db: Database; openers: AddressOpeners; except?: Sealer | null }): Promise<number> {
  const counts = await countAddresses(db)
  const sealers = Object.keys(counts).filter((sealer) => sealer !== except)
  const expected = total(counts, sealers)
  let opened = 0
  let done = 0
  for await (const batch of walk((after) => readAddresses(db, { after, limit: batchSize }, sealers))) {
    for (const sealed of batch) {
      if ((await tryOpening(openers, sealed)) !== null) opened++
      else onUnopenable({ endpoint: encodeId('endpoint', sealed.id), sealer: sealed.sealer })
    }
    done += batch.length
    onProgress(done, Math.max(done, expected))
  }
  return opened
}

async function tryOpening(
  openers: AddressOpeners,
  { record, livemode, sealer, sealed }: SealedAddress,
): Promise<Buffer | null> {
  try {
    return (await openers.get(sealer)?.(record, livemode, sealed)) ?? null
  } catch (error) {
    if (error instanceof OpeningFailed) return null
    throw error
  }
}
