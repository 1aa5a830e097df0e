import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clientOperations, withEvents } from '../client/operations.ts'
import { type JsonSchema, openApiDocument } from '../openapi-document.ts'
import { pythonResources } from './resources.ts'
import { banner, pythonTypes } from './types.ts'

export const pythonFolder = fileURLToPath(new URL('../../packages/python/src/signpost/generated/', import.meta.url))

/** The generated files of the Python client, by name. */
export async function pythonFiles(): Promise<Record<string, string>> {
  const document = withEvents(await openApiDocument())
  const operations = clientOperations(document)
  const sent = new Map<string, JsonSchema>()
  const files = {
    'resources.py': pythonResources(operations, 'sync', sent),
    'async_resources.py': pythonResources(operations, 'async', sent),
  }
  return { '__init__.py': `${banner.trimEnd()}\n`, 'types.py': pythonTypes(document, [...sent]), ...files }
}

if (import.meta.main) {
  mkdirSync(pythonFolder, { recursive: true })
  for (const [name, text] of Object.entries(await pythonFiles())) writeFileSync(pythonFolder + name, text)
}
