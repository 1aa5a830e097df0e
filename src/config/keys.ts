import { join } from 'node:path'
import { readOpenerKey } from '../releases/signing.ts'
import { type Environment, file, flag, integer, isProduction, list, text, type ValuesOf } from './environment.ts'

export const keyVariables = {
  ENCRYPTION_KEY: {
    kind: { ...text, takes: '32 bytes, base64 or hex' },
    standardShown: 'a file in `DATA_DIR`',
    isSecret: true,
    isCritical: true,
    about: 'wraps the data keys: `openssl rand -base64 32` makes one',
  },
  ENCRYPTION_KEY_FILE: { kind: file, isCritical: true, about: 'the same in a file of mode 0600' },
  ENCRYPTION_KEY_FORMER: {
    kind: { ...text, takes: '32 bytes, base64 or hex' },
    isSecret: true,
    isCritical: true,
    about: 'the former key, for `signpost reencrypt --wrap`',
  },
  KEY_PROVIDER: {
    kind: { ...text, takes: 'a module' },
    isCritical: true,
    about: 'a module whose default export makes a key provider, for a KMS',
  },
  EMBEDDED_KEY: {
    kind: flag,
    standard: (env: Environment) => (isProduction(env) ? 'off' : 'on'),
    standardShown: 'on, off in production',
    isCritical: true,
    about: 'allows a key file in `DATA_DIR`',
  },
  ADDRESS_PUBLIC_KEY: {
    kind: { ...text, takes: 'an address_public_… key' },
    isCritical: true,
    about:
      'seals addresses to this key of `signpost addresses keygen`, so that no gateway can open them: [operations.md](../how-to/operations.md)',
  },
  ADDRESS_PUBLIC_KEY_FILE: {
    kind: file,
    isCritical: true,
    about: 'the same in a file that only its owner may write',
  },
} as const

export const openerVariables = {
  OPENER_PUBLIC_KEY: {
    kind: list('a key printed by signpost opener keys: opener_public_…', (item) => {
      const keys = readOpenerKey(item)
      return keys && { published: item, keys }
    }),
    standard: '',
    isCritical: true,
    about:
      'with `ADDRESS_PUBLIC_KEY`, the public key of `signpost opener`, which issues releases; without it releases answer 503. Several, so that payers can pin the next one in time: [operations.md](../how-to/operations.md#the-opener)',
  },
  OPENER_CONSUMER_PER_MINUTE: {
    kind: integer({ min: 1 }),
    standard: '120',
    isCritical: true,
    about:
      'addresses that one opener opens for one consumer in a minute, in live and in test mode each; more releases wait',
  },
  OPENER_CONSUMER_PER_DAY: {
    kind: integer({ min: 1 }),
    standard: '5000',
    isCritical: true,
    about: 'addresses that one opener opens for one consumer in 24 hours, in live and in test mode each',
  },
  OPENER_PER_DAY: {
    kind: integer({ min: 1 }),
    standard: '100000',
    isCritical: true,
    about: 'addresses that one opener opens in 24 hours, in live and in test mode each: beyond, it stops and alarms',
  },
  OPENER_STATE_DIR: {
    kind: { ...text, takes: 'a folder' },
    standard: (env: Environment) => join(env.DATA_DIR || '.data', 'opener'),
    standardShown: '`opener` in `DATA_DIR`',
    about: 'a folder for the counts of the last day, so that a restart does not reset the limits',
  },
  RELEASE_WAIT_MS: {
    kind: integer({ max: 8_000 }),
    standard: '2000',
    uses: ['serve'],
    about: 'how long a request waits for the opener before the release is `pending`',
  },
} as const

/** The settings of the gateways and of `signpost opener`. */
export const openerConfig = (values: ValuesOf<typeof openerVariables>) => ({
  /** The first one signs, now or soon; all are published for payers to pin. */
  publicKeys: values.openerPublicKey.flatMap(({ keys }) => keys),
  /** The same keys as text. */
  published: values.openerPublicKey.map(({ published }) => published),
  /** Limits of one opener, for live and test mode separately. */
  limits: {
    consumerPerMinute: values.openerConsumerPerMinute,
    consumerPerDay: values.openerConsumerPerDay,
    perDay: values.openerPerDay,
  },
  stateDir: values.openerStateDir,
  waitMs: values.releaseWaitMs,
})
