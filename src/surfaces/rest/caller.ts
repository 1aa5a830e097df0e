import Type from 'typebox'
import type { LimitRecord } from '../../access/quotas/service.ts'
import type { Call, Caller } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import { type Noun, route } from './route.ts'
import { text } from './schema-parts.ts'

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
}

export const caller: Noun = {
  group: 'This caller',
  tags: { me: 'Who the key belongs to.', limits: 'What is left of the quotas.' },
  variables: {},
  records: callerRecords,
  routes: [
    route('GET /v1/me', {
      maps: 'Query.viewer',
      scope: null,
      summary: 'Who the key belongs to',
      args: () => ({}),
      view: callerViews.consumer,
      answers: callerRecords.consumer,
    }),
    route('GET /v1/limits', {
      maps: 'Caller.limits',
      scope: null,
      summary: 'What is left of the caller’s quotas',
      args: () => ({}),
      view: callerViews.limits,
      answers: callerRecords.limits,
    }),
  ],
}
