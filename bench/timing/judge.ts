import type { Reply } from '../../test/support/connection.ts'
import { fatClasses, hiddenClasses, requestedClasses, vastClasses } from '../../test/support/hidden-aliases.ts'
import { median } from '../app.ts'
import type { Fixture } from './fixture.ts'
import { chance, type Goal, goal, seededLeak } from './goal.ts'
import { challengeClasses, consumerClasses, destinationClasses, payeeClasses, unprovedClasses } from './payable.ts'
import { Group, measure, type Probe, requestOf, type Times } from './probe.ts'
import { type Comparison, compare } from './statistics.ts'
import type { Metric, Surface } from './surfaces.ts'

/**
 * `even` is within the goal, `uneven` beyond it by more than chance; `open` is undecided: too few pairs, or too much
 * noise.
 */
export type Row = Comparison & { name: string; late: number; finding: 'even' | 'uneven' | 'open' }

export type Judgement = {
  surface: string
  verdict: 'uniform' | 'leaks' | 'inconclusive'
  /** The reason if it is inconclusive. */
  reasons: string[]
  /** Every class against its reference. */
  classes: Row[]
  /** An unknown alias against itself, the seeded leak, and the same leak where the step must hide it. */
  controls: { same: Row; leaky: Row; covered: Row | null }
  /** Steps that the reference takes. */
  steps: number
  /** Answers of the reference that took another number of steps. */
  late: number
  allowed: Goal
  seconds: number
}

const [unknown, again] = ['unknown', 'unknown again']
const unknownRequested = 'unknown, requested'
const [leaky, covered] = ['control, after the step', 'control, before the step']

const ownTime: Metric = { name: '', shows: 'step', of: (times) => times[0]! }

const aliasOf: Readonly<Record<string, string>> = {
  ...hiddenClasses,
  ...fatClasses,
  ...vastClasses,
  ...payeeClasses,
  ...destinationClasses,
  ...challengeClasses,
  ...unprovedClasses,
  ...consumerClasses,
}

/** Each class with its alias and its reference, and the aliases of the references and controls. */
function plan(surface: Surface, classes: readonly string[] | null) {
  const hidden = (classes ?? surface.classes).map((name) => [name, aliasOf[name]!, unknown] as const)
  const requested = Object.entries(surface.tellsOfRequests && classes === null ? requestedClasses : {})
    .filter(([name]) => name !== unknownRequested)
    .map(([name, alias]) => [name, alias, unknownRequested] as const)
  const compared = [...hidden, ...requested]
  const metrics = surface.metrics ?? [ownTime]
  const aliases: [name: string, alias: string][] = [
    [unknown, hiddenClasses.unknown],
    [again, hiddenClasses.unknown],
    ...compared.map(([name, alias]): [string, string] => [name, alias]),
  ]
  if (metrics.some(({ shows }) => shows !== 'work')) aliases.push([leaky, seededLeak.leaky])
  if (surface.coversWork || metrics.some(({ shows }) => shows === 'work')) aliases.push([covered, seededLeak.covered])
  if (requested.length > 0) aliases.push([unknownRequested, requestedClasses[unknownRequested]])
  return { metrics, aliases, pairs: compared.map(([name, , reference]) => [name, reference] as const) }
}

const miss =
  /alias_not_found|consent_pending|release_not_found|"verdict":"|{"(?:resolve|f0)":null|"_entities":\[null[\],]|"data":\[\]|resource_missing|"because":"grant_missing"/i

const isMiss = ({ status, body }: Reply): boolean =>
  (miss.test(body) && !body.includes('idn_')) || ((status === 202 || status === 201) && /"pending(_proof)?"/.test(body))

/**
 * Refuses to measure answers that are not misses, or that differ in more than time: the measurement must be of the
 * right requests. The first request of a probe is the one that misses.
 */
async function requireMisses(
  port: number,
  { name: surface, tellsVerdicts = false }: Surface,
  probes: readonly Probe[],
): Promise<void> {
  const group = new Group(port, Math.max(...probes.map(({ requests }) => requests.length)))
  const lengths = new Set<number>()
  for (const probe of probes) {
    const answers = await group.send(probe)
    const [asked] = answers as [Reply]
    if (!isMiss(asked)) throw new Error(`${surface}: "${probe.label}" is no miss: ${asked.status} ${asked.body}`)
    if (!probe.label.endsWith(', requested')) lengths.add(asked.body.length)
  }
  group.close()
  // Verdicts may differ in their text, and must not differ in time.
  if (lengths.size > 1 && !tellsVerdicts)
    throw new Error(`${surface}: the answers differ in length: ${[...lengths].join(', ')}`)
}

type Judging = {
  pairs: number
  stepMs: number
  random: () => number
  /** Limits the classes. */
  classes?: readonly string[] | null
  /** Replaces the surface's own. */
  connections?: number
  limits?: Goal
  onBlock?: (done: number) => void
}

