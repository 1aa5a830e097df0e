import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operatorCall } from '../../src/cli/app.ts'
import { decodeId, encodeId } from '../../src/kernel/id.ts'
import { startCommand } from '../support/command.ts'
import { folderForTests } from '../support/folder.ts'
import { failure, freshName, registryForTests, registryOf } from '../support/registry.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const encryptionKey = randomBytes(32)
const { server, owner, mine } = registryForTests({ encryptionKey })

const folder = folderForTests('payee-checks')

let payers = 0
const payer = (fields = {}) => server.key({ consumer: `payer ${payers++}`, scopes: ['payee_check'], ...fields })

/** An identity with a name and a public alias, and what they are called. */
async function payee(name: object = { kind: 'legal', name: 'John Smith' }, registry = mine, key = owner.key) {
  const { id } = await registry.identity()
  const { value } = await registry.username(id)
  const made = await server.send('POST', `/v1/identities/${id}/payee_names`, { key, body: name })
  return { id, alias: `@${value}`, name: made.body.id as string }
}

const check = async (key: string, alias: string, name: string) =>
  (await server.send('POST', '/v1/payee_checks', { key, body: { alias, name } })).body

const verdicts = async (key: string, alias: string, names: readonly string[]) => {
  const all: string[] = []
  for (const name of names) all.push((await check(key, alias, name)).verdict)
  return all
}

const missesOf = async (server: TestServer, key: string) =>
  (await server.send('GET', '/v1/limits', { key })).body.data.find((one: { policy: string }) => one.policy === 'misses')
    .remaining as number

test('a check answers with a verdict and never with a name', async () => {
  const { alias } = await payee()
  const { key } = await payer()
  const answer = await server.send('POST', '/v1/payee_checks', { key, body: { alias, name: 'JOHN SMITH' } })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    object: 'payee_check',
    verdict: 'declared_match',
    basis: 'declared',
    livemode: false,
    request_id: expect.stringMatching(/^req_/),
  })
  expect((await check(key, alias, 'Smith John')).verdict).toBe('close_match')
  const none = await server.send('POST', '/v1/payee_checks', { key, body: { alias, name: 'Jane Smith' } })
  expect(none.body).toMatchObject({ verdict: 'no_match', basis: null })
  expect(none.text).not.toMatch(/john/i)
})

test('the best of several names counts, and an identification is asked by its own field', async () => {
  const { id, alias } = await payee()
  await server.send('POST', `/v1/identities/${id}/payee_names`, {
    key: owner.key,
    body: { kind: 'identification', scheme: 'lei', value: '5299 00T8' },
  })
  const { key } = await payer()
  const asked = { alias, identification: { scheme: 'LEI', value: '529900t8' } }
  expect((await server.send('POST', '/v1/payee_checks', { key, body: asked })).body.verdict).toBe('declared_match')
  const parts = { alias, given: 'John', family: 'Smith' }
  expect((await server.send('POST', '/v1/payee_checks', { key, body: parts })).body.verdict).toBe('declared_match')
})

describe('unavailable is one answer', () => {
  const unavailable = { object: 'payee_check', verdict: 'unavailable', basis: null, livemode: false }

  test('for an alias that is unknown, hidden or without consent, and for a payee without names or who refuses', async () => {
    const hidden = await payee()
    const secret = await mine.username(hidden.id, freshName(), { privacy_level: 'private' })
    const guarded = await mine.username(hidden.id, freshName(), { privacy_level: 'consent_required' })
    const nameless = await mine.identity()
    const { value } = await mine.username(nameless.id)
    const refusing = await payee()
    await mine.patch(`/v1/identities/${refusing.id}`, { payee_checks: 'off' })
    const suspended = await payee()
    await mine.patch(`/v1/identities/${suspended.id}`, { status: 'suspended' })
    const { key } = await payer()
    for (const alias of ['@nobody.of.this.name', `@${secret.value}`, `@${guarded.value}`, `@${value}`]) {
      expect(await check(key, alias, 'John Smith')).toMatchObject(unavailable)
    }
    expect(await check(key, refusing.alias, 'John Smith')).toMatchObject(unavailable)
    expect(await check(key, suspended.alias, 'John Smith')).toMatchObject(unavailable)
  })

  test('and for a budget that is used up: three values a day, a repeat is free and judged again', async () => {
    const { alias } = await payee()
    const { key } = await payer()
    expect(await verdicts(key, alias, ['Ann Smith', 'Bob Smith', 'Eve Smith', 'John Smith'])).toEqual([
      'no_match',
      'no_match',
      'no_match',
      'unavailable',
    ])
    expect(await verdicts(key, alias, ['ann  SMITH', 'John Smith'])).toEqual(['no_match', 'unavailable'])
  })
})

