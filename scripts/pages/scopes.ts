import { hasScope, type Scope, scopeName, scopes } from '../../src/kernel/scopes.ts'
import { operations } from '../../src/surfaces/operations.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'

const code = (text: string) => `\`${text}\``

/** The operations that a scope opens by itself, by their routes. */
function opened(scope: Scope): string {
  const fields = Object.entries(operations).flatMap(([field, { scope: needed }]) =>
    [needed].flat().includes(scope) ? [field] : [],
  )
  const paths = routes.filter(({ maps }) => fields.includes(maps)).map(({ verb, path }) => code(`${verb} ${path}`))
  return [...new Set(paths)].join(' ')
}

const row = ([scope, { grants, includes }]: [string, (typeof scopes)[Scope]]): string => {
  const also = includes.length > 0 ? `; includes ${includes.map(code).join(', ')}` : ''
  const routed = scope === '*' ? 'every route' : opened(scope as Scope)
  return `| ${code(scope)} | ${code(scopeName(scope as Scope))} | ${grants}${also} | ${routed} |`
}

/** docs/reference/scopes.md, whole. */
export const scopesPage = (): string => `# Scopes

A scope says what a key may do. A key has one or more; without the right one a request is refused with 403
[\`scope_missing\`](errors.md#scope_missing), whose \`param\` names it. Any key may read \`GET /v1/me\`, its limits, the catalogue and normalize
aliases.

- Give a key as few scopes as its program needs. For a checkout: \`resolve\`, \`payee_check\`, \`destination_check\` and \`release\`.
- A key can only issue keys with scopes that it has itself. ${hasScope(['*'], 'audit:read') ? '`*` has them all.' : ''}
- GraphQL has the same scopes as an enum, in the second column.

| Scope | GraphQL | Access | Routes |
|---|---|---|---|
${Object.entries(scopes)
  .map((entry) => row(entry as [string, (typeof scopes)[Scope]]))
  .join('\n')}
`
