import Type from 'typebox'
import type { LimitRecord } from '../../access/quotas/service.ts'
import { type UsageInterval, usageIntervals } from '../../access/usage/rules.ts'
import type { UsageRecord } from '../../access/usage/service.ts'
import type { Call, Caller } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import { seconds } from '../../kernel/record.ts'
import { type Noun, route } from './route.ts'
import { one, text, unixSeconds } from './schema-parts.ts'
import { unixText } from './view-parts.ts'

const count = (description: string) => Type.Integer({ description })

export const callerRecords = {
  consumer: Type.Object({
    object: Type.Literal('consumer'),
    id: text('apc_…'),
    name: text(),
    livemode: Type.Boolean(),
    scopes: Type.Array(text()),
    key: text('key_…'),
  }),
  limits: Type.Object({
    object: Type.Literal('limits'),
    livemode: Type.Boolean(),
    data: Type.Array(
      Type.Object({
        policy: text(
          'requests, resolve (look-ups), misses (what was not found) or registrations (phones and e-mail addresses)',
        ),
        size: Type.Number(),
        refill_per_second: Type.Number(),
        remaining: Type.Integer(),
        retry_after: Type.Integer({ description: 'Seconds until it admits again; 0 when it does' }),
      }),
    ),
  }),
  usage: Type.Object({
    object: Type.Literal('usage'),
    livemode: Type.Boolean(),
    interval: one(usageIntervals),
    from: unixSeconds('When the first interval begins'),
    to: unixSeconds('When the last one ends'),
    data: Type.Array(
      Type.Object({
        start: unixSeconds('When the interval begins'),
        resolves: count('Your own look-ups that resolved'),
        misses: count('Your own look-ups that were missed'),
        consent_pending: count(
          'Answers that told you to wait for consent: to requests for it, and to look-ups in bulk',
        ),
        deliveries: count('Attempts at your own webhooks that were answered with success'),
        delivery_errors: count('Attempts at your own webhooks that failed'),
      }),
    ),
  }),
}

export const callerViews = {
  consumer: (caller: Caller) => ({
    object: 'consumer',
    id: encodeId('consumer', caller.consumerId),
    name: caller.consumerName,
    livemode: caller.livemode,
    scopes: caller.scopes,
    key: encodeId('apiKey', caller.keyId),
  }),
  limits: (limits: readonly LimitRecord[], { caller }: Call) => ({
    object: 'limits',
    livemode: caller.livemode,
    data: limits.map(({ policy, size, refillPerSecond, remaining, retryAfter }) => ({
      policy,
      size,
      refill_per_second: refillPerSecond,
      remaining,
      retry_after: retryAfter,
    })),
  }),
  usage: ({ livemode, interval, from, to, points }: UsageRecord) => ({
    object: 'usage',
    livemode,
    interval,
    from: seconds(from),
    to: seconds(to),
    data: points.map(({ start, resolves, misses, consentPending, deliveries, deliveryErrors }) => ({
      start: seconds(start),
      resolves,
      misses,
      consent_pending: consentPending,
      deliveries,
      delivery_errors: deliveryErrors,
    })),
  }),
}

export const caller: Noun = {
  group: 'This caller',
  tags: { me: 'Who the key belongs to.', limits: 'What is left of the quotas.', usage: 'What was counted.' },
  variables: {},
  records: callerRecords,
  routes: [
    route('GET /v1/me', {
      maps: 'Query.viewer',
      summary: 'Who the key belongs to',
      args: () => ({}),
      view: callerViews.consumer,
      answers: callerRecords.consumer,
    }),
    route('GET /v1/limits', {
      maps: 'Caller.limits',
      summary: 'What is left of the caller’s quotas',
      args: () => ({}),
      view: callerViews.limits,
      answers: callerRecords.limits,
    }),
    route('GET /v1/usage', {
      maps: 'Query.usage',
      summary: 'What the caller asked and what its webhooks answered, by the hour or day',
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
      view: callerViews.usage,
      answers: callerRecords.usage,
    }),
  ],
}
