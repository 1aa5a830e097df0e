import Type from 'typebox'
import { type LimitRecord, limit } from '../../access/quotas/service.ts'
import { type UsageInterval, type UsageRecord, usageIntervals, usagePoint } from '../../access/usage/service.ts'
import type { Call, Caller } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import { restOf, seconds } from '../../kernel/record.ts'
import { type SandboxReset, sandboxReset } from '../../registry/sandbox/service.ts'
import { type Noun, route, shows } from './route.ts'
import { body, exampleId, one, text, unixSeconds, unixText } from './schema-parts.ts'

const eachLimit = restOf(limit)
const point = restOf(usagePoint)

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

const limits = {
  schema: Type.Object({
    object: Type.Literal('limits'),
    livemode: Type.Boolean(),
    data: Type.Array(eachLimit.schema),
  }),
  view: (found: readonly LimitRecord[], { caller }: Call) => ({
    object: 'limits',
    livemode: caller.livemode,
    data: found.map(eachLimit.view),
  }),
}

const usage = {
  schema: Type.Object({
    object: Type.Literal('usage'),
    livemode: Type.Boolean(),
    interval: one(usageIntervals),
    from: unixSeconds('The start of the first interval'),
    to: unixSeconds('The end of the last one'),
    data: Type.Array(point.schema),
  }),
  view: ({ livemode, interval, from, to, points }: UsageRecord) => ({
    object: 'usage',
    livemode,
    interval,
    from: seconds(from),
    to: seconds(to),
    data: points.map(point.view),
  }),
}

export const caller: Noun = {
  group: 'This caller',
  tags: { me: 'The owner of the key.', limits: 'The remaining quotas.', usage: 'The counts of your requests.' },
  variables: {},
  records: { consumer: consumer.schema, limits: limits.schema, usage: usage.schema },
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
      ...shows(limits),
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
      ...shows(usage),
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
