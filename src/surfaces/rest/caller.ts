import Type from 'typebox'
import { type LimitRecord, limitsRecord } from '../../access/quotas/service.ts'
import { type UsageInterval, usage, usageIntervals } from '../../access/usage/service.ts'
import type { Caller } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import { restOf } from '../../kernel/record.ts'
import { type SandboxReset, sandboxReset } from '../../registry/sandbox/service.ts'
import { type Noun, route, shows } from './route.ts'
import { body, exampleId, one, text, unixSeconds, unixText } from './schema-parts.ts'

const consumer = {
  schema: Type.Object({
    object: Type.Literal('consumer'),
    id: text('apc_…'),
    name: text(),
    livemode: Type.Boolean(),
    scopes: Type.Array(text()),
    key: text('key_…'),
  }),
  view: (caller: Caller) => ({
    object: 'consumer',
    id: encodeId('consumer', caller.consumerId),
    name: caller.consumerName,
    livemode: caller.livemode,
    scopes: caller.scopes,
    key: encodeId('apiKey', caller.keyId),
  }),
}

const limits = restOf(limitsRecord)
const usageRest = restOf(usage)

export const caller: Noun = {
  group: 'This caller',
  tags: { me: 'The owner of the key.', limits: 'The remaining quotas.', usage: 'The counts of your requests.' },
  variables: {},
  records: { consumer: consumer.schema, limits: limits.schema, usage: usageRest.schema },
  routes: [
    route('GET /v1/me', {
      maps: 'Query.viewer',
      summary: 'Show the consumer of the key',
      args: () => ({}),
      ...shows(consumer),
    }),
    route('GET /v1/limits', {
      maps: 'Caller.limits',
      summary: 'Show the remaining quotas',
      args: () => ({}),
      ...shows({
        ...limits,
        view: (data: LimitRecord[], { caller }) => limits.view({ livemode: caller.livemode, data }),
      }),
    }),
    route('GET /v1/usage', {
      maps: 'Query.usage',
      summary: "Count your requests and your webhooks' answers, by the hour or day",
      query: {
        from: unixSeconds('From the interval of this Unix time on; the last 24 hours or 30 days when absent'),
        to: unixSeconds('Up to the interval of this Unix time; now when absent'),
        interval: one(usageIntervals),
      },
      args: ({ query }) => ({
        from: unixText(query.from, 'from'),
        to: unixText(query.to, 'to'),
        interval: (query.interval ?? 'hour') as UsageInterval,
      }),
      ...shows(usageRest),
    }),
  ],
}

const rest = restOf(sandboxReset)

export const sandbox: Noun = {
  group: 'This caller',
  tags: { sandbox: 'Your own test mode.' },
  variables: {},
  records: { sandboxReset: rest.schema },
  routes: [
    route('POST /v1/sandbox/reset', {
      maps: 'Mutation.resetSandbox',
      summary: 'Empty your test mode, a page at a time: 202 while records are left',
      isPending: ({ status }: SandboxReset) => status === 'pending',
      body: body({ consumer: text('apc_…, your own, to confirm') }),
      example: { consumer: exampleId('apc') },
      args: ({ body: { consumer } }) => ({ consumer }),
      ...shows(rest),
    }),
  ],
}
