import type { Registry, Served } from '../fixture.ts'
import type { Load } from '../load.ts'
import { loadOf, questions } from '../questions.ts'
import type { Vitals } from '../rungs/serving.ts'

export const { single } = questions

/** Single resolves over REST, with random keys. */
export const load = (registry: Registry, served: Served, more: Partial<Load> & { seconds: number }): Load => ({
  ...loadOf(single, { url: served.url, registry, seconds: more.seconds }),
  ...more,
})

/** With 'collected vitals' the process collects its garbage first, so that what is left is what it holds on to. */
export function vitalsOf({ child }: Served, order: 'vitals' | 'collected vitals' = 'vitals'): Promise<Vitals> {
  return new Promise((resolve) => {
    child.once('message', (vitals) => resolve(vitals as Vitals))
    child.send(order)
  })
}

export const ms = (micros: number): string => `${(micros / 1_000).toFixed(2)} ms`
export const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
