import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type GraphQLSchema, parse, validate } from 'graphql'
import { ConfigError } from '../../app/config.ts'

/** The documents that may run, by their id and by the hash of their text. */
export type TrustedDocuments = {
  byId(id: string): string | undefined
  hasText(text: string): boolean
}

type Listed = { id: string; text: string }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads the manifest that TRUSTED_DOCUMENTS names: `{ "<sha256>": "<document>" }`, or Apollo's persisted-query manifest,
 * whose ids are whatever its generator made them.
 * @throws ConfigError when it can't be read, or lists what the schema doesn't answer
 */
export function readTrustedDocuments(path: string, schema: GraphQLSchema): TrustedDocuments {
  const listed = readManifest(path)
  for (const { id, text } of listed) requireValid(id, text, schema)
  const byId = new Map(listed.map(({ id, text }) => [id, text]))
  const hashes = new Set(listed.map(({ text }) => sha256(text)))
  return { byId: (id) => byId.get(id), hasText: (text) => hashes.has(sha256(text)) }
}

function readManifest(path: string): Listed[] {
  let manifest: unknown
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read'
    throw new ConfigError(`TRUSTED_DOCUMENTS names no manifest: ${reason}.`)
  }
  if (!isRecord(manifest)) throw new ConfigError('TRUSTED_DOCUMENTS must name a manifest that is an object.')
  return manifest.format === 'apollo-persisted-query-manifest' ? readApollo(manifest) : readPlain(manifest)
}

function readPlain(manifest: Record<string, unknown>): Listed[] {
  return Object.entries(manifest).map(([id, text]) => {
    if (typeof text !== 'string' || sha256(text) !== id) {
      throw new ConfigError(`TRUSTED_DOCUMENTS: ${id} is not the SHA-256 of its document.`)
    }
    return { id, text }
  })
}

function readApollo({ version, operations }: Record<string, unknown>): Listed[] {
  if (version !== 1 || !Array.isArray(operations)) {
    throw new ConfigError('TRUSTED_DOCUMENTS: the manifest must be of version 1 and list its operations.')
  }
  return operations.map((operation: unknown) => {
    if (!isRecord(operation) || typeof operation.id !== 'string' || typeof operation.body !== 'string') {
      throw new ConfigError('TRUSTED_DOCUMENTS: an operation lacks its id or its body.')
    }
    return { id: operation.id, text: operation.body }
  })
}

function requireValid(id: string, text: string, schema: GraphQLSchema): void {
  let problem: string | undefined
  try {
    problem = validate(schema, parse(text))[0]?.message
  } catch (error) {
    problem = (error as Error).message
  }
  if (problem !== undefined) throw new ConfigError(`TRUSTED_DOCUMENTS: ${id} is not valid here: ${problem}`)
}
