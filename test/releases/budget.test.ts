import { expect, test } from 'vitest'
import { budgetsOf } from '../../src/access/value-budget-store.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { publicBudget } from '../../src/releases/issue.ts'
import { activateSealingKey } from '../../src/releases/keys/store.ts'
import { payerKey } from '../support/open-release.ts'
import { failure, registryForTests } from '../support/registry.ts'
import type { Key } from '../support/server.ts'

const { server, mine } = registryForTests()

type Payer = { key: Key; sealingKey: string }
async function payer(consumer: string): Promise<Payer> {
  const key = await server.key({ consumer })
  const { body } = await server.send('POST', '/v1/sealing_keys', {
    key: key.key,
    body: { jwk: (await payerKey()).jwk },
  })
  await activateSealingKey(server.app.db, decodeId('sealingKey', body.id)!)
  return { key, sealingKey: body.id }
}

type Merchant = { alias: string; identity: string; endpoint: string }
async function merchant(fields: Record<string, unknown> = { release: 'public' }): Promise<Merchant> {
  const { id: identity } = await mine.identity({ type: 'merchant' })
  const alias = `@${(await mine.username(identity)).value}`
  return { identity, alias, endpoint: (await mine.account(identity, fields)).id }
}

const ask = ({ key, sealingKey }: Payer, { alias, endpoint }: Merchant) =>
  server.send('POST', '/v1/releases', { key: key.key, body: { alias, endpoint, sealing_key: sealingKey } })

/** Spends what other endpoints would have. */
async function hadBefore({ key }: Payer, endpoints: number): Promise<void> {
  const target = server.app.keyring.hash('payee_check', false, 'release')
  for (let n = 0; n < endpoints; n++)
    await budgetsOf(
      server.app.db,
      key.consumerId,
      publicBudget.seconds,
    )([{ target, value: `another ${n}`, most: publicBudget.values }])
}

test('a consumer has 200 different public endpoints in a day: one more is refused, those it had are not', async () => {
  expect(publicBudget).toEqual({ values: 200, seconds: 86_400 })
  const greedy = await payer('greedy')
  const [first, last, beyond] = [await merchant(), await merchant(), await merchant()]
  expect((await ask(greedy, first)).status).toBe(201)
  await hadBefore(greedy, 198)
  expect((await ask(greedy, last)).status).toBe(201)
  const refused = await ask(greedy, beyond)
  expect([refused.status, failure(refused)]).toMatchObject([404, { code: 'release_not_found' }])
  expect(failure(refused)).toEqual(failure(await ask(greedy, { ...beyond, endpoint: 'end_nothing' })))
  for (const had of [first, last, first]) expect((await ask(greedy, had)).status).toBe(201)
  expect((await ask(await payer('modest'), beyond)).status).toBe(201)

  const granted = await merchant({ release: 'granted' })
  await mine.grant(granted.identity, greedy.key.consumer, { release: [granted.endpoint] })
  expect((await ask(greedy, granted)).status).toBe(201)

  await server.query`update value_budget set asked = (select jsonb_object_agg(key, value::float8 - 86401)
    from jsonb_each_text(asked) as t (key, value))`
  expect((await ask(greedy, beyond)).status).toBe(201)
})

test('the consumers of one company have them together', async () => {
  const [one, other] = [await payer('left hand'), await payer('right hand')]
  await server.query`update consumer set group_name = 'hands'
    where id = any(${[one.key.consumerId, other.key.consumerId]}::uuid[])`
  await hadBefore(one, 200)
  expect((await ask(other, await merchant())).status).toBe(404)
})
