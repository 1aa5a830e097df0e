import type { Call } from '../kernel/call.ts'
import type { App } from './compose/context.ts'

type Input<Noun extends 'identities' | 'aliases' | 'endpoints'> = Parameters<App['services'][Noun]['create']>[1]

/** An identity with all that belongs to it. By the owner's reference it is found again. */
export type Sample = {
  readonly identity: Input<'identities'> & { externalReference: string }
  readonly aliases: readonly Omit<Input<'aliases'>, 'identity'>[]
  readonly endpoints: readonly Omit<Input<'endpoints'>, 'identity'>[]
}

const everything = { limit: 10, direction: 'after', cursor: null } as const

/** Makes what is missing of an identity: it may be stopped and run again at any point. @returns its id */
export async function seedSample({ services }: App, call: Call, sample: Sample): Promise<string> {
  const { identities, aliases, endpoints } = services
  const { externalReference } = sample.identity
  const found = await identities.list(call, everything, { externalReference })
  const { id: identity } = found.records[0] ?? (await identities.create(call, sample.identity))
  const [registered] = await aliases.listOf(call, [identity], everything, {})
  for (const alias of sample.aliases.slice(registered!.records.length))
    await aliases.create(call, { identity, ...alias })
  const [owned] = await endpoints.listOf(call, [identity], everything)
  for (const endpoint of sample.endpoints.slice(owned!.records.length))
    await endpoints.create(call, { identity, ...endpoint })
  return identity
}
