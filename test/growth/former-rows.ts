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
} as const satisfies Record<string, readonly string[]>

const uuid = (seed: string) => `md5(${seed})::uuid`

/** What version 0.1 may have stored: `count` rows of each table at least, over more than a year, to the microsecond. */
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
`
