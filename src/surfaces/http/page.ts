import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { statusOf } from '../../kernel/status.ts'

/** The colours of the console (web/console/src/styles/tokens.css). */
const style = `
:root { color-scheme: light dark; --ink: #12211e; --ground: #f5f7f6; --panel: #fff; --quiet: #526661; --brand: #0f6b5c; --on-brand: #fff; --line: #dfe6e4 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8efed; --ground: #0e1413; --panel: #161e1c; --quiet: #9cada8; --brand: #5fd0b8; --on-brand: #06201b; --line: #2a3532 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 52rem; padding: 4rem 1.25rem; color: var(--ink); background: var(--ground); font: 1rem/1.6 system-ui, sans-serif }
header { display: flex; align-items: center; gap: .75rem }
svg { width: 2.5rem; height: 2.5rem }
h1 { margin: 0; font-size: 1.75rem }
.lead { margin: 1.25rem 0; font-size: 1.2rem }
.try { display: flex; align-items: start; gap: .75rem; padding: 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--panel) }
pre { flex: 1; min-width: 0; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.6 ui-monospace, Menlo, Consolas, monospace }
button { padding: .3rem .9rem; border: 0; border-radius: 8px; color: var(--on-brand); background: var(--brand); font: inherit; font-weight: 600; cursor: pointer }
nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; margin: 1.5rem 0 }
nav a { display: block; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: 12px; color: inherit; background: var(--panel); text-decoration: none }
nav a:hover { border-color: var(--brand) }
nav strong { color: var(--brand) }
nav span { display: block; color: var(--quiet); font-size: .9rem }
footer { color: var(--quiet); font-size: .9rem }
a { color: var(--brand) }
`

/** For the policy of a page: what it may run or use, by its hash. */
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const mark = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0f6b5c"/><path fill="#fff" d="M15 5h2v2h6l3 3-3 3h-6v2h-2v-2H9V7h6zM9 16h14v6h-6v5h-2v-5H9l-3-3z"/></svg>`

/** The options of a route for people and monitors: HEAD works too, and the OpenAPI document leaves it out. */
export const hidden = { schema: { hide: true }, exposeHeadRoute: true }

/** A page of its own, with one script at most. It loads nothing. */
export type Page = { title: string; body: string; script?: string }

export const isForPeople = ({ headers }: FastifyRequest): boolean => /text\/html/.test(headers.accept ?? '')

/** A page's Content-Security-Policy: `allowed` and nothing else, with the sources of each directive. */
export const policyOf = (allowed: Readonly<Record<string, string>>): string =>
  [
    "default-src 'none'",
    ...Object.entries(allowed).map(([directive, sources]) => `${directive} ${sources}`),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Only resources of the page's own origin, and nothing inline. */
export const ownOrigin = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
} as const

/** Makes the text of a page once. @returns its sender */
export function createPage({ title, body, script }: Page): (reply: FastifyReply) => FastifyReply {
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`
  const policy = policyOf({
    'style-src': hashOf(style),
    ...(script === undefined ? {} : { 'script-src': hashOf(script) }),
  })
  return (reply) =>
    reply.header('vary', 'accept').type('text/html; charset=utf-8').header('content-security-policy', policy).send(text)
}

const sendNoSuchPage = createPage({
  title: 'No such page · Signpost',
  body: `<main>
<header>${mark}<h1>No such page</h1></header>
<p class="lead">The address may be mistyped, or the page has another one now.</p>
<nav aria-label="Pages"><a href="/"><strong>Signpost</strong><span>The first page</span></a><a href="/docs"><strong>Documentation</strong><span>Guides, with one search</span></a></nav>
</main>`,
})

/** Answers an unknown path to a browser with a page. @returns false for every other client, which gets the usual refusal */
export function sendMissing(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!isForPeople(request) || !['GET', 'HEAD'].includes(request.method) || request.url.startsWith('/v1')) return false
  sendNoSuchPage(reply.code(statusOf('route_not_found')))
  return true
}
