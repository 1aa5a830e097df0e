import { loadReference } from '../entities.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const consumer: Resolvers = {
  Consumer: {
    __resolveReference: ({ id }, { loaders }) => loadReference(id, loaders.tiedConsumer),
  },
}
