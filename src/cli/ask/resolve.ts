import type { Command } from 'commander'
import type { CheckDestinationBody, DisclosedEndpoint } from '../../client/client.ts'
import { CliError, type Commands, oneOf, valued } from '../options.ts'
import { paint, printable } from '../terminal.ts'
import { ask, connect, urlOption } from './ask.ts'
import { endpointTypes } from './show.ts'

/** Returns the disclosed form of an address: abbreviated, masked, or its last digits. */
const addressOf = ({ address, url, masked, last4 }: DisclosedEndpoint): string =>
  address ?? url ?? masked ?? (last4 ? `••••${last4}` : '')

function addResolve(resolve: Command): void {
  ask(resolve.argument('<alias>'), async ({ client, json }, _, alias) => {
    const found = await client.resolve({ alias: alias! })
    if (json) return console.log(JSON.stringify(found))
    console.log(paint('bold', found.identity))
    for (const endpoint of found.endpoints) console.log(printable(`  ${endpoint.type}  ${addressOf(endpoint)}`))
  })
}

type Destination = CheckDestinationBody['destination']
type Details = NonNullable<Destination['details']>
type CheckOptions = {
  type?: Destination['type']
  memo?: string
  memoType?: Details['memo_type']
  bankCode?: string
  payer?: string
}

/** Exit codes of a verdict: only a match is 0, so that a script can't mistake another verdict for one. */
const codes = { match: 0, no_match: 3, unavailable: 4 } as const

const words = {
  no_match: 'no match: not registered in this form. Ask the payee through another channel before you pay.',
  unavailable: 'unavailable: not checked. Never treat it as a match.',
} as const

function bankCodeOf(written: string | undefined): Pick<Details, 'bank_code'> {
  if (written === undefined) return {}
  const [scheme = '', value = ''] = written.split(/:(.*)/s)
  if (value === '') throw new CliError('--bank-code must be like sort_code:200415.')
  return { bank_code: { scheme: scheme as NonNullable<Details['bank_code']>['scheme'], value } }
}

function detailsOf({ memo, memoType, bankCode }: CheckOptions): { details?: Details } {
  const details: Details = {
    ...(memo === undefined ? {} : { memo }),
    ...(memoType === undefined ? {} : { memo_type: memoType }),
    ...bankCodeOf(bankCode),
  }
  return Object.keys(details).length === 0 ? {} : { details }
}

/** Returns the given type, or a guess, which is printed. */
async function typeOf(given: Destination['type'] | undefined, address: string): Promise<Destination['type']> {
  if (given) return given
  const { guessType } = await import('../../registry/endpoints/guess.ts')
  const guess = guessType(address)
  console.error(`Checked as ${guess}; choose another with --type.`)
  return guess
}

function addCheckDestination(check: Command): void {
  ask<CheckOptions>(
    check
      .arguments('<alias> <address>')
      .addOption(valued('--type <type>', `${endpointTypes.join(', ')}; guessed by default`, oneOf(endpointTypes)))
      .option('--memo <memo>', 'for a wallet: the memo or destination tag')
      .addOption(valued('--memo-type <type>', 'for a Stellar memo', oneOf(['text', 'id', 'hash'])))
      .option('--bank-code <scheme:value>', 'for an account without IBAN, like sort_code:200415')
      .option('--payer <reference>', 'your own reference for your customer'),
    async ({ client, json }, options, alias, address) => {
      const type = await typeOf(options.type, address!)
      const destination = { type, address: address!, ...detailsOf(options) }
      const { payer } = options
      const check = await client.destinationChecks({ alias: alias!, destination, ...(payer ? { payer } : {}) })
      const { verdict, endpoint, changed_days: days } = check
      process.exitCode = codes[verdict]
      if (json) return console.log(JSON.stringify({ ...check, type }))
      if (verdict !== 'match') return console.log(paint('red', words[verdict]))
      const change = days === null ? '' : `, changed ${days === 0 ? 'today' : `${days} days ago`}`
      console.log(`${paint('bold', 'match')}  ${endpoint}${change}`)
    },
  )
}

type McpOptions = { url?: string; purpose?: string }

/** Speaks the protocol on standard input and output until the input ends; nothing else may be printed there. */
async function serveLookUps({ url, purpose }: McpOptions): Promise<void> {
  // Its key needs the scopes resolve, payee_check and destination_check.
  const { client } = await connect(url)
  // The SDK is loaded by this command alone.
  const { serveMcp } = await import('./mcp-server.ts')
  await serveMcp(client, purpose)
}

function addMcp(mcp: Command): void {
  mcp
    .addOption(urlOption())
    .option('--purpose <text>', 'the purpose of consent requests, for their owners')
    .action(serveLookUps)
}

export const commands: Commands = { resolve: addResolve, 'check-destination': addCheckDestination, mcp: addMcp }
