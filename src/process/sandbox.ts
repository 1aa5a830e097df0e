import { ensureConsumer } from '../access/api-keys/store.ts'
import { type Call, nobody, operatorBy, systemCall } from '../kernel/call.ts'
import type { App } from './compose/context.ts'
import { seedSample } from './samples.ts'

/** A payee of test mode that anybody may ask for: docs/tutorial/test-mode.md lists the answers. */
export type SamplePayee = {
  /** The owner's reference, by which it is found again. */
  readonly reference: string
  /** Destinations of a person are checked under a grant alone, which nobody has here. */
  readonly type: 'merchant' | 'user'
  readonly username: string
  readonly name: string | null
  /** The operator attests the name. */
  readonly isAttested: boolean
  readonly account: string
}

export const sandboxConsumer = 'signpost-sandbox'

/**
 * INVARIANT (no branch on a value): these are ordinary records of an ordinary consumer. No other file of `src` contains
 * their values; test/process/sandbox.test.ts checks it.
 */
export const samplePayees: readonly SamplePayee[] = [
  {
    reference: 'sample-attested',
    type: 'user',
    username: 'sandbox.attested',
    name: 'Marta Lindqvist',
    isAttested: true,
    account: 'GB82WEST12345698765432',
  },
  {
    reference: 'sample-declared',
    type: 'merchant',
    username: 'sandbox.declared',
    name: 'Tomas Ferreira',
    isAttested: false,
    account: 'FR1420041010050500013M02606',
  },
  {
    reference: 'sample-unnamed',
    type: 'user',
    username: 'sandbox.unnamed',
    name: null,
    isAttested: false,
    account: 'NL91ABNA0417164300',
  },
]

const everything = { limit: 1, direction: 'after', cursor: null } as const

/**
 * Makes the missing payees of test mode, and the missing parts of each: it may be stopped and run again at any point.
 */
export async function seedSandbox(app: App): Promise<void> {
  const consumerId = await ensureConsumer(app.db, sandboxConsumer, app.newId)
  const caller = { ...nobody, consumerId, consumerName: sandboxConsumer, scopes: ['*'] }
  const call = systemCall(caller, app.newId())
  for (const payee of samplePayees) await seedPayee(app, call, payee)
}

async function seedPayee(app: App, call: Call, payee: SamplePayee): Promise<void> {
  const id = await seedSample(app, call, {
    identity: {
      type: payee.type,
      displayName: payee.name,
      externalReference: payee.reference,
      defaultPrivacyLevel: 'public',
    },
    aliases: [{ type: 'username', value: payee.username, isPrimary: true }],
    endpoints: [
      {
        type: 'bank_account',
        address: payee.account,
        capabilities: [{ asset: 'EUR', rail: 'sepa_instant' }],
      },
    ],
  })
  if (payee.name !== null) await seedName(app, call, id, { ...payee, name: payee.name })
}

async function seedName(
  app: App,
  call: Call,
  identity: string,
  { name, isAttested }: { name: string; isAttested: boolean },
): Promise<void> {
  const { payeeNames } = app.services
  const [named] = await payeeNames.listOf(call, [identity], everything)
  const known = named!.records[0] ?? (await payeeNames.create(call, identity, { kind: 'legal', name }))
  if (isAttested && known.basis !== 'attested')
    await payeeNames.attest(systemCall(operatorBy('cli'), app.newId()), known.id)
}
