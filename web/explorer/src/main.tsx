import './workers.ts'
import 'graphiql/style.css'
import './explorer.css'
import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import { buildSchema, type GraphQLSchema } from 'graphql'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { withKey } from './api-key.ts'
import { KeyField } from './key-field.tsx'
import { starterQuery } from './starter-query.ts'
import { mendTabs } from './tabs.ts'

const fetcher = createGraphiQLFetcher({ url: '/graphql', fetch: withKey })

const darkness = matchMedia('(prefers-color-scheme: dark)')

function onDarkness(notify: () => void): () => void {
  darkness.addEventListener('change', notify)
  return () => darkness.removeEventListener('change', notify)
}

function Explorer({ schema }: { schema: GraphQLSchema | undefined }) {
  // GraphiQL's editors read the system's theme once: a new theme mounts them again, with the contents of the tab.
  const isDark = useSyncExternalStore(onDarkness, () => darkness.matches)

  return (
    <>
      <KeyField />
      <main>
        <GraphiQL
          key={String(isDark)}
          fetcher={fetcher}
          {...(schema ? { schema } : {})}
          storage={sessionStorage}
          defaultQuery={starterQuery}
          defaultEditorToolsVisibility={false}
          shouldPersistHeaders={false}
          showPersistHeadersSettings={false}
        >
          <GraphiQL.Logo>
            <h1 className="title">GraphQL explorer</h1>
          </GraphiQL.Logo>
        </GraphiQL>
      </main>
    </>
  )
}

/**
 * The schema from its file, which needs no key. Undefined if it can't be read: the explorer then uses introspection.
 */
async function loadSchema(): Promise<GraphQLSchema | undefined> {
  const file = await fetch('/schema.graphql?plain')
  return file.ok ? buildSchema(await file.text()) : undefined
}

const root = document.getElementById('explorer')!
mendTabs(root)
loadSchema()
  .catch(() => undefined)
  .then((schema) => createRoot(root).render(<Explorer schema={schema} />))
