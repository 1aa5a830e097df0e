import type { Resolvers } from '../generated/resolvers.ts'
import { loadReference } from '../references.ts'

export const consumer: Resolvers = {
  Consumer: {
    __resolveReference: ({ id }, { loaders }) => loadReference(id, loaders.tiedConsumer),
  },
}
