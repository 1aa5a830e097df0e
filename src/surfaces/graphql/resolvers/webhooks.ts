import { connected } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { eventOf, webhookOf } from '../record-references.ts'

export const webhooks: Resolvers = {
  Query: {
    webhook: (_, { id }, { loaders }) => loaders.webhook.load(id),
    webhooks: (_, args, context) => connected(args, (page) => context.services.webhooks.list(context, page)),
    webhookDelivery: (_, { webhook, id }, context) => context.services.webhookDeliveries.byId(context, webhook, id),
    webhookDeliveries: (_, { webhook, state, ...args }, context) =>
      connected(args, (page) => context.services.webhookDeliveries.list(context, webhook, page, { state })),
    event: (_, { id }, { loaders }) => loaders.event.load(id),
    events: (_, { type, created, object, request, ...args }, context) =>
      connected(args, (page) => context.services.events.list(context, page, { type, created, object, request })),
    eventTypes: (_, __, { services }) => [...services.events.types()],
  },
  Mutation: {
    createWebhook: (_, { input }, context) => context.services.webhooks.create(context, input),
    updateWebhook: (_, { id, input }, context) => context.services.webhooks.update(context, id, input),
    deleteWebhook: (_, { id }, context) => context.services.webhooks.remove(context, id),
    rotateWebhookSecret: (_, { id, previousExpiresIn }, context) =>
      context.services.webhooks.rotateSecret(context, id, previousExpiresIn ?? undefined),
    testWebhook: (_, { id, type }, context) => context.services.webhookDeliveries.test(context, id, type),
    redeliverWebhookDelivery: (_, { webhook, id }, context) =>
      context.services.webhookDeliveries.redeliver(context, webhook, id),
    recoverWebhook: (_, { id, since }, context) => context.services.webhookDeliveries.recover(context, id, since),
  },
  WebhookWithSecret: {
    webhook: (record) => record,
    signingSecret: ({ signingSecret }) => signingSecret?.reveal() ?? null,
  },
  WebhookDelivery: {
    webhookId: ({ webhook }) => webhook,
    webhook: webhookOf(({ webhook }) => webhook),
    eventId: ({ event }) => event,
    event: eventOf(({ event }) => event),
    attempts: ({ id, attempts }, _, { loaders }) => attempts ?? loaders.webhookAttempts.load(id),
  },
  WebhookRecovery: {
    webhookId: ({ webhook }) => webhook,
  },
  Event: {
    requestId: ({ request }) => request,
  },
}
