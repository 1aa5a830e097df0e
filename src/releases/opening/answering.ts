import { nobody } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Change, Write } from '../../unit-of-work/write.ts'
import { grantOf, type Making } from '../making.ts'
import { type Opener, releaseSeconds } from '../opener.ts'
import { type Claimed, endJob, type HeldJob, holdJob } from './job-store.ts'
import { PaceExceeded } from './pace.ts'

type Deps = {
  write: Write
  making: Making
  /** Counts what it opens. */
  opener: Opener
  /** @throws SignpostError decryption_failed */
  openReference: (id: string, livemode: boolean, sealed: Buffer) => Promise<string>
  log: Pick<Logger, 'error'>
}

/** What a claimed release came to; `gone` when another process had it meanwhile, or its time was over. */
export type Answered = 'ready' | 'failed' | 'gone'

/** What the pace refuses is not judged: it waits on. */
const isJudged = (error: unknown): error is SignpostError =>
  error instanceof SignpostError &&
  !(error instanceof PaceExceeded) &&
  (error.type !== 'api_error' || error.code === 'decryption_failed')

/**
 * Makes a release that waits: nothing is taken from the job but its id. The rows are read again and judged by the one policy;
 * locks, judgement, disclosure record and the sealed text are one transaction, as in the service.
 */
export function createAnswering({ write, making, opener, openReference, log }: Deps) {
  async function make(change: Change, job: HeldJob): Promise<void> {
    const { db } = change
    const holder = { consumerId: job.consumer_id, livemode: job.livemode }
    await making.requireKey(db, holder, job.sealing_key_id, 'none')
    const permitted = await making.permit(db, holder, { alias: { id: job.alias_id }, endpointId: job.endpoint_id })
    const key = await making.requireKey(db, holder, job.sealing_key_id, 'share')
    const { reference: sealed } = job
    const reference = sealed && (await openReference(job.id, job.livemode, Buffer.from(sealed)))
    const order = { id: job.id, holder, requestId: job.request_id, reference, permitted, key }
    const jwe = await making.handOut(change, opener, order)
    await endJob(db, job.id, { status: 'ready', jwe, grantId: grantOf(permitted), seconds: releaseSeconds })
  }

  /** A refusal is a result; whatever else fails undoes all of it. */
  async function judged(change: Change, job: HeldJob): Promise<Answered> {
    try {
      await make(change, job)
      return 'ready'
    } catch (error) {
      if (!isJudged(error)) throw error
      if (error.code === 'decryption_failed') log.error({ release: job.id }, 'an address could not be opened')
      await endJob(change.db, job.id, { status: 'failed' })
      return 'failed'
    }
  }

  /** @throws PaceExceeded, and whatever the database throws: nothing has happened then */
  return async function answer(claimed: Claimed): Promise<Answered> {
    const caller = { ...nobody, consumerId: claimed.consumerId, livemode: claimed.livemode }
    const call = { caller, requestId: claimed.id, idempotency: null, release: 'at once' as const, replayed: false }
    return write(call, async (change) => {
      const job = await holdJob(change.db, claimed)
      return job ? judged(change, job) : 'gone'
    })
  }
}
