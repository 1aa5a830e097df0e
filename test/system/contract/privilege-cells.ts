import type { Reply, Wire } from '../../support/wire.ts'
import type { Case, Records, ScopeName, Sent } from './privilege-matrix.ts'
import { absentRecords, freshName, type KeyState, type Person, scopeSets, type World } from './privilege-world.ts'

/** One request of the matrix: who asks, with what, for whose record. */
export type Cell = {
  row: Case
  scopes: readonly ScopeName[]
  state: KeyState
  person: Person
  keyLive: boolean
  recordLive: boolean
}

/** Expected result of a cell. `shown`: the record's id is in the answer; null where that does not apply. */
export type Expected =
  | { kind: 'done'; shown: boolean | null }
  | { kind: 'refused'; status: number; code: string; param?: readonly string[] }
  | { kind: 'null' }

const isRead = ({ at }: Case) => at.startsWith('Query.') || at.startsWith('entity ')
const isGraphql = ({ at }: Case) => /^(?:Query|Mutation)\.|^entity /.test(at)
export const isChange = ({ at }: Case): boolean => /^(?:Mutation\.|POST|PATCH|DELETE|PUT)/.test(at) && !isLookUp(at)
const isLookUp = (at: string) =>
  /resolve|normalize|search|explanation|impact|(?:payee|destination)_?checks?|check(?:Payee|Destination)/i.test(at)

/** `full` is the whole product; `slice` leaves out repeated refusals; `owner` is what the mutants need. */
export type Extent = 'slice' | 'full' | 'owner'

export function cellsOf(row: Case, extent: Extent): Cell[] {
  const needed = Array.isArray(row.opens) ? [...(row.opens as ScopeName[]), ...(row.admits ?? [])] : []
  const sets = extent === 'owner' ? [['*'] as const] : [...scopeSets(needed), ...setsOfSeveral(row)]
  const persons: Person[] = row.holder === 'grantee' ? ['grantee', 'stranger'] : ['owner', 'stranger']
  const places = persons.flatMap((person) =>
    [false, true].flatMap((keyLive) => [false, true].map((recordLive) => ({ row, person, keyLive, recordLive }))),
  )
  const all = places.flatMap((place) => sets.map((scopes) => ({ ...place, scopes, state: 'valid' as const })))
  // A scope refuses before the record is looked up: in the slice its first holder stands for the others, in live mode for
  // every other operation.
  const isLive = row.at.length % 2 === 0
  const isFirst = (cell: Cell) => cell.person === persons[0] && cell.keyLive === isLive && cell.recordLive === isLive
  const isKept = (cell: Cell) => extent !== 'slice' || isFirst(cell) || !isRefusedByScope(cell)
  const valid = all.filter(isKept)
  if (extent === 'owner') return valid
  const deadSets = extent === 'full' ? sets : ([[], ['*']] as const)
  const isOwn = ({ person, keyLive, recordLive }: (typeof places)[number]) =>
    person === persons[0] && keyLive === recordLive
  const deadPlaces = extent === 'full' ? places : places.filter(isOwn)
  const dead = deadPlaces.flatMap((place) =>
    (['revoked', 'expired'] as const).flatMap((state) => deadSets.map((scopes) => ({ ...place, scopes, state }))),
  )
  const foreign = places
    .slice(0, 2)
    .flatMap((place) =>
      (['unknown', 'malformed', 'missing'] as const).map((state) => ({ ...place, scopes: ['*'] as const, state })),
    )
  return [...valid, ...dead, ...foreign]
}

/** One scope of each kind that the row needs, all of them together and all but one. */
function setsOfSeveral({ opens, also }: Case): ScopeName[][] {
  if (!also) return []
  const all = [opens as readonly ScopeName[], ...also].map(([first]) => first!)
  return [all, ...all.map((left) => all.filter((one) => one !== left))]
}

const deadCodes = {
  revoked: 'api_key_revoked',
  expired: 'api_key_expired',
  unknown: 'api_key_invalid',
  malformed: 'api_key_invalid',
  missing: 'api_key_missing',
} as const

export function expectationOf({ row, scopes, state, person, keyLive, recordLive }: Cell): Expected {
  const holds = (some: readonly string[]) => scopes.some((scope) => scope === '*' || some.includes(scope))
  if (row.opens === 'no key') {
    // A page without a key doesn't look at one; GraphQL looks at whatever key is sent.
    if (!isGraphql(row) || state === 'valid' || state === 'missing') return { kind: 'done', shown: null }
    return { kind: 'refused', status: 401, code: deadCodes[state] }
  }
  if (state !== 'valid') return { kind: 'refused', status: 401, code: deadCodes[state] }

  const isOpened = row.opens === 'any key' || (holds(row.opens) && (row.also ?? []).every(holds))
  const isAdmitted = !isOpened && holds(row.admits ?? [])
  if (!isOpened && !isAdmitted) {
    const param = row.names ?? [...row.opens, ...(row.also ?? []).flat(), ...(row.admits ?? [])]
    return { kind: 'refused', status: 403, code: 'scope_missing', param }
  }
  if (row.toOthers === 'unconfirmed')
    return { kind: 'refused', status: 400, code: keyLive ? 'test_key_required' : 'parameter_invalid' }
  const isSameEnvironment = keyLive === recordLive
  const isHolder = person === (row.holder ?? 'owner') && isSameEnvironment && isOpened
  if (isHolder) return { kind: 'done', shown: row.shows ? true : null }
  switch (row.toOthers) {
    case 'own':
      return { kind: 'done', shown: row.shows ? false : null }
    case 'absent':
      return isRead(row) && !row.isRefused
        ? { kind: 'null' }
        : { kind: 'refused', status: 404, code: 'resource_missing' }
    case 'cursor':
      return { kind: 'refused', status: 400, code: 'cursor_invalid' }
    case 'open': {
      if (isSameEnvironment) return { kind: 'done', shown: true }
      if (/[bB]ulk/.test(row.at)) return { kind: 'done', shown: false }
      if (row.at.startsWith('entity ') || row.at === 'Query.resolve') return { kind: 'null' }
      return { kind: 'refused', status: 404, code: /release/i.test(row.at) ? 'release_not_found' : 'alias_not_found' }
    }
  }
}

