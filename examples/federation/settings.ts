import { fileURLToPath } from 'node:url'

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const { env } = process

export const settings = {
  signpostUrl: `${env.SIGNPOST_URL ?? 'http://127.0.0.1:4000'}/graphql`,
  routerPort: Number(env.PORT ?? 4100),
  ordersPort: Number(env.ORDERS_PORT ?? 0),
  orders: env.ORDERS ?? beside('orders.json'),
  supergraph: env.SUPERGRAPH ?? beside('supergraph.graphql'),
}
