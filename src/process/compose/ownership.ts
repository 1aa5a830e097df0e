import { ConfigError } from '../../config/environment.ts'
import { createChallengeIssuer } from '../../ownership/challenges/issue.ts'
import { createChallengeLimits } from '../../ownership/challenges/limits.ts'
import { createChallenges } from '../../ownership/challenges/service.ts'
import { advanceClaims } from '../../ownership/claims/processing.ts'
import { createClaimAnswers, createClaims } from '../../ownership/claims/service.ts'
import { checkDomainProofs } from '../../ownership/jobs.ts'
import { createAuthorizations } from '../../ownership/proofs/authorization.ts'
import { createLooking } from '../../ownership/proofs/looking.ts'
import { openSenders } from '../../ownership/senders/choice.ts'
import { createSending } from '../../ownership/senders/sending.ts'
import { createWalletProofs } from '../../ownership/wallets/service.ts'
import type { Kernel } from './foundation.ts'

/** Composes the services that prove and move control of aliases: challenges with their senders, and their jobs. */
export async function createOwnership(kernel: Kernel) {
  const { config, clock, keyring } = kernel
  const { sender, challenges, claims, proofs } = config.ownership
  const senders = await openSenders(sender, clock).catch((error: Error) => {
    throw new ConfigError(error.message)
  })
  const sending = createSending({ ...kernel, senders, locale: sender.locale })
  const challengeLimits = createChallengeLimits({ ...kernel, ...challenges })
  /** The parts that most services and jobs take: each uses those that its type names. */
  const common = {
    ...kernel,
    proofs,
    authorizations: createAuthorizations(keyring, proofs.httpsPort),
    challengeLimits,
    challengeIssuer: createChallengeIssuer({ ...kernel, sending, challengeLimits, ...challenges }),
    looking: createLooking(proofs),
    times: claims,
  }
  const walletProofs = createWalletProofs({
    ...kernel,
    origin: config.publicUrl ?? 'http://localhost',
    minutes: challenges.codeMinutes,
  })
  const services = {
    walletProofs,
    claims: createClaims(common),
    challenges: createChallenges({ ...common, lockClaimOf: createClaimAnswers(proofs) }),
  }
  const jobs = [sending.job(), advanceClaims(common), checkDomainProofs({ ...common, ...proofs })]
  return { services, sending, challengeLimits, jobs }
}

export type Ownership = Awaited<ReturnType<typeof createOwnership>>
