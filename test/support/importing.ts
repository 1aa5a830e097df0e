import { randomUUID } from 'node:crypto'
import { type ImportOptions, type ImportReport, importLines } from '../../src/registry/import/import.ts'
import type { Rejection } from '../../src/registry/import/rejected-line.ts'
import type { TestServer } from './server.ts'

type Options = Partial<Pick<ImportOptions, 'fingerprint' | 'isDryRun' | 'batchSize' | 'onProgress'>> & {
  livemode?: boolean
  /** The source fails after so many lines. */
  dieAfter?: number
  catalogueMode?: 'open' | 'strict'
}

/** Imports lines into the server's registry, as `signpost import` does of a file with one value a line. */
export async function importValues(
  { app }: TestServer,
  consumerId: string,
  values: readonly unknown[],
  { livemode = false, dieAfter = Number.POSITIVE_INFINITY, catalogueMode = 'open', ...options }: Options = {},
): Promise<{ report: ImportReport; rejected: Rejection[]; warnings: Rejection[] }> {
  const rejected: Rejection[] = []
  const warnings: Rejection[] = []
  async function* lines() {
    for (const [index, value] of values.entries()) {
      if (index === dieAfter) throw new Error('killed')
      yield { number: index + 1, value }
    }
  }
  const report = await importLines(
    { ...app, cooldownDays: () => 30, defaultRegion: undefined, catalogueMode },
    lines(),
    {
      owner: { consumerId, livemode },
      fingerprint: randomUUID(),
      isDryRun: false,
      onProgress: () => undefined,
      onRejected: (rejection) => rejected.push(rejection),
      onWarning: (warning) => warnings.push(warning),
      ...options,
    },
  )
  return { report, rejected, warnings }
}
