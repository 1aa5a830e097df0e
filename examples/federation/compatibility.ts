/**
 * The same supergraph by other hands: composed by Apollo's library, and asked through Apollo's gateway.
 * `node compatibility.ts '<query>'` prints the answer to it, with the API key of API_KEY.
 */

import { composeServices } from '@apollo/composition'
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway'
import { ApolloServer } from '@apollo/server'
import { readSubgraphs } from './compose.ts'
import { startOrders } from './orders.ts'

type Context = { authorization?: string }

class ForCaller extends RemoteGraphQLDataSource<Context> {
  override willSendRequest({
    request,
    context,
  }: Parameters<NonNullable<RemoteGraphQLDataSource<Context>['willSendRequest']>>[0]) {
    const { authorization } = context as Context
    if (authorization) request.http?.headers.set('authorization', authorization)
  }
}

const orders = await startOrders()
const { supergraphSdl, errors } = composeServices(await readSubgraphs(orders.url))
if (!supergraphSdl) throw new Error(`The subgraphs do not compose:\n${errors?.map(String).join('\n')}`)

const gateway = new ApolloGateway({
  supergraphSdl,
  buildService: ({ url = '' }) => (url === orders.url ? new RemoteGraphQLDataSource({ url }) : new ForCaller({ url })),
})
const router = new ApolloServer<Context>({ gateway })
await router.start()
const query = process.argv[2] ?? '{ orders { edges { node { id total payee { alias type } } } } }'
const answer = await router.executeOperation(
  { query },
  { contextValue: process.env.API_KEY ? { authorization: `Bearer ${process.env.API_KEY}` } : {} },
)
if (answer.body.kind === 'single') console.log(JSON.stringify(answer.body.singleResult, null, 2))
await router.stop()
await orders.stop()
