import type { FastifyInstance } from 'fastify'
import { version } from '../../kernel/version.ts'
import { createPage, hidden, isForPeople, mark } from '../http/page.ts'

/** Writes the address of this service into the sample, and copies it. */
const script = `
const sample = document.querySelector('code')
sample.textContent = sample.textContent.replace('$SIGNPOST_URL', location.origin)
const button = document.querySelector('button')
button.hidden = false
button.onclick = async () => { await navigator.clipboard.writeText(sample.textContent); button.textContent = 'Copied' }
`

/** A link of the landing page: path, name and description. */
export type Place = readonly [path: string, name: string, what: string]

const doors: readonly Place[] = [
  ['/console', 'Console', 'Identities, consent, webhooks and keys, in the browser'],
  ['/docs', 'Documentation', 'Guides, every error and every limit, with one search'],
  ['/graphql', 'GraphQL explorer', 'Queries with completion, beside the schema'],
  ['/docs/reference', 'API reference', 'Every REST route, with samples to run'],
]
const others: readonly Place[] = [
  ['/openapi.json', 'OpenAPI', ''],
  ['/schema.graphql', 'GraphQL schema', ''],
  ['/healthz', 'Health', ''],
  ['/readyz', 'Readiness', ''],
]

const landing = (isMounted: (place: Place) => boolean): string => `<main>
<header>${mark}<h1>Signpost</h1></header>
<p class="lead">Ask where an alias is paid: a username, a phone number or an e-mail address. Get the wallets and accounts that you may see, and nothing else.</p>
<div class="try"><pre><code>curl $SIGNPOST_URL/v1/resolve \\
  -H 'Authorization: Bearer spk_test_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"alias": "@alice"}'</code></pre><button type="button" hidden>Copy</button></div>
<nav aria-label="Pages">
${doors
  .filter(isMounted)
  .slice(0, 3)
  .map(([path, name, what]) => `<a href="${path}"><strong>${name}</strong><span>${what}</span></a>`)
  .join('\n')}
</nav>
<footer>Version ${version} · ${[...doors.filter(isMounted).slice(3), ...others.filter(isMounted)]
  .map(([path, name]) => `<a href="${path}">${name}</a>`)
  .join(' · ')}</footer>
</main>`

/**
 * Answers `/` to a browser with links to the mounted pages, and to every other client as an unknown route.
 *
 * @param mounted returns true for a mounted page: a build may leave some out
 */
export function mountLanding(fastify: FastifyInstance, mounted: (path: string) => boolean): void {
  const send = createPage({ title: 'Signpost', body: landing(([path]) => mounted(path)), script })
  fastify.get('/', hidden, (request, reply) => {
    if (isForPeople(request)) return send(reply)
    reply.header('vary', 'accept')
    return reply.callNotFound()
  })
}
