import type { LimitPolicy } from '../../access/consumers/rules.ts'
import type { ConsumerRecord, Consumers, UpdateConsumerInput } from '../../access/consumers/service.ts'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { consumerRest } from '../../surfaces/rest/admin/answers.ts'
import { operatorCall, withApp } from '../app.ts'
import { asMistake } from '../failure.ts'
import { CliError } from '../options.ts'
import { printable, table } from '../terminal.ts'

type Chosen = { consumer: string; json?: boolean }
type LimitOptions = Chosen & { set?: [LimitPolicy, string][]; reset?: LimitPolicy[] }

function print(record: ConsumerRecord, json: boolean | undefined): void {
  if (json) {
    console.log(JSON.stringify(consumerRest.view(record)))
    return
  }
  const limits = Object.entries(record.limits).map(([policy, rule]) => `${policy} ${rule}`)
  const lines = [
    ['id', record.id],
    ['name', printable(record.name)],
    ['display name', printable(record.displayName ?? '-')],
    ['group', printable(record.group ?? '-')],
    ['status', record.status],
    ['own limits', limits.join(', ') || '-'],
  ]
  console.log(lines.map(([title, value]) => `${title!.padEnd(14)}${value}`).join('\n'))
}

/** Changes a consumer, and prints the result. */
const using =
  <Options extends { json?: boolean }>(
    work: (consumers: Consumers, call: Call, options: Options) => Promise<ConsumerRecord>,
  ) =>
  (options: Options): Promise<void> =>
    withApp(async (app) => {
      const done = work(app.services.consumers, operatorCall(app), options)
      print(await done.catch(asConsumerMistake), options.json)
    })

/** Reports an absent consumer or a refused name as the user's mistake. */
function asConsumerMistake(error: unknown): never {
  if (error instanceof SignpostError && error.code === 'parameter_invalid' && error.param === 'name')
    throw new CliError(`The name of the consumer is not allowed. ${error.message}`)
  return asMistake({ resource_missing: '--consumer names no existing consumer: see consumers list.' })(error)
}

const pageSize = 1_000

export async function list({ json }: { json?: boolean }): Promise<void> {
  await withApp(async (app) => {
    const all: ConsumerRecord[] = []
    for (let after: string | null = null; ; after = all.at(-1)!.id) {
      const page: ConsumerRecord[] = await app.services.consumers.list(operatorCall(app), { after, limit: pageSize })
      all.push(...page)
      if (page.length < pageSize) break
    }
    if (json) for (const record of all) console.log(JSON.stringify(consumerRest.view(record)))
    else if (all.length === 0) console.log('There are no consumers yet: create one with consumers create.')
    else console.log(table(['ID', 'STATUS', 'NAME', 'DISPLAY NAME', 'GROUP'], all.map(cells)))
  })
}

const cells = ({ id, status, name, displayName, group }: ConsumerRecord): string[] => [
  id,
  status,
  printable(name),
  printable(displayName ?? '-'),
  printable(group ?? '-'),
]

/** Changes a consumer, and prints the change or a sentence about it. */
async function saying({ consumer, json }: Chosen, input: UpdateConsumerInput, sentence: string): Promise<void> {
  await withApp(async (app) => {
    await app.services.consumers.update(operatorCall(app), consumer, input).catch(asConsumerMistake)
  })
  console.log(json ? JSON.stringify({ consumer, ...input }) : sentence)
}

export const group = ({ group: name = null, ...chosen }: Chosen & { group?: string | null }): Promise<void> =>
  saying(chosen, { group: name }, name === null ? 'The consumer has no group.' : 'The consumer belongs to the group.')

export const attests = ({ set, ...chosen }: Chosen & { set: 'on' | 'off' }): Promise<void> =>
  saying(
    chosen,
    { attests: set === 'on' },
    set === 'on' ? 'Its attestations count as proofs.' : 'Its attestations do not count as proofs.',
  )

export const create = using<Chosen & { displayName?: string }>((service, call, { consumer, displayName }) =>
  service.create(call, { name: consumer, displayName: displayName ?? null }),
)

export const show = using<Chosen>((service, call, { consumer }) => service.show(call, consumer))

export const rename = using<Chosen & { name?: string; displayName?: string }>(
  (service, call, { consumer, name, displayName }) => {
    if (name === undefined && displayName === undefined) throw new CliError('--name or --display-name is needed.')
    return service.update(call, consumer, { name, displayName })
  },
)

export const limits = using<LimitOptions>((service, call, { consumer, set = [], reset = [] }) => {
  if (set.length + reset.length === 0) return service.show(call, consumer)
  return service.setLimits(call, consumer, {
    ...Object.fromEntries(reset.map((policy) => [policy, null])),
    ...Object.fromEntries(set),
  })
})

export const suspend = using<Chosen>((service, call, { consumer }) => service.suspend(call, consumer))

export const resume = using<Chosen>((service, call, { consumer }) => service.resume(call, consumer))
