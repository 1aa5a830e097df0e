import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { beforeAll, describe, expect, test } from 'vitest'
import { pages } from '../../../scripts/pages.ts'
import { type Body, startTestServer } from '../../support/server.ts'

type Lint = (text: string) => Promise<string[]>

/** Everything that the recommended rules of Redocly say: errors and warnings. */
const redocly: Lint = async (text) => {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintDocument({
    document: makeDocumentFromString(text, 'openapi.json'),
    config,
    externalRefResolver: new BaseResolver(config.resolve),
  })
  return found.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)
}

/** Everything that the recommended rules of Spectral for OpenAPI say: errors, warnings and hints. */
const spectral: Lint = async (text) => {
  const linter = new spectralCore.Spectral()
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] })
  return (await linter.run(text)).map(({ code, path }) => `${code} ${path.join('/')}`)
}

let documents: Record<string, string>
beforeAll(async () => {
  const server = await startTestServer({ env: { PUBLIC_URL: 'https://signpost.test' } })
  try {
    documents = { api: (await server.send('GET', '/openapi.json')).text, admin: await pages.admin!.text() }
  } finally {
    await server.close()
  }
})

/** The document after a change. */
function changed(name: string, change: (document: Body) => void): string {
  const document = JSON.parse(documents[name]!)
  change(document)
  return JSON.stringify(document)
}

/** Faults of one operation, and the rules of each linter that name them. */
const faults: [string, (operation: Body) => void, { redocly: string; spectral: string }][] = [
  [
    'an operation without an id and a summary',
    (operation) => {
      delete operation.operationId
      delete operation.summary
      delete operation.description
    },
    { redocly: 'operation-summary', spectral: 'operation-operationId' },
  ],
  [
    'a schema that is not there',
    (operation) => {
      operation.responses[200].content['application/json'].schema = { $ref: '#/components/schemas/Nowhere' }
    },
    { redocly: 'no-unresolved-refs', spectral: 'invalid-ref' },
  ],
  [
    'an example that its schema does not allow',
    (operation) => {
      operation.responses[200].content['application/json'] = { schema: { type: 'string' }, example: 7 }
    },
    { redocly: 'no-invalid-media-type-examples', spectral: 'oas3-valid-media-example' },
  ],
]

describe.each([
  ['redocly', redocly],
  ['spectral', spectral],
] as const)('the recommended rules of %s', (name, lint) => {
  test.each(['api', 'admin'])('find nothing in the document of the %s', async (document) => {
    expect(Object.keys(JSON.parse(documents[document]!).paths).length).toBeGreaterThan(5)
    expect(await lint(documents[document]!)).toEqual([])
  })

  test.each(faults)('find %s', async (_, spoil, rules) => {
    for (const [document, path] of [
      ['api', '/v1/me'],
      ['admin', '/admin/v1/consumers'],
    ] as const) {
      const found = await lint(changed(document, ({ paths }) => spoil(paths[path].get)))
      expect(found.join('\n')).toContain(rules[name])
    }
  })
})
