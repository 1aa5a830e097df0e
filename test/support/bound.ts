import { type EndpointPlace, endpointRecord, markAlias, markEndpoint } from '../../src/registry/binding.ts'
import { readCapabilities } from '../../src/registry/endpoints/capability.ts'
import { query } from './registry.ts'
import type { TestServer } from './server.ts'

/*
 * Rows that tests write by hand are bound as the service binds them: for tests whose subject is something else.
 */

type IdentityOwned = { id: string; livemode: boolean; identityId: string; consumerId: string; type: string }

const columns = 't.id, t.livemode, t.identity_id as "identityId", i.consumer_id as "consumerId", t.type'

/** Returns the fields that an endpoint (a uuid) is bound to. */
export async function placeOf(server: TestServer, id: string): Promise<EndpointPlace> {
  const [row] = await query<IdentityOwned>(
    server,
    `select ${columns} from endpoint t join identity i on i.id = t.identity_id where t.id = $1`,
    [id],
  )
  return row!
}

/** The same in one text. */
export const recordOf = async (server: TestServer, id: string): Promise<string> =>
  endpointRecord(await placeOf(server, id))

/** Marks aliases again that a test has changed by hand: all of one value, or all. */
export async function markAliases(server: TestServer, value: string | null = null): Promise<void> {
  const rows = await query<IdentityOwned & { value: string }>(
    server,
    `select ${columns}, t.value from alias t join identity i on i.id = t.identity_id where t.value <> '' and ($1::text is null or t.value = $1)`,
    [value],
  )
  for (const row of rows)
    await server.query`update alias set mark = ${markAlias(server.app.keyring, row)} where id = ${row.id}`
}

/** Marks endpoints again whose capabilities a test has changed by hand. */
export async function markEndpoints(server: TestServer): Promise<void> {
  const rows = await query<IdentityOwned & { capabilities: unknown }>(
    server,
    `select ${columns}, t.capabilities from endpoint t join identity i on i.id = t.identity_id where t.removed_at is null`,
  )
  for (const row of rows) {
    const mark = markEndpoint(server.app.keyring, row, readCapabilities(row.capabilities))
    await server.query`update endpoint set mark = ${mark} where id = ${row.id}`
  }
}
