import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import cliProgress from 'cli-progress'
import { findConsumerByName } from '../access/api-keys/store.ts'
import { encodeId } from '../kernel/id.ts'
import { readPrivacy } from '../kernel/privacy.ts'
import { readClaim, readNumber, readText, readTimestamp } from '../kernel/stored.ts'
import {
  countIdentities,
  type ExportedIdentity,
  exportIdentities,
  type SealedNotes,
} from '../maintenance/export-store.ts'
import { readAliasType } from '../registry/aliases/normalization/alias-types.ts'
import { readCapabilities } from '../registry/endpoints/capability.ts'
import { readEndpointStatus, readEndpointType } from '../registry/endpoints/endpoint-types.ts'
import { readReleasePolicy } from '../registry/endpoints/release-policy.ts'
import { readIdentityStatus, readIdentityType, readSwitch } from '../registry/identities/rules.ts'
import type { Metadata } from '../registry/notes/rules.ts'
import { createNotes, type NotedRow, type OwnerNotes } from '../registry/notes/sealing.ts'
import { withApp } from './app.ts'
import { CliError } from './failure-text.ts'
import { writable } from './files.ts'

type Place = { livemode: boolean; notes: OwnerNotes }

const unsealed = (hex: string | null): Buffer | null => (hex === null ? null : Buffer.from(hex, 'hex'))

/** What the owner noted on a record, by the names of an import. */
async function notedOn(
  { livemode, notes }: Place,
  row: Pick<NotedRow, 'id' | 'external_reference' | 'metadata'>,
): Promise<{ ref: string | null; metadata: Metadata }> {
  const { externalReference, metadata } = await notes.shown({ ...row, livemode, reference_hash: null })
  return { ref: externalReference, metadata }
}

const notedOnPart = (place: Place, { id, reference, notes }: { id: string } & SealedNotes) =>
  notedOn(place, { id, external_reference: unsealed(reference), metadata: unsealed(notes) })

/** The lines of one identity: REST's spelling, with ids and states. An address is never among them, so `import` is not their way back. */
async function* linesOf(place: Place, row: ExportedIdentity): AsyncIterable<object> {
  const identity = encodeId('identity', row.id)
  yield {
    object: 'identity',
    id: identity,
    type: readIdentityType(row.type),
    status: readIdentityStatus(row.status),
    display_name: row.display_name,
    default_privacy_level: readPrivacy(row.default_privacy_level),
    payee_checks: readSwitch(row.payee_checks),
    close_match: readSwitch(row.close_match),
    ...(await notedOn(place, row)),
  }
  for (const alias of row.aliases) {
    const { type, value, privacy_level, verified_at } = alias
    const is_primary = alias.id === row.primary_alias_id
    yield {
      object: 'alias',
      id: encodeId('alias', alias.id),
      identity,
      type: readAliasType(type),
      value: readText(value),
      privacy_level: readPrivacy(privacy_level),
      is_primary,
      verified_at: verified_at && readClaim(readTimestamp(verified_at)) && verified_at,
      ...(await notedOnPart(place, alias)),
    }
  }
  for (const endpoint of row.endpoints) {
    const { id, type, privacy_level, priority, capabilities, status, release } = endpoint
    yield {
      object: 'endpoint',
      id: encodeId('endpoint', id),
      identity,
      type: readEndpointType(type),
      privacy_level: readPrivacy(privacy_level),
      priority: readNumber(priority),
      capabilities: readCapabilities(capabilities).map(({ supportsInstant, minAmount, maxAmount, ...shown }) => ({
        ...shown,
        supports_instant: supportsInstant,
        min_amount: minAmount,
        max_amount: maxAmount,
      })),
      status: readEndpointStatus({ type, status }),
      release: readReleasePolicy(release),
      ...(await notedOnPart(place, endpoint)),
    }
  }
}

type Options = { consumer: string; env: string; output?: string; json?: boolean }

export async function run(options: Options): Promise<void> {
  await withApp(async ({ db, keyring }) => {
    const consumer = await findConsumerByName(db, options.consumer)
    if (!consumer) throw new CliError('--consumer names no consumer that exists: keys list shows them.')
    const owner = { consumerId: consumer.id, livemode: options.env === 'live' }
    const out =
      options.output === undefined
        ? process.stdout
        : createWriteStream(options.output, { fd: writable(options.output, '--output') })
    const bar = new cliProgress.SingleBar({
      format: '{bar} {percentage}% | {value}/{total} identities | {eta_formatted} left',
      stream: process.stderr,
    })
    if (process.stderr.isTTY && options.output !== undefined) bar.start(await countIdentities(db, owner), 0)
    const place = { livemode: owner.livemode, notes: createNotes(keyring) }
    let identities = 0
    let lines = 0
    for await (const row of exportIdentities(db, owner)) {
      for await (const line of linesOf(place, row)) {
        lines++
        if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain')
      }
      bar.update(++identities)
    }
    bar.stop()
    if (out === process.stdout) return
    out.end()
    await once(out, 'finish')
    console.log(
      options.json ? JSON.stringify({ identities, lines }) : `Exported ${identities} identities in ${lines} lines.`,
    )
  })
}
