import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { readConfig, settingsInForce } from '../../config/config.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { AliasType } from '../../registry/aliases/normalization/alias-types.ts'
import { normalizeAlias, normalizeIdentifier } from '../../registry/aliases/normalization/normalize.ts'
import { CliError } from '../options.ts'
import { table } from '../terminal.ts'

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

const printResult = (result: Result, json: boolean | undefined) =>
  console.log(
    json ? JSON.stringify(result) : 'error' in result ? `error\t${result.error}` : `${result.type}\t${result.value}`,
  )

type Options = { type?: AliasType; file?: string; json?: boolean }

export async function normalize(alias: string | undefined, { type, file, json }: Options): Promise<void> {
  if ((alias === undefined) === (file === undefined)) {
    throw new CliError('Give either an alias, or a file with --file.')
  }
  const { defaultPhoneRegion } = readConfig()
  const one = (input: string) => {
    const result = normalizeOne(input, type, defaultPhoneRegion)
    if ('error' in result) process.exitCode = 1
    printResult(result, json)
  }
  if (file === undefined) return one(alias!)
  for await (const line of createInterface({ input: file === '-' ? process.stdin : createReadStream(file) })) one(line)
}

/** Prints each variable with its value and its origin. @throws ConfigError */
export function printConfig({ json }: { json?: boolean }): void {
  const { misspelt } = readConfig()
  const settings = settingsInForce()
  if (json) for (const setting of settings) console.log(JSON.stringify(setting))
  else
    console.log(
      table(
        ['VARIABLE', 'VALUE', 'FROM'],
        settings.map(({ name, value, from }) => [name, value ?? '-', from]),
      ),
    )
  for (const warning of misspelt) console.error(warning)
}
