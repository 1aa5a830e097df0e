import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'graphql'

const sdl = globSync('schema/*.graphql', { cwd: import.meta.dirname }).map((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8'),
)
const { definitions } = parse(sdl.join('\n'))
const enums = definitions.flatMap((node) => (node.kind === 'EnumTypeDefinition' ? [node] : []))

const spelledAsInDomain = (type: (typeof enums)[number]) =>
  Object.fromEntries((type.values ?? []).map(({ name }) => [name.value, name.value.toLowerCase()]))

const domainUnion = (type: (typeof enums)[number]) =>
  Object.values(spelledAsInDomain(type))
    .map((value) => `'${value}'`)
    .join(' | ')

/** Plain data for scripts/codegen/main.ts, where the tool has its packages. Paths are relative to this folder. */
const config = {
  schema: 'schema/*.graphql',
  emitLegacyCommonJSImports: false,
  importExtension: '.ts',
  generates: {
    'web/console/src/generated/documents.ts': {
      documents: 'web/console/src/**/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        skipTypename: true,
        scalars: { DateTime: 'string', ID: 'string', JSON: 'unknown' },
      },
    },
    'src/surfaces/graphql/generated/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        federation: true,
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        inputMaybeValue: 'T | null | undefined',
        contextType: '../../request-context.ts#RequestContext',
        scalars: {
          DateTime: { input: 'Date', output: 'Date' },
          ID: 'string',
          JSON: 'unknown',
          _FieldSet: 'string',
        },
        avoidOptionals: { field: true, query: false, mutation: false, subscription: false, resolvers: false },
        // Lower case is the domain's spelling: a root resolver takes and gives the same values from GraphQL and from REST.
        enumValues: Object.fromEntries(enums.map((type) => [type.name.value, spelledAsInDomain(type)])),
        mappers: {
          // Without these the plugin gives the enums of its own `enumValues` the type null.
          ...Object.fromEntries(enums.map((type) => [type.name.value, domainUnion(type)])),
          Identity: '../record-references.ts#IdentityParent',
          Alias: '../record-references.ts#AliasParent',
          Challenge: '../../../ownership/challenges/record.ts#ChallengeRecord',
          Claim: '../../../ownership/claims/record.ts#ClaimRecord',
          ChallengeInstructions:
            '../../../ownership/challenges/record.ts#ChallengeInstructions as ChallengeInstructionsFacts',
          Endpoint: '../../../registry/endpoints/record.ts#EndpointRecord',
          Catalogue: '../../../registry/endpoints/catalogue/catalogue.ts#Catalogue as CatalogueFacts',
          CatalogueNetwork: '../../../registry/endpoints/catalogue/catalogue.ts#CatalogueEntry',
          CatalogueRail: '../../../registry/endpoints/catalogue/catalogue.ts#CatalogueEntry',
          Warning: '../../../registry/endpoints/catalogue/catalogue.ts#Warning as WarningFacts',
          ConsentGrant: '../../../consent/grants/service.ts#ConsentGrantRecord',
          ConsentRequest: '../../../consent/requests/service.ts#ConsentRequestRecord',
          DisclosureRecord: '../../../resolution/disclosures/service.ts#DisclosureRecord as DisclosureRecordFacts',
          SealingKey: '../../../releases/keys/service.ts#SealingKeyRecord',
          Release: '../../../releases/record.ts#ReleaseRecord',
          PayeeName: '../../../payees/names/service.ts#PayeeNameRecord',
          PayeeCheck: '../../../payees/checks/service.ts#PayeeCheckRecord',
          PayeeCheckEntry: '../../../payees/checks/service.ts#PayeeCheckEntry as PayeeCheckEntryRecord',
          Resolution: '../../../resolution/judging.ts#ResolutionRecord',
          BulkResolveEntry: '../../../resolution/entries.ts#BulkEntry',
          DisclosedEndpoint: '../../../resolution/projection.ts#DisclosedEndpoint as DisclosedEndpointRecord',
          DisclosedCryptoWallet: '../../../resolution/projection.ts#DisclosedEndpoint as DisclosedEndpointRecord',
          DisclosedBankAccount: '../../../resolution/projection.ts#DisclosedEndpoint as DisclosedEndpointRecord',
          DisclosedMobileMoney: '../../../resolution/projection.ts#DisclosedEndpoint as DisclosedEndpointRecord',
          DisclosedPaymentPointer: '../../../resolution/projection.ts#DisclosedEndpoint as DisclosedEndpointRecord',
          DisclosedUpi: '../../../resolution/projection.ts#DisclosedEndpoint as DisclosedEndpointRecord',
          DisclosedPixKey: '../../../resolution/projection.ts#DisclosedEndpoint as DisclosedEndpointRecord',
          DisclosedLightningAddress: '../../../resolution/projection.ts#DisclosedEndpoint as DisclosedEndpointRecord',
          DisclosedOther: '../../../resolution/projection.ts#DisclosedEndpoint as DisclosedEndpointRecord',
          ApiKey: '../../../access/api-keys/service.ts#ApiKeyRecord',
          ApiKeyWithSecret: '../../../access/api-keys/service.ts#ApiKeyWithSecret as ApiKeyWithSecretRecord',
          Webhook: '../../../webhooks/service.ts#WebhookRecord',
          WebhookWithSecret: '../../../webhooks/service.ts#WebhookWithSecret as WebhookWithSecretRecord',
          WebhookDelivery: '../../../webhooks/deliveries/record.ts#DeliveryRecord',
          WebhookAttempt: '../../../webhooks/deliveries/record.ts#AttemptRecord',
          WebhookRecovery: '../../../webhooks/deliveries/service.ts#RecoveryRecord',
          Event: '../../../events/service.ts#EventRecord',
          EventType: '../../../events/service.ts#EventTypeRecord',
          Removal: '../../../kernel/records.ts#Removed',
          Caller: '../../../kernel/call.ts#Caller as CallerFacts',
        },
      },
    },
  },
}

export default config
