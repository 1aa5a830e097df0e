import { isScope } from '../../../kernel/scopes.ts'
import { connected } from '../connection.ts'
import { loadReference } from '../entities.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const access: Resolvers = {
  Query: {
    apiKey: (_, { id }, { loaders }) => loaders.apiKey.load(id),
    apiKeys: (_, args, context) => connected(args, (page) => context.services.apiKeys.list(context, page)),
    usage: (_, input, context) => context.services.usage.read(context, input),
    requests: (_, { operation, status, code, key, since, until, ...args }, context) => {
      const filter = { operation, status, code, key, since, until }
      return connected(args, (page) => context.services.requests.list(context, page, filter))
    },
    keyUsage: (_, { key }, context) => context.services.usage.ofKeys(context, { key }),
    auditEntry: (_, { id, subject }, context) => context.services.audit.find(context, id, subject),
    auditEntries: (_, { kind, subject, actor, since, until, ...args }, context) => {
      const filter = { kind, subject, actor, since, until }
      return connected(args, (page) => context.services.audit.list(context, page, filter))
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
  RequestRecord: {
    keyId: ({ key }) => key,
  },
  KeyUsageEntry: {
    keyId: ({ key }) => key,
  },
  AuditEntry: {
    subjectIds: ({ subjects }) => [...subjects],
  },
}
