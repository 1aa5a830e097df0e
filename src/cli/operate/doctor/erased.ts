import { decodeId } from '../../../kernel/id.ts'
import { findLeft } from '../../../registry/erasure/residue.ts'
import { readErasure } from '../../../registry/erasure/residue-store.ts'
import { withApp } from '../../app.ts'
import { CliError } from '../../failure-text.ts'
import type { Finding } from './finding.ts'

/** Reports the remaining data of an erased identity. */
export async function erasedFindings(name: string): Promise<Finding[]> {
  const id = decodeId('identity', name)
  if (id === null) throw new CliError('--erased takes the id of an identity: idn_…')
  return withApp(async ({ db, keyring }) => {
    const erasure = await readErasure(db, id)
    if (!erasure) throw new CliError('--erased names no existing identity.')
    const { columns, sealed, keptUntil } = await findLeft(db, keyring, [id])
    const isEnded = erasure.erased_at !== null
    const findings: Finding[] = [
      isEnded
        ? { check: 'erasure', state: 'good', found: `ended ${erasure.erased_at!.toISOString()}` }
        : {
            check: 'erasure',
            state: 'bad',
            found: erasure.erasing_at === null ? 'it was not requested' : 'it has not ended',
            todo: 'The job erase-identities of a webhook worker does it, within 24 hours.',
          },
    ]
    for (const { table, column, rows } of columns)
      findings.push({ check: 'row', state: 'bad', found: `${table}.${column}: ${rows} rows have data` })
    for (const { table, column, rows, opened } of sealed)
      findings.push({ check: 'sealed', state: 'bad', found: `${table}.${column}: ${rows} sealed, ${opened} opened` })
    if (keptUntil)
      findings.push({
        check: 'answers',
        state: 'warning',
        found: `stored answers name it until ${keptUntil.toISOString()}`,
      })
    if (findings.length === 1 && isEnded)
      findings.push({ check: 'left', state: 'good', found: 'nothing: every sealed column was opened' })
    return findings
  })
}
