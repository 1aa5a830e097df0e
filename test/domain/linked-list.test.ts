import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Link, LinkedList } from '../../src/kernel/linked-list.ts'

test('a list holds what an array would, whatever is added and taken out in whatever order', () => {
  const steps = fc.array(fc.oneof(fc.constant('add' as const), fc.nat(40)), { maxLength: 200 })
  fc.assert(
    fc.property(steps, (steps) => {
      const list = new LinkedList<number>()
      const links: Link<number>[] = []
      let model: number[] = []
      for (const [at, step] of steps.entries()) {
        if (step === 'add') {
          links.push(list.add(at))
          model.push(at)
        } else if (links[step]) {
          // Taken out twice, it changes nothing.
          expect(list.remove(links[step])).toBe(model.includes(links[step].value))
          model = model.filter((value) => value !== links[step]!.value)
        }
        expect([...list]).toEqual(model)
        expect(list.size).toBe(model.length)
        expect(list.first).toBe(model[0])
      }
    }),
  )
})

test('what is given may be taken out at once', () => {
  const list = new LinkedList<number>()
  const links = [1, 2, 3].map((value) => list.add(value))
  const seen: number[] = []
  for (const value of list) {
    list.remove(links[value - 1]!)
    seen.push(value)
  }
  expect(seen).toEqual([1, 2, 3])
  expect(list.size).toBe(0)
})

test('a link that is taken out refers to no other', () => {
  const list = new LinkedList<number>()
  const [, middle] = [1, 2, 3].map((value) => list.add(value))
  list.remove(middle!)
  expect([middle!.before, middle!.after]).toEqual([null, null])
})
