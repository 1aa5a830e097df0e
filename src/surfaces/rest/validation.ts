import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { WireRefusal } from '../errors.ts'
import { ruleAt } from './schema-rule.ts'

type Issue = { keyword: string; instancePath: string; params: Record<string, unknown> }

const dotted = (pointer: string, ...more: string[]) =>
  [...pointer.split('/').filter((part) => part !== ''), ...more].join('.')

/** Creates a validator that refuses a body with the first of: a missing, an unknown, an invalid parameter. */
export function bodyValidator(schema: TSchema): (body: unknown) => void {
  const compiled = Compile(schema)
  return (body) => {
    if (compiled.Check(body)) return
    const issues = compiled.Errors(body) as unknown as Issue[]
    const unknown = issues.find(({ keyword }) => keyword === 'additionalProperties')
    if (unknown) {
      const [name = ''] = unknown.params.additionalProperties as string[]
      throw new WireRefusal('parameter_unknown', dotted(unknown.instancePath, name))
    }
    const missing = issues.find(({ keyword }) => keyword === 'required')
    if (missing) {
      const [name = ''] = missing.params.requiredProperties as string[]
      throw new WireRefusal('parameter_missing', dotted(missing.instancePath, name))
    }
    const path = dotted(issues[0]?.instancePath ?? '')
    throw new WireRefusal('parameter_invalid', path, ruleAt(schema, path === '' ? [] : path.split('.')))
  }
}

/** Query strings: each parameter known and given once. */
export function readQuery(
  known: readonly string[],
  query: Record<string, unknown>,
): Record<string, string | undefined> {
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name)) throw new WireRefusal('parameter_unknown', name)
    if (typeof value !== 'string') throw new WireRefusal('parameter_invalid', name, 'The parameter must be given once.')
  }
  return query as Record<string, string | undefined>
}
