import { type ReadLists, readOwn } from '../database/read-pool.ts'
import { type Call, requireScope } from '../kernel/call.ts'
import { encodeId } from '../kernel/id.ts'
import { openedPage, type Page, type RecordPage } from '../kernel/page.ts'
import { flag, moment, nullable, one, owner, type RecordOf, secret, shape, text, typeOf } from '../kernel/record.ts'
import { readMoment, readStored } from '../kernel/stored.ts'
import { aliasTypes, readAliasType } from '../registry/aliases/normalization/alias-types.ts'
import { type Keyring, openedOr } from '../vault/keyring.ts'
import { Sensitive } from '../vault/secret.ts'
import { type ListedRelease, type ReleaseRow, releasesOf } from './store.ts'

export const releaseStatuses = ['pending', 'ready', 'failed', 'expired'] as const

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const release = shape('release', {
  id: owner(text('rel_…')),
  livemode: owner(flag()),
  status: owner(one(releaseStatuses)),
  endpoint: owner(text('end_…')),
  aliasType: owner(typeOf(aliasTypes)),
  sealingKey: owner(text('slk_…')),
  reference: owner(nullable(text())),
  /** Sealed to the payer's key. */
  jwe: owner(secret<Sensitive>('A JWE around a JWS; null in a list, in a replay, and after its deletion')),
  expiresAt: owner(moment()),
  createdAt: owner(moment()),
  requestId: owner(text('req_…')),
})

export type ReleaseRecord = RecordOf<typeof release>

/** Parts of a release that this caller sees besides its row. */
export type Shown = { jwe: string | null; reference: string | null; status?: string }

export const recordOf = (
  call: Call,
  row: Omit<ReleaseRow, 'jwe'>,
  { jwe, reference, status = row.status }: Shown,
): ReleaseRecord => ({
  id: encodeId('release', row.id),
  livemode: row.livemode,
  status: readStored(releaseStatuses, status, 'failed'),
  endpoint: encodeId('endpoint', row.endpoint_id),
  aliasType: readAliasType(row.alias_type),
  sealingKey: encodeId('sealingKey', row.sealing_key_id),
  reference,
  jwe: jwe === null ? null : new Sensitive(jwe),
  expiresAt: readMoment(row.expires_at),
  createdAt: readMoment(row.created_at),
  requestId: encodeId('request', call.requestId),
})

type Context = { readonly keyring: Keyring; readonly readLists: ReadLists }

/** The payer's reference; null if it can't be opened, so that it hides no release. */
export async function referenceOf(
  { keyring }: Pick<Context, 'keyring'>,
  { id, livemode, sealed_reference: sealed }: Omit<ReleaseRow, 'jwe'>,
): Promise<string | null> {
  if (sealed === null) return null
  const open = () => keyring.open('release_reference', id, livemode, Buffer.from(sealed)).toString('utf8')
  return openedOr(keyring, open, null)
}

/** Status of a row of a list: an expired one has the status that the next sweep sets. */
const listedStatus = ({ status, ran_out }: ListedRelease): string => {
  if (!ran_out) return status
  return { pending: 'failed', ready: 'expired' }[status] ?? status
}

/** Lists the caller's own releases of 30 days, without the sealed addresses: reading one by its id evaluates it. */
export async function list(context: Context, call: Call, page: Page): Promise<RecordPage<ReleaseRecord>> {
  requireScope(call, 'release')
  const { caller } = call
  const found = await readOwn<ListedRelease>(context.readLists, caller.consumerId, releasesOf(caller), page)
  return openedPage(found, async (row) => {
    const reference = await referenceOf(context, row)
    return recordOf(call, row, { jwe: null, reference, status: listedStatus(row) })
  })
}
