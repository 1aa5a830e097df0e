import { expect, test } from 'vitest'
import { encodeId } from '../../src/kernel/id.ts'
import { freshName, registryForTests } from '../support/registry.ts'
import { type Body, forTests, type Key } from '../support/server.ts'

const { server, owner, mine } = registryForTests({ env: { DISCLOSURE_RECORDS_SYNC: 'on' } })
const payer = forTests(() => server.key({ consumer: 'payer' }))

const ask = (query: string, { key }: Key = owner) => server.send('GET', `/v1/audit?${query}`, { key })
const listed = async (query: string, who?: Key) => (await ask(`limit=100&${query}`, who)).body.data as Body[]
const look = async (alias: string) => {
  const { status } = await payer.post('/v1/resolve', { alias: `@${alias}` })
  expect(status).toBe(200)
}

async function payee(level = 'public') {
  const { id } = await mine.identity()
  const name = freshName()
  const alias = await mine.username(id, name, { privacy_level: level })
  return { id, name, alias: alias.id as string }
}

test('who saw what joins the history of the identity, in the order of time', async () => {
  const { id, name, alias } = await payee()
  const wallet = await mine.wallet(id)
  await look(name)
  await mine.patch(`/v1/endpoints/${wallet.id}`, { priority: 9 })
  await look(name)
  const entries = await listed(`subject=${id}`)
  expect(entries.map(({ kind }) => kind)).toEqual([
    'disclosure.resolve',
    'endpoint.updated',
    'disclosure.resolve',
    'endpoint.added',
    'alias.created',
    'identity.created',
  ])
  expect(entries[0]).toEqual({
    object: 'audit_entry',
    id: expect.stringMatching(/^dsc_/),
    at: expect.any(Number),
    kind: 'disclosure.resolve',
    actor: { type: 'api_key', id: payer.consumer, name: null },
    subjects: [id, alias, wallet.id, payer.consumer],
    changed: [],
    livemode: false,
    request_id: expect.stringMatching(/^req_/),
  })
  expect([...entries].sort((a, b) => b.at - a.at)).toEqual(entries)
  expect((await listed(`subject=${id}&kind=disclosure.*`)).map((one) => one.id)).toEqual([entries[0].id, entries[2].id])
  expect((await listed(`subject=${id}&kind=disclosure.resolve&actor=${payer.consumer}`)).length).toBe(2)
  expect(await listed(`subject=${id}&kind=disclosure.check`)).toEqual([])
  expect((await listed(`subject=${id}&actor=${owner.keyId}`)).map(({ kind }) => kind)).not.toContain(
    'disclosure.resolve',
  )
  expect((await listed(`subject=${id}&until=${entries[0].at}`)).map((one) => one.id)).not.toContain(entries[0].id)
})

test('pages run through both without a gap or a double, in both directions, whatever the cursor is of', async () => {
  const { id, name } = await payee()
  for (let n = 0; n < 5; n++) {
    await look(name)
    await mine.patch(`/v1/identities/${id}`, { display_name: `Name ${n}` })
  }
  const all = (await listed(`subject=${id}`)).map((entry) => entry.id)
  expect(all).toHaveLength(12)
  for (const limit of [1, 3, 5]) {
    const forward: string[] = []
    for (let cursor = ''; ; cursor = `&starting_after=${forward.at(-1)}`) {
      const { data, has_more } = (await ask(`subject=${id}&limit=${limit}${cursor}`)).body
      forward.push(...data.map((entry: Body) => entry.id))
      if (!has_more) break
    }
    expect(forward).toEqual(all)
    const back: string[] = []
    for (let cursor = all.at(-1)!; ; cursor = back[0]!) {
      const { data, has_more } = (await ask(`subject=${id}&limit=${limit}&ending_before=${cursor}`)).body
      back.unshift(...data.map((entry: Body) => entry.id))
      if (!has_more) break
    }
    expect(back).toEqual(all.slice(0, -1))
  }
})

test('without the identity they are not looked for, and one is read with it', async () => {
  const { id, name } = await payee()
  await look(name)
  const [shown] = await listed(`subject=${id}`)
  for (const query of ['kind=disclosure.*', 'kind=disclosure.resolve', `kind=disclosure.*&subject=${owner.keyId}`]) {
    const { status, body } = await ask(query)
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_missing', 'subject'])
  }
  const read = (query: string, { key }: Key = owner) => server.send('GET', `/v1/audit/${shown.id}${query}`, { key })
  expect((await read('')).body.error.code).toBe('parameter_missing')
  expect((await read(`?subject=${id}`)).body).toEqual(shown)
  expect((await read(`?subject=${(await payee()).id}`)).status).toBe(404)
  expect((await read(`?subject=${id}`, payer)).status).toBe(404)
})

test("another's identity answers like one that is not there, and so does its cursor", async () => {
  const { id, name } = await payee()
  await look(name)
  const [shown] = await listed(`subject=${id}`)
  const unknown = encodeId('identity', '00000000-0000-4000-8000-000000000000')
  const texts = await Promise.all([id, unknown].map(async (one) => (await ask(`subject=${one}`, payer)).text))
  expect(new Set(texts).size).toBe(1)
  expect(JSON.parse(texts[0]!).data).toEqual([])
  for (const subject of [id, unknown]) {
    const { status, body } = await ask(`subject=${subject}&starting_after=${shown.id}`, payer)
    expect([status, body.error.code]).toEqual([400, 'cursor_invalid'])
  }
})

test('a record says by what the alias was shown; one of an earlier version does not', async () => {
  const open = await payee()
  const known = await payee('unlisted')
  const granted = await payee('consent_required')
  await mine.grant(granted.id, payer.consumer)
  const basisOf = async ({ id, name }: { id: string; name: string }) => {
    await look(name)
    const { body } = await owner.get(`/v1/identities/${id}/disclosures`)
    return body.data[0].basis
  }
  expect([await basisOf(open), await basisOf(known), await basisOf(granted)]).toEqual(['public', 'unlisted', 'grant'])
  await server.query`update disclosure_record set basis = null`
  const { body } = await owner.get(`/v1/identities/${open.id}/disclosures`)
  expect(body.data[0].basis).toBeNull()
})
