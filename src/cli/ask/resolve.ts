import type { Command } from 'commander'
import type { DisclosedEndpoint } from '../../client/client.ts'
import { paint } from '../paint.ts'
import { printable } from '../table.ts'
import { ask } from './ask.ts'

/** Returns the disclosed form of an address: abbreviated, masked, or its last digits. */
const addressOf = ({ address, url, masked, last4 }: DisclosedEndpoint): string =>
  address ?? url ?? masked ?? (last4 ? `••••${last4}` : '')

export function addResolve(program: Command): void {
  ask(program.command('resolve <alias>'), async ({ client, json }, _, alias) => {
    const found = await client.resolve({ alias: alias! })
    if (json) return console.log(JSON.stringify(found))
    console.log(paint('bold', found.identity))
    for (const endpoint of found.endpoints) console.log(printable(`  ${endpoint.type}  ${addressOf(endpoint)}`))
  })
}
