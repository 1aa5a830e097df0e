import { defineEntity, p } from '@mikro-orm/postgresql'
import { dated, owned } from './columns.ts'

/** Challenge to prove control of an alias. */
export const Challenge = defineEntity({
  name: 'Challenge',
  properties: {
    ...owned,
    identityId: p.uuid().nullable(),
    aliasId: p.uuid().nullable(),
    /** Its claim, if it is not for an alias. */
    claimId: p.uuid().nullable(),
    method: p.text(),
    purpose: p.text(),
    status: p.text().default('pending'),
    /** The keyed hash of a sent code; null without one. */
    codeHash: p.blob().nullable(),
    /** Part of the text that a domain has to publish. */
    token: p.text().nullable(),
    /** The payment link whose host has to publish it. */
    link: p.text().nullable(),
    attemptsLeft: p.integer(),
    expiresAt: p.datetime(),
    metAt: p.datetime().nullable(),
    /** State of the code's delivery: never disclosed to the caller. */
    sendState: p.text().default('none'),
    ...dated,
  },
})

/**
 * The times of actions that are limited within a window: sent codes, wrong answers. The key is a keyed hash of the
 * subject.
 */
export const ChallengeTally = defineEntity({
  name: 'ChallengeTally',
  properties: {
    key: p.blob().primary(),
    times: p.array().columnType('timestamptz[]'),
    /** The keyed hash that groups tallies for a common count. */
    sharedKey: p.blob().nullable(),
    expiresAt: p.datetime(),
  },
})

/** Proof that a domain keeps published, so that its payment link stays proved. */
export const DomainProof = defineEntity({
  name: 'DomainProof',
  properties: {
    aliasId: p.uuid().primary(),
    livemode: p.boolean(),
    identityId: p.uuid(),
    method: p.text(),
    token: p.text(),
    /** The alias or claim that the domain was asked to authorize. */
    subjectId: p.uuid(),
    nextCheckAt: p.datetime(),
    /** The time since which every check has failed. */
    failingSince: p.datetime().nullable(),
  },
})

/** Request for an alias, based on proof of control. */
export const Claim = defineEntity({
  name: 'Claim',
  properties: {
    ...owned,
    identityId: p.uuid(),
    kind: p.text(),
    type: p.text(),
    value: p.text(),
    skeleton: p.text(),
    normVersion: p.integer(),
    status: p.text().default('pending_proof'),
    reason: p.text().nullable(),
    method: p.text().nullable(),
    provedAt: p.datetime().nullable(),
    secondProvedAt: p.datetime().nullable(),
    /** Of the last proof, if a domain published it. */
    proofToken: p.text().nullable(),
    /** The end of its state, and the time of the worker's next check; null once it has ended. */
    deadline: p.datetime(),
    nextAt: p.datetime().nullable(),
    donorId: p.uuid().nullable(),
    donorIdentityId: p.uuid().nullable(),
    donorAliasId: p.uuid().nullable(),
    /** Donor's suspended time when the state began, plus the time by which `deadline` has been moved since. */
    donorSuspendedSeconds: p.float().columnType('double precision').default(0),
    /** True if the state began after the cooldown of the donor's release. */
    hasCooled: p.boolean().default(false),
    /** True while the worker waits for the end of a suspension. */
    standsStill: p.boolean().default(false),
    ...dated,
  },
})
