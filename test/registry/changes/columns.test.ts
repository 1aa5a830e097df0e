import { expect, test } from 'vitest'
import { changedKinds } from '../../../src/registry/changes/store.ts'
import { query } from '../../support/registry.ts'
import { forTests, startTestServer } from '../../support/server.ts'

/*
 * Every write of a column that an owner is shown sets `changed`, whoever writes. So each column is watched by the trigger of its
 * table, or stands here with the reason why a write to it is no change.
 */

const server = forTests(startTestServer)

const snapshot = 'snapshot'
const everywhere = { id: 'never changes', created_at: 'never changes', changed: 'is what is set' }
const unwatched: Record<string, Readonly<Record<string, string>>> = {
  identity: {
    display_name_folded: 'follows the display name',
    payee_names_changed_at: 'is not shown on the identity',
    suspended_at: 'is written by a trigger, with the status',
    suspended_seconds: 'is not shown',
    [snapshot]: 'is a copy of its endpoints',
    noticing: 'counts changes for the notices to grantees',
  },
  alias: {
    skeleton: 'follows the value',
    norm_version: 'is not shown',
    claimed_at: 'is not shown',
    mark: 'follows what it binds',
  },
  endpoint: {
    mark: 'follows the capabilities',
    address: 'is sealed again, or erased with the removal',
    projection: 'is sealed again, or erased with the removal',
    address_fingerprint: 'never changes, or is erased with the removal',
    details_fingerprint: 'never changes, or is erased with the removal',
    destination_fingerprint: 'never changes, or is erased with the removal',
    shown_changed_at: 'moves with what it dates',
  },
  consent_grant: {
    sealed_purpose: 'is sealed again; whoever changes it sets updated_at',
    version: 'moves with what it counts',
    noticed: 'counts the changes that its grantee knows of',
  },
  webhook: {
    failing_since: 'counts deliveries',
    consecutive_failures: 'counts deliveries',
    breaker_level: 'counts deliveries',
    paused_until: 'counts deliveries',
    health_epoch: 'is not shown',
    recover_since: 'is not shown',
    recover_after: 'is not shown',
    recover_turn: 'is not shown',
  },
  api_key: {
    hash: 'never changes',
    mark: 'never changes',
    prefix: 'never changes',
    last4: 'never changes',
    router: 'is set by the operator as the key is made',
    last_used_at: 'a use is no change',
  },
}

const columnsOf = async (statement: string, table: string): Promise<string[]> =>
  (await query<{ name: string }>(server, statement, [table])).map(({ name }) => name)

test.each(Object.values(changedKinds).map(({ table }) => table))(
  'each column of %s is watched, or says why not',
  async (table) => {
    const all = await columnsOf(
      "select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'",
      table,
    )
    const watched = await columnsOf(
      `select event_object_column as name from information_schema.triggered_update_columns
       where event_object_table = $1 and trigger_name = $1 || '_changed'`,
      table,
    )
    const known = [...watched, ...Object.keys(everywhere), ...Object.keys(unwatched[table]!)]
    expect(watched).toContain('updated_at')
    expect(known.sort()).toEqual(all.sort())
  },
)

test.each(Object.values(changedKinds))(
  'the trigger of $table fires for every writer, and none is on inserts',
  async ({ table, owner }) => {
    const triggers = await server.query`select tgenabled as enabled, pg_get_triggerdef(oid) as text from pg_trigger
      where tgrelid = ${table}::regclass and tgname = ${`${table}_changed`}`
    expect(triggers).toEqual([{ enabled: 'A', text: expect.stringMatching(/BEFORE UPDATE OF .* FOR EACH ROW/) }])
    const [found] = await server.query`select column_default as value, is_nullable as nullable
      from information_schema.columns
      where table_name = ${table} and column_name = 'changed'`
    expect(found).toEqual({ value: 'pg_current_xact_id()', nullable: 'NO' })
    const [index] = await server.query`select indexdef as text from pg_indexes
      where indexname = ${`${table}_changed`}`
    expect(index!.text).toMatch(new RegExp(`\\(${owner}, livemode, changed, id\\)`))
  },
)
