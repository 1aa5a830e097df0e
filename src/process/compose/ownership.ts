import { ConfigError } from '../../config/environment.ts'
import { authorizationsOf } from '../../ownership/challenges/answering.ts'
import { createChallengeIssuer } from '../../ownership/challenges/issue.ts'
import { createChallengeLimits } from '../../ownership/challenges/limits.ts'
import { challengeRecord } from '../../ownership/challenges/record.ts'
import { createChallenges } from '../../ownership/challenges/service.ts'
import type { ChallengeRow } from '../../ownership/challenges/store.ts'
import { advanceClaims } from '../../ownership/claims/processing.ts'
import { createClaimAnswers, createClaims } from '../../ownership/claims/service.ts'
import { checkDomainProofs, ownershipJobs } from '../../ownership/jobs.ts'
import { createAuthorizations } from '../../ownership/proofs/authorization.ts'
import { createLooking } from '../../ownership/proofs/looking.ts'
import { openSenders } from '../../ownership/senders/choice.ts'
import { createSending } from '../../ownership/senders/sending.ts'
import { createWalletProofs } from '../../ownership/wallets/service.ts'
import { createErasedSkeleton } from '../../registry/aliases/reservation.ts'
import type { Kernel } from './foundation.ts'

/** Composes the services that prove and move control of aliases: challenges with their senders, and their jobs. */
export async function createOwnership(kernel: Kernel) {
  const { config, db, clock, newId, keyring, limits, readLists, write, log, wakeDeliveries, askDue } = kernel
  const { sender, challenges, claims, proofs } = config.ownership
  const senders = await openSenders(sender, clock).catch((error: Error) => {
    throw new ConfigError(error.message)
  })
  const sending = createSending({ db, keyring, senders, log, locale: sender.locale })
  const challengeLimits = createChallengeLimits({ keyring, log, clock, ...challenges })
  const authorizations = createAuthorizations(keyring, proofs.httpsPort)
  const challengeRecordOf = (row: ChallengeRow) => challengeRecord(row, authorizationsOf(authorizations)(row))
  /** The parts that most services and jobs take: each uses those that its type names. */
  const common = {
    db,
    readLists,
    write,
    newId,
    clock,
    keyring,
    limits,
    wakeDeliveries,
    askDue,
    proofs,
    authorizations,
    challengeLimits,
    challengeIssuer: createChallengeIssuer({ newId, keyring, sending, challengeLimits, ...challenges }),
    looking: createLooking(proofs),
    erasedSkeleton: createErasedSkeleton(keyring),
    times: claims,
  }
  const walletProofs = createWalletProofs({
    write,
    keyring,
    clock,
    origin: config.publicUrl ?? 'http://localhost',
    minutes: challenges.codeMinutes,
  })
  const services = {
    walletProofs,
    claims: createClaims({
      ...common,
      defaultRegion: config.defaultPhoneRegion,
      challengeRecordOf,
      proofHours: claims.proofHours,
    }),
    challenges: createChallenges({ ...common, lockClaimOf: createClaimAnswers(proofs) }),
  }
  const jobs = [
    ...ownershipJobs({ db }),
    sending.job(),
    advanceClaims(common),
    checkDomainProofs({ ...common, ...proofs }),
  ]
  return { services, sending, challengeLimits, jobs }
}

export type Ownership = Awaited<ReturnType<typeof createOwnership>>
