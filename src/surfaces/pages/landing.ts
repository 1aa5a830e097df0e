import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { version } from '../../kernel/version.ts'

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --quiet: #4a5561; --link: #0b57b0; --line: #c9d0d8 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --paper: #14181d; --quiet: #a9b4c0; --link: #8cb8ff; --line: #3a444f } }
body { margin: 0 auto; max-width: 42rem; padding: 3rem 1.25rem; color: var(--ink); background: var(--paper); font: 1rem/1.6 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.75rem }
p { color: var(--quiet) }
ul { list-style: none; padding: 0 }
li { padding: .75rem 0; border-top: 1px solid var(--line) }
a { color: var(--link); font-weight: 600 }
li span { display: block; color: var(--quiet) }
`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A link of the landing page: path, name and description. */
export type Place = readonly [path: string, name: string, what: string]

const places: readonly Place[] = [
  ['/console', 'Console', 'identities, consent, webhooks and keys of the owner'],
  ['/graphql', 'GraphQL explorer', 'queries with completion and the schema beside them'],
  ['/docs', 'Documentation', 'guides, limits and every error, with one search'],
  ['/docs/reference', 'API reference', 'every REST route, with samples to run'],
  ['/openapi.json', 'OpenAPI document', 'the same for programs'],
  ['/schema.graphql', 'GraphQL schema', 'the same for programs'],
  ['/healthz', 'Health', 'liveness: the process runs'],
  ['/readyz', 'Readiness', 'readiness: its database answers'],
]

const page = (shown: readonly Place[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Signpost</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Signpost</h1>
<p>Identity registry and resolution service, version ${version}. Every route under /v1 needs an API key.</p>
<nav aria-label="Pages">
<ul>
${shown.map(([path, name, what]) => `<li><a href="${path}">${name}</a><span>${what}</span></li>`).join('\n')}
</ul>
</nav>
</main>
</body>
</html>
`

const isForPeople = (accept: string | undefined): boolean => /text\/html/.test(accept ?? '')

/**
 * Answers `/` to a browser with links to the mounted pages, and to every other client as an unknown route.
 *
 * @param mounted returns true for a mounted page: a build may leave some out
 */
export function mountLanding(fastify: FastifyInstance, mounted: (path: string) => boolean): void {
  const text = page(places.filter(([path]) => mounted(path)))
  fastify.get('/', { schema: { hide: true }, exposeHeadRoute: true }, (request, reply) => {
    reply.header('vary', 'accept')
    if (!isForPeople(request.headers.accept)) return reply.callNotFound()
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy)
    return reply.send(text)
  })
}
