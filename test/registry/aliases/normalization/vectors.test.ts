import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SignpostError } from '../../../../src/kernel/errors.ts'
import {
  normalizeAlias,
  normalizeForCreate,
  normalizeIdentifier,
} from '../../../../src/registry/aliases/normalization/normalize.ts'

type Vector = {
  id: string
  category: string
  op: 'create' | 'resolve' | 'collide'
  type?: string
  raw?: unknown
  a?: string
  b?: string
  region?: string
  expect: { type?: string; value?: string; key?: string; error?: string; conflict?: boolean }
}

const readVectors = (name: string): Vector[] =>
  JSON.parse(readFileSync(new URL(`../../../vectors/${name}`, import.meta.url), 'utf8'))

const vectors = readVectors('normalization.json')

let passed = 0

function attempt(work: () => object): object {
  try {
    return work()
  } catch (error) {
    if (error instanceof SignpostError) return { error: error.code }
    throw error
  }
}

/** Returns the module's answer in the format of the vectors. */
function answer({ op, type, raw, a, b, region }: Vector): object {
  const options = { defaultRegion: region }
  if (op === 'collide') {
    const [one, other] = [a, b].map((value) => normalizeForCreate(type!, value, options).skeleton)
    return { conflict: one === other }
  }
  return attempt(() => {
    if (op === 'create') {
      const { value, skeleton } = normalizeForCreate(type!, raw, options)
      return { value, key: skeleton }
    }
    const found = type === undefined ? normalizeIdentifier(raw, options) : normalizeAlias(type, raw, options)
    return { type: found.type, value: found.value }
  })
}

it.each(vectors)('$id $category: the vector holds', (vector) => {
  expect(answer(vector)).toEqual(vector.expect)
  passed += 1
})

it.each(readVectors('normalization-own.json'))("$id $category: the project's own vector holds", (vector) => {
  expect(answer(vector)).toEqual(vector.expect)
})

it('every vector was run', () => {
  console.log(`normalization vectors: ${passed}/${vectors.length}`)
  expect([passed, vectors.length]).toEqual([249, 249])
})
