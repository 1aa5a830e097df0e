import { Session } from 'node:inspector'

/** A function that callers feed: what it takes, at most, and the pieces that its inputs are put together of. */
export type Bounded = {
  readonly name: string
  /** The longest text that is admitted, in UTF-16 units: judged before the work begins. */
  readonly length: number
  readonly pieces: readonly string[]
  /** An ordinary input: what a neighbour asks. */
  readonly plain: string
  readonly run: (text: string) => unknown
}

export type Found = { readonly text: string; readonly ms: number }

/** A refusal is an outcome like any other: its time counts too. */
function timeOf(run: Bounded['run'], text: string): number {
  const start = process.hrtime.bigint()
  try {
    run(text)
  } catch {}
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** The fastest of some calls: what the work takes when nothing else has the processor. Slow work is tried more often. */
export function bestTime(run: Bounded['run'], text: string, calls = 3): number {
  let best = Number.POSITIVE_INFINITY
  for (let call = 0; call < calls; call += 1) best = Math.min(best, timeOf(run, text))
  return best
}

/** Mulberry32: the same walk in every run. */
function diceOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Genome = readonly string[]
type Dice = ReturnType<typeof diceOf>

const pick = <T>(dice: Dice, from: readonly T[]): T => from[dice(from.length)]!

/** One piece over and over between two others: what tempts a pattern to go back. */
function repeated({ pieces, length }: Bounded, dice: Dice): Genome {
  const [head, unit, tail] = [pick(dice, pieces), pick(dice, pieces), pick(dice, pieces)]
  const times = Math.max(1, Math.floor((length - head.length - tail.length) / Math.max(1, unit.length)))
  return [...(dice(2) ? [head] : []), ...Array<string>(times).fill(unit), ...(dice(2) ? [tail] : [])]
}

const scattered = ({ pieces, length }: Bounded, dice: Dice): Genome =>
  Array.from({ length: 1 + dice(Math.min(length, 200)) }, () => pick(dice, pieces))

/** Other pieces in some places, a stretch said twice, cut out, turned around, or moved to the front. */
function changed(genome: Genome, { pieces }: Bounded, dice: Dice): Genome {
  const [from, size] = [dice(genome.length + 1), 1 + dice(Math.max(1, genome.length >> 1))]
  const stretch = genome.slice(from, from + size)
  const [before, after] = [genome.slice(0, from), genome.slice(from + size)]
  switch (dice(6)) {
    case 0:
      return [...before, pick(dice, pieces), ...genome.slice(from)]
    case 1:
      return [...before, pick(dice, pieces), ...after]
    case 2:
      return [...before, ...stretch, ...stretch, ...after]
    case 3:
      return [...before, ...after]
    case 4:
      return [...before, ...stretch.toReversed(), ...after]
    default:
      return [...before, ...Array<string>(size).fill(pick(dice, pieces)), ...after]
  }
}

/** Cut at the bound, between the halves of no character. */
const textOf = (genome: Genome, length: number): string => genome.join('').slice(0, length).toWellFormed()

/**
 * Searches for the input that takes longest: from the best of many starts it goes on by changes that make it slower. It stops
 * after so many tries, or when one call takes so long that nothing more has to be shown.
 */
export function findWorst(bounded: Bounded, { starts, steps, seed = 1, enoughMs = 50 }: Search): Found {
  const dice = diceOf(seed)
  const measured = (genome: Genome) => ({ genome, ms: bestTime(bounded.run, textOf(genome, bounded.length), 2) })
  let worst = measured([bounded.plain])
  for (let start = 0; start < starts && worst.ms < enoughMs; start += 1) {
    const one = measured(start % 4 === 3 ? scattered(bounded, dice) : repeated(bounded, dice))
    if (one.ms > worst.ms) worst = one
  }
  for (let step = 0; step < steps && worst.ms < enoughMs; step += 1) {
    const one = measured(changed(worst.genome, bounded, dice))
    if (one.ms > worst.ms) worst = { ...one, ms: bestTime(bounded.run, textOf(one.genome, bounded.length), 3) }
  }
  const text = textOf(worst.genome, bounded.length)
  return { text, ms: bestTime(bounded.run, text, 15) }
}

export type Search = { readonly starts: number; readonly steps: number; readonly seed?: number; readonly enoughMs?: number }

/**
 * Counts the blocks of JavaScript that a call runs, those of libraries too: the same number on every machine. The loops inside
 * of patterns and of the engine's own functions are not in it; the time is for those.
 */
export function operationsOf(run: Bounded['run'], text: string): number {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  timeOf(run, text)
  let blocks = 0
  session.post('Profiler.takePreciseCoverage', (failure, coverage) => {
    if (failure) throw failure
    for (const { functions, url } of coverage.result)
      if (!url.startsWith('node:'))
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count
  })
  session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
  return blocks
}

/** A text as a table shows it: short, and in ASCII. */
export function shown(text: string): string {
  const ascii = [...text.slice(0, 24)]
    .map((char) => (/[!-~ ]/.test(char) ? char : `\\u{${char.codePointAt(0)!.toString(16)}}`))
    .join('')
  return text.length > 24 ? `${ascii.slice(0, 48)}… (${text.length})` : ascii
}