describe('the budget', () => {
  test('is not widened by other aliases of the payee, nor by other keys of the consumer', async () => {
    const { id, alias } = await payee()
    const others = await Promise.all([1, 2, 3].map(async () => `@${(await mine.username(id)).value}`))
    const { key, consumerId } = await payer()
    expect(await verdicts(key, alias, ['Ann Smith', 'Bob Smith', 'Eve Smith'])).not.toContain('unavailable')
    const second = await server.key({ consumer: `payer ${payers - 1}`, scopes: ['payee_check'] })
    expect(second.consumerId).toBe(consumerId)
    for (const other of others) {
      expect((await check(key, other, 'John Smith')).verdict).toBe('unavailable')
      expect((await check(second.key, other, 'John Smith')).verdict).toBe('unavailable')
    }
  })

  test('is one for all consumers of a group', async () => {
    const { alias } = await payee()
    const company = await Promise.all([payer(), payer(), payer(), payer()])
    for (let nth = payers - 4; nth < payers; nth++)
      await server.app.services.consumers.update(operatorCall(server.app), `payer ${nth}`, { group: 'one company' })
    const names = ['Ann Smith', 'Bob Smith', 'Eve Smith', 'John Smith']
    const told = []
    for (const [nth, { key }] of company.entries()) told.push((await check(key, alias, names[nth]!)).verdict)
    expect(told).toEqual(['no_match', 'no_match', 'no_match', 'unavailable'])
  })

  test('admits three of a hundred concurrent values', async () => {
    const { alias } = await payee()
    const { key } = await payer()
    const names = Array.from({ length: 100 }, (_, n) => `Q${String.fromCharCode(97 + (n % 26), 97 + n / 26)} Smith`)
    const all = await Promise.all(names.map((name) => check(key, alias, name)))
    expect(all.filter(({ verdict }) => verdict === 'no_match').length).toBe(3)
    expect(all.filter(({ verdict }) => verdict === 'unavailable').length).toBe(97)
  })

  test('counts for an alias that nobody has like for one that exists', async () => {
    const nobody = `@${freshName()}`
    const { key } = await payer()
    for (const name of ['Ann Smith', 'Bob Smith', 'Eve Smith', 'John Smith']) await check(key, nobody, name)
    const { id } = await payee()
    await mine.username(id, nobody.slice(1))
    expect((await check(key, nobody, 'John Smith')).verdict).toBe('unavailable')
  })

  test('comes back after 24 hours', async () => {
    const { alias } = await payee()
    const { key } = await payer()
    await verdicts(key, alias, ['Ann Smith', 'Bob Smith', 'Eve Smith'])
    await server.query`update value_budget set asked =
      (select jsonb_object_agg(key, value::text::float8 - 86401) from jsonb_each(asked))`
    expect((await check(key, alias, 'John Smith')).verdict).toBe('declared_match')
  })

  test('writes nothing for a name that was asked already', async () => {
    const { alias } = await payee()
    const { key } = await payer()
    const rows = () => server.query`select xmin::text, * from value_budget order by subject, target`
    const begin = await rows()
    await check(key, alias, 'Ann Smith')
    const before = await rows()
    expect(before.length).toBe(begin.length + 2)
    await check(key, alias, 'Ann Smith')
    expect(await rows()).toEqual(before)
  })

  test('keeps no asked name', async () => {
    const { alias } = await payee()
    const { key } = await payer()
    await check(key, alias, 'Hieronymus Smith')
    const rows = await server.query<{ text: string }>`select b::text as text from value_budget b`
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ text }) => /hieronymus/i.test(text))).toEqual([])
  })
})

