import type { Command } from 'commander'
import { setGroup } from '../access/api-keys/store.ts'
import { isLimitPolicy, type LimitPolicy, limitPolicies } from '../access/consumers/rules.ts'
import type { ConsumerRecord, Consumers } from '../access/consumers/service.ts'
import { parseBucketRule } from '../access/quotas/rules.ts'
import type { App } from '../app/context.ts'
import { type Call, operatorBy } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { withApp } from './app.ts'
import { addAttests } from './attests.ts'
import { requireConsumer } from './consumer-option.ts'
import { CliError } from './failure-text.ts'
import { label, mandatory, valued } from './options.ts'
import { printable, table } from './table.ts'

type Chosen = { consumer: string; json?: boolean }

/** The operator at the command line; no request is behind it. */
export const operatorCall = ({ newId }: Pick<App, 'newId'>): Call => ({
  caller: operatorBy('cli'),
  requestId: newId(),
  idempotency: null,
  release: 'at once',
  replayed: false,
})

const view = ({ id, name, displayName, group, status, limits, createdAt }: ConsumerRecord) => ({
  id,
  name,
  display_name: displayName,
  group,
  status,
  limits,
  created: Math.floor(createdAt.getTime() / 1000),
})

function show(record: ConsumerRecord, json: boolean | undefined): void {
  if (json) {
    console.log(JSON.stringify(view(record)))
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

/** Does one thing to a consumer, and shows what became of it. */
const using =
  <Options extends { json?: boolean }>(
    work: (consumers: Consumers, call: Call, options: Options) => Promise<ConsumerRecord>,
  ) =>
  (options: Options): Promise<void> =>
    withApp(async (app) => {
      const done = work(app.services.consumers, operatorCall(app), options)
      show(await done.catch(asMistake), options.json)
    })

/** What is absent or taken is the user's mistake. */
function asMistake(error: unknown): never {
  if (error instanceof SignpostError && error.code === 'resource_missing')
    throw new CliError('--consumer names no consumer that exists: consumers list shows them.')
  if (error instanceof SignpostError && error.param === 'name')
    throw new CliError(`The name of the consumer is not allowed. ${error.message}`)
  throw error
}

const pageSize = 1_000

async function list({ json }: { json?: boolean }): Promise<void> {
  await withApp(async (app) => {
    const all: ConsumerRecord[] = []
    for (let after: string | null = null; ; after = all.at(-1)!.id) {
      const page: ConsumerRecord[] = await app.services.consumers.list(operatorCall(app), { after, limit: pageSize })
      all.push(...page)
      if (page.length < pageSize) break
    }
    if (json) for (const record of all) console.log(JSON.stringify(view(record)))
    else if (all.length === 0) console.log('There are no consumers yet: consumers create makes one.')
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

type LimitOptions = Chosen & { set?: [LimitPolicy, string][]; reset?: LimitPolicy[] }

const policies = Object.keys(limitPolicies).join(', ')

function readPolicy(text: string, name: string): LimitPolicy {
  if (!isLimitPolicy(text)) throw new CliError(`${name} must name one of ${policies}.`)
  return text
}

/** `misses=2000 + 250/min` */
function readLimit(text: string, name: string): [LimitPolicy, string] {
  const [policy = '', rule = ''] = text.split(/=(.*)/s)
  const known = readPolicy(policy.trim(), name)
  if (!parseBucketRule(rule)) throw new CliError(`${name} must be like ${known}='2000 + 250/min': a size and a refill.`)
  return [known, rule]
}

const collected =
  <T>(read: (text: string, name: string) => T, name: string) =>
  (text: string, before: T[] | undefined): T[] => [...(before ?? []), read(text, name)]

async function group({ consumer, group: name, json }: Chosen & { group?: string }): Promise<void> {
  await withApp(async (app) => {
    await setGroup(app.db, (await requireConsumer(app.db, consumer)).name, name ?? null)
  })
  if (json) console.log(JSON.stringify({ consumer, group: name ?? null }))
  else console.log(name === undefined ? 'The consumer stands by itself.' : 'The consumer is one of its group.')
}

const chosen = () => mandatory(valued('--consumer <consumer>', 'the consumer: its name or apc_…', label))

export function addConsumers(program: Command): void {
  const consumers = program.command('consumers').description('Consumers: the tenants of the API')
  addAttests(consumers)
  const add = (name: string, description: string) =>
    consumers.command(name).description(description).option('--json', 'print JSON')

  add('create', 'Make a consumer')
    .addOption(mandatory(valued('--consumer <name>', 'the name that it goes by', label)))
    .addOption(valued('--display-name <name>', 'what people read in its place', label))
    .action(
      using<Chosen & { displayName?: string }>((service, call, { consumer, displayName }) =>
        service.create(call, { name: consumer, displayName: displayName ?? null }),
      ),
    )
  add('list', 'List all consumers').action(list)
  add('show', 'Show a consumer')
    .addOption(chosen())
    .action(using<Chosen>((service, call, { consumer }) => service.show(call, consumer)))
  add('rename', 'Give a consumer another name; its id and its keys stay')
    .addOption(chosen())
    .addOption(valued('--name <name>', 'the name that it goes by from now on', label))
    .addOption(valued('--display-name <name>', 'what people read in its place', label))
    .action(
      using<Chosen & { name?: string; displayName?: string }>((service, call, { consumer, name, displayName }) => {
        if (name === undefined && displayName === undefined) throw new CliError('--name or --display-name is needed.')
        return service.rename(call, consumer, { name, displayName })
      }),
    )
  add(
    'limits',
    'Show the quota rules that a consumer has of its own, or change them; every process knows within a second',
  )
    .addOption(chosen())
    .option('--set <policy=rule>', `a rule of its own, of ${policies}`, collected(readLimit, '--set'))
    .option('--reset <policy>', "the service's rule again", collected(readPolicy, '--reset'))
    .action(
      using<LimitOptions>((service, call, { consumer, set = [], reset = [] }) => {
        if (set.length + reset.length === 0) return service.show(call, consumer)
        return service.setLimits(call, consumer, {
          ...Object.fromEntries(reset.map((policy) => [policy, null])),
          ...Object.fromEntries(set),
        })
      }),
    )
  add('suspend', 'Refuse all keys of a consumer and resolve none of its identities; nothing of it is lost')
    .addOption(chosen())
    .action(using<Chosen>((service, call, { consumer }) => service.suspend(call, consumer)))
  add('resume', 'End the suspension of a consumer')
    .addOption(chosen())
    .action(using<Chosen>((service, call, { consumer }) => service.resume(call, consumer)))
  add('group', 'Say which group a consumer belongs to, such as a company: its consumers share their payee checks')
    .addOption(chosen())
    .addOption(valued('--group <name>', 'the group; without it the consumer stands by itself', label))
    .action(group)
}
