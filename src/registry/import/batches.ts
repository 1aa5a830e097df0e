import { SignpostError } from '../../kernel/errors.ts'
import { nameKey } from './batch-context.ts'
import type { SourceLine } from './import.ts'
import { type Patch, readLine } from './line.ts'
import { type Named, nameOf, orRefusal } from './rejected-line.ts'

/** An evaluated line of a batch, with its source. */
export type Checked = { source: SourceLine; line: Patch | SignpostError }

/**
 * Yields batches of about `limit` lines. Lines of one identity that follow each other stay together, up to twice the
 * limit, so that neighbouring batches rarely name the same identity.
 */
export async function* inBatches(
  lines: AsyncIterable<SourceLine>,
  defaultRegion: string | undefined,
  limit: number,
): AsyncGenerator<Checked[]> {
  const check = createLineCheck(defaultRegion)
  let batch: Checked[] = []
  for await (const source of lines) {
    const checked = await check(source)
    const isFull = batch.length >= limit && (batch.length >= 2 * limit || !isOfSameIdentity(batch.at(-1)!, checked))
    if (isFull) {
      yield batch
      batch = []
    }
    batch.push(checked)
  }
  if (batch.length > 0) yield batch
}

/** Validates lines alone, and refuses a reference or an id of an earlier line of the file. */
function createLineCheck(defaultRegion: string | undefined): (line: SourceLine) => Promise<Checked> {
  const names = new Set<string>()
  return async (source) => {
    const line = await orRefusal(() => readLine(source.value, defaultRegion))
    const {
      object,
      ref = null,
      id = null,
    }: Partial<Patch> | Named = line instanceof SignpostError ? nameOf(source.value) : line
    const param = ref === null ? 'id' : 'ref'
    const name = ref ?? id
    const key = `${object} ${param} ${name}`
    const isRepeated = name !== null && object !== undefined && names.has(key)
    if (name !== null && object !== undefined) names.add(key)
    return { source, line: isRepeated ? repeated(param) : line }
  }
}

const repeated = (param: 'ref' | 'id') =>
  new SignpostError('parameter_conflict', { param, rule: `An earlier line of the file has the same ${param}.` })

/** The reference of the line's identity; null where the line names none, or by an id. */
function identityRef(line: Patch): string | null {
  if (line.object === 'identity') return line.ref
  return line.identity?.ref ?? null
}

const isOfSameIdentity = (one: Checked, other: Checked): boolean =>
  !(one.line instanceof SignpostError || other.line instanceof SignpostError) &&
  identityRef(one.line) === identityRef(other.line)

/** The identities and aliases that a batch names; null if a line finds its identity in another way. */
export function namesOf(batch: readonly Checked[]): ReadonlySet<string> | null {
  const names = new Set<string>()
  for (const { line } of batch) {
    if (line instanceof SignpostError) continue
    const ref = identityRef(line)
    if (ref === null) return null
    names.add(`identity ${ref}`)
    if (line.object === 'alias' && line.named) names.add(nameKey(line.named))
  }
  return names
}
