import type { ReplicaHealth, readReplicaHealth } from '../../../database/read-index/health-store.ts'
import { bad, type Found, good, warning } from './findings.ts'

type Health = Awaited<ReturnType<typeof readReplicaHealth>>

const muchBehind = 16 * 1024 * 1024

type Rule = Found & { is: (replica: ReplicaHealth) => boolean }

/** Rules in order: first reasons that prevent reads from a replica, then those that degrade them. */
const rules: readonly Rule[] = [
  {
    is: ({ isDirect, isOneServer }) => !isDirect || !isOneServer,
    state: 'bad',
    found: 'is behind a pooler or a balancer: it is never read from',
    todo: 'Give each replica its own address.',
  },
  {
    is: ({ isOfPrimary }) => !isOfPrimary,
    state: 'bad',
    found: 'is another PostgreSQL: it is never read from',
    todo: 'Name streaming replicas of the primary in DATABASE_READ_URLS.',
  },
  {
    is: ({ replays }) => !replays,
    state: 'bad',
    found: 'is no replica (any more): it is never read from',
    todo: 'Check that exactly one primary takes writes, and make this one a replica of it.',
  },
  {
    is: ({ mayKnowStream }) => !mayKnowStream,
    state: 'bad',
    found: 'may not show its timeline: it is never read from',
    todo: 'On the primary: grant pg_read_all_stats to the role of the service.',
  },
  {
    is: ({ mayRead }) => !mayRead,
    state: 'bad',
    found: 'may not be read: a table is missing, or the role lacks the grant',
    todo: 'On the primary, grant select on the tables to the role of its URL.',
  },
  {
    is: ({ streams }) => !streams,
    state: 'bad',
    found: 'does not stream: it is not read from until it does',
    todo: 'See primary_conninfo there, and its log.',
  },
  {
    is: ({ isOnTimeline }) => !isOnTimeline,
    state: 'bad',
    found: 'follows another timeline than that of the primary: it is never read from',
    todo: 'Make it a replica of the primary again.',
  },
  {
    is: ({ applyDelayMs }) => applyDelayMs > 0,
    state: 'bad',
    found: 'has recovery_min_apply_delay: it is never up to date',
    todo: 'Set it to 0 there, or take the replica out of DATABASE_READ_URLS.',
  },
  {
    is: ({ behindBytes }) => behindBytes > muchBehind,
    state: 'warning',
    found: 'is more than 16 MB behind: the primary answers instead',
    todo: 'Find the cause of its slow replay.',
  },
  {
    is: ({ isEncrypted }) => !isEncrypted,
    state: 'warning',
    found: 'is reached without TLS',
    todo: 'Add sslmode=verify-full to its URL.',
  },
  {
    is: ({ feedback }) => !feedback,
    state: 'warning',
    found: 'has hot_standby_feedback off: vacuum cancels reads there',
    todo: 'Set hot_standby_feedback = on there.',
  },
  {
    is: ({ conflictDelayMs }) => conflictDelayMs < 0 || conflictDelayMs > 1_000,
    state: 'warning',
    found: 'has a max_standby_streaming_delay above a second: a long statement there delays the replay',
    todo: 'Set max_standby_streaming_delay = 1s there.',
  },
]

/** Reports on the replicas: the worst of any first. */
export function replicaFinding({ commitsUnflushed, replicas }: Health): Found {
  if (replicas.length === 0) return good('none')
  for (const replica of replicas) {
    if ('failure' in replica) return bad(`${replica.name} does not answer`, 'See DATABASE_READ_URLS, and its log.')
  }
  const answered = replicas as ReplicaHealth[]
  for (const { is, state, found, todo } of rules) {
    const first = answered.find(is)
    if (first) return { state, found: `${first.name} ${found}`, todo }
  }
  if (commitsUnflushed)
    return warning(
      'synchronous_commit is off: replicas are read only after the flush of the primary',
      'Set synchronous_commit = on for the role of the service.',
    )
  return good(`${replicas.length}, each streams from the primary`)
}