test('each new value that does not match costs a miss, a match and a repeat cost none', async () => {
  // The bucket admits one in two hours: a slow machine sees no refill between two answers.
  const env = { RATE_LIMITS: 'on', RATE_LIMIT_MISSES: '20 + 0.0008/min' }
  const limited = await startTestServer({ database: server.database, encryptionKey, env })
  const { alias } = await payee()
  const { key } = await payer()
  const spent = async (name: string, whom = alias) => {
    const before = await missesOf(limited, key)
    await limited.send('POST', '/v1/payee_checks', { key, body: { alias: whom, name } })
    return before - (await missesOf(limited, key))
  }
  const attested = await payee()
  await server.app.services.payeeNames.attest(operatorCall(server.app), attested.name)
  expect(await spent('John Smith', attested.alias)).toBeLessThanOrEqual(0)
  expect(await spent('John Smith')).toBe(1)
  expect(await spent('John Smith')).toBeLessThanOrEqual(0)
  expect(await spent('Ann Smith')).toBe(1)
  expect(await spent('Smith John')).toBe(1)
  expect(await spent('John Jones')).toBe(1)
  expect(await spent('John Jones')).toBe(1)
  await limited.close()
})

test.each([true, false])(
  'a declared name is answered as the same name, not verified, an attested one as a match: livemode %s',
  async (livemode) => {
    const { key: registering } = await server.key({ livemode })
    const { alias, name } = await payee(
      { kind: 'legal', name: 'John Smith' },
      registryOf(server, { key: registering }),
      registering,
    )
    const { key } = await payer({ livemode })
    expect(await check(key, alias, 'John Smith')).toMatchObject({ verdict: 'declared_match', basis: 'declared' })
    await server.app.services.payeeNames.attest(operatorCall(server.app), name)
    expect(await check(key, alias, 'John Smith')).toMatchObject({ verdict: 'match', basis: 'attested' })
  },
)

test('the owner can turn off declared matches', async () => {
  const { id, alias } = await payee()
  await mine.patch(`/v1/identities/${id}`, { declared_match: 'off' })
  expect((await mine.get(`/v1/identities/${id}`)).declared_match).toBe('off')
  const { key } = await payer()
  expect(await check(key, alias, 'John Smith')).toMatchObject({ verdict: 'no_match', basis: null })
  expect((await check(key, alias, 'Smith John')).verdict).toBe('close_match')
})

test('a writer of the database attests no name: with its basis changed it is none, and the operator is refused', async () => {
  const live = await server.key({ livemode: true })
  const { alias, name } = await payee({ kind: 'legal', name: 'John Smith' }, registryOf(server, live), live.key)
  const { key } = await payer({ livemode: true })
  const write = (basis: string) =>
    server.query`update payee_name set basis = ${basis} where id = ${decodeId('payeeName', name)}`
  const attest = () => server.app.services.payeeNames.attest(operatorCall(server.app), name)
  await write('attested')
  expect((await check(key, alias, 'John Smith')).verdict).toBe('unavailable')
  await write('declared')
  await attest()
  expect(await check(key, alias, 'John Smith')).toMatchObject({ verdict: 'match', basis: 'attested' })
  await write('declared')
  expect((await check(key, alias, 'John Smith')).verdict).toBe('unavailable')
  await expect(attest()).rejects.toMatchObject({ code: 'decryption_failed' })
})

test('attest prints the names of a batch once it has committed, whatever becomes of the next', async () => {
  const { name } = await payee()
  const unknown = Array.from({ length: 100 }, () => encodeId('payeeName', randomUUID()))
  const file = join(folder, 'verified.txt')
  writeFileSync(file, [...unknown, name].join('\n'))
  const client = await server.app.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from payee_name where id = $1 for update', [decodeId('payeeName', name)])
    const { child, saying, finished } = startCommand(['payee-names', 'attest', '--file', file, '--json'], {
      DATABASE_URL: server.database.url,
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
    })
    const ending = setTimeout(() => child.kill(), 30_000)
    await saying(new RegExp(unknown.at(-1)!))
    clearTimeout(ending)
    await client.query('commit')
    const { code, stdout } = await finished
    expect([code, stdout.trim().split('\n').length]).toEqual([1, 101])
    expect(stdout).toContain(JSON.stringify({ id: name, basis: 'attested' }))
  } finally {
    await client.query('rollback')
    client.release()
  }
}, 60_000)

