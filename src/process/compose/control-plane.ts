import { createApiKeys } from '../../access/api-keys/service.ts'
import { createConsumerKeys } from '../../access/consumers/keys.ts'
import { createConsumers } from '../../access/consumers/service.ts'
import { createRequests } from '../../access/requests/service.ts'
import { createUsage } from '../../access/usage/service.ts'
import { createAudit } from '../../audit/service.ts'
import type { Config } from '../../config/config.ts'
import { createConsentGrants } from '../../consent/grants/service.ts'
import { createPurposes } from '../../consent/purposes.ts'
import { createConsentRequestsApproval } from '../../consent/requests/approval.ts'
import { createEvents } from '../../events/service.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { createProofNeeds } from '../../ownership/proofs/needs.ts'
import { createPayeeNames } from '../../payees/names/service.ts'
import { createErasedSkeleton } from '../../registry/aliases/reservation.ts'
import { createAliases } from '../../registry/aliases/service.ts'
import { createChanges } from '../../registry/changes/service.ts'
import { createSealAddress } from '../../registry/endpoints/sealing.ts'
import { createEndpoints } from '../../registry/endpoints/service.ts'
import { type CooldownDays, createIdentities } from '../../registry/identities/service.ts'
import { createRegistryCommands } from '../../registry/import/commands.ts'
import { createOpening } from '../../registry/notes/opening.ts'
import { createNotes } from '../../registry/notes/sealing.ts'
import { createSandbox } from '../../registry/sandbox/service.ts'
import { createSealingKeys } from '../../releases/keys/service.ts'
import { createReleases } from '../../releases/service.ts'
import { createDisclosures } from '../../resolution/disclosures/service.ts'
import { createExplanations, createOwnRecords } from '../../resolution/explanations/service.ts'
import { createImpacts } from '../../resolution/impacts/service.ts'
import type { chooseAddressSealer } from '../../vault/address-key.ts'
import { createWebhookDeliveries } from '../../webhooks/deliveries/service.ts'
import { createWebhooks } from '../../webhooks/service.ts'
import type { Delivery } from './delivery.ts'
import type { Kernel } from './foundation.ts'
import type { Ownership } from './ownership.ts'
import { issuanceOf, releaseModeOf } from './releases.ts'

/** Replaces a function that this process does not have. */
export const notHere = (): never => {
  throw new SignpostError('route_not_found')
}

/** Asynchronous, because a data loader's batch must reject, never throw. */
const refusing = async (): Promise<never> => notHere()

/** Stands for every service that a process lacks. */
const absent = new Proxy(notHere, { get: () => refusing })

/**
 * The prototype of a process's services, which has those that it lacks.
 *
 * INVARIANT (fail closed): every call to them, also by a nested field or a reference, answers that there is no such
 * route.
 */
export const noServices = new Proxy({}, { get: () => absent })

/** Composes the services of owners and operators: the registry, consent, keys, webhooks and their lists. */
export function createControlPlane(
  kernel: Kernel,
  { transport, settleDelivery }: Delivery,
  addressSealer: ReturnType<typeof chooseAddressSealer>,
  ownership: Pick<Ownership, 'services'>,
) {
  const { config, db, clock, newId, keyring, limits, readLists, write, wakeDeliveries, authentication, records } =
    kernel
  const cooldownDays = cooldownDaysOf(config)
  const sealAddress = createSealAddress(keyring, addressSealer)
  const purposes = createPurposes(keyring)
  const notes = createNotes(keyring)
  const openRows = createOpening(limits)
  const disclosures = createDisclosures({ db, readLists, apart: records.apart })
  const ownRecords = createOwnRecords(keyring)
  const needOf = createProofNeeds(config.ownership.requireProof)
  const consentGrants = createConsentGrants({ db, readLists, write, newId, clock, limits, purposes })
  const services = {
    identities: createIdentities({
      db,
      readLists,
      write,
      newId,
      cooldownDays,
      notes,
      openRows,
      defaultRegion: config.defaultPhoneRegion,
    }),
    aliases: createAliases({
      db,
      readLists,
      write,
      newId,
      cooldownDays,
      defaultRegion: config.defaultPhoneRegion,
      limits,
      notes,
      keyring,
      openRows,
      erasedSkeleton: createErasedSkeleton(keyring),
    }),
    endpoints: createEndpoints({
      db,
      readLists,
      write,
      newId,
      keyring,
      notes,
      openRows,
      sealAddress,
      catalogueMode: config.capabilityCatalogue,
      judgeWallet: ownership.services.walletProofs.judge,
    }),
    changes: createChanges({ db, keyring }),
    ...ownership.services,
    consentGrants,
    consentRequestsApproval: createConsentRequestsApproval({ write, clock, newId, purposes }),
    payeeNames: createPayeeNames({ db, readLists, write, newId, keyring }),
    disclosures,
    explanations: createExplanations({ db, ownRecords, needOf }),
    impacts: createImpacts({ db, clock, limits, ownRecords, needOf }),
    sealingKeys: createSealingKeys({ db, readLists, write, newId, liveDelaySeconds: config.sealingKeyDelay }),
    releases: createReleases({
      readLists,
      db,
      write,
      newId,
      keyring,
      limits,
      defaultRegion: config.defaultPhoneRegion,
      issuance: issuanceOf(kernel),
      mode: releaseModeOf(kernel, addressSealer),
    }),
    apiKeys: createApiKeys({ db, readLists, write, keyring, newId, clock, forget: authentication.forget }),
    webhooks: createWebhooks({ db, readLists, write, keyring, newId, clock, transport }),
    webhookDeliveries: createWebhookDeliveries({
      db,
      readLists,
      write,
      newId,
      clock,
      transport,
      settle: settleDelivery,
      leaseMs: config.webhooks.leaseMs,
      wakeDeliveries,
    }),
    consumers: createConsumers({ db, write, newId, forget: authentication.forgetConsumer }),
    consumerKeys: createConsumerKeys({ db, write, keyring, newId, clock, forget: authentication.forget }),
    events: createEvents({ db, readLists }),
    usage: createUsage({ db, clock }),
    requests: createRequests({ readLists }),
    audit: createAudit({ db, readLists, write, disclosures }),
    registryCommands: createRegistryCommands({ db, keyring, write }),
    sandbox: createSandbox({ write, keyring, cooldownDays }),
    settleDelivery,
  }
  return { services, sealAddress }
}

export type ControlPlane = ReturnType<typeof createControlPlane>

/** Days of cooldown of a released alias, by type. */
export const cooldownDaysOf =
  ({ cooldownDays, cooldownDaysPhone }: Config): CooldownDays =>
  (type) =>
    type === 'phone' ? cooldownDaysPhone : cooldownDays
