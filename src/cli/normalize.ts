import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { normalizeAlias, normalizeIdentifier } from '../domain/alias/normalize.ts'
import { SignpostError } from '../domain/errors.ts'

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

export function addNormalize(program: Command): void {
  program
    .command('normalize [alias]')
    .description('Show what would be stored of an alias, or of each line of a file')
    .option('--type <type>', 'username, phone, email, merchant_handle or payment_link; detected when absent')
    .option('--file <path>', 'one alias a line; - for standard input')
    .option('--json', 'a JSON object per line')
    .action(
      async (alias: string | undefined, { type, file, json }: { type?: string; file?: string; json?: boolean }) => {
        const { defaultPhoneRegion } = readConfig()
        let refused = 0
        const one = (input: string) => {
          const result = normalizeOne(input, type, defaultPhoneRegion)
          if ('error' in result) refused++
          print(result, json)
        }
        if (file === undefined) one(alias ?? '')
        else
          for await (const line of createInterface({ input: file === '-' ? process.stdin : createReadStream(file) }))
            one(line)
        if (refused > 0) process.exitCode = 1
      },
    )
}
