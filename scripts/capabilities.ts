/** A promise that is shown at length before a change of it is called done. */
export type Capability = {
  readonly shows: string
  /** Shell commands by the name of their part; the programs of node_modules/.bin are found. */
  readonly commands: Readonly<Record<string, string>>
}

/** The short ones first: whoever watches sees early what is wrong. The last two take half an hour and more. */
const growthParts = {
  'suite-before-control': 'node scripts/test-before-migration.ts --control test/services/aliases.test.ts',
  'suite-before': 'node scripts/test-before-migration.ts',
  controls:
    'TEST_POSTGRES=15 vitest run --no-file-parallelism test/growth/resolve-controls.test.ts test/growth/resolve-refusals.test.ts',
  gateways:
    'TEST_POSTGRES=15 vitest run --no-file-parallelism test/growth/gateways.test.ts test/growth/read-replicas.test.ts',
  cut: 'CUT_SECONDS=20 STRICT=1 TEST_POSTGRES=15 vitest run test/growth/replicas-cut.test.ts',
  simulation: 'READ_INDEX_RUNS=100000 vitest run test/domain/read-index',
  replicas: 'REQUESTS=20000 STATEMENTS=1 node bench/resolve-replicas.ts',
  races: 'TEST_GATEWAYS=2 vitest run --no-file-parallelism test/races test/services/idempotency.test.ts',
  failover:
    'GROWTH=1 TEST_POSTGRES=15 vitest run --no-file-parallelism test/growth/failover.growth.ts test/growth/rolling-restart.growth.ts',
  'look-up-failover': 'LOOK_UP_FAILOVERS=3 TEST_POSTGRES=15 vitest run test/growth/failover-look-ups.test.ts',
  'revocations-held':
    "REPLICA_ROUNDS=1000 TEST_POSTGRES=15 vitest run test/growth/resolve-replicas.test.ts -t 'both replicas|held back|SIGSTOP|cut off'",
  'revocations-moved':
    "REPLICA_ROUNDS=1000 TEST_POSTGRES=15 vitest run test/growth/resolve-replicas.test.ts -t 'vacuumed|older copy|promoted|primary away'",
}

/** Every capability with its full counts; `npm test` and `.ci/run` take fewer of each. */
export const capabilities: Readonly<Record<string, Capability>> = {
  suite: { shows: 'every test of both tiers', commands: { suite: 'CI=1 TIER=all vitest run --silent' } },
  matrix: {
    shows: 'who may do what, with every scope and every owner',
    commands: { matrix: 'MATRIX=full vitest run test/contract/privilege-matrix.test.ts' },
  },
  mutants: {
    shows: 'that each owner filter of the source is held: without it a test fails',
    commands: { mutants: 'node test/mutants/owner-filters.ts' },
  },
  model: {
    shows: 'the registry against a naive model of it, over random histories',
    commands: { model: 'RUNS=1000 COMMANDS=50 vitest run test/model/registry-model.test.ts' },
  },
  ownership: {
    shows: 'that challenges are not guessed, claims have one winner, and proofs of wallets cannot be changed',
    commands: {
      guesses: 'GUESSES=100000 vitest run test/races/challenge-guesses.test.ts',
      claims: 'ROUNDS=1000 vitest run test/races/claims.test.ts',
      wallets: 'MUTATIONS=10000 vitest run test/services/wallet-proofs.test.ts test/foreign/wallets.test.ts',
      model: 'RUNS=1000 COMMANDS=50 vitest run test/model/claims-model.test.ts',
    },
  },
  snapshots: {
    shows: 'the snapshots against the normalised tables, after random histories',
    commands: { snapshots: 'RUNS=500 vitest run test/model/snapshots.test.ts' },
  },
  normalization: {
    shows: 'the properties of normalized aliases',
    commands: { normalization: 'RUNS=200000 vitest run test/domain/alias' },
  },
  races: {
    shows: 'one winner of many creates, primaries and retries at the same time',
    commands: { races: 'ROUNDS=200 RACE_ROUNDS=200 vitest run test/races' },
  },
  changes: {
    shows: 'that the changes feed misses nothing under many writers, and that a reader by another order does',
    commands: { changes: 'WRITERS=64 CHANGES=1000000 HELD_MS=10000 vitest run test/races/changes.test.ts' },
  },
  revoke: {
    shows: 'no address after a revoke was answered, and how soon keys and grants end',
    commands: {
      grants: 'ROUNDS=1000 vitest run test/faults/revoke-race.test.ts',
      keys: 'STRICT=1 vitest run test/security/revocation.test.ts',
    },
  },
  releases: {
    shows: 'releases against a naive model and against revokes, and opened by a library that the service does not use',
    commands: {
      jwcrypto: 'vitest run --config test/jwcrypto/vitest.config.ts',
      model: 'RUNS=1000 COMMANDS=50 vitest run test/model/releases.test.ts',
      revokes: 'ROUNDS=1000 vitest run test/races/release-revoke.test.ts',
    },
  },
  import: {
    shows:
      'an import of 100,000 lines: killed ten times, again, and with one line in a hundred edited, against one clean import',
    commands: { import: 'LINES=100000 KILLS=10 vitest run test/races/import-kills.test.ts' },
  },
  erasure: {
    shows:
      'that nothing is left of 10,000 identities erased at once, every sealed value opened, and that five left out are found',
    commands: { erasure: 'ERASED=10000 vitest run test/security/erasures-at-once.test.ts' },
  },
  fuzz: {
    shows: 'no 5xx and no leak from malformed requests',
    commands: { fuzz: 'FUZZ_REST=10000 FUZZ_GRAPHQL=5000 vitest run test/fuzz' },
  },
  tamper: {
    shows: 'no changed ciphertext is opened',
    commands: { tamper: 'TAMPERED=10000 vitest run test/crypto test/security/encryption.test.ts' },
  },
  kills: {
    shows: 'a rotation of keys that is killed and run again',
    commands: { kills: 'LONG=1 vitest run test/security/reencrypt.test.ts' },
  },
  faults: {
    shows: 'what was acknowledged against what is stored, under every fault',
    commands: { faults: 'node test/faults/main.ts' },
  },
  webhooks: {
    shows: 'deliveries when workers are killed, and deliveries a second',
    commands: {
      kills: 'node bench/webhook-kills.ts',
      rate: 'node bench/webhooks.ts',
    },
  },
  restore: {
    shows: 'both ways of backup and restore under writes, on PostgreSQL 15',
    commands: { restore: 'TEST_POSTGRES=15 vitest run --config test/restore/vitest.config.ts' },
  },
  pgbouncer: {
    shows: 'the suite behind PgBouncer in transaction mode',
    commands: {
      pgbouncer:
        'TEST_POOLER=1 vitest run test/contract test/services test/races test/e2e test/security test/webhooks --silent',
    },
  },
  growth: {
    shows: 'several gateways, replicas that lag, hang or stray, restarts in turn, failovers, and what they cost',
    commands: growthParts,
  },
  console: {
    shows: 'how long each page of the console takes, with 10,000 identities',
    commands: { console: 'node bench/console.ts' },
  },
  attack: { shows: 'how many aliases one consumer can guess', commands: { attack: 'node bench/attack.ts' } },
  ladder: { shows: 'requests a second and their times', commands: { ladder: 'node bench/main.ts ladder' } },
  timing: {
    shows: 'that hidden and absent aliases do not differ in time',
    commands: { timing: 'node bench/timing/main.ts' },
  },
  overload: {
    shows: 'what a neighbour sees of attacks and of ten times the load',
    commands: { overload: 'node bench/overload/main.ts' },
  },
}
