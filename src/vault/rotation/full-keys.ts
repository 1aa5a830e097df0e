import type { Database } from '../../database/orm.ts'
import { inTransaction } from '../../database/retry.ts'
import type { Job } from '../../kernel/job.ts'
import { addDataKey, announceDataKeys } from '../data-key-store.ts'
import type { KeyProvider } from '../key-provider.ts'
import { replaceAtSeals } from '../keyring.ts'
import { tryRotationLock } from './lock-store.ts'
import { fullUses, nodesBehind, promote, rotationState } from './store.ts'

type Deps = { db: Database; provider: KeyProvider; replaceAt?: number }

/**
 * Replaces each data key that has sealed too much. One run makes the new key, and a later run makes it the primary,
 * when every process opens with it. The old one still opens its values, until `signpost reencrypt` has sealed them
 * again. During a re-encryption nothing is done: it makes new keys itself.
 */
export function replaceFullDataKeys({ db, provider, replaceAt = replaceAtSeals }: Deps): Job {
  async function step(trx: Database): Promise<void> {
    const uses = await fullUses(trx, replaceAt)
    if (uses.length === 0 || !(await tryRotationLock(trx))) return
    const states = await Promise.all(uses.map((use) => rotationState(trx, use)))
    for (const { use, next } of states) {
      if (next === null) await addDataKey(trx, provider, use.purpose, use.livemode, 'enabled')
    }
    const made = states.filter(({ next }) => next !== null)
    const behind = await nodesBehind(
      trx,
      'opens',
      made.flatMap(({ next }) => next ?? []),
    )
    if (behind.length === 0) await promote(trx, made)
    else await announceDataKeys(trx)
  }
  return { name: 'replace-full-data-keys', intervalMs: 60_000, run: () => inTransaction(db, step) }
}
