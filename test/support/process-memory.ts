import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { formsOf } from './canaries.ts'

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

/** Looks for a secret, in every form, in the memory of a running process; untouched pages read as zeros. */
export function scanMemory(pid: number, secret: Buffer): { bytes: number; found: string[] } {
  const forms = [...formsOf(secret)]
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
        for (const [form, needle] of forms) if (chunk.includes(needle)) found.add(form)
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