function isRefusedByScope(cell: Cell): boolean {
  const expected = expectationOf(cell)
  return expected.kind === 'refused' && expected.code === 'scope_missing'
}

export type Judged = { cell: Cell; expected: Expected; problem: string | null }

export async function tryCell(world: World, wire: Wire, cell: Cell, theirs: Records): Promise<Judged> {
  const { row, person, keyLive } = cell
  const key = await world.key(person, keyLive, cell.scopes, cell.state)
  const isOwn = person === (row.holder ?? 'owner') && keyLive === cell.recordLive
  const sent: Sent = {
    theirs,
    own: isOwn && row.holder === undefined ? theirs : world.records(person, keyLive),
    fresh: freshName(),
  }
  const expected = expectationOf(cell)
  const reply = await send(wire, row, sent, key)
  let problem = judge(row, expected, reply, theirs)
  if (problem === null && expected.kind !== 'done' && row.toOthers === 'absent' && cell.scopes.includes('*')) {
    const absent = await send(wire, row, { ...sent, theirs: absentRecords(theirs) }, key)
    if (anonymous(absent) !== anonymous(reply)) problem = `differs from an absent one: ${reply.text} / ${absent.text}`
  }
  return { cell, expected, problem }
}

const anonymous = ({ status, text }: Reply) => `${status} ${text.replace(/req_[0-9a-z]{26}/g, 'req_')}`

function send(wire: Wire, row: Case, sent: Sent, key: string | undefined): Promise<Reply> {
  if (!isGraphql(row)) {
    const [verb = '', route = ''] = row.at.split(' ')
    const body = row.body?.(sent)
    return wire.send(verb, row.path?.(sent, route) ?? route, { key, ...(body === undefined ? {} : { body }) })
  }
  const variables = row.variables?.(sent) ?? {}
  const [kind = '', name = ''] = row.at.split(/[. ]/)
  if (kind === 'entity') {
    const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on ${name} { ${row.field} } } }`
    return graphql(wire, key, query, { representations: [{ __typename: name, ...variables }] })
  }
  return graphql(wire, key, `${kind.toLowerCase()} ${row.takes ?? ''} { ${name}${row.field ?? ''} }`, variables)
}

const graphql = (wire: Wire, key: string | undefined, query: string, variables: object) =>
  wire.send('POST', '/graphql', { key, body: { query, variables } })

function judge(row: Case, expected: Expected, reply: Reply, theirs: Records): string | null {
  const said = `${reply.status} ${reply.text.slice(0, 300)}`
  const isEntity = row.at.startsWith('entity ')
  const data = isEntity ? reply.body?.data?._entities?.[0] : reply.body?.data?.[row.at.split('.')[1] ?? '']
  const error = isGraphql(row) ? reply.body?.errors?.[0]?.extensions : reply.body?.error
  const code = typeof error?.code === 'string' ? error.code.toLowerCase() : null

  switch (expected.kind) {
    case 'done': {
      const isDone = isGraphql(row)
        ? reply.status === 200 && code === null && data !== null && data !== undefined
        : reply.status === (row.status ?? 200)
      if (!isDone) return `should be done, was ${said}`
      if (expected.shown === null) return null
      // A reference echoes its key: what shows a record is that its fields could be read.
      const isShown = isEntity || reply.text.includes(theirs[row.shows!])
      return isShown === expected.shown ? null : `${isShown ? 'shows' : 'does not show'} the record: ${said}`
    }
    case 'null':
      if (reply.status !== 200 || code !== null || data !== null) return `should be null, was ${said}`
      return null
    case 'refused': {
      const status = isGraphql(row) && expected.status !== 401 ? 200 : expected.status
      if (reply.status !== status || code !== expected.code) return `should be ${expected.code}, was ${said}`
      if (expected.param && !expected.param.includes(error.param)) return `names ${error.param} as missing: ${said}`
      const isDisclosing = isGraphql(row) && data !== null && data !== undefined
      return isDisclosing ? `refused, and yet it holds data: ${said}` : null
    }
  }
}

export const nameOf = ({ row, scopes, state, person, keyLive, recordLive }: Cell): string =>
  `${row.at}${row.about ? ` (${row.about})` : ''} · ${person} · key ${state} ${keyLive ? 'live' : 'test'} [${scopes}] · record ${recordLive ? 'live' : 'test'}`
