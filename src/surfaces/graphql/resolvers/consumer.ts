import type { Resolvers } from '../generated/resolvers.ts'
import { loadReference } from '../entities.ts'

export const consumer: Resolvers = {
  Consumer: {
    __resolveReference: ({ id }, { loaders }) => loadReference(id, loaders.tiedConsumer),
  },
}
