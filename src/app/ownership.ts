import { createChallengeLimits } from '../ownership/challenges/limits.ts'
import { createChallenges } from '../ownership/challenges/service.ts'
import { ownershipJobs } from '../ownership/jobs.ts'
import { openSenders } from '../ownership/senders/choice.ts'
import { createSending } from '../ownership/senders/sending.ts'
import { ConfigError } from './environment.ts'
import type { Kernel } from './kernel.ts'

/** What proves and moves control of aliases: challenges with their senders, and what is repeated for them. */
export async function createOwnership(kernel: Kernel) {
  const { config, db, clock, newId, keyring, limits, write, log } = kernel
  const { sender, challenges } = config.ownership
  const senders = await openSenders(sender, clock).catch((error: Error) => {
    throw new ConfigError(error.message)
  })
  const sending = createSending({ senders, log, answerMs: config.releaseSteps.sendingMs })
  const challengeLimits = createChallengeLimits({ keyring, ...challenges })
  const services = {
    challenges: createChallenges({
      db,
      write,
      newId,
      keyring,
      sending,
      challengeLimits,
      limits,
      codeMinutes: challenges.codeMinutes,
      locale: sender.locale,
    }),
  }
  return { services, sending, jobs: ownershipJobs({ db }) }
}

export type Ownership = Awaited<ReturnType<typeof createOwnership>>
