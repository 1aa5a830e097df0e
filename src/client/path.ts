/** Builds a path with ids. An id with characters that could change the path is refused. @throws TypeError */
export function path(texts: TemplateStringsArray, ...ids: string[]): string {
  for (const id of ids) {
    if (typeof id !== 'string' || !/^\w+$/.test(id)) throw new TypeError('An id is made of letters, digits and _')
  }
  return String.raw({ raw: texts }, ...ids)
}
