import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type ErrorCode, errorCatalogue } from '../../kernel/errors.ts'
import { statusOf } from '../../kernel/status.ts'

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --quiet: #4a5561; --line: #c9d0d8; --mark: #fff3bf }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --paper: #14181d; --quiet: #a9b4c0; --line: #3a444f; --mark: #4a3f12 } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem; color: var(--ink); background: var(--paper); font: 1rem/1.6 system-ui, sans-serif }
p { color: var(--quiet) }
table { border-collapse: collapse; width: 100% }
th, td { padding: .5rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
tr:target { background: var(--mark) }
`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const row = (code: ErrorCode): string => {
  const { type, message } = errorCatalogue[code]
  return `<tr id="${code}"><td>${statusOf(code)}</td><td><code>${code}</code></td><td><code>${type}</code></td><td>${escaped(message)}</td></tr>`
}

const page = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Signpost: errors</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<p>The codes that REST and GraphQL answer with; GraphQL writes them in capitals. <code>param</code> names the field.</p>
<table>
<thead><tr><th scope="col">HTTP</th><th scope="col">Code</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${(Object.keys(errorCatalogue) as ErrorCode[]).map(row).join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`

/** Answers the page of all errors, which every refusal's `doc_url` leads to: an anchor for each code. */
export function mountErrorsPage(fastify: FastifyInstance): void {
  const text = page()
  fastify.get('/docs/errors', { schema: { hide: true }, exposeHeadRoute: true }, async (_, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy)
    return text
  })
}
