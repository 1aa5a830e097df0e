import { expect, test } from 'vitest'
import { decodeId } from '../../../src/kernel/id.ts'
import { ErasureFailed } from '../../../src/registry/erasure/erasing.ts'
import { query, registryForTests } from '../../support/registry.ts'

const { server, owner, mine } = registryForTests()

const job = () => server.app.jobs.find(({ name }) => name === 'erase-identities')!.run()

async function erasing(name: string): Promise<string> {
  const { id } = await mine.identity({ display_name: name })
  await mine.username(id, `${name}.gone`)
  await mine.patch(`/v1/identities/${id}`, { status: 'closed' })
  const { status } = await owner.post(`/v1/identities/${id}/erase`, { confirm: id })
  expect(status).toBe(202)
  return id
}

const isErased = async (id: string) => (await mine.get(`/v1/identities/${id}`)).erased_at !== null

test('identities that cannot be erased hold up no other, and are erased by a later run', async () => {
  const ids: string[] = []
  for (const name of ['anna', 'bert', 'cara', 'dora', 'emil', 'fred', 'gina']) ids.push(await erasing(name))
  const stuck = [ids[1]!, ids[4]!]
  const uuids = stuck.map((id) => `'${decodeId('identity', id)}'`).join(', ')
  await query(
    server,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no: %', old.value; end $$`,
  )
  await query(
    server,
    `create trigger refuse before update on alias for each row when (old.identity_id in (${uuids}))
      execute function refuse()`,
  )
  const failure = await job().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ErasureFailed)
  expect(failure).toMatchObject({
    message: 'Identities that could not be erased, and will be retried: 2.',
    code: 'P0001',
  })
  expect((failure as Error).stack).not.toMatch(/no: |gone/)
  expect((failure as Error).cause).toBeUndefined()
  expect(await Promise.all(ids.map(isErased))).toEqual(ids.map((id) => !stuck.includes(id)))

  await server.query`drop trigger refuse on alias`
  await job()
  expect(await Promise.all(ids.map(isErased))).toEqual(ids.map(() => true))
})
