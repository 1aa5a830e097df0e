import { type ConsumerRow, findConsumerNamed, findConsumers } from '../access/consumers/store.ts'
import type { Database } from '../database/orm.ts'
import { decodeId } from '../kernel/id.ts'
import { CliError } from './failure-text.ts'

/** Finds a consumer by its id (`apc_…`) or its name. */
export async function findConsumer(db: Database, which: string): Promise<ConsumerRow | undefined> {
  const id = decodeId('consumer', which)
  return id === null ? findConsumerNamed(db, which) : (await findConsumers(db, [id]))[0]
}

/** @throws CliError */
export async function requireConsumer(db: Database, which: string): Promise<ConsumerRow> {
  const found = await findConsumer(db, which)
  if (!found) throw new CliError('--consumer names no existing consumer: see consumers list.')
  return found
}
