import type { ReplicaState } from './replicated.ts'
import { bulk, rest, type Surface, someFat, thin } from './surfaces.ts'

/** What is asked of a gateway that reads look-ups from a replica, in each state of it. */
export type ReplicaSurface = Surface & { replica: ReplicaState }

const classes = [...thin, ...someFat]
const single = { ...rest, connections: 2, coversWork: true, classes } as const
const one = { ...bulk(1), connections: 10, coversWork: true, classes } as const

/** In the order in which the replica changes. What waits for a replica does not fit into the step of a single look-up. */
export const replicaSurfaces: readonly ReplicaSurface[] = [
  { name: 'REST by a replica', ...single, replica: 'well' },
  { name: 'bulk by a replica', ...one, replica: 'well' },
  { name: 'bulk by a replica behind', ...one, replica: 'behind' },
  { name: 'REST by the primary instead', ...single, replica: 'silent' },
  { name: 'bulk by the primary instead', ...one, replica: 'silent' },
]
