import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RecordRatios } from '../../disclosure-records.ts'
import type { PaymentRatios } from '../../payments.ts'
import type { Findings } from '../goals.ts'

/*
 * Measurements that stand by themselves, with a PostgreSQL of their own, as parts of the run. Each is its own process, with the
 * young generation that every server here has.
 */

const bench = join(import.meta.dirname, '../..')

async function told<Told>(program: string, options: Readonly<Record<string, number>>): Promise<Told> {
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const args = ['--max-semi-space-size=64', join(bench, program), '--json', ...words]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Told
}

const percents = (ratios: readonly number[]) => ratios.map((ratio) => (1 - ratio) * 100)

/** What disclosure records cost, as a share of the requests a second that there are without them. */
export async function records(options: Record<'pairs' | 'seconds' | 'prefill', number>): Promise<Findings> {
  const { control, single, bulk, lines } = await told<RecordRatios>('disclosure-records.ts', options)
  return {
    figures: [
      { name: 'what disclosure records cost, single, %', values: percents(single), atMost: 5 },
      { name: 'what disclosure records cost, bulk of 100, %', values: percents(bulk), atMost: 8 },
      { name: 'the same, none beside none, %', values: percents(control) },
    ],
    lines,
  }
}

/** What a payee check and a release take beside a resolve. */
export async function payments(options: Record<'rounds' | 'seconds', number>): Promise<Findings> {
  const { check, release, lines } = await told<PaymentRatios>('payments.ts', options)
  return {
    figures: [
      { name: 'payee check p99 / (its step + resolve p99)', values: check, atMost: 1.3 },
      { name: 'release p50 / (step + resolve p50)', values: release, atMost: 3 },
    ],
    lines,
  }
}
