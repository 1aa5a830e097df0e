import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { type Canaries, formsOf } from './canaries.ts'

const chunkLength = 1 << 18
const zeros = Buffer.alloc(chunkLength)
/** Longer than any form of a canary, so that none is missed between two chunks. */
const overlap = 1_024

/** A process and all that it started, as the system lists them. */
export function processTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return [pid, ...children.flatMap(processTree)]
}

export const environmentOf = (pid: number): string => readFileSync(`/proc/${pid}/environ`, 'utf8')

/** The writable regions of a process: its heaps, on and off V8's, and its stacks. */
function* writableRegions(pid: number): Iterable<[from: number, to: number]> {
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
    if (from && to) yield [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  }
}

type Needle = { name: string; form: string; bytes: Buffer }
/** Needles that start alike, and how: memory that does not hold the start holds none of them. */
type Group = { start: Buffer; needles: Needle[] }

/** Canaries are made of one word and a number, so that most needles of a form start alike: it is one search instead of many. */
function groupsOf(sought: Canaries): Group[] {
  const needles = Object.entries(sought).flatMap(([name, secret]) =>
    [...formsOf(secret)].map(([form, bytes]) => ({ name, form, bytes })),
  )
  const alike = Map.groupBy(needles, ({ bytes }) => bytes.toString('latin1', 0, 6))
  return [...alike.values()].map((needles) => ({ start: commonStart(needles.map(({ bytes }) => bytes)), needles }))
}

function commonStart([first, ...others]: readonly Buffer[]): Buffer {
  let length = first!.length
  for (const other of others) while (!other.subarray(0, length).equals(first!.subarray(0, length))) length--
  return first!.subarray(0, length)
}

/** Looks for secrets, in every form, in the memory of a running process, in one pass; untouched pages read as zeros. */
export function scanMemory(pid: number, sought: Canaries): { bytes: number; found: string[] } {
  const groups = groupsOf(sought)
  const found = new Set<string>()
  let bytes = 0
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  try {
    const buffer = Buffer.alloc(chunkLength)
    for (const [from, to] of writableRegions(pid)) {
      for (let at = from; at < to; at += chunkLength - overlap) {
        const chunk = buffer.subarray(0, readAt(memory, buffer, Math.min(chunkLength, to - at), at))
        if (chunk.equals(zeros.subarray(0, chunk.length))) continue
        bytes += chunk.length
        for (const { start, needles } of groups) {
          if (!chunk.includes(start)) continue
          for (const needle of needles) if (chunk.includes(needle.bytes)) found.add(`${needle.name}, ${needle.form}`)
        }
      }
    }
  } finally {
    closeSync(memory)
  }
  return { bytes, found: [...found] }
}

/** A region may be given back between its listing and its reading. */
function readAt(file: number, chunk: Buffer, length: number, position: number): number {
  try {
    return readSync(file, chunk, 0, length, position)
  } catch {
    return 0
  }
}
