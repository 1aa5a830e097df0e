import { defineConfig } from '@graphql-hive/gateway'
import { settings } from './settings.ts'

export const gatewayConfig = defineConfig({
  supergraph: settings.supergraph,
  // Nothing leaves this machine: the supergraph is a file, and no usage is reported.
  host: '127.0.0.1',
  port: settings.routerPort,
  pollingInterval: 0,
  landingPage: false,
  graphiql: false,
  // Signpost answers to the caller's key, so the router passes it on, to Signpost only.
  propagateHeaders: {
    fromClientToSubgraphs: ({ request, subgraphName }) => {
      const authorization = request.headers.get('authorization')
      return subgraphName.toLowerCase() === 'signpost' && authorization ? { authorization } : {}
    },
  },
})
