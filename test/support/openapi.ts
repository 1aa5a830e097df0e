/** An OpenAPI document with its references followed; none of them leads back to itself. */
export function dereferenced<T extends object>(document: T): T {
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow)
    if (typeof value !== 'object' || value === null) return value
    if ('$ref' in value) return follow(targetOf(document, String(value.$ref)))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, follow(inner)]))
  }
  return follow(document) as T
}

/** @throws when it leads nowhere */
function targetOf(document: object, ref: string): unknown {
  const target = ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
  if (target === undefined) throw new Error(`${ref} leads nowhere`)
  return target
}
