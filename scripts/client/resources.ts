import type { ClientOperation } from './operations.ts'

/** The methods by the steps of their names. */
export type Tree = { [name: string]: Tree | ClientOperation }

export const isOperation = (node: Tree | ClientOperation): node is ClientOperation => 'verb' in node && 'path' in node

export function treeOf(operations: readonly ClientOperation[]): Tree {
  const root: Tree = {}
  for (const operation of operations) {
    let at = root
    for (const step of operation.method.slice(0, -1)) {
      at[step] ??= {}
      at = at[step] as Tree
    }
    const name = operation.method.at(-1)!
    if (name in at) throw new Error(`${operation.method.join('.')} would be two methods`)
    at[name] = operation
  }
  return root
}

/** One method: its path's ids, then its body or query, then the options. */
function methodText({ verb, path, params, body, query, answer, isList, isWrite }: ClientOperation): string {
  const given = [
    ...params.map((name) => `${name}: string`),
    ...(body ? [`body${body.isOptional ? '?' : ''}: types.${body.type}`] : []),
    ...(query ? [`query?: types.${query.type}`] : []),
    `options?: ${isWrite ? 'WriteOptions' : 'RequestOptions'}`,
  ]
  const url = params.length > 0 ? `path\`${path.replaceAll('{', '${')}\`` : `'${path}'`
  const isSearch = isList && verb === 'POST'
  const call = isList
    ? isSearch
      ? `search<types.${answer}>(${url}, body, options)`
      : `list<types.${answer}>(${url}, ${query ? 'query' : '{}'}, options)`
    : `send<types.${answer}>({ verb: '${verb}', path: ${url}${query ? ', query' : ''}${body ? ', body' : ''}${isWrite ? ', isWrite' : ''} }, options)`
  return `(${given.join(', ')}) => ${call.replace('isWrite', 'isWrite: true')}`
}

function textOf(tree: Tree, indent: string): string {
  return Object.entries(tree)
    .map(([name, node]) =>
      isOperation(node)
        ? `${indent}/** ${node.summary} */\n${indent}${name}: ${methodText(node)},\n`
        : `${indent}${name}: {\n${textOf(node, `${indent}  `)}${indent}},\n`,
    )
    .join('')
}

/** A method for every operation, grouped by resource. */
export const clientResources = (operations: readonly ClientOperation[]): string =>
  `import { path, type RequestOptions, type Transport, type WriteOptions } from '../transport.ts'
import type * as types from './types.ts'

export const createResources = ({ send, list, search }: Transport) => ({
${textOf(treeOf(operations), '  ')}})
`
