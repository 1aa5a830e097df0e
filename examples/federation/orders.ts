import { readFileSync } from 'node:fs'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginInlineTraceDisabled } from '@apollo/server/plugin/disabled'
import { startStandaloneServer } from '@apollo/server/standalone'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse } from 'graphql'
import { settings } from './settings.ts'

type Order = { id: string; total: string; alias: string }

const orders = JSON.parse(readFileSync(settings.orders, 'utf8')) as Order[]
const byId = new Map(orders.map((order) => [order.id, order]))

const resolvers = {
  Query: {
    order: (_: unknown, { id }: { id: string }) => byId.get(id),
    orders: (_: unknown, { first, after }: { first: number; after?: string | null }) => pageOf(first, after),
  },
  Order: {
    __resolveReference: ({ id }: { id: string }) => byId.get(id),
    // All that this subgraph knows of the payee. The router asks Signpost for the rest, all payees of a page at once.
    payee: ({ alias }: Order) => ({ __typename: 'Resolution', alias }),
  },
  ResolvedIdentity: {
    __resolveReference: ({ id }: { id: string }) => ({ id, risk: riskOf(id) }),
  },
}

/** Stands for a model of the shop: the same score for the same payee. */
const riskOf = (identity: string): number => [...identity].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 100

function pageOf(first: number, after?: string | null) {
  const start = after ? orders.findIndex(({ id }) => id === after) + 1 : 0
  const page = orders.slice(start, start + first)
  return {
    edges: page.map((node) => ({ cursor: node.id, node })),
    pageInfo: {
      hasNextPage: start + first < orders.length,
      hasPreviousPage: start > 0,
      startCursor: page[0]?.id,
      endCursor: page.at(-1)?.id,
    },
  }
}

/** Starts the orders subgraph on this machine only. @returns its URL */
export async function startOrders(): Promise<{ url: string; stop: () => Promise<void> }> {
  const typeDefs = parse(readFileSync(new URL('orders.graphql', import.meta.url), 'utf8'))
  const server = new ApolloServer({
    schema: buildSubgraphSchema([{ typeDefs, resolvers }]),
    plugins: [ApolloServerPluginInlineTraceDisabled()],
  })
  const { url } = await startStandaloneServer(server, { listen: { host: '127.0.0.1', port: settings.ordersPort } })
  return { url, stop: () => server.stop() }
}
