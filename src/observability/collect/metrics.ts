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
import type { PayeeChecks } from '../../payees/checks/service.ts'
import type { BindingFailures } from '../../registry/binding.ts'
import type { Releases } from '../../releases/service.ts'
import type { LookUpCounts } from '../../resolution/batching.ts'
import type { DisclosureRecorder } from '../../resolution/disclosures/recorder.ts'
import type { Resolution } from '../../resolution/service.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { AttemptCounts } from '../../webhooks/transport/transport.ts'
import { counter, each, type Family, gauge, histogram } from '../family.ts'
import { listReplicaMetrics, lookUpReplicaMetrics, poolMetrics } from './connection-metrics.ts'

/** Sources of the counts of a process. */
export type Counting = {
  /** Null in a process without look-ups. */
  resolver: {
    resolution: Pick<Resolution, 'counts'>
    lookUps: LookUpCounts
    recorder: Pick<DisclosureRecorder, 'counts' | 'waiting'>
    payeeChecks: Pick<PayeeChecks, 'counts'>
    replicas: ReplicaReads | null
  } | null
  /** Null in a process without releases. */
  releases: Pick<Releases, 'counts'> | null
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
  ...paying(counting),
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
  counter(
    'signpost_binding_failures_total',
    'Rows that differed from their seal in look-ups, checks and releases: signpost doctor lists them.',
    () => each('kind', counting.failures.counts),
  ),
  ...delivering(counting),
  ...challenging(counting),
]

/** Outcomes of payee checks and releases. INVARIANT (no person): no label holds an id, a name or a reason. */
const paying = ({ resolver, releases }: Counting): Family[] => [
  ...(resolver
    ? [
        counter('signpost_payee_checks_total', 'Payee checks, by verdict.', () =>
          each('verdict', resolver.payeeChecks.counts),
        ),
      ]
    : []),
  ...(releases
    ? [
        counter(
          'signpost_releases_total',
          'Requested releases: permitted by a grant or to everybody, or refused. All refusals count as one.',
          () => each('outcome', releases.counts),
        ),
      ]
    : []),
]

type Resolving = NonNullable<Counting['resolver']>

const resolving = ({ resolution, lookUps }: Resolving): Family[] => [
  counter('signpost_resolve_items_total', 'Aliases looked up, by outcome. All misses have one outcome.', () =>
    each('outcome', resolution.counts),
  ),
  histogram('signpost_lookup_batch_size', 'Look-ups that shared one statement.', lookUps.sizes),
  gauge('signpost_lookup_statements_in_flight', 'Look-up statements in progress.', () => lookUps.inFlight),
]

const admitting = ({ quantise, limits, authentication, write }: Counting): Family[] => [
  counter(
    'signpost_response_step_waits_total',
    'Answers delayed to the grid, by whether their work fitted into the first step.',
    () =>
      Object.entries(quantise.counts).flatMap(([kind, { released, late, waited }]) => [
        { labels: { kind, steps: 'one' }, value: released - late - waited },
        { labels: { kind, steps: 'more' }, value: late },
        { labels: { kind, steps: 'waited' }, value: waited },
      ]),
  ),
  counter('signpost_rate_limit_refusals_total', 'Requests refused by a quota.', () => each('policy', limits.refusals)),
  counter('signpost_auth_cache_total', 'API keys found in the cache, and keys looked up.', () =>
    each('result', { hit: authentication.counts.hits, miss: authentication.counts.misses }),
  ),
  counter('signpost_idempotency_total', 'Writes under an Idempotency-Key, by outcome of the key.', () =>
    each('outcome', write.counts),
  ),
]

const recording = ({ recorder }: Resolving): Family[] => [
  gauge('signpost_disclosure_records_queued', 'Disclosure records in memory, not stored yet.', () =>
    recorder.waiting(),
  ),
  counter(
    'signpost_disclosure_records_total',
    'Disclosure records stored, and those lost at the end of a process that could not store them.',
    () => each('outcome', { written: recorder.counts.written, lost: recorder.counts.lost }),
  ),
  histogram(
    'signpost_disclosure_flush_seconds',
    'Time to store a batch of disclosure records.',
    recorder.counts.flushSeconds,
  ),
]

const upkeep = ({ listener, keyring, jobSuccesses }: Counting): Family[] => [
  gauge('signpost_listener_up', '1 while notifications arrive: revocations of keys, new data keys.', () =>
    Number(listener.isLive()),
  ),
  counter('signpost_listener_gaps_total', 'Number of times that notifications stopped.', () => listener.gaps),
  gauge('signpost_data_keys', 'Unwrapped data keys in memory.', () => keyring.keys().length),
  gauge(
    'signpost_data_keys_read_age_seconds',
    'Time since the data keys were read; beyond 20 nothing is sealed.',
    () => keyring.readAgeMs / 1_000,
  ),
  gauge('signpost_job_last_success_timestamp_seconds', 'Time of the last success of each job.', () =>
    [...jobSuccesses].map(([job, at]) => ({ labels: { job }, value: at / 1_000 })),
  ),
  counter('signpost_event_loop_seconds_total', 'Time of the event loop: busy or idle.', () => {
    const { active, idle } = performance.eventLoopUtilization()
    return each('state', { active: active / 1_000, idle: idle / 1_000 })
  }),
]

const delivering = ({ transport: { counts: attempts } }: Counting): Family[] => [
  counter('signpost_webhook_attempts_total', "Attempts at deliveries, by outcome; faults are the service's own.", () =>
    each('outcome', attempts.outcomes),
  ),
  histogram('signpost_webhook_attempt_seconds', 'Response time of receivers.', attempts.seconds),
]

const challenging = ({ challengeSends, challengeAnswers, challengeLimits }: Counting): Family[] =>
  challengeSends === null || challengeAnswers === null || challengeLimits === null
    ? []
    : [
        counter(
          'signpost_challenge_answers_total',
          'Answers to challenges: right, wrong, or refused after too many wrong ones.',
          () => each('outcome', challengeAnswers),
        ),
        counter(
          'signpost_challenge_country_limit_total',
          'Codes that were asked for beyond the limit of a country calling code, all consumers together.',
          () => challengeLimits.countryReached,
        ),
        counter(
          'signpost_challenge_sends_total',
          'Codes of challenges: sent, failed, or withheld by a limit that consumers share.',
          () =>
            Object.entries(challengeSends).flatMap(([channel, outcomes]) =>
              Object.entries(outcomes).map(([outcome, value]) => ({ labels: { channel, outcome }, value })),
            ),
        ),
      ]
