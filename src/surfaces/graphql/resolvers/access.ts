import { isScope } from '../../../kernel/scopes.ts'
import { connectionOf, pageOf } from '../connection.ts'
import { loadReference } from '../entities.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const access: Resolvers = {
  Query: {
    apiKey: (_, { id }, { loaders }) => loaders.apiKey.load(id),
    apiKeys: async (_, args, context) => {
      const page = pageOf(args)
      return connectionOf(await context.services.apiKeys.list(context, page), page)
    },
    usage: (_, input, context) => context.services.usage.read(context, input),
    requests: async (_, { operation, status, code, key, since, until, ...args }, context) => {
      const page = pageOf(args)
      const filter = { operation, status, code, key, since, until }
      return connectionOf(await context.services.requests.list(context, page, filter), page)
    },
    keyUsage: (_, { key }, context) => context.services.usage.ofKeys(context, { key }),
    auditEntry: (_, { id, subject }, context) => context.services.audit.find(context, id, subject),
    auditEntries: async (_, { kind, subject, actor, since, until, ...args }, context) => {
      const page = pageOf(args)
      const filter = { kind, subject, actor, since, until }
      return connectionOf(await context.services.audit.list(context, page, filter), page)
    },
  },
  Mutation: {
    createApiKey: (_, { input }, context) => context.services.apiKeys.create(context, input),
    rollApiKey: (_, { id, expiresIn }, context) => context.services.apiKeys.roll(context, id, expiresIn ?? undefined),
    revokeApiKey: (_, { id }, context) => context.services.apiKeys.revoke(context, id),
  },
  ApiKey: {
    scopes: ({ scopes }) => scopes.filter(isScope),
    rolledToId: ({ rolledTo }) => rolledTo,
  },
  ApiKeyWithSecret: {
    apiKey: (record) => record,
    key: ({ key }) => key?.reveal() ?? null,
  },
  Consumer: {
    __resolveReference: ({ id }, { loaders }) => loadReference(id, loaders.tiedConsumer),
  },
  Caller: {
    limits: (_, __, context) => context.app.limits.read(context),
  },
  RequestRecord: { keyId: ({ key }) => key },
  KeyUsageEntry: { keyId: ({ key }) => key },
  AuditEntry: { subjectIds: ({ subjects }) => [...subjects] },
}
