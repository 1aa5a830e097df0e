import { exportOf } from '../../identity-export.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const identityExport: Resolvers = {
  Query: {
    identityExport: (_, { id }, context) => exportOf(context, id),
  },
}
