import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, print, visit } from 'graphql'
import { scopesByName } from './src/kernel/scopes.ts'

const sdl = globSync('schema/*.graphql', { cwd: import.meta.dirname }).map((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8'),
)
const document = parse(sdl.join('\n'))
const { definitions } = document

/** The SDL without its descriptions: `disableDescriptions` of the plugin does not read federation's directives. */
const undescribed = print(
  visit(document, { enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined) }),
)

const enums = definitions.flatMap((node) => (node.kind === 'EnumTypeDefinition' ? [node] : []))

const scopes: Readonly<Record<string, string>> = scopesByName

/** The domain's spelling of each value: its name in lower case, and a scope as keys hold it. */
const spelledAsInDomain = ({ name: type, values = [] }: (typeof enums)[number]) =>
  Object.fromEntries(
    values.map(({ name: { value } }) => [
      value,
      (type.value === 'Scope' ? scopes[value] : undefined) ?? value.toLowerCase(),
    ]),
  )

const domainUnion = (type: (typeof enums)[number]) =>
  Object.values(spelledAsInDomain(type))
    .map((value) => `'${value}'`)
    .join(' | ')

const disclosedEndpoint = '../../../resolution/endpoints.ts#DisclosedEndpoint as DisclosedEndpointRecord'
/** The interface of disclosed endpoints and its types: a further type of endpoint needs no line here. */
const disclosed = definitions.flatMap((node) =>
  (node.kind === 'InterfaceTypeDefinition' && node.name.value === 'DisclosedEndpoint') ||
  (node.kind === 'ObjectTypeDefinition' && node.interfaces?.some(({ name }) => name.value === 'DisclosedEndpoint'))
    ? [node.name.value]
    : [],
)

/** Plain data for scripts/codegen/main.ts, where the tool has its packages. Paths are relative to this folder. */
const config = {
  schema: undescribed,
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
          Explanation: '../../../resolution/explanations/service.ts#Explanation as ExplanationFacts',
          Impact: '../../../resolution/impacts/service.ts#Impact as ImpactFacts',
          ImpactSide: '../../../resolution/impacts/service.ts#ImpactSide as ImpactSideFacts',
          GrantImpact: '../../../resolution/impacts/service.ts#GrantImpact as GrantImpactFacts',
          ExplainedEndpoint: '../../../resolution/explanations/service.ts#ExplainedEndpoint as ExplainedEndpointFacts',
          Consumer: '../../../access/consumers/names.ts#ConsumerName',
          SandboxReset: '../../../registry/sandbox/service.ts#SandboxReset as SandboxResetFacts',
          AuditEntry: '../../../audit/record.ts#AuditEntry as AuditEntryFacts',
          RequestRecord: '../../../access/requests/service.ts#RequestRecord as RequestFacts',
          KeyUsageEntry: '../../../access/usage/service.ts#KeyUsageEntry as KeyUsageFacts',
          SealingKey: '../../../releases/keys/service.ts#SealingKeyRecord',
          Release: '../../../releases/record.ts#ReleaseRecord',
          PayeeName: '../../../payees/names/service.ts#PayeeNameRecord',
          PayeeCheck: '../../../payees/checks/service.ts#PayeeCheckRecord',
          PayeeCheckEntry: '../../../payees/checks/service.ts#PayeeCheckEntry as PayeeCheckEntryRecord',
          DestinationCheck: '../../../payees/checks/destinations.ts#DestinationCheckRecord',
          DestinationCheckEntry:
            '../../../payees/checks/destinations.ts#DestinationCheckEntry as DestinationCheckEntryRecord',
          Resolution: '../../../resolution/disclose.ts#ResolutionRecord',
          AssuranceChange: '../../../resolution/assurance-store.ts#AssuranceChange as AssuranceChangeFacts',
          BulkResolveEntry: '../../../resolution/service.ts#BulkEntry',
          ...Object.fromEntries(disclosed.map((name) => [name, disclosedEndpoint])),
          ApiKey: '../../../access/api-keys/service.ts#ApiKeyRecord',
          ApiKeyWithSecret: '../../../access/api-keys/service.ts#ApiKeyWithSecret as ApiKeyWithSecretRecord',
          Webhook: '../../../webhooks/record.ts#WebhookRecord',
          WebhookWithSecret: '../../../webhooks/record.ts#WebhookWithSecret as WebhookWithSecretRecord',
          WebhookDelivery: '../../../webhooks/record.ts#DeliveryRecord',
          WebhookAttempt: '../../../webhooks/record.ts#AttemptRecord',
          WebhookRecovery: '../../../webhooks/record.ts#RecoveryRecord',
          Event: '../../../events/service.ts#EventRecord',
          EventType: '../../../events/service.ts#EventTypeRecord',
          Removal: '../../../kernel/page.ts#Removed',
          Caller: '../../../kernel/call.ts#Caller as CallerFacts',
        },
      },
    },
  },
}

export default config
