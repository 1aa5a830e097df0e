import { createApiKeys } from '../../access/api-keys/service.ts'
import { createConsumerKeys } from '../../access/consumers/keys.ts'
import { createConsumers } from '../../access/consumers/service.ts'
import { createRequests } from '../../access/requests/service.ts'
import { createUsage } from '../../access/usage/service.ts'
import { createAudit } from '../../audit/service.ts'
import { createConsentGrants } from '../../consent/grants/service.ts'
import { createConsentRequestsApproval } from '../../consent/requests/approval.ts'
import { createEvents } from '../../events/service.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { createPayeeNames } from '../../payees/names/service.ts'
import { createAliases } from '../../registry/aliases/service.ts'
import { createChanges } from '../../registry/changes/service.ts'
import { createSealAddress } from '../../registry/endpoints/sealing.ts'
import { createEndpoints } from '../../registry/endpoints/service.ts'
import { createIdentities } from '../../registry/identities/service.ts'
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
  const { config, keyring, limits, authentication, records } = kernel
  const sealAddress = createSealAddress(keyring, addressSealer)
  const disclosures = createDisclosures({ ...kernel, apart: records.apart })
  /** The parts that most services take: each uses those that its type names. */
  const common = {
    ...kernel,
    transport,
    notes: createNotes(keyring),
    openRows: createOpening(limits),
    ownRecords: createOwnRecords(keyring),
  }
  const services = {
    identities: createIdentities(common),
    aliases: createAliases(common),
    endpoints: createEndpoints({
      ...common,
      sealAddress,
      catalogueMode: config.capabilityCatalogue,
      judgeWallet: ownership.services.walletProofs.judge,
    }),
    changes: createChanges(common),
    ...ownership.services,
    consentGrants: createConsentGrants(common),
    consentRequestsApproval: createConsentRequestsApproval(common),
    payeeNames: createPayeeNames(common),
    disclosures,
    explanations: createExplanations(common),
    impacts: createImpacts(common),
    sealingKeys: createSealingKeys({ ...common, liveDelaySeconds: config.sealingKeyDelay }),
    releases: createReleases({
      ...common,
      issuance: issuanceOf(kernel),
      mode: releaseModeOf(kernel, addressSealer),
    }),
    apiKeys: createApiKeys({ ...common, forget: authentication.forget }),
    webhooks: createWebhooks(common),
    webhookDeliveries: createWebhookDeliveries({
      ...common,
      settle: settleDelivery,
      leaseMs: config.webhooks.leaseMs,
    }),
    consumers: createConsumers({ ...common, forget: authentication.forgetConsumer }),
    consumerKeys: createConsumerKeys({ ...common, forget: authentication.forget }),
    events: createEvents(common),
    usage: createUsage(common),
    requests: createRequests(common),
    audit: createAudit({ ...common, disclosures }),
    registryCommands: createRegistryCommands(common),
    sandbox: createSandbox(common),
    settleDelivery,
  }
  return { services, sealAddress }
}

export type ControlPlane = ReturnType<typeof createControlPlane>
