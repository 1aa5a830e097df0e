import { type ReadLists, readOwn } from '../database/read-pool.ts'
import { type Call, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import type { Page, RecordPage } from '../kernel/page.ts'
import type { Keyring } from '../vault/keyring.ts'
import { type ReleaseRecord, recordOf } from './record.ts'
import { type ListedRelease, type ReleaseRow, releasesOf } from './store.ts'

type Context = { readonly keyring: Keyring; readonly readLists: ReadLists }

/** The payer's reference; null if it can't be opened, so that it hides no release. */
export async function referenceOf(
  { keyring }: Pick<Context, 'keyring'>,
  { id, livemode, sealed_reference: sealed }: Omit<ReleaseRow, 'jwe'>,
) {
  if (sealed === null) return null
  try {
    return await keyring.opening(() =>
      keyring.open('release_reference', id, livemode, Buffer.from(sealed)).toString('utf8'),
    )
  } catch (error) {
    if (error instanceof SignpostError && error.code === 'decryption_failed') return null
    throw error
  }
}

/** Status of a row of a list: an expired one has the status that the next sweep sets. */
const listedStatus = ({ status, ran_out }: ListedRelease): string => {
  if (!ran_out) return status
  return { pending: 'failed', ready: 'expired' }[status] ?? status
}

/** Lists the caller's own releases of 30 days, without the sealed addresses: reading one by its id evaluates it. */
export async function list(context: Context, call: Call, page: Page): Promise<RecordPage<ReleaseRecord>> {
  requireScope(call, 'release')
  const { readLists } = context
  const { consumerId } = call.caller
  const found = await readOwn<ListedRelease>(readLists, consumerId, releasesOf(call.caller), page)
  const records = found.rows.map(async (row) => {
    const reference = await referenceOf(context, row)
    return recordOf(call, row, { jwe: null, reference, status: listedStatus(row) })
  })
  return { records: await Promise.all(records), hasMore: found.hasMore }
}
