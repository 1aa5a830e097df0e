import type { Change, Write } from '../../events/write.ts'
import { nobody, systemCall } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/log.ts'
import { grantOf, type Issuance } from '../issue.ts'
import { type Opener, releaseSeconds } from '../opener.ts'
import { RateExceeded } from './rate-limit.ts'
import { type Claimed, endJob, type HeldJob, holdJob } from './store.ts'

type Deps = {
  write: Write
  issuance: Issuance
  /** Counts opened addresses. */
  opener: Opener
  /** @throws SignpostError decryption_failed */
  openReference: (id: string, livemode: boolean, sealed: Buffer) => Promise<string>
  log: Pick<Logger, 'error'>
}

/** The outcome of a claimed job; `gone` if another process took it meanwhile, or it has expired. */
export type JobOutcome = 'ready' | 'failed' | 'gone'

/** Distinguishes a refusal from a failure. A job beyond the limits is not refused: it waits. */
const isRefusal = (error: unknown): error is SignpostError =>
  error instanceof SignpostError &&
  !(error instanceof RateExceeded) &&
  (error.type !== 'api_error' || error.code === 'decryption_failed')

/**
 * Issues a waiting release. Only the id is taken from the job: the rows are read again and evaluated by the one policy.
 * Locks, evaluation, disclosure record and the sealed text are one transaction, as in the service.
 */
export function createOpenerHandler({ write, issuance, opener, openReference, log }: Deps) {
  async function issue(change: Change, job: HeldJob): Promise<void> {
    const { db } = change
    const holder = { consumerId: job.consumer_id, livemode: job.livemode }
    const key = await issuance.requireKey(db, holder, job.sealing_key_id)
    const authorized = await issuance.authorize(db, holder, {
      alias: { id: job.alias_id },
      endpointId: job.endpoint_id,
    })
    const { reference: sealed } = job
    const reference = sealed && (await openReference(job.id, job.livemode, Buffer.from(sealed)))
    const request = { id: job.id, holder, requestId: job.request_id, reference, authorized, key }
    const jwe = await issuance.seal(change, opener, request)
    await endJob(db, job.id, { status: 'ready', jwe, grantId: grantOf(authorized), seconds: releaseSeconds })
  }

  /** A refusal is an outcome; any other failure undoes the transaction. */
  async function issueOrRefuse(change: Change, job: HeldJob): Promise<JobOutcome> {
    try {
      await issue(change, job)
      return 'ready'
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error.code === 'decryption_failed') log.error({ release: job.id }, 'an address could not be opened')
      await endJob(change.db, job.id, { status: 'failed' })
      return 'failed'
    }
  }

  /** @throws RateExceeded, and the database's errors: then nothing has changed */
  return async function handle(claimed: Claimed): Promise<JobOutcome> {
    const caller = { ...nobody, consumerId: claimed.consumerId, livemode: claimed.livemode }
    return write(systemCall(caller, claimed.id), async (change) => {
      const job = await holdJob(change.db, claimed)
      return job ? issueOrRefuse(change, job) : 'gone'
    })
  }
}