test('the owner can turn off close matches', async () => {
  const { id, alias } = await payee()
  await mine.patch(`/v1/identities/${id}`, { close_match: 'off' })
  const { key } = await payer()
  expect(await check(key, alias, 'Smith John')).toMatchObject({ verdict: 'no_match', basis: null })
  expect((await check(key, alias, 'John Smith')).verdict).toBe('declared_match')
})

test('a name that cannot be opened is none, and the others still count', async () => {
  const { id, alias, name } = await payee()
  await server.query`update payee_name set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)
    where id = ${decodeId('payeeName', name)}`
  const { key } = await payer()
  expect((await check(key, alias, 'John Smith')).verdict).toBe('unavailable')
  const body = { kind: 'trade', name: 'John Smith' }
  await server.send('POST', `/v1/identities/${id}/payee_names`, { key: owner.key, body })
  expect((await check(key, alias, 'John Smith')).verdict).toBe('declared_match')
})

test('a bulk judges each item on its own, also of one payee', async () => {
  const { alias } = await payee()
  const other = await payee({ kind: 'legal', name: 'Ann Lee' })
  const { key } = await payer()
  const items = [
    { alias, name: 'John Smith' },
    { alias, name: 'Smith John' },
    { alias: other.alias, name: 'Ann Lee' },
    { alias: '@nobody.here', name: 'Ann Lee' },
    { alias: 'not an alias', name: 'Ann Lee' },
    { alias },
    'text',
    { alias, name: 'Eve Smith' },
    { alias, name: 'Bob Smith' },
  ]
  const { body } = await server.send('POST', '/v1/payee_checks/bulk', { key, body: { items } })
  const told = body.results.map(
    (entry: { verdict?: string; error?: { code: string } }) => entry.verdict ?? entry.error!.code,
  )
  expect(told).toEqual([
    'declared_match',
    'close_match',
    'declared_match',
    'unavailable',
    expect.stringMatching(/^alias_/),
    'parameter_missing',
    'parameter_invalid',
    'no_match',
    'unavailable',
  ])
  const many = Array.from({ length: 101 }, () => ({ alias, name: 'John Smith' }))
  expect(failure(await server.send('POST', '/v1/payee_checks/bulk', { key, body: { items: many } })).code).toBe(
    'bulk_limit_exceeded',
  )
})

test('every check waits for its release step, with any verdict', async () => {
  const { alias } = await payee()
  const { key } = await payer()
  const { counts } = server.app.quantise
  for (const name of ['John Smith', 'Ann Smith']) {
    const before = counts.single.released
    await check(key, alias, name)
    expect(counts.single.released).toBe(before + 1)
  }
  const before = counts.bulk.released
  await server.send('POST', '/v1/payee_checks/bulk', { key, body: { items: [{ alias, name: 'John Smith' }] } })
  expect(counts.bulk.released).toBe(before + 1)
})

test('the owner finds each verdict among the disclosure records, without a name', async () => {
  const { id, alias } = await payee()
  const { key, consumer } = await payer()
  await verdicts(key, alias, ['John Smith', 'Smith John', 'Ann Smith', 'Bob Smith'])
  await expect
    .poll(async () => (await mine.get(`/v1/identities/${id}/disclosures`)).data.length, { timeout: 5_000 })
    .toBe(4)
  const { data } = await mine.get(`/v1/identities/${id}/disclosures`)
  expect(data.map((record: { verdict: string }) => record.verdict).sort()).toEqual(
    ['declared_match', 'close_match', 'no_match', 'unavailable'].sort(),
  )
  for (const record of data) expect(record).toMatchObject({ kind: 'check', consumer, endpoints: [], identity: id })
  expect(JSON.stringify(data)).not.toMatch(/smith/i)
})

test('GraphQL works like REST', async () => {
  const { alias } = await payee()
  const { key } = await payer()
  const text = `query ($input: CheckPayeeInput!) {
    checkPayee(input: $input) { verdict basis livemode }
    checkPayees(items: [$input]) { verdict error { code } }
  }`
  const { body } = await server.send('POST', '/graphql', {
    key,
    body: { query: text, variables: { input: { alias, given: 'John', family: 'Smith' } } },
  })
  expect(body.data).toEqual({
    checkPayee: { verdict: 'DECLARED_MATCH', basis: 'DECLARED', livemode: false },
    checkPayees: [{ verdict: 'DECLARED_MATCH', error: null }],
  })
})

