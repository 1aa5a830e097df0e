import { writeFileSync } from 'node:fs'
import { composeServices } from '@theguild/federation-composition'
import { parse } from 'graphql'
import { settings } from './settings.ts'

export type Subgraph = { name: string; url: string; typeDefs: ReturnType<typeof parse> }

/** Signpost's SDL is a file that needs no key. */
async function readSignpost(): Promise<Subgraph> {
  const url = settings.signpostUrl
  const response = await fetch(new URL('/schema.graphql', url))
  return { name: 'signpost', url, typeDefs: parse(await response.text()) }
}

/** Asks a running subgraph for its SDL. */
async function readSubgraph(name: string, url: string): Promise<Subgraph> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ _service { sdl } }' }),
  })
  const { data } = (await response.json()) as { data: { _service: { sdl: string } } }
  return { name, url, typeDefs: parse(data._service.sdl) }
}

export const readSubgraphs = (ordersUrl: string): Promise<Subgraph[]> =>
  Promise.all([readSignpost(), readSubgraph('orders', ordersUrl)])

/** Composes both subgraphs and writes the supergraph. */
export async function compose(ordersUrl: string): Promise<void> {
  const { supergraphSdl, errors } = composeServices(await readSubgraphs(ordersUrl))
  if (!supergraphSdl) throw new Error(`The subgraphs do not compose:\n${errors?.map(String).join('\n')}`)
  writeFileSync(settings.supergraph, supergraphSdl)
}

if (import.meta.main) {
  const { startOrders } = await import('./orders.ts')
  const orders = await startOrders()
  await compose(orders.url)
  await orders.stop()
  console.log(`Wrote ${settings.supergraph}`)
}
