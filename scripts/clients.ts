// node scripts/clients.ts client|python: writes the generated files of that client.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientOperation, clientOperations, withEvents } from './client/operations.ts'
import { clientResources } from './client/resources.ts'
import { clientTypes } from './client/types.ts'
import { type JsonSchema, type OpenApi, openApiDocument } from './openapi-document.ts'
import { pythonResources } from './python/resources.ts'
import { banner as pythonBanner, pythonTypes } from './python/types.ts'

type Files = Record<string, string>
type Client = { folder: string; files: (document: OpenApi, operations: readonly ClientOperation[]) => Files }

const root = join(import.meta.dirname, '..')
const banner = '// Made by `npm run generate -- client` of the OpenAPI document.\n\n'

export const clients: Readonly<Record<'client' | 'python', Client>> = {
  client: {
    folder: join(root, 'src/client/generated'),
    files: (document, operations) => ({
      'types.ts': banner + clientTypes(document, operations),
      'resources.ts': banner + clientResources(operations),
    }),
  },
  python: {
    folder: join(root, 'packages/python/src/signpost/generated'),
    files(document, operations) {
      const sent = new Map<string, JsonSchema>()
      const resources = {
        'resources.py': pythonResources(operations, 'sync', sent),
        'async_resources.py': pythonResources(operations, 'async', sent),
      }
      return {
        '__init__.py': `${pythonBanner.trimEnd()}\n`,
        'types.py': pythonTypes(document, [...sent]),
        ...resources,
      }
    },
  },
}

/** The generated files of a client, by name. */
export async function filesOf({ files }: Client): Promise<Files> {
  const document = withEvents(await openApiDocument())
  return files(document, clientOperations(document))
}

if (import.meta.main) {
  const client = clients[process.argv[2] as keyof typeof clients]
  for (const [name, text] of Object.entries(await filesOf(client))) writeFileSync(join(client.folder, name), text)
}
