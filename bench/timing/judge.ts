import { hiddenClasses, requestedClasses } from '../../test/support/hidden-aliases.ts'
import type { Bed } from './bed.ts'
import { planted } from './planted.ts'
import { Connection, measure, type Probe, probeOf, type Times } from './probe.ts'
import { type Comparison, compare } from './statistics.ts'
import type { Surface } from './surfaces.ts'

/** What is judged: the interval of the median within ± µs, P(B > A) within 0.5 ±, and how many may be late. */
export type Goal = { interval: number; probability: number; late: number }
export const goal: Goal = { interval: 25, probability: 0.03, late: 0.01 }

/** `even` is within the goal, `uneven` beyond it past chance; `open` is neither: too few pairs, or too much noise. */
export type Row = Comparison & { name: string; late: number; finding: 'even' | 'uneven' | 'open' }

export type Judgement = {
  surface: string
  verdict: 'uniform' | 'leaks' | 'inconclusive'
  /** Why it is inconclusive. */
  reasons: string[]
  /** Every class against its reference. */
  classes: Row[]
  /** An unknown alias against itself, 150 µs after the floor, and 150 µs before it. */
  controls: { same: Row; leaky: Row; covered: Row }
  times: Times
  seconds: number
}

const again = 'unknown again'
const [leaky, covered] = ['planted, after the floor', 'planted, before the floor']

/** The label of each alias that is asked for, and what it is compared with. Only bulk tells of requests at all. */
function plan(surface: Surface, classes: readonly string[] | null) {
  const hidden = Object.entries(hiddenClasses).filter(
    ([name]) => name === 'unknown' || classes === null || classes.includes(name),
  )
  const requested = surface.name === 'bulk' && classes === null ? Object.entries(requestedClasses) : []
  const aliases = [
    ...hidden,
    ...requested,
    [again, hiddenClasses.unknown],
    [leaky, planted.leaky],
    [covered, planted.covered],
  ] as [name: string, alias: string][]
  const pairs = aliases
    .filter(([name]) => !['unknown', 'unknown, requested', again, leaky, covered].includes(name))
    .map(([name]) => [name, name.endsWith(', requested') ? 'unknown, requested' : 'unknown'] as const)
  return { aliases, pairs }
}

/** Refuses to judge answers that are no misses: whoever measures must measure the right thing. */
async function requireMisses(port: number, surface: Surface, probes: readonly Probe[]): Promise<void> {
  const connection = new Connection(port)
  for (const probe of probes) {
    const { status, body } = await connection.send(probe)
    const isMiss =
      /alias_not_found|consent_pending|"_entities":\[null\]/i.test(body) || (status === 202 && /"pending"/.test(body))
    if (!isMiss) throw new Error(`${surface.name}: "${probe.label}" is no miss: ${status} ${body}`)
  }
  connection.close()
}

export async function judge(
  bed: Bed,
  surface: Surface,
  {
    pairs: blocks,
    stepMs,
    random,
    classes = null,
    limits = goal,
    onBlock,
  }: {
    pairs: number
    stepMs: number
    random: () => number
    /** Only these, when given. */
    classes?: readonly string[] | null
    limits?: Goal
    onBlock?: (done: number) => void
  },
): Promise<Judgement> {
  const start = performance.now()
  const { aliases, pairs } = plan(surface, classes)
  const probes = aliases.map(([name, alias]) => probeOf(name, surface.path, bed.key, surface.body(alias)))
  await requireMisses(bed.port, surface, probes)
  const { connections } = surface
  const times = await measure(bed.port, probes, { blocks, connections, random, ...(onBlock ? { onBlock } : {}) })

  const rowOf = (name: string, reference = 'unknown'): Row => {
    const comparison = compare(times[reference]!, times[name]!, random)
    const late = times[name]!.filter((milliseconds) => milliseconds >= 2 * stepMs).length / blocks
    return { name, ...comparison, late, finding: findingOf(comparison, limits) }
  }
  const rows = pairs.map(([name, reference]) => rowOf(name, reference))
  const controls = { same: rowOf(again), leaky: rowOf(leaky), covered: rowOf(covered) }
  const reasons = doubts(rows, controls, limits)
  const isBroken = reasons.length > 0
  const findings = new Set([...rows, controls.covered].map(({ finding }) => finding))
  if (findings.has('open')) reasons.push('too much noise for so few pairs')
  return {
    surface: surface.name,
    verdict: findings.has('uneven') && !isBroken ? 'leaks' : reasons.length > 0 ? 'inconclusive' : 'uniform',
    reasons,
    classes: rows,
    controls,
    times,
    seconds: (performance.now() - start) / 1000,
  }
}

/** Three standard errors of a share, which chance exceeds once in 370 times. */
const chance = (pairs: number): number => (3 * 0.5) / Math.sqrt(pairs)

function findingOf({ pairs, low, high, probability }: Comparison, limits: Goal): Row['finding'] {
  const away = Math.abs(probability - 0.5)
  if (low >= -limits.interval && high <= limits.interval && away <= limits.probability) return 'even'
  const isBeyond = low > limits.interval || high < -limits.interval || away > limits.probability + chance(pairs)
  return isBeyond ? 'uneven' : 'open'
}

function doubts(rows: readonly Row[], { same, leaky }: Judgement['controls'], limits: Goal): string[] {
  const reasons: string[] = []
  if (same.finding !== 'even') reasons.push('an unknown alias differs from itself')
  // Caught: the whole interval lies on the far side of what is allowed.
  if (leaky.low <= limits.interval || leaky.probability <= 0.5 + limits.probability) {
    reasons.push('the planted leak was not caught')
  }
  const late = [...rows, same].filter((row) => row.late > limits.late)
  if (late.length > 0) {
    const worst = Math.max(...late.map((row) => row.late))
    reasons.push(`${late.length} classes have answers past the first step, up to ${(worst * 100).toFixed(1)} %`)
  }
  return reasons
}
