import '../one-graphql.ts'
import { createServer } from 'node:http'
import { foreign, openApp, plainContext, ready, setting } from './serving.ts'

/** graphql-yoga on our schema and resolvers, with our key check. */
const { createSchema } = await import('../../../src/surfaces/graphql/schema.ts')
const { createYoga } = await import(foreign('graphql-yoga'))
const app = await openApp()
const yoga = createYoga({
  schema: createSchema(),
  logging: false,
  graphiql: false,
  maskedErrors: false,
  context: ({ request }: { request: Request }) => plainContext(app, request.headers.get('authorization') ?? undefined),
})
createServer(yoga).listen(setting.port, '127.0.0.1', ready)
