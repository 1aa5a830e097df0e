import type { Asking } from '../cpu/counted.ts'
import type { Registry } from './registry.ts'

const headersOf = ({ secret }: Pick<Registry, 'secret'>) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${secret}`,
})

/** An identity takes a hundred aliases at most. */
const aliasesOfIdentity = 90

let made = 0
/** `count` aliases to create, for identities of their own. */
export async function creating(url: string, registry: Pick<Registry, 'secret'>, count: number): Promise<Asking> {
  const headers = headersOf(registry)
  const identities = await Promise.all(
    Array.from({ length: Math.ceil(count / aliasesOfIdentity) }, async () => {
      const response = await fetch(`${url}/v1/identities`, { method: 'POST', headers, body: '{"type":"user"}' })
      if (response.status !== 201) throw new Error(`/v1/identities: ${response.status} ${await response.text()}`)
      return ((await response.json()) as { id: string }).id
    }),
  )
  const bodyOf = (n: number) => {
    const identity = identities[Math.floor(n / aliasesOfIdentity)]
    return JSON.stringify({ identity, type: 'username', value: `made.x${made++}` })
  }
  return { path: '/v1/aliases', headers, bodyOf }
}
