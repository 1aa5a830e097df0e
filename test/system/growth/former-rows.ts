/** The columns that the tables had in version 0.1, and still have. */
export const formerTables = {
  disclosure_record: [
    'id',
    'livemode',
    'identity_id',
    'consumer_id',
    'alias_id',
    'endpoint_ids',
    'grant_id',
    'request_id',
    'created_at',
  ],
  event: ['id', 'livemode', 'consumer_id', 'grantee_id', 'type', 'body', 'created_at'],
  webhook_delivery: [
    'id',
    'livemode',
    'event_id',
    'webhook_id',
    'kind',
    'state',
    'attempts',
    'next_at',
    'lease_token',
    'created_at',
    'updated_at',
  ],
  webhook_attempt: ['id', 'delivery_id', 'n', 'started_at', 'ms', 'status', 'error', 'answer'],
} as const satisfies Record<string, readonly string[]>

const uuid = (seed: string) => `md5(${seed})::uuid`

/** Rows that version 0.1 may have stored: `count` or more a table, over more than a year, to the microsecond. */
export const formerRows = (count: number): string => `
insert into consumer (id, name) select ${uuid("'consumer' || n")}, 'consumer ' || n from generate_series(1, 3) n;
insert into identity (id, livemode, consumer_id, type, default_privacy_level)
  select ${uuid("'identity' || n")}, n % 2 = 0, ${uuid("'consumer' || (n % 3 + 1)")}, 'user', 'public' from generate_series(1, 50) n;
insert into disclosure_record (id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, grant_id, request_id, created_at)
  select ${uuid("'record' || n")}, n % 2 = 0, ${uuid("'identity' || (n % 50 + 1)")}, ${uuid("'consumer' || (n % 3 + 1)")},
    ${uuid("'alias' || n")}, array[${uuid("'a' || n")}, ${uuid("'b' || n")}], case when n % 5 = 0 then ${uuid("'grant' || n")} end,
    ${uuid("'request' || n")}, now() - n * (interval '400 days' / ${count}) - n * interval '1 microsecond'
  from generate_series(1, ${count}) n;
insert into disclosure_record (id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, request_id, created_at)
  select ${uuid("'edge' || at")}, true, ${uuid("'identity1'")}, ${uuid("'consumer1'")}, ${uuid("'alias'")}, '{}', ${uuid("'request'")},
    at::timestamptz
  from unnest(array['2025-12-31 23:59:59.999999Z', '2026-01-01 00:00:00Z', '1970-01-01 00:00:00Z', '3000-02-28 12:00:00Z']) at;
insert into webhook (id, livemode, consumer_id, url, enabled_events)
  select ${uuid("'webhook' || n")}, n % 2 = 0, ${uuid("'consumer1'")}, 'https://hooks.example/', '{*}' from generate_series(1, 4) n;
insert into event (id, livemode, consumer_id, grantee_id, type, body, created_at)
  select ${uuid("'event' || n")}, n % 2 = 0, ${uuid("'consumer1'")}, case when n % 7 = 0 then ${uuid("'consumer2'")} end, 'identity.created',
    '{"created":' || n || '}', now() - n * (interval '37 days' / ${count}) - n * interval '1 microsecond'
  from generate_series(1, ${count}) n;
insert into webhook_delivery (id, livemode, event_id, webhook_id, kind, state, attempts, next_at, lease_token, created_at, updated_at)
  select ${uuid("'delivery' || n")}, n % 2 = 0, ${uuid("'event' || n")}, ${uuid("'webhook' || (n % 4 + case when n % 2 = 0 then 2 else 0 end)")},
    case when n % 11 = 0 then 'redelivery' else 'automatic' end,
    (array['pending', 'delivered', 'exhausted', 'cancelled'])[n % 4 + 1], n % 3, now() - n * interval '1 second',
    case when n % 13 = 0 then ${uuid("'lease' || n")} end, now() - n * interval '1 minute', now() - n * interval '1 second'
  from generate_series(1, ${count}) n;
insert into webhook_attempt (id, delivery_id, n, started_at, ms, status, error, answer)
  select ${uuid("'attempt' || n")}, ${uuid("'delivery' || n")}, 1, now() - n * interval '1 minute', n % 900,
    case when n % 2 = 0 then 500 end, case when n % 2 = 1 then 'timeout' end, case when n % 2 = 0 then 'no' end
  from generate_series(1, ${count}) n;
`
