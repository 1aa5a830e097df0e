import type { Reply } from '../../test/support/connection.ts'
import { Group, type Probe } from './probe.ts'
import type { Surface } from './surfaces.ts'

const miss =
  /alias_not_found|consent_pending|release_not_found|"verdict":"|{"resolve":null}|"_entities":\[null[\],]|"data":\[\]|resource_missing|"because":"grant_missing"/i

const isMiss = ({ status, body }: Reply): boolean =>
  (miss.test(body) && !body.includes('idn_')) || ((status === 202 || status === 201) && /"pending(_proof)?"/.test(body))

/**
 * Refuses to measure answers that are not misses, or that differ in more than time: the measurement must be of the
 * right requests. The first request of a probe is the one that misses.
 */
export async function requireMisses(
  port: number,
  { name: surface, tellsVerdicts = false }: Pick<Surface, 'name' | 'tellsVerdicts'>,
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
