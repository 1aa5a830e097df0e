import { performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import type { Authentication } from '../../access/authentication.ts'
import type { Limits } from '../../access/quotas/service.ts'
import type { Listener } from '../../database/listener.ts'
import type { PoolWaits } from '../../database/pool.ts'
import type { ReplicaReads } from '../../database/read-index/open.ts'
import type { IdempotencyCounts } from '../../events/write.ts'
import type { Quantise } from '../../kernel/response-step.ts'
import type { ChallengeLimits } from '../../ownership/challenges/limits.ts'
import type { AnswerCounts } from '../../ownership/challenges/service.ts'
import type { SendCounts } from '../../ownership/senders/sending.ts'
import type { BindingFailures } from '../../registry/binding.ts'
import type { LookUpCounts } from '../../resolution/batching.ts'
import type { DisclosureRecorder } from '../../resolution/disclosures/recorder.ts'
import type { Resolution } from '../../resolution/service.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { AttemptCounts } from '../../webhooks/transport/transport.ts'
import { each, type Family, histogram, one } from '../family.ts'
import { listReplicaMetrics, lookUpReplicaMetrics, poolMetrics } from './connection-metrics.ts'

/** Sources of the counts of a process. */
export type Counting = {
  /** Null in a process without look-ups. */
  resolver: {
    resolution: Pick<Resolution, 'counts'>
    lookUps: LookUpCounts
    recorder: Pick<DisclosureRecorder, 'counts' | 'waiting'>
    replicas: ReplicaReads | null
  } | null
  /** Null if lists are read from the primary alone. */
  listReplicas: ReplicaReads | null
  quantise: Quantise
  limits: Pick<Limits, 'refusals'>
  authentication: Pick<Authentication, 'counts'>
  write: { counts: IdempotencyCounts }
  transport: { counts: AttemptCounts }
  listener: Listener
  keyring: Keyring
  failures: Pick<BindingFailures, 'counts'>
  /** Null in a process that sends no codes. */
  challengeSends: SendCounts | null
  challengeAnswers: Readonly<AnswerCounts> | null
  challengeLimits: ChallengeLimits['counts'] | null
  pool: Pool
  poolWaits: PoolWaits
  /** When each job last succeeded, in Unix milliseconds. */
  jobSuccesses: ReadonlyMap<string, number>
}

/** The metrics of everything below the edges. */
export const appMetrics = (counting: Counting): Family[] => [
  ...(counting.resolver
    ? [
        ...resolving(counting.resolver),
        ...lookUpReplicaMetrics(counting.resolver.replicas),
        ...recording(counting.resolver),
      ]
    : []),
  ...listReplicaMetrics(counting.listReplicas),
  ...admitting(counting),
  ...poolMetrics(counting),
  ...upkeep(counting),
  {
    name: 'signpost_binding_failures_total',
    help: 'Rows that differed from their seal in look-ups, checks and releases: signpost doctor lists them.',
    type: 'counter',
    read: () => each('kind', counting.failures.counts),
  },
  ...delivering(counting),
  ...challenging(counting),
]

type Resolving = NonNullable<Counting['resolver']>

const resolving = ({ resolution, lookUps }: Resolving): Family[] => [
  {
    name: 'signpost_resolve_items_total',
    help: 'Aliases looked up, by outcome. All misses have one outcome.',
    type: 'counter',
    read: () => each('outcome', resolution.counts),
  },
  {
    name: 'signpost_lookup_batch_size',
    help: 'Look-ups that shared one statement.',
    type: 'histogram',
    read: () => histogram('signpost_lookup_batch_size', lookUps.sizes),
  },
  {
    name: 'signpost_lookup_statements_in_flight',
    help: 'Look-up statements in progress.',
    type: 'gauge',
    read: () => one(lookUps.inFlight),
  },
]

const admitting = ({ quantise, limits, authentication, write }: Counting): Family[] => [
  {
    name: 'signpost_response_step_waits_total',
    help: 'Answers delayed to the grid, by whether their work fitted into the first step.',
    type: 'counter',
    read: () =>
      Object.entries(quantise.counts).flatMap(([kind, { released, late, waited }]) => [
        { labels: { kind, steps: 'one' }, value: released - late - waited },
        { labels: { kind, steps: 'more' }, value: late },
        { labels: { kind, steps: 'waited' }, value: waited },
      ]),
  },
  {
    name: 'signpost_rate_limit_refusals_total',
    help: 'Requests refused by a quota.',
    type: 'counter',
    read: () => each('policy', limits.refusals),
  },
  {
    name: 'signpost_auth_cache_total',
    help: 'API keys found in the cache, and keys looked up.',
    type: 'counter',
    read: () => each('result', { hit: authentication.counts.hits, miss: authentication.counts.misses }),
  },
  {
    name: 'signpost_idempotency_total',
    help: 'Writes under an Idempotency-Key, by outcome of the key.',
    type: 'counter',
    read: () => each('outcome', write.counts),
  },
]

const recording = ({ recorder }: Resolving): Family[] => [
  {
    name: 'signpost_disclosure_records_queued',
    help: 'Disclosure records in memory, not stored yet.',
    type: 'gauge',
    read: () => one(recorder.waiting()),
  },
  {
    name: 'signpost_disclosure_records_total',
    help: 'Disclosure records stored, and those lost at the end of a process that could not store them.',
    type: 'counter',
    read: () => each('outcome', { written: recorder.counts.written, lost: recorder.counts.lost }),
  },
  {
    name: 'signpost_disclosure_flush_seconds',
    help: 'Time to store a batch of disclosure records.',
    type: 'histogram',
    read: () => histogram('signpost_disclosure_flush_seconds', recorder.counts.flushSeconds),
  },
]

const upkeep = ({ listener, keyring, jobSuccesses }: Counting): Family[] => [
  {
    name: 'signpost_listener_up',
    help: '1 while notifications arrive: revocations of keys, new data keys.',
    type: 'gauge',
    read: () => one(listener.isLive() ? 1 : 0),
  },
  {
    name: 'signpost_listener_gaps_total',
    help: 'Number of times that notifications stopped.',
    type: 'counter',
    read: () => one(listener.gaps),
  },
  {
    name: 'signpost_data_keys',
    help: 'Unwrapped data keys in memory.',
    type: 'gauge',
    read: () => one(keyring.keys().length),
  },
  {
    name: 'signpost_data_keys_read_age_seconds',
    help: 'Time since the data keys were read; beyond 20 nothing is sealed.',
    type: 'gauge',
    read: () => one(keyring.readAgeMs / 1_000),
  },
  {
    name: 'signpost_job_last_success_timestamp_seconds',
    help: 'Time of the last success of each job.',
    type: 'gauge',
    read: () => [...jobSuccesses].map(([job, at]) => ({ labels: { job }, value: at / 1_000 })),
  },
  {
    name: 'signpost_event_loop_seconds_total',
    help: 'Time of the event loop: busy or idle.',
    type: 'counter',
    read: () => {
      const { active, idle } = performance.eventLoopUtilization()
      return each('state', { active: active / 1_000, idle: idle / 1_000 })
    },
  },
]

const delivering = ({ transport: { counts: attempts } }: Counting): Family[] => [
  {
    name: 'signpost_webhook_attempts_total',
    help: "Attempts at deliveries, by outcome; faults are the service's own.",
    type: 'counter',
    read: () => each('outcome', attempts.outcomes),
  },
  {
    name: 'signpost_webhook_attempt_seconds',
    help: 'Response time of receivers.',
    type: 'histogram',
    read: () => histogram('signpost_webhook_attempt_seconds', attempts.seconds),
  },
]

const challenging = ({ challengeSends, challengeAnswers, challengeLimits }: Counting): Family[] =>
  challengeSends === null || challengeAnswers === null || challengeLimits === null
    ? []
    : [
        {
          name: 'signpost_challenge_answers_total',
          help: 'Answers to challenges: right, wrong, or refused after too many wrong ones.',
          type: 'counter',
          read: () => each('outcome', challengeAnswers),
        },
        {
          name: 'signpost_challenge_country_limit_total',
          help: 'Codes that were asked for beyond the limit of a country calling code, all consumers together.',
          type: 'counter',
          read: () => one(challengeLimits.countryReached),
        },
        {
          name: 'signpost_challenge_sends_total',
          help: 'Codes of challenges: sent, failed, or withheld by a limit that consumers share.',
          type: 'counter',
          read: () =>
            Object.entries(challengeSends).flatMap(([channel, outcomes]) =>
              Object.entries(outcomes).map(([outcome, value]) => ({ labels: { channel, outcome }, value })),
            ),
        },
      ]
