type Filter = { name: string; pattern: RegExp; instead?: string }

/** Spellings of owner filters: with the query builder, in SQL text, in a list's `belongs`. */
export const filters: readonly Filter[] = [
  {
    name: 'where',
    pattern: /\n *\.where\('(?:\w+\.)?(?:consumer_id|owner_id|livemode)', '=', [\w.]+\.(?:consumerId|livemode)\)/g,
  },
  { name: 'and', pattern: /\s+and (?:\w+\.)?(?:consumer_id|owner_id|livemode) = \$\{[^}]+\}/g },
  { name: 'owner of the list', pattern: /(?:t\.consumer_id|t\.owner_id|t\.audience_id|\$\{side\}) = q\.id and /g },
  { name: 'owner or grantee', pattern: /\n *\.where\(\(where\) =>\n *where\.or\(\[\n[\s\S]*?\]\),\n *\)/g },
  { name: 'either side', pattern: /\s+and \(consumer_id = \$\{consumerId\} or owner_id = \$\{consumerId\}\)/g },
  { name: 'owner of the list', pattern: /\$\{holder\} = q\.id and /g },
  { name: 'of this identity', pattern: /\s+and identity_id = \$\{identity\.id\}/g },
  { name: 'cursor of the list', pattern: /(?<=join \$\{from\} t on )\$\{belongs\}/g, instead: 'true' },
  { name: 'rows of the list', pattern: /(?<=where )\$\{belongs\} and /g },
]

/** Where the same words filter something else. */
export const elsewhere: Record<string, string> = {
  'src/registry/aliases/reservation-store.ts':
    'the namespace is global; whom a cooldown is told to is held by the model',
  'src/vault/data-key-store.ts': 'data keys have no owner: purpose and environment pick one',
  'src/vault/rotation/store.ts': 'data keys have no owner: purpose and environment pick one',
  'src/registry/import/look-up-store.ts':
    'reached from the command line alone, which acts as any owner: held by its own tests',
  'src/registry/import/export-store.ts':
    'reached from the command line alone, which acts as any owner: held by its own tests',
}
export const otherPlaces: readonly { file: string; after: RegExp; why: string }[] = [
  {
    file: 'src/registry/changes/store.ts',
    after: /= \$\{consumerId\}$/,
    why: 'the changes feed tells more than a page of the matrix: held by test/registry/changes/changes.test.ts',
  },
  {
    file: 'src/access/api-keys/store.ts',
    after: /select created_at, id from api_key where id = \$\{after\}$/,
    why: "a cursor of the operator's list, who may list the keys of any consumer",
  },
  {
    file: 'src/access/usage/store.ts',
    after: /from usage_hour\s+where consumer_id = \$\{owner\.consumerId\}$/,
    why: 'counts have no ids that a cell could look for: test/access/usage.test.ts holds the environment',
  },
  {
    file: 'src/access/usage/store.ts',
    after: /from usage_key_day\s+where consumer_id = \$\{consumerId\}$/,
    why: 'counts of keys: test/access/requests.test.ts holds owner and environment',
  },
  {
    file: 'src/access/consumers/store.ts',
    after: /and [gr]\.consumer_id = c\.id$/,
    why: 'who is tied to whom: the matrix asks for the own name, test/access/consumer-names.test.ts for others',
  },
  {
    file: 'src/registry/identities/store.ts',
    after: /[ar]\.consumer_id = \$\{consumerId\}$/,
    why: 'narrows a list that is of one environment already',
  },
  {
    file: 'src/consent/grants/store.ts',
    after: /where identity_id = \$\{identityId\}$/,
    why: 'the grantee of a grant that stands, and is locked',
  },
  {
    file: 'src/consent/grants/store.ts',
    after: /and g\.consumer_id is not null(?: and i\.consumer_id = \$\{owner\.consumerId\})?$/,
    why: 'where a grant lies: its identity is locked by its owner next, and without this a foreign id would only take longer',
  },
  {
    file: 'src/releases/store.ts',
    after: /where e\.consumer_id = \$\{consumerId\}$/,
    why: "reached from the opener's command line alone: held by its own tests",
  },
  {
    file: 'src/consent/requests/store.ts',
    after: /t\.identity_id = q\.id(?: and t\.owner_id = \$\{consumerId\})?$/,
    why: 'the list of an identity that the same request has found by its owner: test/surfaces/identity-exports.test.ts',
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /t\.(?:identity_id = q\.id(?: and t\.consumer_id = \$\{consumerId\})?|donor_id = \$\{consumerId\})$/,
    why: 'the lists of an identity that the same request has found by its owner: test/surfaces/identity-exports.test.ts',
  },
  {
    file: 'src/consent/requests/store.ts',
    after: /set open = false\s+where consumer_id = \$\{consumerId\}$/,
    why: "closes the requester's own requests that ran out, of one alias",
  },
  {
    file: 'src/ownership/challenges/store.ts',
    after: /where id = \$\{id\}(?: and consumer_id = \$\{owner\.consumerId\})?$/,
    why: 'locks what the same request has found by its owner',
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /as open from claim where consumer_id = \$\{consumerId\}$/,
    why: "counts the claimer's open claims: held by its own tests",
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /select \* from claim c where c\.consumer_id = \$\{claim\.consumer_id\}$/,
    why: 'finds what the insert of the same statement met by its key, which holds the consumer and the environment',
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /as is_over from claim where id = \$\{id\}$/,
    why: 'locks what the same request has found by its side',
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /where claim_id = any\(\$\{ids\}::uuid\[\]\)$/,
    why: 'the challenges of claims that were found by their side',
  },
  {
    file: 'src/ownership/claims/store.ts',
    after: /select from claim where consumer_id = \$\{claim\.consumer_id\}$/,
    why: 'the lost contests of the claimer itself',
  },
  {
    file: 'src/ownership/claims/transfer-store.ts',
    after: /by_reset$/,
    why: 'only the donor can have reset it: an alias that cools down after a reset is free for its consumer alone',
  },
  {
    file: 'src/releases/keys/store.ts',
    after: /as count from sealing_key where consumer_id = \$\{consumerId\}$/,
    why: "counts the caller's own keys",
  },
  {
    file: 'src/releases/keys/store.ts',
    after: /const own = sql`id = \$\{id\}(?: and consumer_id = \$\{owner\.consumerId\})?$/,
    why: "the key that a release's body names: held by its own tests",
  },
  {
    file: 'src/resolution/notices/store.ts',
    after: /n\.consumer_id = g\.consumer_id$|interval '1 minute'$/,
    why: "counts what one owner's changes told a grantee in one environment: held by test/consent/notices.test.ts",
  },
  {
    file: 'src/resolution/explanations/store.ts',
    after: /c\.livemode = i\.livemode$/,
    why: 'picks the grant of the consumer that is asked about: held by test/resolution/explanations',
  },
  {
    file: 'src/resolution/explanations/store.ts',
    after: /join identity i on i\.id = a\.identity_id$/,
    why: "the alias's own row names its owner too, where it has one: held by test/resolution/explanations",
  },
  {
    file: 'src/webhooks/deliveries/store.ts',
    after: /from webhook where id = \$\{webhookId\}(?: and consumer_id = \$\{owner\.consumerId\})?$/,
    why: 'ends deliveries, which no answer shows: held by test/webhooks/backlog.test.ts',
  },
]
