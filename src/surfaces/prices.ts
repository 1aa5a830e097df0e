import type { QuotaPolicy } from '../access/quotas/service.ts'
import type { Scope } from '../kernel/scopes.ts'

/** Tokens by bucket. */
export type Cost = Readonly<{ [P in QuotaPolicy]?: number }>

export type Price = {
  /** Facts that the response may reveal about other consumers' records or the outside world. Null for none. */
  tells: string | null
  success: Cost
  failure: Cost
  /** When another number of tokens is due. */
  note?: string
}

export const request = { requests: 1 } as const

/** Reads and writes of the caller's own records: another's is answered like an absent one. */
export const own: Price = { tells: null, success: request, failure: request }

/** A write or a read that tells something; it costs a request unless it says otherwise. */
export const tells = (text: string, otherwise: Partial<Price> = {}): Price => ({ ...own, tells: text, ...otherwise })

/** A request that counts as a miss. */
export const missed = { requests: 1, misses: 1 } as const

export const lookUp: Price = {
  tells: 'whether an alias shows the caller anything',
  success: { requests: 1, resolve: 1 },
  failure: { requests: 1, resolve: 1, misses: 1 },
  note: 'more of `resolve` for many endpoints; past 10 amounts an hour for an alias, a miss each',
}

const ofEachItem = '`resolve` and `misses` per item, a malformed item costs no miss'

export const perItem: Price = { ...lookUp, note: `${ofEachItem}; ${lookUp.note}` }

export const payeeCheck: Price = {
  ...lookUp,
  tells: 'whether a name is like that of a payee who shows the caller an alias',
  note: 'a value that was asked within 24 hours costs no miss, unless the answer is `unavailable`',
}

export const payeeChecks: Price = { ...payeeCheck, note: ofEachItem }

export const destinationCheck: Price = {
  ...lookUp,
  tells: 'whether a destination is one that a payee discloses to the caller',
  note: 'a destination that was asked within 24 hours costs no miss, unless the answer is `unavailable`',
}

export const destinationChecks: Price = { ...destinationCheck, note: ofEachItem }

/** An export reads many pages. */
export const exported: Price = {
  ...own,
  note: 'each further 100 records of a list cost 1 more of `requests`',
}

/** Reveals if a webhook's address answers, and nothing about records. */
export const reach = tells('whether a name leads to public addresses')

/** Any one of several scopes is sufficient. Null needs none. */
export type Needed = Scope | readonly [Scope, ...Scope[]] | null

/** One operation: a field of the schema, by which REST, GraphQL, the clients and the documents know it. */
export type Row = {
  readonly scope: Needed
  /** Scopes that it needs besides, each of them. The service requires them, and REST before it reads the body. */
  readonly also?: readonly Scope[]
  /** The scope where an argument decides; null where `scope` does. */
  readonly scopeOf?: (args: Readonly<Record<string, unknown>>) => Scope | null
  /** Its price, and the facts that it may reveal. A nested field without a route has none: the document has paid. */
  readonly price?: Price
  /** Processes of role `control` serve it when absent. */
  readonly servedBy?: 'resolver' | 'both'
  /** Its parent holds a reference to the record, which needs no scope. More of the record needs it. */
  readonly isReference?: true
}

/** Prices of requests that never become an operation. */
export const otherPrices = {
  'A key that is missing or wrong, on REST or GraphQL': {
    tells: 'whether a key works',
    success: {},
    failure: { unauthenticated: 1 },
  },
  'A GraphQL document that is refused before it runs': {
    tells: null,
    success: {},
    failure: request,
  },
} satisfies Record<string, Price>
