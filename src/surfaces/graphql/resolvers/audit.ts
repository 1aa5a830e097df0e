import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const audit: Resolvers = {
  Query: {
    auditEntry: (_, { id, subject }, context) => context.services.audit.find(context, id, subject),
    auditEntries: async (_, { kind, subject, actor, since, until, ...args }, context) => {
      const page = pageOf(args)
      const filter = { kind, subject, actor, since, until }
      return connectionOf(await context.services.audit.list(context, page, filter), page)
    },
  },
  AuditEntry: { subjectIds: ({ subjects }) => [...subjects] },
}
