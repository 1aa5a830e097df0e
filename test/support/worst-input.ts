import { Session } from 'node:inspector'

/** A function that callers feed: what it takes, at most, and the pieces that its inputs are put together of. */
export type Bounded = {
  readonly name: string
  /** The longest text that is admitted, in UTF-16 units, checked before the work begins. */
  readonly length: number
  readonly pieces: readonly string[]
  /** An ordinary input: what a neighbour asks. */
  readonly plain: string
  /** Makes of the text what the function takes; that is not measured. */
  readonly given?: (text: string) => unknown
  readonly run: (given: never) => unknown
}

export type Found = { readonly text: string; readonly ms: number }

type Work = Pick<Bounded, 'given' | 'run'>

/** A refusal is an outcome like any other: its time counts too. */
function timeOf({ given = (one) => one, run }: Work, text: string): number {
  const input = given(text) as never
  const start = process.hrtime.bigint()
  try {
    run(input)
  } catch {}
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** Takes the fastest of some calls: what the work costs when nothing else has the processor. */
export function bestTime(work: Work, text: string, calls = 3): number {
  let best = Number.POSITIVE_INFINITY
  for (let call = 0; call < calls; call += 1) best = Math.min(best, timeOf(work, text))
  return best
}

/** The fastest time of `reference` on two quiet cores of the machine that the figures of docs/evidence.md come from. */
const referenceMs = 1.25
const referenceText = `[${'{"a":[1,2.5,"text"]},'.repeat(5_000)}0]`
const reference: Work = { run: (text: string) => JSON.stringify(JSON.parse(text)) }

/** Times slower than the reference machine is this one at this moment; 1 for a faster one. */
export const slowness = (): number => Math.max(1, bestTime(reference, referenceText, 15) / referenceMs)

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
function repeated({ pieces, length }: Bounded, unit: string, dice: Dice): Genome {
  const [head, tail] = [pick(dice, pieces), pick(dice, pieces)]
  const times = Math.max(1, Math.floor((length - head.length - tail.length) / unit.length))
  return [...(dice(2) ? [head] : []), ...Array<string>(times).fill(unit), ...(dice(2) ? [tail] : [])]
}

/** A piece over and over in the middle of an ordinary input, which keeps its shape. */
function grown({ plain, length }: Bounded, unit: string, dice: Dice): Genome {
  const at = dice(plain.length + 1)
  const times = Math.max(1, Math.floor((length - plain.length) / unit.length))
  return [...plain.slice(0, at), ...Array<string>(times).fill(unit), ...plain.slice(at)]
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
  const { pieces, length } = bounded
  // A neighbour on the machine makes a call slow once or twice, the work makes it slow each time.
  const measured = (genome: Genome, calls = 2) => {
    const text = textOf(genome, length)
    const first = bestTime(bounded, text, calls)
    return { genome, ms: first < doubtfulMs ? first : Math.min(first, bestTime(bounded, text, 5)) }
  }
  const begun = (start: number): Genome => {
    const unit = pieces[(start >> 1) % pieces.length]!
    if (start % 8 === 7) return scattered(bounded, dice)
    return start % 2 === 0 ? repeated(bounded, unit, dice) : grown(bounded, unit, dice)
  }
  let worst = measured([...bounded.plain])
  for (let start = 0; start < starts * pieces.length && worst.ms < enoughMs; start += 1) {
    const one = measured(begun(start))
    if (one.ms > worst.ms) worst = one
  }
  for (let step = 0; step < steps && worst.ms < enoughMs; step += 1) {
    const one = measured(changed(worst.genome, bounded, dice))
    if (one.ms > worst.ms) worst = measured(one.genome, 3)
  }
  const text = textOf(worst.genome, length)
  return { text, ms: bestTime(bounded, text, worst.ms < enoughMs ? 15 : 5) }
}

/** Longer than any call may take: it is measured again before it is believed. */
const doubtfulMs = 4

/** Starts for each piece, and steps from the best of them. */
export type Search = {
  readonly starts: number
  readonly steps: number
  readonly seed?: number
  readonly enoughMs?: number
}

/**
 * Counts the blocks of JavaScript that a call runs, those of libraries too: the same number on every machine. The loops inside
 * of patterns and of the engine's own functions are not in it; the time is for those.
 */
export function operationsOf(work: Work, text: string): number {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  timeOf(work, text)
  let blocks = 0
  session.post('Profiler.takePreciseCoverage', (failure, coverage) => {
    if (failure) throw failure
    for (const { functions, url } of coverage.result)
      if (!url.startsWith('node:')) for (const { ranges } of functions) for (const { count } of ranges) blocks += count
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
