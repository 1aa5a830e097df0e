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

const starterQuery = `# Who is behind an alias? Ctrl-Enter runs it.
# The demo registry knows @alice and $acme.

query Resolve {
  resolve(input: { alias: "@alice" }) {
    identityId
    type
    matchedAlias {
      type
      value
    }
    endpoints {
      id
      type
      capabilities {
        asset
        network
        rail
      }
      ... on DisclosedCryptoWallet {
        address
      }
      ... on DisclosedBankAccount {
        last4
        token
      }
      ... on DisclosedPaymentPointer {
        url
      }
    }
    disclosure {
      totalEndpoints
      disclosed
    }
  }
}
`

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

/**
 * GraphiQL gives each tab's list item the role of a tab, and puts two buttons into it: a control in a control, which a
 * screen reader doesn't reach. This turns it into a list of buttons, one of which is the current one.
 */
function mendTabs(root: HTMLElement): void {
  const mend = () => {
    for (const list of root.querySelectorAll('.graphiql-tabs[role]')) list.removeAttribute('role')
    for (const item of root.querySelectorAll('.graphiql-tab')) {
      item.removeAttribute('role')
      const selected = item.getAttribute('aria-selected')
      if (selected === null) continue
      item.querySelector('.graphiql-tab-button')?.setAttribute('aria-current', selected)
      item.removeAttribute('aria-selected')
    }
  }
  const watched = { subtree: true, childList: true, attributeFilter: ['role', 'aria-selected'] }
  new MutationObserver(mend).observe(root, watched)
  mend()
}

const root = document.getElementById('explorer')!
mendTabs(root)
loadSchema()
  .catch(() => undefined)
  .then((schema) => createRoot(root).render(<Explorer schema={schema} />))
