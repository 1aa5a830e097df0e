import { aliasPayload, endpointPayload, identityPayload } from '../../events/payload.ts'
import type { Owner } from '../../kernel/call.ts'
import { type ErrorCode, SignpostError } from '../../kernel/errors.ts'
import { capabilitiesLimit, measureCapabilities } from '../../registry/endpoints/capability-store.ts'
import { type EndpointLine, insertEndpoints } from '../../registry/endpoints/store.ts'
import { recordLimits } from '../../registry/record-limits.ts'
import type { Change } from '../../unit-of-work/write.ts'
import type { Line } from './line.ts'
import {
  type AliasLine,
  type ImportTarget,
  insertAliases,
  insertIdentities,
  lockTargets,
  setPrimaries,
  takeReservations,
} from './store.ts'

export type Numbered<T> = { number: number; line: T }
export type Rejection = { line: number; code: ErrorCode; param?: string }

/** Writes a batch of judged lines in the caller's transaction, with their events. @returns those that the registry refused */
export async function writeBatch(change: Change, owner: Owner, batch: readonly Numbered<Line>[]): Promise<Rejection[]> {
  const rejected: Rejection[] = []
  const reject: Reject = (number, code, param) => void rejected.push({ line: number, code, ...(param && { param }) })
  const of = <O extends Line['object']>(object: O) =>
    batch.filter((item): item is Numbered<Extract<Line, { object: O }>> => item.line.object === object)

  await writeIdentities(change, owner, of('identity'), reject)
  const named = [...of('alias'), ...of('endpoint')].map(({ line }) => line.row.identityId)
  const targets = await lockTargets(change.db, owner, [...new Set(named)])
  await writeAliases(change, owner, of('alias'), targets, reject)
  await writeEndpoints(change, owner, of('endpoint'), targets, reject)
  return rejected
}

type Reject = (number: number, code: ErrorCode, param?: string) => void
type Of<O extends Line['object']> = readonly Numbered<Extract<Line, { object: O }>>[]

async function writeIdentities(
  { db, emit }: Change,
  owner: Owner,
  lines: Of<'identity'>,
  reject: Reject,
): Promise<void> {
  const made = await insertIdentities(
    db,
    owner,
    lines.map(({ line }) => line.row),
  )
  for (const { number, line } of lines) {
    // A ref that was used before, in this import or an earlier one of the same file.
    if (!made.delete(line.row.id)) reject(number, 'parameter_conflict')
    else emit('identity.created', identityPayload(line.row))
  }
}

/** The identity of a line, when there is room in it. */
function roomIn(targets: Map<string, ImportTarget>, id: string, what: 'aliases' | 'endpoints'): ImportTarget {
  const target = targets.get(id)
  if (!target) throw new SignpostError('resource_missing')
  if (target.status !== 'active') throw new SignpostError('identity_not_active')
  if (target[what] >= recordLimits[what]) throw new SignpostError('limit_reached')
  target[what]++
  return target
}

function withRoom<L extends Of<'alias'>[number] | Of<'endpoint'>[number]>(
  lines: readonly L[],
  targets: Map<string, ImportTarget>,
  what: 'aliases' | 'endpoints',
  reject: Reject,
): L[] {
  return lines.filter(({ number, line }) => {
    try {
      return roomIn(targets, line.row.identityId, what) !== undefined
    } catch (error) {
      if (!(error instanceof SignpostError)) throw error
      reject(number, error.code)
      return false
    }
  })
}

async function writeAliases(
  change: Change,
  owner: Owner,
  lines: Of<'alias'>,
  targets: Map<string, ImportTarget>,
  reject: Reject,
): Promise<void> {
  const { db, emit } = change
  const seen = new Set<string>()
  const distinct = withRoom(lines, targets, 'aliases', reject).filter(({ number, line: { row } }) => {
    const reservation = `${row.type} ${row.skeleton}`
    if (!seen.has(reservation)) return Boolean(seen.add(reservation))
    reject(number, 'alias_taken')
    return false
  })
  const rows = (kept: typeof distinct): AliasLine[] => kept.map(({ line }) => line.row)
  const taken = await takeReservations(db, owner, rows(distinct))
  const kept = distinct.filter(({ number, line }) => {
    if (!taken.has(line.row.id)) reject(number, 'alias_taken')
    return taken.has(line.row.id)
  })
  await insertAliases(db, owner, rows(kept))
  for (const { line } of kept) emit('alias.created', aliasPayload(line.row.identityId, line.row))

  const primaries = new Map(
    kept.filter(({ line }) => line.isPrimary).map(({ line }) => [line.row.identityId, line.row.id]),
  )
  await setPrimaries(
    db,
    [...primaries].map(([identityId, id]) => ({ identityId, id })),
  )
  for (const identityId of primaries.keys()) {
    emit('identity.updated', identityPayload({ id: identityId, type: targets.get(identityId)!.type }))
  }
}

async function writeEndpoints(
  { db, emit }: Change,
  owner: Owner,
  lines: Of<'endpoint'>,
  targets: Map<string, ImportTarget>,
  reject: Reject,
): Promise<void> {
  const roomy = withRoom(lines, targets, 'endpoints', reject)
  const sizes = await measureCapabilities(
    db,
    roomy.map(({ line }) => line.row.capabilities),
  )
  const rows: EndpointLine[] = roomy.flatMap(({ number, line: { row } }, index) => {
    const target = targets.get(row.identityId)!
    if (row.capabilities !== '[]' && target.capabilities + sizes[index]! > capabilitiesLimit) {
      target.endpoints--
      reject(number, 'limit_reached', 'capabilities')
      return []
    }
    target.capabilities += sizes[index]!
    return row
  })
  await insertEndpoints(db, owner, rows)
  for (const row of rows) emit('endpoint.added', endpointPayload(row.identityId, row))
}
