import type { Service } from '../../test/support/service-process.ts'
import { note } from '../app.ts'
import { drive, type Measured } from './load.ts'
import type { Registry } from './registry.ts'
import { loadOf, type Rung } from './rungs.ts'

/** A rung with the server that answers it. */
export type Arm = { name: string; rung: Rung; registry: Registry; service: Pick<Service, 'url' | 'process'> }

const wallet = /0x5290…9EE7/g

/** Checks that a rung answers correctly before it is measured. */
export async function requireRight({
  name,
  rung,
  registry,
  service,
}: Omit<Arm, 'service'> & { service: { url: string } }) {
  const { question, isRight } = rung
  const { url, headers, body } = loadOf(question, { url: service.url, registry }, 0)
  const response = await fetch(url, { method: 'POST', headers, body: body.replaceAll('%d', '7') })
  const text = await response.text()
  const right = isRight?.(text) ?? (text.match(wallet) ?? []).length === question.holes
  if (response.status !== 200 || !right) {
    throw new Error(`${name} answers wrongly: ${response.status} ${text.slice(0, 300)}`)
  }
}

/**
 * Measures the arms in turn, in rounds, so that other work of the machine affects all of them. The first round warms up
 * and is not counted; every other round is reversed, so that no arm is always first.
 */
export async function climb(arms: readonly Arm[], rounds: number, seconds: number): Promise<Map<string, Measured[]>> {
  for (const arm of arms) await requireRight(arm)
  const climbed = new Map<string, Measured[]>(arms.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const { name, rung, registry, service } of round % 2 ? arms : arms.toReversed()) {
      const load = loadOf(rung.question, { url: service.url, registry }, seconds)
      const measured = await drive(load, service.process.pid!)
      if (round > 0) climbed.get(name)!.push(measured)
      const { rps, cpuMicros, failed } = measured
      const lost = failed ? `, ${failed} FAILED` : ''
      note(`round ${round}/${rounds}  ${name}: ${rps.toFixed(0)}/s, ${cpuMicros.toFixed(0)} µs${lost}`)
    }
  }
  return climbed
}
