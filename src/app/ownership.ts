import { createChallengeLimits } from '../ownership/challenges/limits.ts'
import { createMaking } from '../ownership/challenges/making.ts'
import { createChallenges } from '../ownership/challenges/service.ts'
import { ownershipJobs } from '../ownership/jobs.ts'
import { createAuthorizations } from '../ownership/proofs/authorization.ts'
import { checkDomainProofs } from '../ownership/proofs/jobs.ts'
import { createLooking } from '../ownership/proofs/looking.ts'
import { openSenders } from '../ownership/senders/choice.ts'
import { createSending } from '../ownership/senders/sending.ts'
import { ConfigError } from './environment.ts'
import type { Kernel } from './kernel.ts'

/** What proves and moves control of aliases: challenges with their senders, and what is repeated for them. */
export async function createOwnership(kernel: Kernel) {
  const { config, db, clock, newId, keyring, limits, write, log, wakeDeliveries } = kernel
  const { sender, challenges, proofs } = config.ownership
  const senders = await openSenders(sender, clock).catch((error: Error) => {
    throw new ConfigError(error.message)
  })
  const sending = createSending({ senders, log, answerMs: config.releaseSteps.sendingMs })
  const challengeLimits = createChallengeLimits({ keyring, ...challenges })
  const making = createMaking({ db, newId, keyring, sending, challengeLimits, ...challenges, locale: sender.locale })
  const looking = createLooking(proofs)
  const authorizations = createAuthorizations(keyring, proofs.httpsPort)
  const services = {
    challenges: createChallenges({
      db,
      write,
      keyring,
      making,
      looking,
      authorizations,
      challengeLimits,
      limits,
      proofs,
    }),
  }
  const jobs = [
    ...ownershipJobs({ db }),
    checkDomainProofs({ db, newId, clock, wakeDeliveries, looking, authorizations, ...proofs }),
  ]
  return { services, sending, jobs }
}

export type Ownership = Awaited<ReturnType<typeof createOwnership>>