test('a key without the scope is refused, and resolve does not bring it', async () => {
  const { key } = await server.key({ consumer: 'resolver', scopes: ['resolve'] })
  const answer = await server.send('POST', '/v1/payee_checks', { key, body: { alias: '@nobody', name: 'Ann Lee' } })
  expect([answer.status, failure(answer)]).toMatchObject([403, { code: 'scope_missing', param: 'payee_check' }])
})

describe('an asked name', () => {
  const ask = async (key: string, body: object) => {
    const answer = await server.send('POST', '/v1/payee_checks', {
      key,
      body: { alias: '@nobody.of.this.name', ...body },
    })
    return answer.status === 200 ? answer.body.verdict : [answer.status, failure(answer).code, failure(answer).param]
  }

  test('without a letter is a name like any other, and matches nobody', async () => {
    const { alias } = await payee()
    const { key } = await payer()
    for (const name of ['.', '🙂', ' ']) {
      const answer = await server.send('POST', '/v1/payee_checks', { key, body: { alias, name } })
      expect([answer.status, answer.body.verdict, answer.body.basis]).toEqual([200, 'no_match', null])
    }
  })

  test('over 140 characters or 20 words after NFKC is refused by the text alone', async () => {
    const { key } = await payer()
    const refused = (param: string) => [400, 'parameter_invalid', param]
    expect(await ask(key, { name: 'x'.repeat(140) })).toBe('unavailable')
    expect(await ask(key, { name: 'é'.repeat(140).normalize('NFD') })).toBe('unavailable')
    expect(await ask(key, { name: 'x'.repeat(141) })).toEqual(refused('name'))
    expect(await ask(key, { name: Array(4).fill('ﷺ ﷺ').join(' & ') })).toEqual(refused('name'))
    expect(await ask(key, { name: Array(20).fill('x').join(' ') })).toBe('unavailable')
    expect(await ask(key, { name: Array(21).fill('x').join(' ') })).toEqual(refused('name'))
    expect(await ask(key, { given: 'x'.repeat(141), family: 'y' })).toEqual(refused('given'))
    expect(await ask(key, { given: 'x'.repeat(100), family: 'y'.repeat(41) })).toEqual(refused('family'))
    expect(await ask(key, { name: '' })).toEqual(refused('name'))
  })
})

test('a registered name has the same bounds, and letters or digits', async () => {
  const { id } = await mine.identity()
  const register = async (body: object) => {
    const answer = await server.send('POST', `/v1/identities/${id}/payee_names`, { key: owner.key, body })
    return answer.status === 201 ? 201 : [answer.status, failure(answer).code, failure(answer).param]
  }
  const refused = (param: string) => [400, 'parameter_invalid', param]
  const anna = { name: 'Anna Schmidt' }
  expect(await register({ kind: 'legal', name: 'ﷺ'.repeat(8) })).toEqual(refused('name'))
  expect(await register({ kind: 'legal', name: '🙂' })).toEqual(refused('name'))
  expect(await register({ kind: 'legal', given: 'Anna', family: '.' })).toEqual(refused('family'))
  expect(await register({ kind: 'joint', holders: [anna, { name: 'x '.repeat(21) }] })).toEqual(
    refused('holders.1.name'),
  )
  expect(await register({ kind: 'joint', holders: [anna, { name: 'x'.repeat(140) }] })).toBe(201)
})

test('separators give no further values: the budget counts compared values', async () => {
  const { alias } = await payee({ kind: 'joint', holders: [{ name: 'Anna Schmidt' }, { name: 'Robert Meier' }] })
  const { key } = await payer()
  const ways = [
    'Anna Schmidt and-Jones & Robert Meier',
    'Anna Schmidt and.Jones & Robert Meier',
    'Anna Schmidt, and Jones & Robert Meier',
  ]
  expect(await verdicts(key, alias, [...ways, 'Anna Schmidt & Robert Meier'])).toEqual([
    'no_match',
    'no_match',
    'no_match',
    'unavailable',
  ])
})
