import { type ClientOperation, pascal } from '../client/operations.ts'
import { isOperation, type Tree, treeOf } from '../client/resources.ts'
import type { JsonSchema } from '../openapi-document.ts'
import { banner, isName, quoted, snake, typeOf } from './types.ts'

type Argument = { key: string; name: string; type: string; isRequired: boolean }

/** The arguments of a method by name. Nested objects are separate types, which `declared` collects. */
function argumentsOf({ body, query }: ClientOperation, declared: Map<string, JsonSchema>): Argument[] {
  const { type, schema } = (body ?? query)!
  const { properties, required = [] } = schema
  if (schema.type !== 'object' || !properties) throw new Error(`${type} has no named members`)
  return Object.entries(properties).map(([key, one]) => ({
    key,
    name: snake(key),
    type: typeOf(
      one,
      type.replace(/(?:Body|Query)$/, '') + pascal(key),
      (name, inner) => declared.set(name, inner),
      'types.',
    ).replace(/^List\[/, 'Sequence['),
    isRequired: required.includes(key),
  }))
}

const options = (isWrite: boolean) => [
  ...(isWrite ? [{ name: 'idempotency_key', type: 'Optional[str]' }] : []),
  { name: 'timeout', type: 'Optional[float]' },
  { name: 'max_retries', type: 'Optional[int]' },
]

export type Mode = 'sync' | 'async'

/** Arguments that belong together, one list for each way to call: all of them if there is one way. */
function waysOf({ body }: ClientOperation, sent: readonly Argument[]): Argument[][] {
  const sets = body?.schema.oneOf ?? []
  const told = new Set(sets.flatMap(({ required }) => required))
  return sets.map(({ required }) =>
    sent
      .filter(({ key }) => required.includes(key) || !told.has(key))
      .map((one) => (required.includes(one.key) ? { ...one, isRequired: true } : one)),
  )
}

/** A signature: the ids of the path, then the input, then the options, by name. */
function headText(name: string, operation: ClientOperation, sent: readonly Argument[], mode: Mode): string {
  const lines = [
    'self',
    ...operation.params.map((param) => `${param}: str`),
    '*',
    ...sent.filter((one) => one.isRequired).map((one) => `${one.name}: ${one.type}`),
    ...sent.filter((one) => !one.isRequired).map((one) => `${one.name}: Union[${one.type}, NotGiven] = NOT_GIVEN`),
    ...options(operation.isWrite).map((one) => `${one.name}: ${one.type} = None`),
  ]
  const [definition, answer] =
    mode === 'async' && !operation.isList ? ['async def', recordOf(operation)] : ['def', answerOf(operation, mode)]
  return `    ${definition} ${name}(\n${lines.map((one) => `        ${one},\n`).join('')}    ) -> ${answer}:`
}

const recordOf = ({ answer }: ClientOperation) => `types.${answer.replace(/\['data'\]\[number\]$/, 'Data')}`
const answerOf = (operation: ClientOperation, mode: Mode) =>
  operation.isList ? `${mode === 'async' ? 'AsyncPages' : 'Pages'}[${recordOf(operation)}]` : recordOf(operation)

/** The body of a method: it sends its arguments. */
function bodyText(operation: ClientOperation, sent: readonly Argument[], mode: Mode): string {
  const { verb, path, params, body, query, isList, isWrite } = operation
  const url = params.length > 0 ? `f${quoted(path.replace(/\{(\w+)\}/g, '{_path_part($1)}'))}` : quoted(path)
  const given = sent.map((one) => `${quoted(one.key)}: ${one.name}`).join(', ')
  const asked = sent.length > 0 ? `_given({${given}})` : '{}'
  const passed = options(isWrite).map((one) => `${one.name}=${one.name}`)
  if (isList) return `self._transport.pages(${[quoted(verb), url, asked, ...passed].join(', ')})`
  const sentBody = body ? [`body=${body.isOptional ? `${asked} or None` : asked}`] : []
  const sentQuery = query ? [`query=${asked}`] : []
  const all = [quoted(verb), url, ...sentQuery, ...sentBody, ...(isWrite ? ['is_write=True'] : []), ...passed]
  return `_cast("${recordOf(operation)}", ${mode === 'async' ? 'await ' : ''}self._transport.send(${all.join(', ')}))`
}

function methodText(name: string, operation: ClientOperation, mode: Mode, declared: Map<string, JsonSchema>): string {
  const sent = operation.body || operation.query ? argumentsOf(operation, declared) : []
  const taken = [...operation.params, ...sent, ...options(operation.isWrite)].map((one) =>
    typeof one === 'string' ? one : one.name,
  )
  if (new Set(taken).size < taken.length) throw new Error(`${operation.method.join('.')} takes two things of one name`)
  const ways = waysOf(operation, sent).map((way) => `    @_overload\n${headText(name, operation, way, mode)} ...\n`)
  return `${ways.join('\n')}${ways.length > 0 ? '\n' : ''}${headText(name, operation, sent, mode)}
        """${operation.summary}"""
        return ${bodyText(operation, sent, mode)}
`
}

function classes(name: string, tree: Tree, mode: Mode, declared: Map<string, JsonSchema>): string {
  const nested = Object.entries(tree).filter(([, node]) => !isOperation(node)) as [string, Tree][]
  const own = Object.entries(tree).filter(([, node]) => isOperation(node)) as [string, ClientOperation][]
  const inner = nested.map(([step, one]) => classes(name + pascal(step), one, mode, declared)).join('')
  const transport = mode === 'async' ? 'AsyncTransport' : 'Transport'
  const fields = nested.map(([step]) => `        self.${snake(step)} = ${name}${pascal(step)}(transport)\n`).join('')
  const methods = own.map(([step, one]) => {
    if (!isName(snake(step))) throw new Error(`${step} is no name of a method`)
    return methodText(snake(step), one, mode, declared)
  })
  return `${inner}class ${name}:
    def __init__(self, transport: ${transport}) -> None:
        self._transport = transport
${[fields, ...methods].join('\n')}

`
}

/** A method for every operation, in a class for every resource. */
export function pythonResources(
  operations: readonly ClientOperation[],
  mode: Mode,
  declared: Map<string, JsonSchema>,
): string {
  const kinds = mode === 'async' ? ['AsyncPages', 'AsyncTransport'] : ['Pages', 'Transport']
  const text = classes('Resources', treeOf(operations), mode, declared)
  const pagesModule = mode === 'async' ? 'async_transport' : 'transport'
  return `${banner}from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Sequence, Union
from typing import cast as _cast
from typing import overload as _overload

from ..pages import ${kinds[0]}
from ..request import NOT_GIVEN, NotGiven
from ..request import given as _given
from ..request import path_part as _path_part
from ..${pagesModule} import ${kinds[1]}
from . import types

__all__ = ["Resources"]


${text.trimEnd()}
`
}
