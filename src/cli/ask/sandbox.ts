import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { SandboxReset, Signpost } from '../../client/client.ts'
import { label, mandatory, valued } from '../options.ts'
import { ask } from './ask.ts'
import { showRecord } from './show.ts'

const retryMs = 1_000

/** Resets one page; it waits while another reset of the sandbox runs. */
async function page(client: Signpost, consumer: string): Promise<SandboxReset> {
  for (;;) {
    try {
      return await client.sandboxReset({ consumer })
    } catch (error) {
      // The client is loaded late, so its error class is recognised by the code.
      if ((error as { code?: unknown }).code !== 'reset_in_progress') throw error
      await pause(retryMs)
    }
  }
}

/** Repeats until nothing is left. @returns the total of ended records */
async function reset(client: Signpost, consumer: string): Promise<SandboxReset> {
  const ended = { identities: 0, grants: 0, webhooks: 0 }
  for (;;) {
    const one = await page(client, consumer)
    ended.identities += one.identities
    ended.grants += one.grants
    ended.webhooks += one.webhooks
    if (one.status === 'done') return { ...one, ...ended }
  }
}

export function addSandbox(program: Command): void {
  const sandbox = program.command('sandbox')
  ask<{ consumer: string }>(
    sandbox
      .command('reset')
      .description('Empty your test mode: identities are closed and erased, webhooks deleted, grants ended; keys stay')
      .addOption(mandatory(valued('--consumer <id>', 'the id of your own consumer, apc_…, to confirm', label))),
    async ({ client, json }, { consumer }) => showRecord(await reset(client, consumer), json),
  )
}
