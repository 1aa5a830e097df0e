import { expect, test } from 'vitest'
import { operatorCall } from '../../src/cli/app.ts'
import { importValues } from '../support/importing.ts'
import { registryForTests, registryOf } from '../support/registry.ts'

const { server, owner } = registryForTests()

const tricks = ['Acme‮knab', 'Ac‎me', 'Ac​me', 'two\nlines', 'bell\u0007', 'c1\u0085', '⁦Acme⁩', 'tag󠁁', 'ㅤ']

test.each(tricks)('%j is refused wherever a person reads free text', async (text) => {
  const mine = registryOf(server, owner)
  const { id: identity } = await mine.identity()
  const post = (path: string, body: object) => owner.post(path, body)
  const answers = await Promise.all([
    post('/v1/identities', { type: 'user', display_name: text }),
    mine.patch(`/v1/identities/${identity}`, { display_name: text }),
    post('/v1/consent_grants', { identity, consumer: owner.consumer, covers: { all: true }, purpose: text }),
    post('/v1/consent_requests', { alias: '@nobody.here', purpose: text }),
    post('/v1/webhooks', { url: 'https://example.com/', enabled_events: ['*'], description: text }),
    post('/v1/api_keys', { scopes: ['resolve'], name: text }),
  ])
  expect(answers.map(({ body }) => [body.error.code, body.error.param])).toEqual([
    ['parameter_invalid', 'display_name'],
    ['parameter_invalid', 'display_name'],
    ['parameter_invalid', 'purpose'],
    ['parameter_invalid', 'purpose'],
    ['parameter_invalid', 'description'],
    ['parameter_invalid', 'name'],
  ])

  const { rejected } = await importValues(server, owner.consumerId, [
    { object: 'identity', type: 'user', display_name: text },
  ])
  expect(rejected).toMatchObject([{ line: 1, code: 'parameter_invalid', field: 'display_name' }])
  expect(JSON.stringify(rejected)).not.toContain(text)
  const { services } = server.app
  await expect(services.consumers.create(operatorCall(server.app), { name: text })).rejects.toMatchObject({
    code: 'parameter_invalid',
  })
})
