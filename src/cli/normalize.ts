import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { readConfig } from '../app/config.ts'
import { SignpostError } from '../kernel/errors.ts'
import { type AliasType, aliasTypes } from '../registry/aliases/normalization/alias-types.ts'
import { normalizeAlias, normalizeIdentifier } from '../registry/aliases/normalization/normalize.ts'
import { CliError } from './failure-text.ts'
import { readable } from './files.ts'
import { oneOf, valued } from './options.ts'

type Result = { input: string; type: string; value: string } | { input: string; error: string }

function normalizeOne(input: string, type: string | undefined, defaultRegion: string | undefined): Result {
  try {
    const normalized =
      type === undefined
        ? normalizeIdentifier(input, { defaultRegion })
        : normalizeAlias(type, input, { defaultRegion })
    return { input, type: normalized.type, value: normalized.value }
  } catch (error) {
    if (error instanceof SignpostError) return { input, error: error.code }
    throw error
  }
}

const print = (result: Result, json: boolean | undefined) =>
  console.log(
    json ? JSON.stringify(result) : 'error' in result ? `error\t${result.error}` : `${result.type}\t${result.value}`,
  )

type Options = { type?: AliasType; file?: string; json?: boolean }

async function run(alias: string | undefined, { type, file, json }: Options): Promise<void> {
  if ((alias === undefined) === (file === undefined)) {
    throw new CliError('Give an alias, or a file of them with --file: one of both.')
  }
  const { defaultPhoneRegion } = readConfig()
  const one = (input: string) => {
    const result = normalizeOne(input, type, defaultPhoneRegion)
    if ('error' in result) process.exitCode = 1
    print(result, json)
  }
  if (file === undefined) return one(alias!)
  for await (const line of createInterface({ input: file === '-' ? process.stdin : createReadStream(file) })) one(line)
}

export function addNormalize(program: Command): void {
  const types = Object.keys(aliasTypes) as AliasType[]
  program
    .command('normalize [alias]')
    .description('Show what would be stored of an alias, or of each line of a file')
    .addOption(valued('--type <type>', `${types.join(', ')}; detected when absent`, oneOf(types)))
    .addOption(
      valued('--file <path>', 'one alias a line; - for standard input', (path, name) =>
        path === '-' ? path : readable(path, name),
      ),
    )
    .option('--json', 'a JSON object per line')
    .action(run)
}
