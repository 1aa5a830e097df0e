import ipaddr from 'ipaddr.js'
import {
  ConfigError,
  type Environment,
  file,
  flag,
  integer,
  isProduction,
  list,
  matching,
  text,
  type ValuesOf,
} from './environment.ts'
import { processVariables } from './processes.ts'

const port = integer({ max: 65_535 })
const host = { ...text, takes: 'a host or an address' }

export const serviceVariables = {
  NODE_ENV: {
    kind: { ...text, takes: 'production, or anything else' },
    uses: ['serve', 'worker', 'opener', 'operate'],
    isCritical: true,
    about: '`production`: no embedded PostgreSQL, no generated key file, introspection off',
  },
  PORT: { kind: port, standard: '4000', about: 'the port of the service; 0 for any that is free' },
  HOST: { kind: host, standard: '127.0.0.1', about: 'where it listens' },
  PUBLIC_URL: {
    kind: matching(
      'like https://pay.example.com',
      (given) => /^https?:\/\/[^\s?#@]+$/.test(given) && URL.canParse(given),
    ),
    standardShown: '`http://localhost:PORT`',
    uses: ['serve', 'worker', 'opener'],
    about:
      'where clients reach the service: the `doc_url` of an error begins with it. Set it behind a proxy and on several gateways',
  },
  DATA_DIR: {
    kind: { ...text, takes: 'a folder' },
    standard: '.data',
    uses: ['serve', 'worker', 'opener', 'operate'],
    about: 'the embedded PostgreSQL, its key file and the demo key',
  },
  SANDBOX: {
    kind: flag,
    standard: 'on',
    about: 'creates sample payees in test mode: [test-mode.md](../tutorial/test-mode.md#sample-payees)',
  },
  ...processVariables,
  TRUST_PROXY: {
    kind: list('addresses or CIDR ranges', (item) => (ipaddr.isValid(item) || ipaddr.isValidCIDR(item) ? item : null)),
    standard: '',
    isCritical: true,
    about: 'proxies whose `X-Forwarded-For` is trusted',
  },
  INTROSPECTION: {
    kind: flag,
    standard: (env: Environment) => (isProduction(env) ? 'off' : 'on'),
    standardShown: 'on, off in production',
    isCritical: true,
    about: 'GraphQL introspection, and the explorer',
  },
  TRUSTED_DOCUMENTS: { kind: file, isCritical: true, about: 'a manifest of the only GraphQL documents that may run' },
  OPERATION_TIMEOUT_MS: {
    kind: integer({ min: 1 }),
    standard: '5000',
    about: 'how long a GraphQL operation may take',
  },
  REQUEST_TIMEOUT_MS: {
    kind: integer({ min: 100 }),
    standard: '10000',
    about: 'how long a request may take to arrive',
  },
  HEADERS_TIMEOUT_MS: {
    kind: integer({ min: 100 }),
    standard: '5000',
    about: 'how long the headers of a request may take to arrive',
  },
  MAX_CONNECTIONS: {
    kind: integer({ min: 4 }),
    standard: '4096',
    about:
      'connections of one process, a quarter of them for one network: [limits.md](limits.md#before-the-key-is-known)',
  },
  MAX_IN_FLIGHT: {
    kind: integer({ min: 1 }),
    standard: '128',
    about: 'concurrent requests; the rest waits in turn: [limits.md](limits.md#one-fair-queue)',
  },
  DRAIN_SECONDS: {
    kind: integer({ max: 8 }),
    standard: (env: Environment) => (isProduction(env) ? '5' : '1'),
    standardShown: '1, in production 5',
    about: 'how long a stopping server still serves, while `/readyz` answers 503',
  },
  ADMIN_PORT: {
    kind: port,
    isCritical: true,
    about: "the port of the operator's interface, which is off by default: [admin.md](admin.md)",
  },
  ADMIN_HOST: {
    kind: host,
    standard: '127.0.0.1',
    isCritical: true,
    about: 'where it listens',
  },
  ADMIN_TOKEN_FILE: {
    kind: file,
    isCritical: true,
    about: 'a file with tokens of 32 characters or more, one a line',
  },
} as const

type Values = ValuesOf<typeof serviceVariables>

/** The service's ports and the bounds on connections and requests. */
export function serviceConfig(values: Values) {
  const { nodeEnv, adminPort, adminHost, adminTokenFile, publicUrl, ...named } = values
  return {
    ...named,
    /** The public URL of the service, without a slash at its end; null if unset. */
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? null,
  }
}

/** The address of the operator's interface, and the file with its tokens; null without one. @throws ConfigError */
export function adminConfig({ adminPort: port, adminHost: host, adminTokenFile: tokenFile }: Values) {
  if (port === undefined) return null
  if (tokenFile === undefined)
    throw new ConfigError('ADMIN_PORT needs ADMIN_TOKEN_FILE: a file with a token of 32 characters or more.')
  return { host, port, tokenFile }
}
