// npm run bench -- [--quick] [--parts a,b]
//
// Measures the ladder and the other parts, each with its goals; the registry is filled by `signpost import`.

import { parseArgs } from 'node:util'
import type { Service } from '../../test/support/service-process.ts'
import { startPostgres } from '../app.ts'
import type { Figure } from '../figures.ts'
import { climb } from './climb.ts'
import { type Climbed, rateFigures, report } from './goals.ts'
import type { Measured } from './load.ts'
import { connections, memory, tail, writes } from './parts.ts'
import { fillRegistry, type Registry, serve } from './registry.ts'
import { ladder } from './rungs.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Parts of the run, by name. */
    parts: { type: 'string' },
  },
})
const { quick } = flags
const [rounds, seconds, identities] = quick ? [2, 2, 5_000] : [5, 5, 100_000]

let climbed: Climbed & Map<string, Measured[]> = new Map()

async function climbLadder(registry: Registry): Promise<Figure[]> {
  const servers = new Map<string | undefined, Service>()
  try {
    for (const server of new Set(Object.values(ladder).map((rung) => rung.server))) {
      servers.set(server, await serve(registry, server))
    }
    const arms = Object.entries(ladder).map(([name, rung]) => ({
      name,
      rung,
      registry,
      service: servers.get(rung.server)!,
    }))
    climbed = await climb(arms, rounds, seconds)
  } finally {
    for (const service of servers.values()) await service.stop()
  }
  return rateFigures(climbed)
}

const parts: Readonly<Record<string, (registry: Registry) => Promise<Figure[]>>> = {
  // The registry is filled before every part: each report has the rate of its import.
  import: async () => [],
  ladder: climbLadder,
  connections: (registry) => connections(registry, rounds, seconds),
  tail: (registry) => tail(registry, quick ? 2 : 6, seconds),
  memory: (registry) => memory(registry, quick ? 50_000 : 1_000_000),
  writes: (registry) => writes(registry, rounds, quick ? 80 : 400),
}
const chosen = flags.parts?.split(',') ?? Object.keys(parts)
if (chosen.some((part) => !Object.hasOwn(parts, part)))
  throw new Error(`The parts are ${Object.keys(parts).join(', ')}.`)

const postgres = await startPostgres()
try {
  const registry = await fillRegistry(postgres.url, identities)
  const figures: Figure[] = [
    { name: 'imported lines/s, beginning with an empty registry', values: [registry.linesPerSecond], atLeast: 5_000 },
  ]
  for (const part of chosen) figures.push(...(await parts[part]!(registry)))
  console.log(report(climbed, figures))
} finally {
  await postgres.stop()
}