/** Asks a surface once for each class, of all or of the given ones. @returns the requests to measure and what is compared */
export async function prepare(fixture: Fixture, surface: Surface, classes: readonly string[] | null = null) {
  const { metrics, aliases, pairs } = plan(surface, classes)
  const { path, body, beside } = surface
  const key = surface.isLive ? fixture.payable.liveKey : fixture.key
  const probes = aliases.map(([label, alias]): Probe => {
    const requests = [
      requestOf(typeof path === 'string' ? path : path(alias, fixture.payable), key, body(alias, fixture.payable)),
    ]
    if (beside) requests.push(requestOf(beside.path, key, beside.body(alias, fixture.payable)))
    return { label, requests }
  })
  await requireMisses(fixture.port, surface, probes)
  return { metrics, pairs, probes }
}

/** Measures a surface once. @returns a judgement for each of its metrics */
export async function judge(fixture: Fixture, surface: Surface, options: Judging): Promise<Judgement[]> {
  const { pairs: blocks, random, classes, connections = surface.connections, onBlock } = options
  const start = performance.now()
  const { metrics, pairs, probes } = await prepare(fixture, surface, classes)
  const series = await measure(fixture.port, probes, {
    blocks,
    connections,
    random,
    metrics: metrics.map(({ of }) => of),
    onBlock,
    // No receiver may get a thousand codes, so the counts are reset.
    prepare: surface.name === 'challenges' ? fixture.forgetTallies : undefined,
  })
  const seconds = (performance.now() - start) / 1000 / metrics.length
  return metrics.map(({ name, shows }, index) => ({
    surface: name === '' ? surface.name : `${surface.name}: ${name}`,
    ...findingsOf(series[index]!, pairs, shows, options),
    seconds,
  }))
}

/** Judges the measured times of one metric. */
export function findingsOf(
  times: Times,
  pairs: readonly (readonly [name: string, reference: string])[],
  shows: Metric['shows'],
  { stepMs, random, limits = goal }: Judging,
): Omit<Judgement, 'surface' | 'seconds'> {
  const hasSteps = shows !== 'work'
  const steps = !hasSteps ? 0 : Math.max(1, Math.floor(median(times[unknown]!) / stepMs))
  const isLate = (milliseconds: number) =>
    hasSteps && (milliseconds >= (steps + 1) * stepMs || milliseconds < steps * stepMs)
  const lateOf = (name: string) => times[name]!.filter(isLate).length / times[name]!.length
  const rowOf = (name: string, reference: string): Row => {
    const comparison = compare(times[reference]!, times[name]!, random)
    const late = lateOf(name)
    return { name, ...comparison, late, finding: findingOf(comparison, [late, lateOf(reference)], limits) }
  }
  const classes = pairs.map(([name, reference]) => rowOf(name, reference))
  const controls = {
    same: rowOf(again, unknown),
    leaky: rowOf(hasSteps ? leaky : covered, unknown),
    covered: shows === 'step' && covered in times ? rowOf(covered, unknown) : null,
  }
  const late = lateOf(unknown)
  const reasons = doubts(controls, late, limits)
  const isBroken = reasons.length > 0
  const findings = new Set([...classes, ...(controls.covered ? [controls.covered] : [])].map(({ finding }) => finding))
  if (findings.has('open')) reasons.push('too much noise for so few pairs')
  const verdict = findings.has('uneven') && !isBroken ? 'leaks' : reasons.length > 0 ? 'inconclusive' : 'uniform'
  return { verdict, reasons, classes, controls, steps, late, allowed: limits }
}

/** `late` is the share of the class and that of its reference: a difference in lateness distinguishes them. */
function findingOf(
  { pairs, low, high, probability }: Comparison,
  [late, usual]: readonly [number, number],
  limits: Goal,
): Row['finding'] {
  const away = Math.abs(probability - 0.5)
  const later = Math.abs(late - usual)
  const isWithin = low >= -limits.interval && high <= limits.interval && away <= limits.probability
  if (isWithin && later <= limits.late) return 'even'
  const isBeyond =
    low > limits.interval ||
    high < -limits.interval ||
    away > limits.probability + chance(pairs) ||
    later > limits.late + 3 * Math.sqrt((late + usual) / pairs)
  return isBeyond ? 'uneven' : 'open'
}

/**
 * Reasons that invalidate the measurement itself. A class that is late more often than the reference is a finding
 * instead.
 */
function doubts({ same, leaky }: Judgement['controls'], late: number, limits: Goal): string[] {
  const reasons: string[] = []
  if (same.finding !== 'even') reasons.push('an unknown alias differs from itself')
  // Caught: the whole interval is beyond the allowed one.
  if (leaky.low <= limits.interval || leaky.probability <= 0.5 + limits.probability) {
    reasons.push('the seeded leak was not caught')
  }
  if (late > limits.late) reasons.push(`${(late * 100).toFixed(1)} % of the reference took another step`)
  return reasons
}
