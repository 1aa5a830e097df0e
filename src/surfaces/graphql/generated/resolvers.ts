import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { IdentityParent, AliasParent } from '../record-references.ts';
import type { ChallengeRecord, ChallengeInstructions as ChallengeInstructionsFacts } from '../../../ownership/challenges/record.ts';
import type { ClaimRecord } from '../../../ownership/claims/record.ts';
import type { EndpointRecord } from '../../../registry/endpoints/record.ts';
import type { Catalogue as CatalogueFacts, CatalogueEntry, Warning as WarningFacts } from '../../../registry/endpoints/catalogue/catalogue.ts';
import type { ConsentGrantRecord } from '../../../consent/grants/service.ts';
import type { ConsentRequestRecord } from '../../../consent/requests/service.ts';
import type { DisclosureRecord as DisclosureRecordFacts } from '../../../resolution/disclosures/service.ts';
import type { Explanation as ExplanationFacts, ExplainedEndpoint as ExplainedEndpointFacts } from '../../../resolution/explanations/service.ts';
import type { Impact as ImpactFacts, ImpactSide as ImpactSideFacts, GrantImpact as GrantImpactFacts } from '../../../resolution/impacts/service.ts';
import type { ConsumerName } from '../../../access/consumers/names.ts';
import type { SandboxReset as SandboxResetFacts } from '../../../registry/sandbox/service.ts';
import type { AuditEntry as AuditEntryFacts } from '../../../audit/record.ts';
import type { RequestRecord as RequestFacts } from '../../../access/requests/service.ts';
import type { KeyUsageEntry as KeyUsageFacts } from '../../../access/usage/service.ts';
import type { SealingKeyRecord } from '../../../releases/keys/service.ts';
import type { ReleaseRecord } from '../../../releases/record.ts';
import type { PayeeNameRecord } from '../../../payees/names/service.ts';
import type { PayeeCheckRecord, PayeeCheckEntry as PayeeCheckEntryRecord } from '../../../payees/checks/service.ts';
import type { DestinationCheckRecord, DestinationCheckEntry as DestinationCheckEntryRecord } from '../../../payees/checks/destinations.ts';
import type { ResolutionRecord } from '../../../resolution/disclose.ts';
import type { AssuranceChange as AssuranceChangeFacts } from '../../../resolution/assurance-store.ts';
import type { BulkEntry } from '../../../resolution/service.ts';
import type { DisclosedEndpoint as DisclosedEndpointRecord } from '../../../resolution/endpoints.ts';
import type { ApiKeyRecord, ApiKeyWithSecret as ApiKeyWithSecretRecord } from '../../../access/api-keys/service.ts';
import type { WebhookRecord, WebhookWithSecret as WebhookWithSecretRecord, DeliveryRecord, AttemptRecord, RecoveryRecord } from '../../../webhooks/record.ts';
import type { EventRecord, EventTypeRecord } from '../../../events/service.ts';
import type { Removed } from '../../../kernel/page.ts';
import type { Caller as CallerFacts } from '../../../kernel/call.ts';
import type { RequestContext } from '../../request-context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  DateTime: { input: Date; output: Date; }
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: string; output: string; }
};

export type Alias = Node & {
  __typename?: 'Alias';
  availableAt: Maybe<Scalars['DateTime']['output']>;
  createdAt: Scalars['DateTime']['output'];
  externalReference: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  identity: Identity;
  identityId: Scalars['ID']['output'];
  isPrimary: Scalars['Boolean']['output'];
  livemode: Scalars['Boolean']['output'];
  metadata: Scalars['JSON']['output'];
  privacyLevel: PrivacyLevel;
  proofExpiresAt: Maybe<Scalars['DateTime']['output']>;
  status: AliasStatus;
  type: AliasType;
  updatedAt: Scalars['DateTime']['output'];
  value: Scalars['String']['output'];
  verification: Verification;
  verifiedAt: Maybe<Scalars['DateTime']['output']>;
  verifiedMethod: Maybe<VerifiedMethod>;
};

export type AliasAssurance = {
  __typename?: 'AliasAssurance';
  days: Scalars['Int']['output'];
  transferred: Scalars['Boolean']['output'];
  verification: Verification;
};

export type AliasChange = {
  id: Scalars['ID']['input'];
  input: UpdateAliasInput;
};

export type AliasConnection = {
  __typename?: 'AliasConnection';
  edges: Array<AliasEdge>;
  nodes: Array<Alias>;
  pageInfo: PageInfo;
};

export type AliasEdge = {
  __typename?: 'AliasEdge';
  cursor: Scalars['String']['output'];
  node: Alias;
};

export type AliasStatus =
  | 'registered'
  | 'released'
  | 'transferred';

export type AliasType =
  | 'email'
  | 'merchant_handle'
  | 'payment_link'
  | 'phone'
  | 'username';

export type ApiKey = Node & {
  __typename?: 'ApiKey';
  createdAt: Scalars['DateTime']['output'];
  expiresAt: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  last4: Scalars['String']['output'];
  lastUsedAt: Maybe<Scalars['DateTime']['output']>;
  livemode: Scalars['Boolean']['output'];
  name: Maybe<Scalars['String']['output']>;
  prefix: Scalars['String']['output'];
  revokedAt: Maybe<Scalars['DateTime']['output']>;
  rolledToId: Maybe<Scalars['ID']['output']>;
  router: Scalars['Boolean']['output'];
  scopes: Array<Scope>;
  updatedAt: Scalars['DateTime']['output'];
};

export type ApiKeyConnection = {
  __typename?: 'ApiKeyConnection';
  edges: Array<ApiKeyEdge>;
  nodes: Array<ApiKey>;
  pageInfo: PageInfo;
};

export type ApiKeyEdge = {
  __typename?: 'ApiKeyEdge';
  cursor: Scalars['String']['output'];
  node: ApiKey;
};

export type ApiKeyWithSecret = {
  __typename?: 'ApiKeyWithSecret';
  apiKey: ApiKey;
  key: Maybe<Scalars['String']['output']>;
};

export type ApproveConsentRequestInput = {
  covers?: InputMaybe<ConsentCoversInput>;
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  release?: InputMaybe<Array<Scalars['ID']['input']>>;
};

export type Assurance = {
  __typename?: 'Assurance';
  alias: AliasAssurance;
  changed: Array<AssuranceChange>;
  identity: IdentityAssurance;
};

export type AssuranceChange = {
  __typename?: 'AssuranceChange';
  days: Scalars['Int']['output'];
  endpointId: Maybe<Scalars['ID']['output']>;
  payeeNames: Maybe<Scalars['Boolean']['output']>;
};

export type AuditActor = {
  __typename?: 'AuditActor';
  id: Maybe<Scalars['ID']['output']>;
  name: Maybe<Scalars['String']['output']>;
  type: EventActorType;
};

export type AuditEntry = {
  __typename?: 'AuditEntry';
  actor: AuditActor;
  at: Scalars['DateTime']['output'];
  changed: Array<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  kind: Scalars['String']['output'];
  livemode: Scalars['Boolean']['output'];
  requestId: Maybe<Scalars['ID']['output']>;
  subjectIds: Array<Scalars['ID']['output']>;
};

export type AuditEntryConnection = {
  __typename?: 'AuditEntryConnection';
  edges: Array<AuditEntryEdge>;
  nodes: Array<AuditEntry>;
  pageInfo: PageInfo;
};

export type AuditEntryEdge = {
  __typename?: 'AuditEntryEdge';
  cursor: Scalars['String']['output'];
  node: AuditEntry;
};

export type BankCodeInput = {
  scheme: BankCodeScheme;
  value: Scalars['String']['input'];
};

export type BankCodeScheme =
  | 'aba'
  | 'bic'
  | 'bsb'
  | 'clabe'
  | 'ifsc'
  | 'sort_code';

export type BulkResolveEntry = {
  __typename?: 'BulkResolveEntry';
  alias: Scalars['String']['output'];
  assurance: Maybe<Assurance>;
  disclosure: Maybe<Disclosure>;
  endpoints: Maybe<Array<DisclosedEndpoint>>;
  error: Maybe<BulkResolveError>;
  identity: Maybe<ResolvedIdentity>;
  identityId: Maybe<Scalars['ID']['output']>;
  livemode: Maybe<Scalars['Boolean']['output']>;
  matchedAlias: Maybe<MatchedAlias>;
  requestId: Maybe<Scalars['ID']['output']>;
  status: BulkResolveStatus;
  type: Maybe<IdentityType>;
};

export type BulkResolveError = {
  __typename?: 'BulkResolveError';
  code: Scalars['String']['output'];
  type: Scalars['String']['output'];
};

export type BulkResolveStatus =
  | 'consent_pending'
  | 'error'
  | 'resolved';

export type Caller = {
  __typename?: 'Caller';
  id: Scalars['ID']['output'];
  keyId: Scalars['ID']['output'];
  limits: Array<RateLimit>;
  livemode: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  requiredProofs: Array<Scalars['String']['output']>;
  scopes: Array<Scope>;
};

export type Capability = {
  __typename?: 'Capability';
  asset: Scalars['String']['output'];
  maxAmount: Maybe<Scalars['Float']['output']>;
  minAmount: Maybe<Scalars['Float']['output']>;
  network: Maybe<Scalars['String']['output']>;
  rail: Scalars['String']['output'];
  supportsInstant: Maybe<Scalars['Boolean']['output']>;
};

export type CapabilityInput = {
  asset: Scalars['String']['input'];
  maxAmount?: InputMaybe<Scalars['Float']['input']>;
  minAmount?: InputMaybe<Scalars['Float']['input']>;
  network?: InputMaybe<Scalars['String']['input']>;
  rail: Scalars['String']['input'];
  supportsInstant?: InputMaybe<Scalars['Boolean']['input']>;
};

export type Catalogue = {
  __typename?: 'Catalogue';
  networks: Array<CatalogueNetwork>;
  rails: Array<CatalogueRail>;
};

export type CatalogueNetwork = {
  __typename?: 'CatalogueNetwork';
  addressChecked: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  names: Array<Scalars['String']['output']>;
  title: Scalars['String']['output'];
};

export type CatalogueRail = {
  __typename?: 'CatalogueRail';
  name: Scalars['String']['output'];
  names: Array<Scalars['String']['output']>;
  title: Scalars['String']['output'];
};

export type Challenge = Node & {
  __typename?: 'Challenge';
  aliasId: Maybe<Scalars['ID']['output']>;
  attemptsLeft: Scalars['Int']['output'];
  claimId: Maybe<Scalars['ID']['output']>;
  createdAt: Scalars['DateTime']['output'];
  expiresAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  instructions: ChallengeInstructions;
  livemode: Scalars['Boolean']['output'];
  method: ChallengeMethod;
  purpose: ChallengePurpose;
  status: ChallengeStatus;
  updatedAt: Scalars['DateTime']['output'];
};

export type ChallengeEndpointInput = {
  address: Scalars['String']['input'];
  capabilities?: InputMaybe<Array<CapabilityInput>>;
  identity: Scalars['ID']['input'];
  type: EndpointType;
};

export type ChallengeInstructions = {
  __typename?: 'ChallengeInstructions';
  content: Maybe<Scalars['String']['output']>;
  recordName: Maybe<Scalars['String']['output']>;
  recordValue: Maybe<Scalars['String']['output']>;
  text: Scalars['String']['output'];
  url: Maybe<Scalars['String']['output']>;
};

export type ChallengeMethod =
  | 'dns_txt'
  | 'email_code'
  | 'sms_code'
  | 'well_known';

export type ChallengePurpose =
  | 'claim'
  | 'contest'
  | 'prove';

export type ChallengeStatus =
  | 'expired'
  | 'failed'
  | 'met'
  | 'pending';

export type Change = {
  __typename?: 'Change';
  deleted: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  object: ChangedObject;
  updatedAt: Scalars['DateTime']['output'];
};

export type ChangeFeed = {
  __typename?: 'ChangeFeed';
  behindSeconds: Scalars['Int']['output'];
  changes: Array<Change>;
  cursor: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
};

export type ChangedObject =
  | 'alias'
  | 'api_key'
  | 'consent_grant'
  | 'endpoint'
  | 'identity'
  | 'webhook';

export type CheckDestinationInput = {
  alias?: InputMaybe<Scalars['String']['input']>;
  destination: DestinationInput;
  payer?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<AliasType>;
  value?: InputMaybe<Scalars['String']['input']>;
};

export type CheckPayeeInput = {
  alias?: InputMaybe<Scalars['String']['input']>;
  family?: InputMaybe<Scalars['String']['input']>;
  given?: InputMaybe<Scalars['String']['input']>;
  identification?: InputMaybe<PayeeIdentificationInput>;
  name?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<AliasType>;
  value?: InputMaybe<Scalars['String']['input']>;
};

export type Claim = Node & {
  __typename?: 'Claim';
  challengeId: Maybe<Scalars['ID']['output']>;
  consumer: Maybe<Consumer>;
  consumerId: Scalars['ID']['output'];
  createdAt: Scalars['DateTime']['output'];
  deadline: Maybe<Scalars['DateTime']['output']>;
  direction: ClaimDirection;
  id: Scalars['ID']['output'];
  identity: Maybe<Identity>;
  identityId: Maybe<Scalars['ID']['output']>;
  kind: ClaimKind;
  livemode: Scalars['Boolean']['output'];
  reason: Maybe<ClaimReason>;
  status: ClaimStatus;
  type: AliasType;
  updatedAt: Scalars['DateTime']['output'];
  value: Scalars['String']['output'];
};

export type ClaimConnection = {
  __typename?: 'ClaimConnection';
  edges: Array<ClaimEdge>;
  nodes: Array<Claim>;
  pageInfo: PageInfo;
};

export type ClaimDirection =
  | 'incoming'
  | 'outgoing';

export type ClaimEdge = {
  __typename?: 'ClaimEdge';
  cursor: Scalars['String']['output'];
  node: Claim;
};

export type ClaimKind =
  | 'ownership'
  | 'portability';

export type ClaimReason =
  | 'contested'
  | 'donor_silent'
  | 'identity_not_active'
  | 'limit_reached'
  | 'own_alias'
  | 'refused'
  | 'second_proof_missing'
  | 'superseded'
  | 'withdrawn';

export type ClaimStatus =
  | 'awaiting_second_proof'
  | 'cancelled'
  | 'completed'
  | 'expired'
  | 'open'
  | 'pending_proof'
  | 'queued';

export type ConsentCovers = {
  __typename?: 'ConsentCovers';
  aliases: Array<Scalars['ID']['output']>;
  all: Scalars['Boolean']['output'];
  endpoints: Array<Scalars['ID']['output']>;
};

export type ConsentCoversInput = {
  aliases?: InputMaybe<Array<Scalars['ID']['input']>>;
  all?: InputMaybe<Scalars['Boolean']['input']>;
  endpoints?: InputMaybe<Array<Scalars['ID']['input']>>;
};

export type ConsentGrant = Node & {
  __typename?: 'ConsentGrant';
  consumer: Maybe<Consumer>;
  consumerId: Maybe<Scalars['ID']['output']>;
  covers: Maybe<ConsentCovers>;
  createdAt: Maybe<Scalars['DateTime']['output']>;
  expiresAt: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  identity: Maybe<Identity>;
  identityId: Scalars['ID']['output'];
  livemode: Scalars['Boolean']['output'];
  purpose: Maybe<Scalars['String']['output']>;
  release: Array<Scalars['ID']['output']>;
  revokedAt: Maybe<Scalars['DateTime']['output']>;
  status: ConsentGrantStatus;
  updatedAt: Maybe<Scalars['DateTime']['output']>;
  version: Maybe<Scalars['Int']['output']>;
};

export type ConsentGrantChange = {
  id: Scalars['ID']['input'];
  input: UpdateConsentGrantInput;
};

export type ConsentGrantConnection = {
  __typename?: 'ConsentGrantConnection';
  edges: Array<ConsentGrantEdge>;
  nodes: Array<ConsentGrant>;
  pageInfo: PageInfo;
};

export type ConsentGrantEdge = {
  __typename?: 'ConsentGrantEdge';
  cursor: Scalars['String']['output'];
  node: ConsentGrant;
};

export type ConsentGrantRole =
  | 'grantee'
  | 'owner';

export type ConsentGrantStatus =
  | 'active'
  | 'expired'
  | 'revoked';

export type ConsentRequest = Node & {
  __typename?: 'ConsentRequest';
  alias: Maybe<Alias>;
  aliasId: Maybe<Scalars['ID']['output']>;
  consumer: Maybe<Consumer>;
  consumerId: Maybe<Scalars['ID']['output']>;
  createdAt: Scalars['DateTime']['output'];
  expiresAt: Scalars['DateTime']['output'];
  grant: Maybe<ConsentGrant>;
  grantId: Maybe<Scalars['ID']['output']>;
  id: Scalars['ID']['output'];
  identity: Maybe<Identity>;
  identityId: Maybe<Scalars['ID']['output']>;
  livemode: Scalars['Boolean']['output'];
  purpose: Maybe<Scalars['String']['output']>;
  status: ConsentRequestStatus;
  type: AliasType;
  updatedAt: Maybe<Scalars['DateTime']['output']>;
  value: Scalars['String']['output'];
  wants: Array<ConsentWant>;
};

export type ConsentRequestConnection = {
  __typename?: 'ConsentRequestConnection';
  edges: Array<ConsentRequestEdge>;
  nodes: Array<ConsentRequest>;
  pageInfo: PageInfo;
};

export type ConsentRequestDirection =
  | 'incoming'
  | 'outgoing';

export type ConsentRequestEdge = {
  __typename?: 'ConsentRequestEdge';
  cursor: Scalars['String']['output'];
  node: ConsentRequest;
};

export type ConsentRequestStatus =
  | 'approved'
  | 'declined'
  | 'expired'
  | 'pending';

export type ConsentWant =
  | 'disclosure'
  | 'release';

export type Consumer = Node & {
  __typename?: 'Consumer';
  displayName: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  name: Maybe<Scalars['String']['output']>;
};

export type CreateAliasInput = {
  externalReference?: InputMaybe<Scalars['String']['input']>;
  identity: Scalars['ID']['input'];
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  privacyLevel?: InputMaybe<PrivacyLevel>;
  type: AliasType;
  value: Scalars['String']['input'];
};

export type CreateApiKeyInput = {
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  router?: InputMaybe<Scalars['Boolean']['input']>;
  scopes: Array<Scope>;
};

export type CreateClaimInput = {
  identity: Scalars['ID']['input'];
  kind: ClaimKind;
  type: AliasType;
  value: Scalars['String']['input'];
};

export type CreateEndpointInput = {
  address: Scalars['String']['input'];
  capabilities?: InputMaybe<Array<CapabilityInput>>;
  details?: InputMaybe<EndpointDetailsInput>;
  externalReference?: InputMaybe<Scalars['String']['input']>;
  identity: Scalars['ID']['input'];
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  priority?: InputMaybe<Scalars['Float']['input']>;
  privacyLevel?: InputMaybe<PrivacyLevel>;
  proof?: InputMaybe<WalletProofInput>;
  release?: InputMaybe<ReleasePolicy>;
  type: EndpointType;
};

export type CreateIdentityInput = {
  defaultPrivacyLevel?: InputMaybe<PrivacyLevel>;
  displayName?: InputMaybe<Scalars['String']['input']>;
  externalReference?: InputMaybe<Scalars['String']['input']>;
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  type: IdentityType;
};

export type CreateWebhookInput = {
  description?: InputMaybe<Scalars['String']['input']>;
  enabledEvents: Array<Scalars['String']['input']>;
  url: Scalars['String']['input'];
};

export type DestinationCheck = {
  __typename?: 'DestinationCheck';
  changedDays: Maybe<Scalars['Int']['output']>;
  endpointId: Maybe<Scalars['ID']['output']>;
  livemode: Scalars['Boolean']['output'];
  requestId: Scalars['ID']['output'];
  verdict: DestinationCheckVerdict;
};

export type DestinationCheckEntry = {
  __typename?: 'DestinationCheckEntry';
  changedDays: Maybe<Scalars['Int']['output']>;
  endpointId: Maybe<Scalars['ID']['output']>;
  error: Maybe<BulkResolveError>;
  verdict: Maybe<DestinationCheckVerdict>;
};

export type DestinationCheckVerdict =
  | 'match'
  | 'no_match'
  | 'unavailable';

export type DestinationInput = {
  address: Scalars['String']['input'];
  details?: InputMaybe<EndpointDetailsInput>;
  type: EndpointType;
};

export type DisclosedBankAccount = DisclosedEndpoint & {
  __typename?: 'DisclosedBankAccount';
  capabilities: Array<DisclosedCapability>;
  id: Scalars['ID']['output'];
  last4: Maybe<Scalars['String']['output']>;
  token: Maybe<Scalars['String']['output']>;
  type: EndpointType;
};

export type DisclosedCapability = {
  __typename?: 'DisclosedCapability';
  asset: Scalars['String']['output'];
  network: Maybe<Scalars['String']['output']>;
  rail: Scalars['String']['output'];
};

export type DisclosedCryptoWallet = DisclosedEndpoint & {
  __typename?: 'DisclosedCryptoWallet';
  address: Maybe<Scalars['String']['output']>;
  capabilities: Array<DisclosedCapability>;
  id: Scalars['ID']['output'];
  type: EndpointType;
};

export type DisclosedEndpoint = {
  capabilities: Array<DisclosedCapability>;
  id: Scalars['ID']['output'];
  type: EndpointType;
};

export type DisclosedLightningAddress = DisclosedEndpoint & {
  __typename?: 'DisclosedLightningAddress';
  capabilities: Array<DisclosedCapability>;
  id: Scalars['ID']['output'];
  masked: Maybe<Scalars['String']['output']>;
  type: EndpointType;
};

export type DisclosedMobileMoney = DisclosedEndpoint & {
  __typename?: 'DisclosedMobileMoney';
  capabilities: Array<DisclosedCapability>;
  id: Scalars['ID']['output'];
  last4: Maybe<Scalars['String']['output']>;
  type: EndpointType;
};

export type DisclosedOther = DisclosedEndpoint & {
  __typename?: 'DisclosedOther';
  capabilities: Array<DisclosedCapability>;
  id: Scalars['ID']['output'];
  type: EndpointType;
};

export type DisclosedPaymentPointer = DisclosedEndpoint & {
  __typename?: 'DisclosedPaymentPointer';
  capabilities: Array<DisclosedCapability>;
  id: Scalars['ID']['output'];
  type: EndpointType;
  url: Maybe<Scalars['String']['output']>;
};

export type DisclosedPixKey = DisclosedEndpoint & {
  __typename?: 'DisclosedPixKey';
  capabilities: Array<DisclosedCapability>;
  id: Scalars['ID']['output'];
  masked: Maybe<Scalars['String']['output']>;
  type: EndpointType;
};

export type DisclosedUpi = DisclosedEndpoint & {
  __typename?: 'DisclosedUpi';
  capabilities: Array<DisclosedCapability>;
  id: Scalars['ID']['output'];
  masked: Maybe<Scalars['String']['output']>;
  type: EndpointType;
};

export type Disclosure = {
  __typename?: 'Disclosure';
  consumer: Scalars['ID']['output'];
  disclosed: Scalars['Int']['output'];
  totalEndpoints: Scalars['Int']['output'];
  visible: Maybe<Scalars['Int']['output']>;
};

export type DisclosureBasis =
  | 'grant'
  | 'public'
  | 'unlisted';

export type DisclosureKind =
  | 'check'
  | 'destination'
  | 'release'
  | 'resolve';

export type DisclosureRecord = {
  __typename?: 'DisclosureRecord';
  alias: Maybe<Alias>;
  aliasId: Scalars['ID']['output'];
  basis: Maybe<DisclosureBasis>;
  consumer: Maybe<Consumer>;
  consumerId: Scalars['ID']['output'];
  createdAt: Scalars['DateTime']['output'];
  endpointIds: Array<Scalars['ID']['output']>;
  grant: Maybe<ConsentGrant>;
  grantId: Maybe<Scalars['ID']['output']>;
  id: Scalars['ID']['output'];
  identity: Maybe<Identity>;
  identityId: Scalars['ID']['output'];
  kind: DisclosureKind;
  livemode: Scalars['Boolean']['output'];
  requestId: Scalars['ID']['output'];
  verdict: Maybe<PayeeCheckVerdict>;
};

export type DisclosureRecordConnection = {
  __typename?: 'DisclosureRecordConnection';
  edges: Array<DisclosureRecordEdge>;
  nodes: Array<DisclosureRecord>;
  pageInfo: PageInfo;
};

export type DisclosureRecordEdge = {
  __typename?: 'DisclosureRecordEdge';
  cursor: Scalars['String']['output'];
  node: DisclosureRecord;
};

export type Endpoint = Node & {
  __typename?: 'Endpoint';
  addressPreview: Maybe<Scalars['String']['output']>;
  capabilities: Array<Capability>;
  createdAt: Scalars['DateTime']['output'];
  externalReference: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  identity: Identity;
  identityId: Scalars['ID']['output'];
  livemode: Scalars['Boolean']['output'];
  metadata: Scalars['JSON']['output'];
  priority: Scalars['Float']['output'];
  privacyLevel: PrivacyLevel;
  release: ReleasePolicy;
  status: EndpointStatus;
  type: EndpointType;
  updatedAt: Scalars['DateTime']['output'];
  verification: EndpointVerification;
  verifiedMethod: Maybe<EndpointVerifiedMethod>;
  warnings: Array<Warning>;
};

export type EndpointChallenge = {
  __typename?: 'EndpointChallenge';
  expiresAt: Scalars['DateTime']['output'];
  message: Scalars['String']['output'];
  token: Scalars['String']['output'];
};

export type EndpointChange = {
  id: Scalars['ID']['input'];
  input: UpdateEndpointInput;
};

export type EndpointConnection = {
  __typename?: 'EndpointConnection';
  edges: Array<EndpointEdge>;
  nodes: Array<Endpoint>;
  pageInfo: PageInfo;
};

export type EndpointDetailsInput = {
  bankCode?: InputMaybe<BankCodeInput>;
  country?: InputMaybe<Scalars['String']['input']>;
  holderName?: InputMaybe<Scalars['String']['input']>;
  memo?: InputMaybe<Scalars['String']['input']>;
  memoType?: InputMaybe<MemoType>;
  operator?: InputMaybe<Scalars['String']['input']>;
};

export type EndpointEdge = {
  __typename?: 'EndpointEdge';
  cursor: Scalars['String']['output'];
  node: Endpoint;
};

export type EndpointStatus =
  | 'active'
  | 'disabled'
  | 'removed';

export type EndpointType =
  | 'bank_account'
  | 'crypto_wallet'
  | 'lightning_address'
  | 'mobile_money'
  | 'payment_pointer'
  | 'pix_key'
  | 'upi';

export type EndpointVerification =
  | 'none'
  | 'proved';

export type EndpointVerifiedMethod =
  | 'wallet_signature';

export type Event = Node & {
  __typename?: 'Event';
  actor: Maybe<EventActor>;
  createdAt: Scalars['DateTime']['output'];
  data: Scalars['JSON']['output'];
  id: Scalars['ID']['output'];
  livemode: Scalars['Boolean']['output'];
  requestId: Maybe<Scalars['ID']['output']>;
  type: Scalars['String']['output'];
};

export type EventActor = {
  __typename?: 'EventActor';
  id: Maybe<Scalars['ID']['output']>;
  type: EventActorType;
};

export type EventActorType =
  | 'api_key'
  | 'operator'
  | 'system';

export type EventConnection = {
  __typename?: 'EventConnection';
  edges: Array<EventEdge>;
  nodes: Array<Event>;
  pageInfo: PageInfo;
};

export type EventEdge = {
  __typename?: 'EventEdge';
  cursor: Scalars['String']['output'];
  node: Event;
};

export type EventType = {
  __typename?: 'EventType';
  data: Scalars['JSON']['output'];
  type: Scalars['String']['output'];
  when: Scalars['String']['output'];
};

export type ExplainedEndpoint = {
  __typename?: 'ExplainedEndpoint';
  because: ExplanationReason;
  endpointId: Scalars['ID']['output'];
  preview: Maybe<Scalars['String']['output']>;
  shown: Scalars['Boolean']['output'];
  token: Scalars['Boolean']['output'];
};

export type ExplainedGrant = {
  __typename?: 'ExplainedGrant';
  covers: ConsentCovers;
  id: Scalars['ID']['output'];
  status: ConsentGrantStatus;
};

export type ExplainedRule = {
  __typename?: 'ExplainedRule';
  because: ExplanationReason;
  grant: Maybe<ExplainedGrant>;
  holds: Scalars['Boolean']['output'];
  remedy: Maybe<Scalars['String']['output']>;
  rule: ExplanationRule;
};

export type Explanation = {
  __typename?: 'Explanation';
  endpoints: Array<ExplainedEndpoint>;
  livemode: Scalars['Boolean']['output'];
  resolves: Scalars['Boolean']['output'];
  rules: Array<ExplainedRule>;
};

export type ExplanationInput = {
  alias: Scalars['ID']['input'];
  consumer?: InputMaybe<Scalars['ID']['input']>;
  for?: InputMaybe<PaymentContextInput>;
};

export type ExplanationReason =
  | 'alias_damaged'
  | 'alias_hidden'
  | 'alias_private'
  | 'alias_public'
  | 'alias_registered'
  | 'alias_released'
  | 'alias_transferred'
  | 'alias_unlisted'
  | 'attestation_not_accepted'
  | 'endpoint_damaged'
  | 'endpoint_disabled'
  | 'endpoint_private'
  | 'endpoint_public'
  | 'grant_covers'
  | 'grant_expired'
  | 'grant_missing'
  | 'grant_omits'
  | 'grant_revoked'
  | 'identity_active'
  | 'identity_closed'
  | 'identity_suspended'
  | 'other_environment'
  | 'payment_not_accepted'
  | 'proof_attested'
  | 'proof_expired'
  | 'proof_missing'
  | 'proof_not_required'
  | 'proof_of_host'
  | 'proof_valid'
  | 'same_environment';

export type ExplanationRule =
  | 'alias_level'
  | 'alias_registered'
  | 'environment'
  | 'identity_active'
  | 'proof';

export type GrantConsentInput = {
  consumer: Scalars['ID']['input'];
  covers: ConsentCoversInput;
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  identity: Scalars['ID']['input'];
  purpose?: InputMaybe<Scalars['String']['input']>;
  release?: InputMaybe<Array<Scalars['ID']['input']>>;
};

export type GrantImpact = {
  __typename?: 'GrantImpact';
  aliasIds: Array<Scalars['ID']['output']>;
  consentGrantId: Maybe<Scalars['ID']['output']>;
  consumerId: Scalars['ID']['output'];
  endpointIds: Array<Scalars['ID']['output']>;
};

export type Identity = Node & {
  __typename?: 'Identity';
  aliases: AliasConnection;
  closeMatch: Switch;
  consentGrants: ConsentGrantConnection;
  createdAt: Scalars['DateTime']['output'];
  declaredMatch: Switch;
  defaultPrivacyLevel: PrivacyLevel;
  destinationChecks: Switch;
  disclosures: DisclosureRecordConnection;
  displayName: Maybe<Scalars['String']['output']>;
  endpoints: EndpointConnection;
  erasedAt: Maybe<Scalars['DateTime']['output']>;
  erasing: Scalars['Boolean']['output'];
  externalReference: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  livemode: Scalars['Boolean']['output'];
  metadata: Scalars['JSON']['output'];
  payeeChecks: Switch;
  payeeNames: PayeeNameConnection;
  primaryAlias: Maybe<Alias>;
  status: IdentityStatus;
  type: IdentityType;
  updatedAt: Scalars['DateTime']['output'];
};


export type IdentityAliasesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<AliasStatus>;
};


export type IdentityConsentGrantsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type IdentityDisclosuresArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  consumer?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  kind?: InputMaybe<DisclosureKind>;
  last?: InputMaybe<Scalars['Int']['input']>;
  requestId?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
  verdict?: InputMaybe<PayeeCheckVerdict>;
};


export type IdentityEndpointsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type IdentityPayeeNamesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

export type IdentityAssurance = {
  __typename?: 'IdentityAssurance';
  days: Scalars['Int']['output'];
};

export type IdentityChange = {
  id: Scalars['ID']['input'];
  input: UpdateIdentityInput;
};

export type IdentityConnection = {
  __typename?: 'IdentityConnection';
  edges: Array<IdentityEdge>;
  nodes: Array<Identity>;
  pageInfo: PageInfo;
};

export type IdentityEdge = {
  __typename?: 'IdentityEdge';
  cursor: Scalars['String']['output'];
  node: Identity;
};

export type IdentityExport = {
  __typename?: 'IdentityExport';
  aliases: Maybe<Array<Alias>>;
  claims: Maybe<Array<Claim>>;
  consentGrants: Maybe<Array<ConsentGrant>>;
  consentRequests: Maybe<Array<ConsentRequest>>;
  disclosures: Maybe<Array<DisclosureRecord>>;
  endpoints: Maybe<Array<Endpoint>>;
  id: Scalars['ID']['output'];
  identity: Identity;
  leftOut: Array<IdentityExportKind>;
  moreOf: Array<IdentityExportKind>;
  payeeNames: Maybe<Array<PayeeName>>;
};

export type IdentityExportKind =
  | 'aliases'
  | 'claims'
  | 'consent_grants'
  | 'consent_requests'
  | 'disclosures'
  | 'endpoints'
  | 'payee_names';

export type IdentityStatus =
  | 'active'
  | 'closed'
  | 'suspended';

export type IdentityType =
  | 'business'
  | 'machine'
  | 'merchant'
  | 'organization'
  | 'user';

export type Impact = {
  __typename?: 'Impact';
  everybody: ImpactOnEverybody;
  gains: Array<GrantImpact>;
  livemode: Scalars['Boolean']['output'];
  loses: Array<GrantImpact>;
  truncated: Scalars['Boolean']['output'];
};

export type ImpactInput = {
  grantConsent?: InputMaybe<NewConsentGrant>;
  releaseAlias?: InputMaybe<RecordEnd>;
  removeEndpoint?: InputMaybe<RecordEnd>;
  revokeConsent?: InputMaybe<RecordEnd>;
  updateAlias?: InputMaybe<AliasChange>;
  updateConsentGrant?: InputMaybe<ConsentGrantChange>;
  updateEndpoint?: InputMaybe<EndpointChange>;
  updateIdentity?: InputMaybe<IdentityChange>;
};

export type ImpactOnEverybody = {
  __typename?: 'ImpactOnEverybody';
  after: ImpactSide;
  before: ImpactSide;
};

export type ImpactSide = {
  __typename?: 'ImpactSide';
  aliasIds: Array<Scalars['ID']['output']>;
  endpointIds: Array<Scalars['ID']['output']>;
};

export type KeyUsage = {
  __typename?: 'KeyUsage';
  from: Scalars['DateTime']['output'];
  hasMore: Scalars['Boolean']['output'];
  keys: Array<KeyUsageEntry>;
  livemode: Scalars['Boolean']['output'];
  to: Scalars['DateTime']['output'];
};

export type KeyUsageDay = {
  __typename?: 'KeyUsageDay';
  requests: Scalars['Float']['output'];
  start: Scalars['DateTime']['output'];
};

export type KeyUsageEntry = {
  __typename?: 'KeyUsageEntry';
  days: Array<KeyUsageDay>;
  keyId: Scalars['ID']['output'];
  requests: Scalars['Float']['output'];
};

export type MatchedAlias = {
  __typename?: 'MatchedAlias';
  type: AliasType;
  value: Scalars['String']['output'];
};

export type MemoType =
  | 'hash'
  | 'id'
  | 'text';

export type MomentRange = {
  gt?: InputMaybe<Scalars['DateTime']['input']>;
  gte?: InputMaybe<Scalars['DateTime']['input']>;
  lt?: InputMaybe<Scalars['DateTime']['input']>;
  lte?: InputMaybe<Scalars['DateTime']['input']>;
};

export type Mutation = {
  __typename?: 'Mutation';
  answerChallenge: Challenge;
  approveConsentRequest: ConsentRequest;
  cancelClaim: Claim;
  challengeAlias: Challenge;
  challengeClaim: Challenge;
  challengeEndpoint: EndpointChallenge;
  confirmClaim: Claim;
  contestClaim: Claim;
  createAlias: Alias;
  createApiKey: ApiKeyWithSecret;
  createClaim: Claim;
  createEndpoint: Endpoint;
  createIdentity: Identity;
  createPayeeName: PayeeName;
  createRelease: Release;
  createSealingKey: SealingKey;
  createWebhook: WebhookWithSecret;
  declineConsentRequest: ConsentRequest;
  deleteWebhook: Removal;
  eraseIdentity: Identity;
  grantConsent: ConsentGrant;
  recoverWebhook: WebhookRecovery;
  redeliverWebhookDelivery: WebhookDelivery;
  refuseClaim: Claim;
  releaseAlias: Alias;
  removeEndpoint: Removal;
  removePayeeName: Removal;
  removeSealingKey: Removal;
  requestConsent: ConsentRequest;
  resetSandbox: SandboxReset;
  revokeApiKey: Removal;
  revokeConsent: ConsentGrant;
  rollApiKey: ApiKeyWithSecret;
  rotateWebhookSecret: WebhookWithSecret;
  testWebhook: WebhookDelivery;
  updateAlias: Alias;
  updateConsentGrant: ConsentGrant;
  updateEndpoint: Endpoint;
  updateIdentity: Identity;
  updateWebhook: Webhook;
  verifyAlias: Alias;
};


export type MutationAnswerChallengeArgs = {
  code?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
};


export type MutationApproveConsentRequestArgs = {
  id: Scalars['ID']['input'];
  input?: InputMaybe<ApproveConsentRequestInput>;
};


export type MutationCancelClaimArgs = {
  id: Scalars['ID']['input'];
};


export type MutationChallengeAliasArgs = {
  id: Scalars['ID']['input'];
  method: ChallengeMethod;
};


export type MutationChallengeClaimArgs = {
  id: Scalars['ID']['input'];
  method: ChallengeMethod;
};


export type MutationChallengeEndpointArgs = {
  input: ChallengeEndpointInput;
};


export type MutationConfirmClaimArgs = {
  id: Scalars['ID']['input'];
};


export type MutationContestClaimArgs = {
  id: Scalars['ID']['input'];
  method: ChallengeMethod;
};


export type MutationCreateAliasArgs = {
  input: CreateAliasInput;
};


export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


export type MutationCreateClaimArgs = {
  input: CreateClaimInput;
};


export type MutationCreateEndpointArgs = {
  input: CreateEndpointInput;
};


export type MutationCreateIdentityArgs = {
  input: CreateIdentityInput;
};


export type MutationCreatePayeeNameArgs = {
  identity: Scalars['ID']['input'];
  input: PayeeNameInput;
};


export type MutationCreateReleaseArgs = {
  input: ReleaseInput;
};


export type MutationCreateSealingKeyArgs = {
  jwk: SealingJwkInput;
};


export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


export type MutationDeclineConsentRequestArgs = {
  id: Scalars['ID']['input'];
};


export type MutationDeleteWebhookArgs = {
  id: Scalars['ID']['input'];
};


export type MutationEraseIdentityArgs = {
  confirm: Scalars['ID']['input'];
  id: Scalars['ID']['input'];
};


export type MutationGrantConsentArgs = {
  input: GrantConsentInput;
};


export type MutationRecoverWebhookArgs = {
  id: Scalars['ID']['input'];
  since: Scalars['DateTime']['input'];
};


export type MutationRedeliverWebhookDeliveryArgs = {
  id: Scalars['ID']['input'];
  webhook: Scalars['ID']['input'];
};


export type MutationRefuseClaimArgs = {
  id: Scalars['ID']['input'];
};


export type MutationReleaseAliasArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRemoveEndpointArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRemovePayeeNameArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRemoveSealingKeyArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRequestConsentArgs = {
  input: RequestConsentInput;
};


export type MutationResetSandboxArgs = {
  consumer: Scalars['ID']['input'];
};


export type MutationRevokeApiKeyArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRevokeConsentArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRollApiKeyArgs = {
  expiresIn?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['ID']['input'];
};


export type MutationRotateWebhookSecretArgs = {
  id: Scalars['ID']['input'];
  previousExpiresIn?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationTestWebhookArgs = {
  id: Scalars['ID']['input'];
  type?: InputMaybe<Scalars['String']['input']>;
};


export type MutationUpdateAliasArgs = {
  id: Scalars['ID']['input'];
  input: UpdateAliasInput;
};


export type MutationUpdateConsentGrantArgs = {
  id: Scalars['ID']['input'];
  input: UpdateConsentGrantInput;
};


export type MutationUpdateEndpointArgs = {
  id: Scalars['ID']['input'];
  input: UpdateEndpointInput;
};


export type MutationUpdateIdentityArgs = {
  id: Scalars['ID']['input'];
  input: UpdateIdentityInput;
};


export type MutationUpdateWebhookArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWebhookInput;
};


export type MutationVerifyAliasArgs = {
  id: Scalars['ID']['input'];
  method: VerificationMethod;
};

export type NewConsentGrant = {
  input: GrantConsentInput;
};

export type Node = {
  id: Scalars['ID']['output'];
};

export type NormalizedAlias = {
  __typename?: 'NormalizedAlias';
  type: AliasType;
  value: Scalars['String']['output'];
};

export type PageInfo = {
  __typename?: 'PageInfo';
  endCursor: Maybe<Scalars['String']['output']>;
  hasNextPage: Scalars['Boolean']['output'];
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor: Maybe<Scalars['String']['output']>;
};

export type PayeeCheck = {
  __typename?: 'PayeeCheck';
  basis: Maybe<PayeeNameBasis>;
  livemode: Scalars['Boolean']['output'];
  requestId: Scalars['ID']['output'];
  verdict: PayeeCheckVerdict;
};

export type PayeeCheckEntry = {
  __typename?: 'PayeeCheckEntry';
  basis: Maybe<PayeeNameBasis>;
  error: Maybe<BulkResolveError>;
  verdict: Maybe<PayeeCheckVerdict>;
};

export type PayeeCheckVerdict =
  | 'close_match'
  | 'declared_match'
  | 'match'
  | 'no_match'
  | 'unavailable';

export type PayeeHolderInput = {
  family?: InputMaybe<Scalars['String']['input']>;
  given?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
};

export type PayeeIdentificationInput = {
  scheme: Scalars['String']['input'];
  value: Scalars['String']['input'];
};

export type PayeeName = Node & {
  __typename?: 'PayeeName';
  basis: PayeeNameBasis;
  createdAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  identity: Identity;
  identityId: Scalars['ID']['output'];
  kind: PayeeNameKind;
  livemode: Scalars['Boolean']['output'];
  masked: Maybe<Scalars['String']['output']>;
  updatedAt: Scalars['DateTime']['output'];
};

export type PayeeNameBasis =
  | 'attested'
  | 'declared';

export type PayeeNameConnection = {
  __typename?: 'PayeeNameConnection';
  edges: Array<PayeeNameEdge>;
  nodes: Array<PayeeName>;
  pageInfo: PageInfo;
};

export type PayeeNameEdge = {
  __typename?: 'PayeeNameEdge';
  cursor: Scalars['String']['output'];
  node: PayeeName;
};

export type PayeeNameInput = {
  family?: InputMaybe<Scalars['String']['input']>;
  given?: InputMaybe<Scalars['String']['input']>;
  holders?: InputMaybe<Array<PayeeHolderInput>>;
  kind: PayeeNameKind;
  name?: InputMaybe<Scalars['String']['input']>;
  scheme?: InputMaybe<Scalars['String']['input']>;
  value?: InputMaybe<Scalars['String']['input']>;
};

export type PayeeNameKind =
  | 'identification'
  | 'joint'
  | 'legal'
  | 'preferred'
  | 'trade';

export type PaymentContextInput = {
  amount?: InputMaybe<Scalars['Float']['input']>;
  asset?: InputMaybe<Scalars['String']['input']>;
  network?: InputMaybe<Scalars['String']['input']>;
  rail?: InputMaybe<Scalars['String']['input']>;
};

export type PrivacyLevel =
  | 'consent_required'
  | 'private'
  | 'public'
  | 'unlisted';

export type Query = {
  __typename?: 'Query';
  alias: Maybe<Alias>;
  aliases: AliasConnection;
  apiKey: Maybe<ApiKey>;
  apiKeys: ApiKeyConnection;
  auditEntries: AuditEntryConnection;
  auditEntry: Maybe<AuditEntry>;
  catalogue: Catalogue;
  challenge: Maybe<Challenge>;
  changes: ChangeFeed;
  checkDestination: DestinationCheck;
  checkDestinations: Array<DestinationCheckEntry>;
  checkPayee: PayeeCheck;
  checkPayees: Array<PayeeCheckEntry>;
  claim: Maybe<Claim>;
  claims: ClaimConnection;
  consentGrant: Maybe<ConsentGrant>;
  consentGrants: ConsentGrantConnection;
  consentRequest: Maybe<ConsentRequest>;
  consentRequests: ConsentRequestConnection;
  endpoint: Maybe<Endpoint>;
  endpoints: EndpointConnection;
  event: Maybe<Event>;
  eventTypes: Array<EventType>;
  events: EventConnection;
  explanation: Maybe<Explanation>;
  identities: IdentityConnection;
  identity: Maybe<Identity>;
  identityExport: Maybe<IdentityExport>;
  impact: Impact;
  keyUsage: KeyUsage;
  node: Maybe<Node>;
  nodes: Array<Maybe<Node>>;
  normalizeAlias: NormalizedAlias;
  release: Maybe<Release>;
  releases: ReleaseConnection;
  requests: RequestRecordConnection;
  resolve: Maybe<Resolution>;
  resolveBulk: Array<BulkResolveEntry>;
  sealingKeys: SealingKeyConnection;
  usage: Usage;
  viewer: Caller;
  webhook: Maybe<Webhook>;
  webhookDeliveries: WebhookDeliveryConnection;
  webhookDelivery: Maybe<WebhookDelivery>;
  webhooks: WebhookConnection;
};


export type QueryAliasArgs = {
  id: Scalars['ID']['input'];
};


export type QueryAliasesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  created?: InputMaybe<MomentRange>;
  externalReference?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  identity?: InputMaybe<Scalars['ID']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<AliasStatus>;
  type?: InputMaybe<AliasType>;
  updated?: InputMaybe<MomentRange>;
  value?: InputMaybe<Scalars['String']['input']>;
};


export type QueryApiKeyArgs = {
  id: Scalars['ID']['input'];
};


export type QueryApiKeysArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryAuditEntriesArgs = {
  actor?: InputMaybe<Scalars['ID']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  subject?: InputMaybe<Scalars['ID']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryAuditEntryArgs = {
  id: Scalars['ID']['input'];
  subject?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryChallengeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryChangesArgs = {
  cursor?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryCheckDestinationArgs = {
  input: CheckDestinationInput;
};


export type QueryCheckDestinationsArgs = {
  inputs: Array<CheckDestinationInput>;
};


export type QueryCheckPayeeArgs = {
  input: CheckPayeeInput;
};


export type QueryCheckPayeesArgs = {
  items: Array<CheckPayeeInput>;
};


export type QueryClaimArgs = {
  id: Scalars['ID']['input'];
};


export type QueryClaimsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  direction?: InputMaybe<ClaimDirection>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryConsentGrantArgs = {
  id: Scalars['ID']['input'];
};


export type QueryConsentGrantsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  alias?: InputMaybe<Scalars['ID']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  endpoint?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  role?: InputMaybe<ConsentGrantRole>;
};


export type QueryConsentRequestArgs = {
  id: Scalars['ID']['input'];
};


export type QueryConsentRequestsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  direction?: InputMaybe<ConsentRequestDirection>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryEndpointArgs = {
  id: Scalars['ID']['input'];
};


export type QueryEndpointsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  created?: InputMaybe<MomentRange>;
  externalReference?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  identity?: InputMaybe<Scalars['ID']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<EndpointStatus>;
  updated?: InputMaybe<MomentRange>;
};


export type QueryEventArgs = {
  id: Scalars['ID']['input'];
};


export type QueryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  created?: InputMaybe<MomentRange>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  object?: InputMaybe<Scalars['ID']['input']>;
  request?: InputMaybe<Scalars['ID']['input']>;
  type?: InputMaybe<Scalars['String']['input']>;
};


export type QueryExplanationArgs = {
  input: ExplanationInput;
};


export type QueryIdentitiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  alias?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  created?: InputMaybe<MomentRange>;
  displayName?: InputMaybe<Scalars['String']['input']>;
  externalReference?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<IdentityStatus>;
  type?: InputMaybe<IdentityType>;
  updated?: InputMaybe<MomentRange>;
};


export type QueryIdentityArgs = {
  id: Scalars['ID']['input'];
};


export type QueryIdentityExportArgs = {
  id: Scalars['ID']['input'];
};


export type QueryImpactArgs = {
  input: ImpactInput;
};


export type QueryKeyUsageArgs = {
  key?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


export type QueryNormalizeAliasArgs = {
  input: ResolveInput;
};


export type QueryReleaseArgs = {
  id: Scalars['ID']['input'];
};


export type QueryReleasesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryRequestsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  code?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  key?: InputMaybe<Scalars['ID']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  operation?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  status?: InputMaybe<Scalars['Int']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryResolveArgs = {
  input: ResolveInput;
};


export type QueryResolveBulkArgs = {
  items: Array<ResolveInput>;
};


export type QuerySealingKeysArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryUsageArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  interval?: InputMaybe<UsageInterval>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryWebhookArgs = {
  id: Scalars['ID']['input'];
};


export type QueryWebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  state?: InputMaybe<WebhookDeliveryState>;
  webhook: Scalars['ID']['input'];
};


export type QueryWebhookDeliveryArgs = {
  id: Scalars['ID']['input'];
  webhook: Scalars['ID']['input'];
};


export type QueryWebhooksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

export type RateLimit = {
  __typename?: 'RateLimit';
  policy: Scalars['String']['output'];
  refillPerSecond: Scalars['Float']['output'];
  remaining: Scalars['Int']['output'];
  retryAfter: Scalars['Int']['output'];
  size: Scalars['Float']['output'];
};

export type RecordEnd = {
  id: Scalars['ID']['input'];
};

export type Release = Node & {
  __typename?: 'Release';
  aliasType: AliasType;
  createdAt: Scalars['DateTime']['output'];
  endpointId: Scalars['ID']['output'];
  expiresAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  jwe: Maybe<Scalars['String']['output']>;
  livemode: Scalars['Boolean']['output'];
  reference: Maybe<Scalars['String']['output']>;
  requestId: Scalars['ID']['output'];
  sealingKeyId: Scalars['ID']['output'];
  status: ReleaseStatus;
};

export type ReleaseConnection = {
  __typename?: 'ReleaseConnection';
  edges: Array<ReleaseEdge>;
  nodes: Array<Release>;
  pageInfo: PageInfo;
};

export type ReleaseEdge = {
  __typename?: 'ReleaseEdge';
  cursor: Scalars['String']['output'];
  node: Release;
};

export type ReleaseInput = {
  alias?: InputMaybe<Scalars['String']['input']>;
  endpoint: Scalars['ID']['input'];
  purpose?: InputMaybe<Scalars['String']['input']>;
  reference?: InputMaybe<Scalars['String']['input']>;
  sealingKey: Scalars['ID']['input'];
  token?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<AliasType>;
  value?: InputMaybe<Scalars['String']['input']>;
};

export type ReleasePolicy =
  | 'granted'
  | 'never'
  | 'public';

export type ReleaseStatus =
  | 'expired'
  | 'failed'
  | 'pending'
  | 'ready';

export type Removal = {
  __typename?: 'Removal';
  deleted: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  livemode: Scalars['Boolean']['output'];
};

export type RequestConsentInput = {
  alias?: InputMaybe<Scalars['String']['input']>;
  purpose?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<AliasType>;
  value?: InputMaybe<Scalars['String']['input']>;
  wants?: InputMaybe<Array<ConsentWant>>;
};

export type RequestRecord = {
  __typename?: 'RequestRecord';
  code: Maybe<Scalars['String']['output']>;
  count: Scalars['Int']['output'];
  createdAt: Scalars['DateTime']['output'];
  durationMs: Scalars['Int']['output'];
  id: Scalars['ID']['output'];
  keyId: Scalars['ID']['output'];
  livemode: Scalars['Boolean']['output'];
  operation: Scalars['String']['output'];
  status: Scalars['Int']['output'];
};

export type RequestRecordConnection = {
  __typename?: 'RequestRecordConnection';
  edges: Array<RequestRecordEdge>;
  nodes: Array<RequestRecord>;
  pageInfo: PageInfo;
};

export type RequestRecordEdge = {
  __typename?: 'RequestRecordEdge';
  cursor: Scalars['String']['output'];
  node: RequestRecord;
};

export type Resolution = {
  __typename?: 'Resolution';
  alias: Scalars['String']['output'];
  assurance: Maybe<Assurance>;
  disclosure: Maybe<Disclosure>;
  endpoints: Maybe<Array<DisclosedEndpoint>>;
  identity: Maybe<ResolvedIdentity>;
  identityId: Maybe<Scalars['ID']['output']>;
  livemode: Maybe<Scalars['Boolean']['output']>;
  matchedAlias: Maybe<MatchedAlias>;
  requestId: Maybe<Scalars['ID']['output']>;
  type: Maybe<IdentityType>;
};


export type ResolutionEndpointsArgs = {
  for?: InputMaybe<PaymentContextInput>;
};

export type ResolveInput = {
  alias?: InputMaybe<Scalars['String']['input']>;
  for?: InputMaybe<PaymentContextInput>;
  type?: InputMaybe<AliasType>;
  value?: InputMaybe<Scalars['String']['input']>;
};

export type ResolvedIdentity = {
  __typename?: 'ResolvedIdentity';
  id: Scalars['ID']['output'];
};

export type SandboxReset = {
  __typename?: 'SandboxReset';
  consumerId: Scalars['ID']['output'];
  grants: Scalars['Int']['output'];
  identities: Scalars['Int']['output'];
  livemode: Scalars['Boolean']['output'];
  status: SandboxResetStatus;
  webhooks: Scalars['Int']['output'];
};

export type SandboxResetStatus =
  | 'done'
  | 'pending';

export type Scope =
  | 'aliases:read'
  | 'aliases:write'
  | '*'
  | 'audit:read'
  | 'claims:read'
  | 'claims:write'
  | 'consents:read'
  | 'consents:write'
  | 'destination_check'
  | 'endpoints:read'
  | 'endpoints:write'
  | 'identities:erase'
  | 'identities:read'
  | 'identities:write'
  | 'keys:write'
  | 'payee_check'
  | 'payee_names:read'
  | 'payee_names:write'
  | 'release'
  | 'requests:read'
  | 'resolve'
  | 'sealing_keys:read'
  | 'sealing_keys:write'
  | 'webhooks:read'
  | 'webhooks:write';

export type SealingJwk = {
  __typename?: 'SealingJwk';
  crv: Scalars['String']['output'];
  kty: Scalars['String']['output'];
  x: Scalars['String']['output'];
};

export type SealingJwkInput = {
  crv: Scalars['String']['input'];
  d?: InputMaybe<Scalars['String']['input']>;
  kty: Scalars['String']['input'];
  x: Scalars['String']['input'];
};

export type SealingKey = Node & {
  __typename?: 'SealingKey';
  createdAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  jwk: SealingJwk;
  livemode: Scalars['Boolean']['output'];
  status: SealingKeyStatus;
  updatedAt: Scalars['DateTime']['output'];
  usableAt: Scalars['DateTime']['output'];
};

export type SealingKeyConnection = {
  __typename?: 'SealingKeyConnection';
  edges: Array<SealingKeyEdge>;
  nodes: Array<SealingKey>;
  pageInfo: PageInfo;
};

export type SealingKeyEdge = {
  __typename?: 'SealingKeyEdge';
  cursor: Scalars['String']['output'];
  node: SealingKey;
};

export type SealingKeyStatus =
  | 'usable'
  | 'waiting';

export type Switch =
  | 'off'
  | 'on';

export type UpdateAliasInput = {
  externalReference?: InputMaybe<Scalars['String']['input']>;
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  privacyLevel?: InputMaybe<PrivacyLevel>;
};

export type UpdateConsentGrantInput = {
  covers?: InputMaybe<ConsentCoversInput>;
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  release?: InputMaybe<Array<Scalars['ID']['input']>>;
  version?: InputMaybe<Scalars['Int']['input']>;
};

export type UpdateEndpointInput = {
  capabilities?: InputMaybe<Array<CapabilityInput>>;
  externalReference?: InputMaybe<Scalars['String']['input']>;
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  priority?: InputMaybe<Scalars['Float']['input']>;
  privacyLevel?: InputMaybe<PrivacyLevel>;
  release?: InputMaybe<ReleasePolicy>;
  status?: InputMaybe<EndpointStatus>;
};

export type UpdateIdentityInput = {
  closeMatch?: InputMaybe<Switch>;
  declaredMatch?: InputMaybe<Switch>;
  defaultPrivacyLevel?: InputMaybe<PrivacyLevel>;
  destinationChecks?: InputMaybe<Switch>;
  displayName?: InputMaybe<Scalars['String']['input']>;
  externalReference?: InputMaybe<Scalars['String']['input']>;
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  payeeChecks?: InputMaybe<Switch>;
  status?: InputMaybe<IdentityStatus>;
};

export type UpdateWebhookInput = {
  description?: InputMaybe<Scalars['String']['input']>;
  enabledEvents?: InputMaybe<Array<Scalars['String']['input']>>;
  status?: InputMaybe<WebhookStatus>;
  url?: InputMaybe<Scalars['String']['input']>;
};

export type Usage = {
  __typename?: 'Usage';
  from: Scalars['DateTime']['output'];
  interval: UsageInterval;
  livemode: Scalars['Boolean']['output'];
  points: Array<UsagePoint>;
  to: Scalars['DateTime']['output'];
};

export type UsageInterval =
  | 'day'
  | 'hour';

export type UsagePoint = {
  __typename?: 'UsagePoint';
  consentPending: Scalars['Float']['output'];
  deliveries: Scalars['Float']['output'];
  deliveryErrors: Scalars['Float']['output'];
  misses: Scalars['Float']['output'];
  resolves: Scalars['Float']['output'];
  start: Scalars['DateTime']['output'];
};

export type Verification =
  | 'attested'
  | 'none'
  | 'proved';

export type VerificationMethod =
  | 'document'
  | 'email_link'
  | 'other'
  | 'otp';

export type VerifiedMethod =
  | 'dns_txt'
  | 'document'
  | 'email_code'
  | 'email_link'
  | 'other'
  | 'otp'
  | 'sms_code'
  | 'well_known';

export type WalletProofInput = {
  signature: Scalars['String']['input'];
  token: Scalars['String']['input'];
};

export type Warning = {
  __typename?: 'Warning';
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
  param: Scalars['String']['output'];
};

export type Webhook = Node & {
  __typename?: 'Webhook';
  createdAt: Scalars['DateTime']['output'];
  description: Maybe<Scalars['String']['output']>;
  disabledReason: Maybe<WebhookDisabledReason>;
  enabledEvents: Array<Scalars['String']['output']>;
  failingSince: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  livemode: Scalars['Boolean']['output'];
  pausedUntil: Maybe<Scalars['DateTime']['output']>;
  status: WebhookStatus;
  updatedAt: Scalars['DateTime']['output'];
  url: Scalars['String']['output'];
};

export type WebhookAttempt = {
  __typename?: 'WebhookAttempt';
  answer: Maybe<Scalars['String']['output']>;
  error: Maybe<Scalars['String']['output']>;
  ms: Scalars['Int']['output'];
  n: Scalars['Int']['output'];
  startedAt: Scalars['DateTime']['output'];
  status: Maybe<Scalars['Int']['output']>;
};

export type WebhookConnection = {
  __typename?: 'WebhookConnection';
  edges: Array<WebhookEdge>;
  nodes: Array<Webhook>;
  pageInfo: PageInfo;
};

export type WebhookDelivery = Node & {
  __typename?: 'WebhookDelivery';
  attemptCount: Scalars['Int']['output'];
  attempts: Array<WebhookAttempt>;
  createdAt: Scalars['DateTime']['output'];
  event: Maybe<Event>;
  eventId: Scalars['ID']['output'];
  eventType: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  kind: WebhookDeliveryKind;
  livemode: Scalars['Boolean']['output'];
  nextAttemptAt: Maybe<Scalars['DateTime']['output']>;
  pausedUntil: Maybe<Scalars['DateTime']['output']>;
  pendingReason: Maybe<WebhookDeliveryPendingReason>;
  state: WebhookDeliveryState;
  updatedAt: Scalars['DateTime']['output'];
  webhook: Maybe<Webhook>;
  webhookId: Scalars['ID']['output'];
};

export type WebhookDeliveryConnection = {
  __typename?: 'WebhookDeliveryConnection';
  edges: Array<WebhookDeliveryEdge>;
  nodes: Array<WebhookDelivery>;
  pageInfo: PageInfo;
};

export type WebhookDeliveryEdge = {
  __typename?: 'WebhookDeliveryEdge';
  cursor: Scalars['String']['output'];
  node: WebhookDelivery;
};

export type WebhookDeliveryKind =
  | 'automatic'
  | 'redelivery'
  | 'test';

export type WebhookDeliveryPendingReason =
  | 'due'
  | 'in_flight'
  | 'scheduled'
  | 'webhook_disabled'
  | 'webhook_paused';

export type WebhookDeliveryState =
  | 'cancelled'
  | 'delivered'
  | 'exhausted'
  | 'pending';

export type WebhookDisabledReason =
  | 'failing'
  | 'gone'
  | 'owner';

export type WebhookEdge = {
  __typename?: 'WebhookEdge';
  cursor: Scalars['String']['output'];
  node: Webhook;
};

export type WebhookRecovery = {
  __typename?: 'WebhookRecovery';
  livemode: Scalars['Boolean']['output'];
  since: Scalars['DateTime']['output'];
  webhookId: Scalars['ID']['output'];
};

export type WebhookStatus =
  | 'auto_disabled'
  | 'disabled'
  | 'enabled';

export type WebhookWithSecret = {
  __typename?: 'WebhookWithSecret';
  signingSecret: Maybe<Scalars['String']['output']>;
  webhook: Webhook;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Alias: Alias;
  Consumer: Consumer;
  Endpoint: Endpoint;
  Identity: Identity;
  Resolution: Resolution;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Alias:
    ( { __typename: 'Alias' }
    & GraphQLRecursivePick<FederationTypes['Alias'], {"id":true}> );
  Consumer:
    ( { __typename: 'Consumer' }
    & GraphQLRecursivePick<FederationTypes['Consumer'], {"id":true}> );
  Endpoint:
    ( { __typename: 'Endpoint' }
    & GraphQLRecursivePick<FederationTypes['Endpoint'], {"id":true}> );
  Identity:
    ( { __typename: 'Identity' }
    & GraphQLRecursivePick<FederationTypes['Identity'], {"id":true}> );
  Resolution:
    ( { __typename: 'Resolution' }
    & GraphQLRecursivePick<FederationTypes['Resolution'], {"alias":true}> );
};


/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  DisclosedEndpoint:
    | ( DisclosedEndpointRecord )
    | ( DisclosedEndpointRecord )
    | ( DisclosedEndpointRecord )
    | ( DisclosedEndpointRecord )
    | ( DisclosedEndpointRecord )
    | ( DisclosedEndpointRecord )
    | ( DisclosedEndpointRecord )
    | ( DisclosedEndpointRecord )
  ;
  Node:
    | ( AliasParent )
    | ( ApiKeyRecord )
    | ( ChallengeRecord )
    | ( ClaimRecord )
    | ( ConsentGrantRecord )
    | ( ConsentRequestRecord )
    | ( ConsumerName )
    | ( EndpointRecord )
    | ( EventRecord )
    | ( IdentityParent )
    | ( PayeeNameRecord )
    | ( ReleaseRecord )
    | ( SealingKeyRecord )
    | ( WebhookRecord )
    | ( DeliveryRecord )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Alias: ResolverTypeWrapper<AliasParent>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  AliasAssurance: ResolverTypeWrapper<Omit<AliasAssurance, 'verification'> & { verification: ResolversTypes['Verification'] }>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  AliasChange: AliasChange;
  AliasConnection: ResolverTypeWrapper<Omit<AliasConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['AliasEdge']>, nodes: Array<ResolversTypes['Alias']> }>;
  AliasEdge: ResolverTypeWrapper<Omit<AliasEdge, 'node'> & { node: ResolversTypes['Alias'] }>;
  AliasStatus: ResolverTypeWrapper<'registered' | 'released' | 'transferred'>;
  AliasType: ResolverTypeWrapper<'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'>;
  ApiKey: ResolverTypeWrapper<ApiKeyRecord>;
  ApiKeyConnection: ResolverTypeWrapper<Omit<ApiKeyConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['ApiKeyEdge']>, nodes: Array<ResolversTypes['ApiKey']> }>;
  ApiKeyEdge: ResolverTypeWrapper<Omit<ApiKeyEdge, 'node'> & { node: ResolversTypes['ApiKey'] }>;
  ApiKeyWithSecret: ResolverTypeWrapper<ApiKeyWithSecretRecord>;
  ApproveConsentRequestInput: ApproveConsentRequestInput;
  Assurance: ResolverTypeWrapper<Omit<Assurance, 'alias' | 'changed'> & { alias: ResolversTypes['AliasAssurance'], changed: Array<ResolversTypes['AssuranceChange']> }>;
  AssuranceChange: ResolverTypeWrapper<AssuranceChangeFacts>;
  AuditActor: ResolverTypeWrapper<Omit<AuditActor, 'type'> & { type: ResolversTypes['EventActorType'] }>;
  AuditEntry: ResolverTypeWrapper<AuditEntryFacts>;
  AuditEntryConnection: ResolverTypeWrapper<Omit<AuditEntryConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['AuditEntryEdge']>, nodes: Array<ResolversTypes['AuditEntry']> }>;
  AuditEntryEdge: ResolverTypeWrapper<Omit<AuditEntryEdge, 'node'> & { node: ResolversTypes['AuditEntry'] }>;
  BankCodeInput: BankCodeInput;
  BankCodeScheme: ResolverTypeWrapper<'bic' | 'aba' | 'sort_code' | 'ifsc' | 'bsb' | 'clabe'>;
  BulkResolveEntry: ResolverTypeWrapper<BulkEntry>;
  BulkResolveError: ResolverTypeWrapper<BulkResolveError>;
  BulkResolveStatus: ResolverTypeWrapper<'resolved' | 'consent_pending' | 'error'>;
  Caller: ResolverTypeWrapper<CallerFacts>;
  Capability: ResolverTypeWrapper<Capability>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  CapabilityInput: CapabilityInput;
  Catalogue: ResolverTypeWrapper<CatalogueFacts>;
  CatalogueNetwork: ResolverTypeWrapper<CatalogueEntry>;
  CatalogueRail: ResolverTypeWrapper<CatalogueEntry>;
  Challenge: ResolverTypeWrapper<ChallengeRecord>;
  ChallengeEndpointInput: ChallengeEndpointInput;
  ChallengeInstructions: ResolverTypeWrapper<ChallengeInstructionsFacts>;
  ChallengeMethod: ResolverTypeWrapper<'sms_code' | 'email_code' | 'dns_txt' | 'well_known'>;
  ChallengePurpose: ResolverTypeWrapper<'prove' | 'claim' | 'contest'>;
  ChallengeStatus: ResolverTypeWrapper<'pending' | 'met' | 'failed' | 'expired'>;
  Change: ResolverTypeWrapper<Omit<Change, 'object'> & { object: ResolversTypes['ChangedObject'] }>;
  ChangeFeed: ResolverTypeWrapper<Omit<ChangeFeed, 'changes'> & { changes: Array<ResolversTypes['Change']> }>;
  ChangedObject: ResolverTypeWrapper<'identity' | 'alias' | 'endpoint' | 'consent_grant' | 'webhook' | 'api_key'>;
  CheckDestinationInput: CheckDestinationInput;
  CheckPayeeInput: CheckPayeeInput;
  Claim: ResolverTypeWrapper<ClaimRecord>;
  ClaimConnection: ResolverTypeWrapper<Omit<ClaimConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['ClaimEdge']>, nodes: Array<ResolversTypes['Claim']> }>;
  ClaimDirection: ResolverTypeWrapper<'outgoing' | 'incoming'>;
  ClaimEdge: ResolverTypeWrapper<Omit<ClaimEdge, 'node'> & { node: ResolversTypes['Claim'] }>;
  ClaimKind: ResolverTypeWrapper<'ownership' | 'portability'>;
  ClaimReason: ResolverTypeWrapper<'contested' | 'refused' | 'withdrawn' | 'donor_silent' | 'own_alias' | 'identity_not_active' | 'limit_reached' | 'superseded' | 'second_proof_missing'>;
  ClaimStatus: ResolverTypeWrapper<'pending_proof' | 'queued' | 'open' | 'awaiting_second_proof' | 'completed' | 'cancelled' | 'expired'>;
  ConsentCovers: ResolverTypeWrapper<ConsentCovers>;
  ConsentCoversInput: ConsentCoversInput;
  ConsentGrant: ResolverTypeWrapper<ConsentGrantRecord>;
  ConsentGrantChange: ConsentGrantChange;
  ConsentGrantConnection: ResolverTypeWrapper<Omit<ConsentGrantConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['ConsentGrantEdge']>, nodes: Array<ResolversTypes['ConsentGrant']> }>;
  ConsentGrantEdge: ResolverTypeWrapper<Omit<ConsentGrantEdge, 'node'> & { node: ResolversTypes['ConsentGrant'] }>;
  ConsentGrantRole: ResolverTypeWrapper<'owner' | 'grantee'>;
  ConsentGrantStatus: ResolverTypeWrapper<'active' | 'revoked' | 'expired'>;
  ConsentRequest: ResolverTypeWrapper<ConsentRequestRecord>;
  ConsentRequestConnection: ResolverTypeWrapper<Omit<ConsentRequestConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['ConsentRequestEdge']>, nodes: Array<ResolversTypes['ConsentRequest']> }>;
  ConsentRequestDirection: ResolverTypeWrapper<'outgoing' | 'incoming'>;
  ConsentRequestEdge: ResolverTypeWrapper<Omit<ConsentRequestEdge, 'node'> & { node: ResolversTypes['ConsentRequest'] }>;
  ConsentRequestStatus: ResolverTypeWrapper<'pending' | 'approved' | 'declined' | 'expired'>;
  ConsentWant: ResolverTypeWrapper<'disclosure' | 'release'>;
  Consumer: ResolverTypeWrapper<ConsumerName>;
  CreateAliasInput: CreateAliasInput;
  CreateApiKeyInput: CreateApiKeyInput;
  CreateClaimInput: CreateClaimInput;
  CreateEndpointInput: CreateEndpointInput;
  CreateIdentityInput: CreateIdentityInput;
  CreateWebhookInput: CreateWebhookInput;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DestinationCheck: ResolverTypeWrapper<DestinationCheckRecord>;
  DestinationCheckEntry: ResolverTypeWrapper<DestinationCheckEntryRecord>;
  DestinationCheckVerdict: ResolverTypeWrapper<'match' | 'no_match' | 'unavailable'>;
  DestinationInput: DestinationInput;
  DisclosedBankAccount: ResolverTypeWrapper<DisclosedEndpointRecord>;
  DisclosedCapability: ResolverTypeWrapper<DisclosedCapability>;
  DisclosedCryptoWallet: ResolverTypeWrapper<DisclosedEndpointRecord>;
  DisclosedEndpoint: ResolverTypeWrapper<DisclosedEndpointRecord>;
  DisclosedLightningAddress: ResolverTypeWrapper<DisclosedEndpointRecord>;
  DisclosedMobileMoney: ResolverTypeWrapper<DisclosedEndpointRecord>;
  DisclosedOther: ResolverTypeWrapper<DisclosedEndpointRecord>;
  DisclosedPaymentPointer: ResolverTypeWrapper<DisclosedEndpointRecord>;
  DisclosedPixKey: ResolverTypeWrapper<DisclosedEndpointRecord>;
  DisclosedUpi: ResolverTypeWrapper<DisclosedEndpointRecord>;
  Disclosure: ResolverTypeWrapper<Disclosure>;
  DisclosureBasis: ResolverTypeWrapper<'public' | 'unlisted' | 'grant'>;
  DisclosureKind: ResolverTypeWrapper<'resolve' | 'check' | 'destination' | 'release'>;
  DisclosureRecord: ResolverTypeWrapper<DisclosureRecordFacts>;
  DisclosureRecordConnection: ResolverTypeWrapper<Omit<DisclosureRecordConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['DisclosureRecordEdge']>, nodes: Array<ResolversTypes['DisclosureRecord']> }>;
  DisclosureRecordEdge: ResolverTypeWrapper<Omit<DisclosureRecordEdge, 'node'> & { node: ResolversTypes['DisclosureRecord'] }>;
  Endpoint: ResolverTypeWrapper<EndpointRecord>;
  EndpointChallenge: ResolverTypeWrapper<EndpointChallenge>;
  EndpointChange: EndpointChange;
  EndpointConnection: ResolverTypeWrapper<Omit<EndpointConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['EndpointEdge']>, nodes: Array<ResolversTypes['Endpoint']> }>;
  EndpointDetailsInput: EndpointDetailsInput;
  EndpointEdge: ResolverTypeWrapper<Omit<EndpointEdge, 'node'> & { node: ResolversTypes['Endpoint'] }>;
  EndpointStatus: ResolverTypeWrapper<'active' | 'disabled' | 'removed'>;
  EndpointType: ResolverTypeWrapper<'crypto_wallet' | 'bank_account' | 'mobile_money' | 'payment_pointer' | 'upi' | 'pix_key' | 'lightning_address'>;
  EndpointVerification: ResolverTypeWrapper<'none' | 'proved'>;
  EndpointVerifiedMethod: ResolverTypeWrapper<'wallet_signature'>;
  Event: ResolverTypeWrapper<EventRecord>;
  EventActor: ResolverTypeWrapper<Omit<EventActor, 'type'> & { type: ResolversTypes['EventActorType'] }>;
  EventActorType: ResolverTypeWrapper<'api_key' | 'operator' | 'system'>;
  EventConnection: ResolverTypeWrapper<Omit<EventConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['EventEdge']>, nodes: Array<ResolversTypes['Event']> }>;
  EventEdge: ResolverTypeWrapper<Omit<EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
  EventType: ResolverTypeWrapper<EventTypeRecord>;
  ExplainedEndpoint: ResolverTypeWrapper<ExplainedEndpointFacts>;
  ExplainedGrant: ResolverTypeWrapper<Omit<ExplainedGrant, 'status'> & { status: ResolversTypes['ConsentGrantStatus'] }>;
  ExplainedRule: ResolverTypeWrapper<Omit<ExplainedRule, 'because' | 'grant' | 'rule'> & { because: ResolversTypes['ExplanationReason'], grant?: Maybe<ResolversTypes['ExplainedGrant']>, rule: ResolversTypes['ExplanationRule'] }>;
  Explanation: ResolverTypeWrapper<ExplanationFacts>;
  ExplanationInput: ExplanationInput;
  ExplanationReason: ResolverTypeWrapper<'same_environment' | 'other_environment' | 'alias_registered' | 'alias_released' | 'alias_transferred' | 'alias_damaged' | 'alias_public' | 'alias_unlisted' | 'alias_private' | 'grant_covers' | 'grant_missing' | 'grant_omits' | 'grant_revoked' | 'grant_expired' | 'proof_not_required' | 'proof_valid' | 'proof_attested' | 'proof_missing' | 'proof_expired' | 'proof_of_host' | 'attestation_not_accepted' | 'identity_active' | 'identity_suspended' | 'identity_closed' | 'endpoint_public' | 'endpoint_private' | 'endpoint_disabled' | 'endpoint_damaged' | 'payment_not_accepted' | 'alias_hidden'>;
  ExplanationRule: ResolverTypeWrapper<'environment' | 'alias_registered' | 'alias_level' | 'proof' | 'identity_active'>;
  GrantConsentInput: GrantConsentInput;
  GrantImpact: ResolverTypeWrapper<GrantImpactFacts>;
  Identity: ResolverTypeWrapper<IdentityParent>;
  IdentityAssurance: ResolverTypeWrapper<IdentityAssurance>;
  IdentityChange: IdentityChange;
  IdentityConnection: ResolverTypeWrapper<Omit<IdentityConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['IdentityEdge']>, nodes: Array<ResolversTypes['Identity']> }>;
  IdentityEdge: ResolverTypeWrapper<Omit<IdentityEdge, 'node'> & { node: ResolversTypes['Identity'] }>;
  IdentityExport: ResolverTypeWrapper<Omit<IdentityExport, 'aliases' | 'claims' | 'consentGrants' | 'consentRequests' | 'disclosures' | 'endpoints' | 'identity' | 'leftOut' | 'moreOf' | 'payeeNames'> & { aliases?: Maybe<Array<ResolversTypes['Alias']>>, claims?: Maybe<Array<ResolversTypes['Claim']>>, consentGrants?: Maybe<Array<ResolversTypes['ConsentGrant']>>, consentRequests?: Maybe<Array<ResolversTypes['ConsentRequest']>>, disclosures?: Maybe<Array<ResolversTypes['DisclosureRecord']>>, endpoints?: Maybe<Array<ResolversTypes['Endpoint']>>, identity: ResolversTypes['Identity'], leftOut: Array<ResolversTypes['IdentityExportKind']>, moreOf: Array<ResolversTypes['IdentityExportKind']>, payeeNames?: Maybe<Array<ResolversTypes['PayeeName']>> }>;
  IdentityExportKind: ResolverTypeWrapper<'aliases' | 'endpoints' | 'payee_names' | 'consent_grants' | 'consent_requests' | 'claims' | 'disclosures'>;
  IdentityStatus: ResolverTypeWrapper<'active' | 'suspended' | 'closed'>;
  IdentityType: ResolverTypeWrapper<'user' | 'merchant' | 'business' | 'organization' | 'machine'>;
  Impact: ResolverTypeWrapper<ImpactFacts>;
  ImpactInput: ImpactInput;
  ImpactOnEverybody: ResolverTypeWrapper<Omit<ImpactOnEverybody, 'after' | 'before'> & { after: ResolversTypes['ImpactSide'], before: ResolversTypes['ImpactSide'] }>;
  ImpactSide: ResolverTypeWrapper<ImpactSideFacts>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  KeyUsage: ResolverTypeWrapper<Omit<KeyUsage, 'keys'> & { keys: Array<ResolversTypes['KeyUsageEntry']> }>;
  KeyUsageDay: ResolverTypeWrapper<KeyUsageDay>;
  KeyUsageEntry: ResolverTypeWrapper<KeyUsageFacts>;
  MatchedAlias: ResolverTypeWrapper<Omit<MatchedAlias, 'type'> & { type: ResolversTypes['AliasType'] }>;
  MemoType: ResolverTypeWrapper<'text' | 'id' | 'hash'>;
  MomentRange: MomentRange;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NewConsentGrant: NewConsentGrant;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NormalizedAlias: ResolverTypeWrapper<Omit<NormalizedAlias, 'type'> & { type: ResolversTypes['AliasType'] }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  PayeeCheck: ResolverTypeWrapper<PayeeCheckRecord>;
  PayeeCheckEntry: ResolverTypeWrapper<PayeeCheckEntryRecord>;
  PayeeCheckVerdict: ResolverTypeWrapper<'match' | 'declared_match' | 'close_match' | 'no_match' | 'unavailable'>;
  PayeeHolderInput: PayeeHolderInput;
  PayeeIdentificationInput: PayeeIdentificationInput;
  PayeeName: ResolverTypeWrapper<PayeeNameRecord>;
  PayeeNameBasis: ResolverTypeWrapper<'declared' | 'attested'>;
  PayeeNameConnection: ResolverTypeWrapper<Omit<PayeeNameConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['PayeeNameEdge']>, nodes: Array<ResolversTypes['PayeeName']> }>;
  PayeeNameEdge: ResolverTypeWrapper<Omit<PayeeNameEdge, 'node'> & { node: ResolversTypes['PayeeName'] }>;
  PayeeNameInput: PayeeNameInput;
  PayeeNameKind: ResolverTypeWrapper<'legal' | 'trade' | 'preferred' | 'joint' | 'identification'>;
  PaymentContextInput: PaymentContextInput;
  PrivacyLevel: ResolverTypeWrapper<'public' | 'unlisted' | 'private' | 'consent_required'>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<RateLimit>;
  RecordEnd: RecordEnd;
  Release: ResolverTypeWrapper<ReleaseRecord>;
  ReleaseConnection: ResolverTypeWrapper<Omit<ReleaseConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['ReleaseEdge']>, nodes: Array<ResolversTypes['Release']> }>;
  ReleaseEdge: ResolverTypeWrapper<Omit<ReleaseEdge, 'node'> & { node: ResolversTypes['Release'] }>;
  ReleaseInput: ReleaseInput;
  ReleasePolicy: ResolverTypeWrapper<'never' | 'granted' | 'public'>;
  ReleaseStatus: ResolverTypeWrapper<'pending' | 'ready' | 'failed' | 'expired'>;
  Removal: ResolverTypeWrapper<Removed>;
  RequestConsentInput: RequestConsentInput;
  RequestRecord: ResolverTypeWrapper<RequestFacts>;
  RequestRecordConnection: ResolverTypeWrapper<Omit<RequestRecordConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['RequestRecordEdge']>, nodes: Array<ResolversTypes['RequestRecord']> }>;
  RequestRecordEdge: ResolverTypeWrapper<Omit<RequestRecordEdge, 'node'> & { node: ResolversTypes['RequestRecord'] }>;
  Resolution: ResolverTypeWrapper<ResolutionRecord>;
  ResolveInput: ResolveInput;
  ResolvedIdentity: ResolverTypeWrapper<ResolvedIdentity>;
  SandboxReset: ResolverTypeWrapper<SandboxResetFacts>;
  SandboxResetStatus: ResolverTypeWrapper<'pending' | 'done'>;
  Scope: ResolverTypeWrapper<'identities:write' | 'identities:erase' | 'identities:read' | 'aliases:write' | 'aliases:read' | 'endpoints:write' | 'endpoints:read' | 'webhooks:write' | 'webhooks:read' | 'consents:write' | 'consents:read' | 'resolve' | 'payee_names:write' | 'payee_names:read' | 'payee_check' | 'destination_check' | 'claims:write' | 'claims:read' | 'release' | 'sealing_keys:write' | 'sealing_keys:read' | 'requests:read' | 'audit:read' | 'keys:write' | '*'>;
  SealingJwk: ResolverTypeWrapper<SealingJwk>;
  SealingJwkInput: SealingJwkInput;
  SealingKey: ResolverTypeWrapper<SealingKeyRecord>;
  SealingKeyConnection: ResolverTypeWrapper<Omit<SealingKeyConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['SealingKeyEdge']>, nodes: Array<ResolversTypes['SealingKey']> }>;
  SealingKeyEdge: ResolverTypeWrapper<Omit<SealingKeyEdge, 'node'> & { node: ResolversTypes['SealingKey'] }>;
  SealingKeyStatus: ResolverTypeWrapper<'waiting' | 'usable'>;
  Switch: ResolverTypeWrapper<'on' | 'off'>;
  UpdateAliasInput: UpdateAliasInput;
  UpdateConsentGrantInput: UpdateConsentGrantInput;
  UpdateEndpointInput: UpdateEndpointInput;
  UpdateIdentityInput: UpdateIdentityInput;
  UpdateWebhookInput: UpdateWebhookInput;
  Usage: ResolverTypeWrapper<Omit<Usage, 'interval'> & { interval: ResolversTypes['UsageInterval'] }>;
  UsageInterval: ResolverTypeWrapper<'hour' | 'day'>;
  UsagePoint: ResolverTypeWrapper<UsagePoint>;
  Verification: ResolverTypeWrapper<'none' | 'attested' | 'proved'>;
  VerificationMethod: ResolverTypeWrapper<'otp' | 'email_link' | 'document' | 'other'>;
  VerifiedMethod: ResolverTypeWrapper<'otp' | 'email_link' | 'document' | 'other' | 'sms_code' | 'email_code' | 'dns_txt' | 'well_known'>;
  WalletProofInput: WalletProofInput;
  Warning: ResolverTypeWrapper<WarningFacts>;
  Webhook: ResolverTypeWrapper<WebhookRecord>;
  WebhookAttempt: ResolverTypeWrapper<AttemptRecord>;
  WebhookConnection: ResolverTypeWrapper<Omit<WebhookConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['WebhookEdge']>, nodes: Array<ResolversTypes['Webhook']> }>;
  WebhookDelivery: ResolverTypeWrapper<DeliveryRecord>;
  WebhookDeliveryConnection: ResolverTypeWrapper<Omit<WebhookDeliveryConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['WebhookDeliveryEdge']>, nodes: Array<ResolversTypes['WebhookDelivery']> }>;
  WebhookDeliveryEdge: ResolverTypeWrapper<Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversTypes['WebhookDelivery'] }>;
  WebhookDeliveryKind: ResolverTypeWrapper<'automatic' | 'redelivery' | 'test'>;
  WebhookDeliveryPendingReason: ResolverTypeWrapper<'due' | 'scheduled' | 'in_flight' | 'webhook_paused' | 'webhook_disabled'>;
  WebhookDeliveryState: ResolverTypeWrapper<'pending' | 'delivered' | 'exhausted' | 'cancelled'>;
  WebhookDisabledReason: ResolverTypeWrapper<'owner' | 'failing' | 'gone'>;
  WebhookEdge: ResolverTypeWrapper<Omit<WebhookEdge, 'node'> & { node: ResolversTypes['Webhook'] }>;
  WebhookRecovery: ResolverTypeWrapper<RecoveryRecord>;
  WebhookStatus: ResolverTypeWrapper<'enabled' | 'disabled' | 'auto_disabled'>;
  WebhookWithSecret: ResolverTypeWrapper<WebhookWithSecretRecord>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Alias: AliasParent;
  String: Scalars['String']['output'];
  ID: Scalars['ID']['output'];
  Boolean: Scalars['Boolean']['output'];
  AliasAssurance: AliasAssurance;
  Int: Scalars['Int']['output'];
  AliasChange: AliasChange;
  AliasConnection: Omit<AliasConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['AliasEdge']>, nodes: Array<ResolversParentTypes['Alias']> };
  AliasEdge: Omit<AliasEdge, 'node'> & { node: ResolversParentTypes['Alias'] };
  ApiKey: ApiKeyRecord;
  ApiKeyConnection: Omit<ApiKeyConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['ApiKeyEdge']>, nodes: Array<ResolversParentTypes['ApiKey']> };
  ApiKeyEdge: Omit<ApiKeyEdge, 'node'> & { node: ResolversParentTypes['ApiKey'] };
  ApiKeyWithSecret: ApiKeyWithSecretRecord;
  ApproveConsentRequestInput: ApproveConsentRequestInput;
  Assurance: Omit<Assurance, 'alias' | 'changed'> & { alias: ResolversParentTypes['AliasAssurance'], changed: Array<ResolversParentTypes['AssuranceChange']> };
  AssuranceChange: AssuranceChangeFacts;
  AuditActor: AuditActor;
  AuditEntry: AuditEntryFacts;
  AuditEntryConnection: Omit<AuditEntryConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['AuditEntryEdge']>, nodes: Array<ResolversParentTypes['AuditEntry']> };
  AuditEntryEdge: Omit<AuditEntryEdge, 'node'> & { node: ResolversParentTypes['AuditEntry'] };
  BankCodeInput: BankCodeInput;
  BulkResolveEntry: BulkEntry;
  BulkResolveError: BulkResolveError;
  Caller: CallerFacts;
  Capability: Capability;
  Float: Scalars['Float']['output'];
  CapabilityInput: CapabilityInput;
  Catalogue: CatalogueFacts;
  CatalogueNetwork: CatalogueEntry;
  CatalogueRail: CatalogueEntry;
  Challenge: ChallengeRecord;
  ChallengeEndpointInput: ChallengeEndpointInput;
  ChallengeInstructions: ChallengeInstructionsFacts;
  Change: Change;
  ChangeFeed: Omit<ChangeFeed, 'changes'> & { changes: Array<ResolversParentTypes['Change']> };
  CheckDestinationInput: CheckDestinationInput;
  CheckPayeeInput: CheckPayeeInput;
  Claim: ClaimRecord;
  ClaimConnection: Omit<ClaimConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['ClaimEdge']>, nodes: Array<ResolversParentTypes['Claim']> };
  ClaimEdge: Omit<ClaimEdge, 'node'> & { node: ResolversParentTypes['Claim'] };
  ConsentCovers: ConsentCovers;
  ConsentCoversInput: ConsentCoversInput;
  ConsentGrant: ConsentGrantRecord;
  ConsentGrantChange: ConsentGrantChange;
  ConsentGrantConnection: Omit<ConsentGrantConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['ConsentGrantEdge']>, nodes: Array<ResolversParentTypes['ConsentGrant']> };
  ConsentGrantEdge: Omit<ConsentGrantEdge, 'node'> & { node: ResolversParentTypes['ConsentGrant'] };
  ConsentRequest: ConsentRequestRecord;
  ConsentRequestConnection: Omit<ConsentRequestConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['ConsentRequestEdge']>, nodes: Array<ResolversParentTypes['ConsentRequest']> };
  ConsentRequestEdge: Omit<ConsentRequestEdge, 'node'> & { node: ResolversParentTypes['ConsentRequest'] };
  Consumer: ConsumerName;
  CreateAliasInput: CreateAliasInput;
  CreateApiKeyInput: CreateApiKeyInput;
  CreateClaimInput: CreateClaimInput;
  CreateEndpointInput: CreateEndpointInput;
  CreateIdentityInput: CreateIdentityInput;
  CreateWebhookInput: CreateWebhookInput;
  DateTime: Scalars['DateTime']['output'];
  DestinationCheck: DestinationCheckRecord;
  DestinationCheckEntry: DestinationCheckEntryRecord;
  DestinationInput: DestinationInput;
  DisclosedBankAccount: DisclosedEndpointRecord;
  DisclosedCapability: DisclosedCapability;
  DisclosedCryptoWallet: DisclosedEndpointRecord;
  DisclosedEndpoint: DisclosedEndpointRecord;
  DisclosedLightningAddress: DisclosedEndpointRecord;
  DisclosedMobileMoney: DisclosedEndpointRecord;
  DisclosedOther: DisclosedEndpointRecord;
  DisclosedPaymentPointer: DisclosedEndpointRecord;
  DisclosedPixKey: DisclosedEndpointRecord;
  DisclosedUpi: DisclosedEndpointRecord;
  Disclosure: Disclosure;
  DisclosureRecord: DisclosureRecordFacts;
  DisclosureRecordConnection: Omit<DisclosureRecordConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['DisclosureRecordEdge']>, nodes: Array<ResolversParentTypes['DisclosureRecord']> };
  DisclosureRecordEdge: Omit<DisclosureRecordEdge, 'node'> & { node: ResolversParentTypes['DisclosureRecord'] };
  Endpoint: EndpointRecord;
  EndpointChallenge: EndpointChallenge;
  EndpointChange: EndpointChange;
  EndpointConnection: Omit<EndpointConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['EndpointEdge']>, nodes: Array<ResolversParentTypes['Endpoint']> };
  EndpointDetailsInput: EndpointDetailsInput;
  EndpointEdge: Omit<EndpointEdge, 'node'> & { node: ResolversParentTypes['Endpoint'] };
  Event: EventRecord;
  EventActor: EventActor;
  EventConnection: Omit<EventConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['EventEdge']>, nodes: Array<ResolversParentTypes['Event']> };
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  EventType: EventTypeRecord;
  ExplainedEndpoint: ExplainedEndpointFacts;
  ExplainedGrant: ExplainedGrant;
  ExplainedRule: Omit<ExplainedRule, 'grant'> & { grant?: Maybe<ResolversParentTypes['ExplainedGrant']> };
  Explanation: ExplanationFacts;
  ExplanationInput: ExplanationInput;
  GrantConsentInput: GrantConsentInput;
  GrantImpact: GrantImpactFacts;
  Identity: IdentityParent;
  IdentityAssurance: IdentityAssurance;
  IdentityChange: IdentityChange;
  IdentityConnection: Omit<IdentityConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['IdentityEdge']>, nodes: Array<ResolversParentTypes['Identity']> };
  IdentityEdge: Omit<IdentityEdge, 'node'> & { node: ResolversParentTypes['Identity'] };
  IdentityExport: Omit<IdentityExport, 'aliases' | 'claims' | 'consentGrants' | 'consentRequests' | 'disclosures' | 'endpoints' | 'identity' | 'payeeNames'> & { aliases?: Maybe<Array<ResolversParentTypes['Alias']>>, claims?: Maybe<Array<ResolversParentTypes['Claim']>>, consentGrants?: Maybe<Array<ResolversParentTypes['ConsentGrant']>>, consentRequests?: Maybe<Array<ResolversParentTypes['ConsentRequest']>>, disclosures?: Maybe<Array<ResolversParentTypes['DisclosureRecord']>>, endpoints?: Maybe<Array<ResolversParentTypes['Endpoint']>>, identity: ResolversParentTypes['Identity'], payeeNames?: Maybe<Array<ResolversParentTypes['PayeeName']>> };
  Impact: ImpactFacts;
  ImpactInput: ImpactInput;
  ImpactOnEverybody: Omit<ImpactOnEverybody, 'after' | 'before'> & { after: ResolversParentTypes['ImpactSide'], before: ResolversParentTypes['ImpactSide'] };
  ImpactSide: ImpactSideFacts;
  JSON: Scalars['JSON']['output'];
  KeyUsage: Omit<KeyUsage, 'keys'> & { keys: Array<ResolversParentTypes['KeyUsageEntry']> };
  KeyUsageDay: KeyUsageDay;
  KeyUsageEntry: KeyUsageFacts;
  MatchedAlias: MatchedAlias;
  MomentRange: MomentRange;
  Mutation: Record<PropertyKey, never>;
  NewConsentGrant: NewConsentGrant;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  NormalizedAlias: NormalizedAlias;
  PageInfo: PageInfo;
  PayeeCheck: PayeeCheckRecord;
  PayeeCheckEntry: PayeeCheckEntryRecord;
  PayeeHolderInput: PayeeHolderInput;
  PayeeIdentificationInput: PayeeIdentificationInput;
  PayeeName: PayeeNameRecord;
  PayeeNameConnection: Omit<PayeeNameConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['PayeeNameEdge']>, nodes: Array<ResolversParentTypes['PayeeName']> };
  PayeeNameEdge: Omit<PayeeNameEdge, 'node'> & { node: ResolversParentTypes['PayeeName'] };
  PayeeNameInput: PayeeNameInput;
  PaymentContextInput: PaymentContextInput;
  Query: Record<PropertyKey, never>;
  RateLimit: RateLimit;
  RecordEnd: RecordEnd;
  Release: ReleaseRecord;
  ReleaseConnection: Omit<ReleaseConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['ReleaseEdge']>, nodes: Array<ResolversParentTypes['Release']> };
  ReleaseEdge: Omit<ReleaseEdge, 'node'> & { node: ResolversParentTypes['Release'] };
  ReleaseInput: ReleaseInput;
  Removal: Removed;
  RequestConsentInput: RequestConsentInput;
  RequestRecord: RequestFacts;
  RequestRecordConnection: Omit<RequestRecordConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['RequestRecordEdge']>, nodes: Array<ResolversParentTypes['RequestRecord']> };
  RequestRecordEdge: Omit<RequestRecordEdge, 'node'> & { node: ResolversParentTypes['RequestRecord'] };
  Resolution: ResolutionRecord;
  ResolveInput: ResolveInput;
  ResolvedIdentity: ResolvedIdentity;
  SandboxReset: SandboxResetFacts;
  SealingJwk: SealingJwk;
  SealingJwkInput: SealingJwkInput;
  SealingKey: SealingKeyRecord;
  SealingKeyConnection: Omit<SealingKeyConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['SealingKeyEdge']>, nodes: Array<ResolversParentTypes['SealingKey']> };
  SealingKeyEdge: Omit<SealingKeyEdge, 'node'> & { node: ResolversParentTypes['SealingKey'] };
  UpdateAliasInput: UpdateAliasInput;
  UpdateConsentGrantInput: UpdateConsentGrantInput;
  UpdateEndpointInput: UpdateEndpointInput;
  UpdateIdentityInput: UpdateIdentityInput;
  UpdateWebhookInput: UpdateWebhookInput;
  Usage: Usage;
  UsagePoint: UsagePoint;
  WalletProofInput: WalletProofInput;
  Warning: WarningFacts;
  Webhook: WebhookRecord;
  WebhookAttempt: AttemptRecord;
  WebhookConnection: Omit<WebhookConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['WebhookEdge']>, nodes: Array<ResolversParentTypes['Webhook']> };
  WebhookDelivery: DeliveryRecord;
  WebhookDeliveryConnection: Omit<WebhookDeliveryConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['WebhookDeliveryEdge']>, nodes: Array<ResolversParentTypes['WebhookDelivery']> };
  WebhookDeliveryEdge: Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversParentTypes['WebhookDelivery'] };
  WebhookEdge: Omit<WebhookEdge, 'node'> & { node: ResolversParentTypes['Webhook'] };
  WebhookRecovery: RecoveryRecord;
  WebhookWithSecret: WebhookWithSecretRecord;
};

export type AliasResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Alias'] = ResolversParentTypes['Alias'], FederationReferenceType extends FederationReferenceTypes['Alias'] = FederationReferenceTypes['Alias']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Alias']> | FederationReferenceType, FederationReferenceType, ContextType>;
  availableAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  externalReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
  identityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isPrimary?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  privacyLevel?: Resolver<ResolversTypes['PrivacyLevel'], ParentType, ContextType>;
  proofExpiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['AliasStatus'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['AliasType'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  verification?: Resolver<ResolversTypes['Verification'], ParentType, ContextType>;
  verifiedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  verifiedMethod?: Resolver<Maybe<ResolversTypes['VerifiedMethod']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AliasAssuranceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AliasAssurance'] = ResolversParentTypes['AliasAssurance']> = {
  days?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  transferred?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  verification?: Resolver<ResolversTypes['Verification'], ParentType, ContextType>;
};

export type AliasConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AliasConnection'] = ResolversParentTypes['AliasConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AliasEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Alias']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AliasEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AliasEdge'] = ResolversParentTypes['AliasEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Alias'], ParentType, ContextType>;
};

export type AliasStatusResolvers = { REGISTERED: 'registered', RELEASED: 'released', TRANSFERRED: 'transferred' };

export type AliasTypeResolvers = { EMAIL: 'email', MERCHANT_HANDLE: 'merchant_handle', PAYMENT_LINK: 'payment_link', PHONE: 'phone', USERNAME: 'username' };

export type ApiKeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  last4?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  prefix?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  rolledToId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  router?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['Scope']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApiKeyConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApiKeyConnection'] = ResolversParentTypes['ApiKeyConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ApiKeyEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ApiKeyEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApiKeyEdge'] = ResolversParentTypes['ApiKeyEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
};

export type ApiKeyWithSecretResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApiKeyWithSecret'] = ResolversParentTypes['ApiKeyWithSecret']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
  key?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AssuranceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Assurance'] = ResolversParentTypes['Assurance']> = {
  alias?: Resolver<ResolversTypes['AliasAssurance'], ParentType, ContextType>;
  changed?: Resolver<Array<ResolversTypes['AssuranceChange']>, ParentType, ContextType>;
  identity?: Resolver<ResolversTypes['IdentityAssurance'], ParentType, ContextType>;
};

export type AssuranceChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AssuranceChange'] = ResolversParentTypes['AssuranceChange']> = {
  days?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  endpointId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  payeeNames?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type AuditActorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditActor'] = ResolversParentTypes['AuditActor']> = {
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventActorType'], ParentType, ContextType>;
};

export type AuditEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry']> = {
  actor?: Resolver<ResolversTypes['AuditActor'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  changed?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  subjectIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type AuditEntryConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditEntryConnection'] = ResolversParentTypes['AuditEntryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AuditEntryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['AuditEntry']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AuditEntryEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditEntryEdge'] = ResolversParentTypes['AuditEntryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AuditEntry'], ParentType, ContextType>;
};

export type BankCodeSchemeResolvers = { ABA: 'aba', BIC: 'bic', BSB: 'bsb', CLABE: 'clabe', IFSC: 'ifsc', SORT_CODE: 'sort_code' };

export type BulkResolveEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BulkResolveEntry'] = ResolversParentTypes['BulkResolveEntry']> = {
  alias?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  assurance?: Resolver<Maybe<ResolversTypes['Assurance']>, ParentType, ContextType>;
  disclosure?: Resolver<Maybe<ResolversTypes['Disclosure']>, ParentType, ContextType>;
  endpoints?: Resolver<Maybe<Array<ResolversTypes['DisclosedEndpoint']>>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['BulkResolveError']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['ResolvedIdentity']>, ParentType, ContextType>;
  identityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  livemode?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  matchedAlias?: Resolver<Maybe<ResolversTypes['MatchedAlias']>, ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['BulkResolveStatus'], ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['IdentityType']>, ParentType, ContextType>;
};

export type BulkResolveErrorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BulkResolveError'] = ResolversParentTypes['BulkResolveError']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BulkResolveStatusResolvers = { CONSENT_PENDING: 'consent_pending', ERROR: 'error', RESOLVED: 'resolved' };

export type CallerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Caller'] = ResolversParentTypes['Caller']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  keyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  limits?: Resolver<Array<ResolversTypes['RateLimit']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requiredProofs?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['Scope']>, ParentType, ContextType>;
};

export type CapabilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Capability'] = ResolversParentTypes['Capability']> = {
  asset?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  maxAmount?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  minAmount?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  network?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rail?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  supportsInstant?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type CatalogueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Catalogue'] = ResolversParentTypes['Catalogue']> = {
  networks?: Resolver<Array<ResolversTypes['CatalogueNetwork']>, ParentType, ContextType>;
  rails?: Resolver<Array<ResolversTypes['CatalogueRail']>, ParentType, ContextType>;
};

export type CatalogueNetworkResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CatalogueNetwork'] = ResolversParentTypes['CatalogueNetwork']> = {
  addressChecked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  names?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CatalogueRailResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CatalogueRail'] = ResolversParentTypes['CatalogueRail']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  names?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ChallengeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Challenge'] = ResolversParentTypes['Challenge']> = {
  aliasId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  attemptsLeft?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  claimId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  instructions?: Resolver<ResolversTypes['ChallengeInstructions'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  method?: Resolver<ResolversTypes['ChallengeMethod'], ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['ChallengePurpose'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ChallengeStatus'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ChallengeInstructionsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChallengeInstructions'] = ResolversParentTypes['ChallengeInstructions']> = {
  content?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recordName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recordValue?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ChallengeMethodResolvers = { DNS_TXT: 'dns_txt', EMAIL_CODE: 'email_code', SMS_CODE: 'sms_code', WELL_KNOWN: 'well_known' };

export type ChallengePurposeResolvers = { CLAIM: 'claim', CONTEST: 'contest', PROVE: 'prove' };

export type ChallengeStatusResolvers = { EXPIRED: 'expired', FAILED: 'failed', MET: 'met', PENDING: 'pending' };

export type ChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Change'] = ResolversParentTypes['Change']> = {
  deleted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  object?: Resolver<ResolversTypes['ChangedObject'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ChangeFeedResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChangeFeed'] = ResolversParentTypes['ChangeFeed']> = {
  behindSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['Change']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ChangedObjectResolvers = { ALIAS: 'alias', API_KEY: 'api_key', CONSENT_GRANT: 'consent_grant', ENDPOINT: 'endpoint', IDENTITY: 'identity', WEBHOOK: 'webhook' };

export type ClaimResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Claim'] = ResolversParentTypes['Claim']> = {
  challengeId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  consumer?: Resolver<Maybe<ResolversTypes['Consumer']>, ParentType, ContextType>;
  consumerId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deadline?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['ClaimDirection'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  identityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ClaimKind'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['ClaimReason']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ClaimStatus'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['AliasType'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClaimConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ClaimConnection'] = ResolversParentTypes['ClaimConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ClaimEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Claim']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ClaimDirectionResolvers = { INCOMING: 'incoming', OUTGOING: 'outgoing' };

export type ClaimEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ClaimEdge'] = ResolversParentTypes['ClaimEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Claim'], ParentType, ContextType>;
};

export type ClaimKindResolvers = { OWNERSHIP: 'ownership', PORTABILITY: 'portability' };

export type ClaimReasonResolvers = { CONTESTED: 'contested', DONOR_SILENT: 'donor_silent', IDENTITY_NOT_ACTIVE: 'identity_not_active', LIMIT_REACHED: 'limit_reached', OWN_ALIAS: 'own_alias', REFUSED: 'refused', SECOND_PROOF_MISSING: 'second_proof_missing', SUPERSEDED: 'superseded', WITHDRAWN: 'withdrawn' };

export type ClaimStatusResolvers = { AWAITING_SECOND_PROOF: 'awaiting_second_proof', CANCELLED: 'cancelled', COMPLETED: 'completed', EXPIRED: 'expired', OPEN: 'open', PENDING_PROOF: 'pending_proof', QUEUED: 'queued' };

export type ConsentCoversResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentCovers'] = ResolversParentTypes['ConsentCovers']> = {
  aliases?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  all?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  endpoints?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type ConsentGrantResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentGrant'] = ResolversParentTypes['ConsentGrant']> = {
  consumer?: Resolver<Maybe<ResolversTypes['Consumer']>, ParentType, ContextType>;
  consumerId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  covers?: Resolver<Maybe<ResolversTypes['ConsentCovers']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  identityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  purpose?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  release?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ConsentGrantStatus'], ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ConsentGrantConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentGrantConnection'] = ResolversParentTypes['ConsentGrantConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ConsentGrantEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ConsentGrant']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ConsentGrantEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentGrantEdge'] = ResolversParentTypes['ConsentGrantEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ConsentGrant'], ParentType, ContextType>;
};

export type ConsentGrantRoleResolvers = { GRANTEE: 'grantee', OWNER: 'owner' };

export type ConsentGrantStatusResolvers = { ACTIVE: 'active', EXPIRED: 'expired', REVOKED: 'revoked' };

export type ConsentRequestResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentRequest'] = ResolversParentTypes['ConsentRequest']> = {
  alias?: Resolver<Maybe<ResolversTypes['Alias']>, ParentType, ContextType>;
  aliasId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  consumer?: Resolver<Maybe<ResolversTypes['Consumer']>, ParentType, ContextType>;
  consumerId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  grant?: Resolver<Maybe<ResolversTypes['ConsentGrant']>, ParentType, ContextType>;
  grantId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  identityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  purpose?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ConsentRequestStatus'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['AliasType'], ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  wants?: Resolver<Array<ResolversTypes['ConsentWant']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ConsentRequestConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentRequestConnection'] = ResolversParentTypes['ConsentRequestConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ConsentRequestEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ConsentRequest']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ConsentRequestDirectionResolvers = { INCOMING: 'incoming', OUTGOING: 'outgoing' };

export type ConsentRequestEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentRequestEdge'] = ResolversParentTypes['ConsentRequestEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ConsentRequest'], ParentType, ContextType>;
};

export type ConsentRequestStatusResolvers = { APPROVED: 'approved', DECLINED: 'declined', EXPIRED: 'expired', PENDING: 'pending' };

export type ConsentWantResolvers = { DISCLOSURE: 'disclosure', RELEASE: 'release' };

export type ConsumerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Consumer'] = ResolversParentTypes['Consumer'], FederationReferenceType extends FederationReferenceTypes['Consumer'] = FederationReferenceTypes['Consumer']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Consumer']> | FederationReferenceType, FederationReferenceType, ContextType>;
  displayName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DestinationCheckResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DestinationCheck'] = ResolversParentTypes['DestinationCheck']> = {
  changedDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  endpointId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['DestinationCheckVerdict'], ParentType, ContextType>;
};

export type DestinationCheckEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DestinationCheckEntry'] = ResolversParentTypes['DestinationCheckEntry']> = {
  changedDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  endpointId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['BulkResolveError']>, ParentType, ContextType>;
  verdict?: Resolver<Maybe<ResolversTypes['DestinationCheckVerdict']>, ParentType, ContextType>;
};

export type DestinationCheckVerdictResolvers = { MATCH: 'match', NO_MATCH: 'no_match', UNAVAILABLE: 'unavailable' };

export type DisclosedBankAccountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedBankAccount'] = ResolversParentTypes['DisclosedBankAccount']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  last4?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EndpointType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedCapabilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedCapability'] = ResolversParentTypes['DisclosedCapability']> = {
  asset?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  network?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rail?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DisclosedCryptoWalletResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedCryptoWallet'] = ResolversParentTypes['DisclosedCryptoWallet']> = {
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EndpointType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedEndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedEndpoint'] = ResolversParentTypes['DisclosedEndpoint']> = {
  __resolveType: TypeResolveFn<'DisclosedBankAccount' | 'DisclosedCryptoWallet' | 'DisclosedLightningAddress' | 'DisclosedMobileMoney' | 'DisclosedOther' | 'DisclosedPaymentPointer' | 'DisclosedPixKey' | 'DisclosedUpi', ParentType, ContextType>;
};

export type DisclosedLightningAddressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedLightningAddress'] = ResolversParentTypes['DisclosedLightningAddress']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  masked?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EndpointType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedMobileMoneyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedMobileMoney'] = ResolversParentTypes['DisclosedMobileMoney']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  last4?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EndpointType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedOtherResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedOther'] = ResolversParentTypes['DisclosedOther']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EndpointType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedPaymentPointerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedPaymentPointer'] = ResolversParentTypes['DisclosedPaymentPointer']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EndpointType'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedPixKeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedPixKey'] = ResolversParentTypes['DisclosedPixKey']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  masked?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EndpointType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedUpiResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedUpi'] = ResolversParentTypes['DisclosedUpi']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  masked?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EndpointType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosureResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Disclosure'] = ResolversParentTypes['Disclosure']> = {
  consumer?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  disclosed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalEndpoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  visible?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type DisclosureBasisResolvers = { GRANT: 'grant', PUBLIC: 'public', UNLISTED: 'unlisted' };

export type DisclosureKindResolvers = { CHECK: 'check', DESTINATION: 'destination', RELEASE: 'release', RESOLVE: 'resolve' };

export type DisclosureRecordResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosureRecord'] = ResolversParentTypes['DisclosureRecord']> = {
  alias?: Resolver<Maybe<ResolversTypes['Alias']>, ParentType, ContextType>;
  aliasId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  basis?: Resolver<Maybe<ResolversTypes['DisclosureBasis']>, ParentType, ContextType>;
  consumer?: Resolver<Maybe<ResolversTypes['Consumer']>, ParentType, ContextType>;
  consumerId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endpointIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  grant?: Resolver<Maybe<ResolversTypes['ConsentGrant']>, ParentType, ContextType>;
  grantId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  identityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DisclosureKind'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  verdict?: Resolver<Maybe<ResolversTypes['PayeeCheckVerdict']>, ParentType, ContextType>;
};

export type DisclosureRecordConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosureRecordConnection'] = ResolversParentTypes['DisclosureRecordConnection']> = {
  edges?: Resolver<Array<ResolversTypes['DisclosureRecordEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['DisclosureRecord']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type DisclosureRecordEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosureRecordEdge'] = ResolversParentTypes['DisclosureRecordEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['DisclosureRecord'], ParentType, ContextType>;
};

export type EndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Endpoint'] = ResolversParentTypes['Endpoint'], FederationReferenceType extends FederationReferenceTypes['Endpoint'] = FederationReferenceTypes['Endpoint']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Endpoint']> | FederationReferenceType, FederationReferenceType, ContextType>;
  addressPreview?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  capabilities?: Resolver<Array<ResolversTypes['Capability']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  externalReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
  identityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  privacyLevel?: Resolver<ResolversTypes['PrivacyLevel'], ParentType, ContextType>;
  release?: Resolver<ResolversTypes['ReleasePolicy'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['EndpointStatus'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EndpointType'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  verification?: Resolver<ResolversTypes['EndpointVerification'], ParentType, ContextType>;
  verifiedMethod?: Resolver<Maybe<ResolversTypes['EndpointVerifiedMethod']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['Warning']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EndpointChallengeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EndpointChallenge'] = ResolversParentTypes['EndpointChallenge']> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EndpointConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EndpointConnection'] = ResolversParentTypes['EndpointConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EndpointEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Endpoint']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type EndpointEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EndpointEdge'] = ResolversParentTypes['EndpointEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Endpoint'], ParentType, ContextType>;
};

export type EndpointStatusResolvers = { ACTIVE: 'active', DISABLED: 'disabled', REMOVED: 'removed' };

export type EndpointTypeResolvers = { BANK_ACCOUNT: 'bank_account', CRYPTO_WALLET: 'crypto_wallet', LIGHTNING_ADDRESS: 'lightning_address', MOBILE_MONEY: 'mobile_money', PAYMENT_POINTER: 'payment_pointer', PIX_KEY: 'pix_key', UPI: 'upi' };

export type EndpointVerificationResolvers = { NONE: 'none', PROVED: 'proved' };

export type EndpointVerifiedMethodResolvers = { WALLET_SIGNATURE: 'wallet_signature' };

export type EventResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  actor?: Resolver<Maybe<ResolversTypes['EventActor']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  data?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EventActorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventActor'] = ResolversParentTypes['EventActor']> = {
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventActorType'], ParentType, ContextType>;
};

export type EventActorTypeResolvers = { API_KEY: 'api_key', OPERATOR: 'operator', SYSTEM: 'system' };

export type EventConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type EventEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventEdge'] = ResolversParentTypes['EventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Event'], ParentType, ContextType>;
};

export type EventTypeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventType'] = ResolversParentTypes['EventType']> = {
  data?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  when?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ExplainedEndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExplainedEndpoint'] = ResolversParentTypes['ExplainedEndpoint']> = {
  because?: Resolver<ResolversTypes['ExplanationReason'], ParentType, ContextType>;
  endpointId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  preview?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  shown?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ExplainedGrantResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExplainedGrant'] = ResolversParentTypes['ExplainedGrant']> = {
  covers?: Resolver<ResolversTypes['ConsentCovers'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ConsentGrantStatus'], ParentType, ContextType>;
};

export type ExplainedRuleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExplainedRule'] = ResolversParentTypes['ExplainedRule']> = {
  because?: Resolver<ResolversTypes['ExplanationReason'], ParentType, ContextType>;
  grant?: Resolver<Maybe<ResolversTypes['ExplainedGrant']>, ParentType, ContextType>;
  holds?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  remedy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['ExplanationRule'], ParentType, ContextType>;
};

export type ExplanationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Explanation'] = ResolversParentTypes['Explanation']> = {
  endpoints?: Resolver<Array<ResolversTypes['ExplainedEndpoint']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  resolves?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rules?: Resolver<Array<ResolversTypes['ExplainedRule']>, ParentType, ContextType>;
};

export type ExplanationReasonResolvers = { ALIAS_DAMAGED: 'alias_damaged', ALIAS_HIDDEN: 'alias_hidden', ALIAS_PRIVATE: 'alias_private', ALIAS_PUBLIC: 'alias_public', ALIAS_REGISTERED: 'alias_registered', ALIAS_RELEASED: 'alias_released', ALIAS_TRANSFERRED: 'alias_transferred', ALIAS_UNLISTED: 'alias_unlisted', ATTESTATION_NOT_ACCEPTED: 'attestation_not_accepted', ENDPOINT_DAMAGED: 'endpoint_damaged', ENDPOINT_DISABLED: 'endpoint_disabled', ENDPOINT_PRIVATE: 'endpoint_private', ENDPOINT_PUBLIC: 'endpoint_public', GRANT_COVERS: 'grant_covers', GRANT_EXPIRED: 'grant_expired', GRANT_MISSING: 'grant_missing', GRANT_OMITS: 'grant_omits', GRANT_REVOKED: 'grant_revoked', IDENTITY_ACTIVE: 'identity_active', IDENTITY_CLOSED: 'identity_closed', IDENTITY_SUSPENDED: 'identity_suspended', OTHER_ENVIRONMENT: 'other_environment', PAYMENT_NOT_ACCEPTED: 'payment_not_accepted', PROOF_ATTESTED: 'proof_attested', PROOF_EXPIRED: 'proof_expired', PROOF_MISSING: 'proof_missing', PROOF_NOT_REQUIRED: 'proof_not_required', PROOF_OF_HOST: 'proof_of_host', PROOF_VALID: 'proof_valid', SAME_ENVIRONMENT: 'same_environment' };

export type ExplanationRuleResolvers = { ALIAS_LEVEL: 'alias_level', ALIAS_REGISTERED: 'alias_registered', ENVIRONMENT: 'environment', IDENTITY_ACTIVE: 'identity_active', PROOF: 'proof' };

export type GrantImpactResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GrantImpact'] = ResolversParentTypes['GrantImpact']> = {
  aliasIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  consentGrantId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  consumerId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  endpointIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type IdentityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'], FederationReferenceType extends FederationReferenceTypes['Identity'] = FederationReferenceTypes['Identity']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Identity']> | FederationReferenceType, FederationReferenceType, ContextType>;
  aliases?: Resolver<ResolversTypes['AliasConnection'], ParentType, ContextType, Partial<IdentityAliasesArgs>>;
  closeMatch?: Resolver<ResolversTypes['Switch'], ParentType, ContextType>;
  consentGrants?: Resolver<ResolversTypes['ConsentGrantConnection'], ParentType, ContextType, Partial<IdentityConsentGrantsArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  declaredMatch?: Resolver<ResolversTypes['Switch'], ParentType, ContextType>;
  defaultPrivacyLevel?: Resolver<ResolversTypes['PrivacyLevel'], ParentType, ContextType>;
  destinationChecks?: Resolver<ResolversTypes['Switch'], ParentType, ContextType>;
  disclosures?: Resolver<ResolversTypes['DisclosureRecordConnection'], ParentType, ContextType, Partial<IdentityDisclosuresArgs>>;
  displayName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endpoints?: Resolver<ResolversTypes['EndpointConnection'], ParentType, ContextType, Partial<IdentityEndpointsArgs>>;
  erasedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  erasing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  externalReference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  payeeChecks?: Resolver<ResolversTypes['Switch'], ParentType, ContextType>;
  payeeNames?: Resolver<ResolversTypes['PayeeNameConnection'], ParentType, ContextType, Partial<IdentityPayeeNamesArgs>>;
  primaryAlias?: Resolver<Maybe<ResolversTypes['Alias']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['IdentityStatus'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['IdentityType'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type IdentityAssuranceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['IdentityAssurance'] = ResolversParentTypes['IdentityAssurance']> = {
  days?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IdentityConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['IdentityConnection'] = ResolversParentTypes['IdentityConnection']> = {
  edges?: Resolver<Array<ResolversTypes['IdentityEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Identity']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type IdentityEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['IdentityEdge'] = ResolversParentTypes['IdentityEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
};

export type IdentityExportResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['IdentityExport'] = ResolversParentTypes['IdentityExport']> = {
  aliases?: Resolver<Maybe<Array<ResolversTypes['Alias']>>, ParentType, ContextType>;
  claims?: Resolver<Maybe<Array<ResolversTypes['Claim']>>, ParentType, ContextType>;
  consentGrants?: Resolver<Maybe<Array<ResolversTypes['ConsentGrant']>>, ParentType, ContextType>;
  consentRequests?: Resolver<Maybe<Array<ResolversTypes['ConsentRequest']>>, ParentType, ContextType>;
  disclosures?: Resolver<Maybe<Array<ResolversTypes['DisclosureRecord']>>, ParentType, ContextType>;
  endpoints?: Resolver<Maybe<Array<ResolversTypes['Endpoint']>>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
  leftOut?: Resolver<Array<ResolversTypes['IdentityExportKind']>, ParentType, ContextType>;
  moreOf?: Resolver<Array<ResolversTypes['IdentityExportKind']>, ParentType, ContextType>;
  payeeNames?: Resolver<Maybe<Array<ResolversTypes['PayeeName']>>, ParentType, ContextType>;
};

export type IdentityExportKindResolvers = { ALIASES: 'aliases', CLAIMS: 'claims', CONSENT_GRANTS: 'consent_grants', CONSENT_REQUESTS: 'consent_requests', DISCLOSURES: 'disclosures', ENDPOINTS: 'endpoints', PAYEE_NAMES: 'payee_names' };

export type IdentityStatusResolvers = { ACTIVE: 'active', CLOSED: 'closed', SUSPENDED: 'suspended' };

export type IdentityTypeResolvers = { BUSINESS: 'business', MACHINE: 'machine', MERCHANT: 'merchant', ORGANIZATION: 'organization', USER: 'user' };

export type ImpactResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Impact'] = ResolversParentTypes['Impact']> = {
  everybody?: Resolver<ResolversTypes['ImpactOnEverybody'], ParentType, ContextType>;
  gains?: Resolver<Array<ResolversTypes['GrantImpact']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  loses?: Resolver<Array<ResolversTypes['GrantImpact']>, ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ImpactOnEverybodyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ImpactOnEverybody'] = ResolversParentTypes['ImpactOnEverybody']> = {
  after?: Resolver<ResolversTypes['ImpactSide'], ParentType, ContextType>;
  before?: Resolver<ResolversTypes['ImpactSide'], ParentType, ContextType>;
};

export type ImpactSideResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ImpactSide'] = ResolversParentTypes['ImpactSide']> = {
  aliasIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  endpointIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type KeyUsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KeyUsage'] = ResolversParentTypes['KeyUsage']> = {
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  keys?: Resolver<Array<ResolversTypes['KeyUsageEntry']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type KeyUsageDayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KeyUsageDay'] = ResolversParentTypes['KeyUsageDay']> = {
  requests?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  start?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type KeyUsageEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['KeyUsageEntry'] = ResolversParentTypes['KeyUsageEntry']> = {
  days?: Resolver<Array<ResolversTypes['KeyUsageDay']>, ParentType, ContextType>;
  keyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  requests?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type MatchedAliasResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MatchedAlias'] = ResolversParentTypes['MatchedAlias']> = {
  type?: Resolver<ResolversTypes['AliasType'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MemoTypeResolvers = { HASH: 'hash', ID: 'id', TEXT: 'text' };

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  answerChallenge?: Resolver<ResolversTypes['Challenge'], ParentType, ContextType, RequireFields<MutationAnswerChallengeArgs, 'id'>>;
  approveConsentRequest?: Resolver<ResolversTypes['ConsentRequest'], ParentType, ContextType, RequireFields<MutationApproveConsentRequestArgs, 'id'>>;
  cancelClaim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType, RequireFields<MutationCancelClaimArgs, 'id'>>;
  challengeAlias?: Resolver<ResolversTypes['Challenge'], ParentType, ContextType, RequireFields<MutationChallengeAliasArgs, 'id' | 'method'>>;
  challengeClaim?: Resolver<ResolversTypes['Challenge'], ParentType, ContextType, RequireFields<MutationChallengeClaimArgs, 'id' | 'method'>>;
  challengeEndpoint?: Resolver<ResolversTypes['EndpointChallenge'], ParentType, ContextType, RequireFields<MutationChallengeEndpointArgs, 'input'>>;
  confirmClaim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType, RequireFields<MutationConfirmClaimArgs, 'id'>>;
  contestClaim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType, RequireFields<MutationContestClaimArgs, 'id' | 'method'>>;
  createAlias?: Resolver<ResolversTypes['Alias'], ParentType, ContextType, RequireFields<MutationCreateAliasArgs, 'input'>>;
  createApiKey?: Resolver<ResolversTypes['ApiKeyWithSecret'], ParentType, ContextType, RequireFields<MutationCreateApiKeyArgs, 'input'>>;
  createClaim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType, RequireFields<MutationCreateClaimArgs, 'input'>>;
  createEndpoint?: Resolver<ResolversTypes['Endpoint'], ParentType, ContextType, RequireFields<MutationCreateEndpointArgs, 'input'>>;
  createIdentity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType, RequireFields<MutationCreateIdentityArgs, 'input'>>;
  createPayeeName?: Resolver<ResolversTypes['PayeeName'], ParentType, ContextType, RequireFields<MutationCreatePayeeNameArgs, 'identity' | 'input'>>;
  createRelease?: Resolver<ResolversTypes['Release'], ParentType, ContextType, RequireFields<MutationCreateReleaseArgs, 'input'>>;
  createSealingKey?: Resolver<ResolversTypes['SealingKey'], ParentType, ContextType, RequireFields<MutationCreateSealingKeyArgs, 'jwk'>>;
  createWebhook?: Resolver<ResolversTypes['WebhookWithSecret'], ParentType, ContextType, RequireFields<MutationCreateWebhookArgs, 'input'>>;
  declineConsentRequest?: Resolver<ResolversTypes['ConsentRequest'], ParentType, ContextType, RequireFields<MutationDeclineConsentRequestArgs, 'id'>>;
  deleteWebhook?: Resolver<ResolversTypes['Removal'], ParentType, ContextType, RequireFields<MutationDeleteWebhookArgs, 'id'>>;
  eraseIdentity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType, RequireFields<MutationEraseIdentityArgs, 'confirm' | 'id'>>;
  grantConsent?: Resolver<ResolversTypes['ConsentGrant'], ParentType, ContextType, RequireFields<MutationGrantConsentArgs, 'input'>>;
  recoverWebhook?: Resolver<ResolversTypes['WebhookRecovery'], ParentType, ContextType, RequireFields<MutationRecoverWebhookArgs, 'id' | 'since'>>;
  redeliverWebhookDelivery?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType, RequireFields<MutationRedeliverWebhookDeliveryArgs, 'id' | 'webhook'>>;
  refuseClaim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType, RequireFields<MutationRefuseClaimArgs, 'id'>>;
  releaseAlias?: Resolver<ResolversTypes['Alias'], ParentType, ContextType, RequireFields<MutationReleaseAliasArgs, 'id'>>;
  removeEndpoint?: Resolver<ResolversTypes['Removal'], ParentType, ContextType, RequireFields<MutationRemoveEndpointArgs, 'id'>>;
  removePayeeName?: Resolver<ResolversTypes['Removal'], ParentType, ContextType, RequireFields<MutationRemovePayeeNameArgs, 'id'>>;
  removeSealingKey?: Resolver<ResolversTypes['Removal'], ParentType, ContextType, RequireFields<MutationRemoveSealingKeyArgs, 'id'>>;
  requestConsent?: Resolver<ResolversTypes['ConsentRequest'], ParentType, ContextType, RequireFields<MutationRequestConsentArgs, 'input'>>;
  resetSandbox?: Resolver<ResolversTypes['SandboxReset'], ParentType, ContextType, RequireFields<MutationResetSandboxArgs, 'consumer'>>;
  revokeApiKey?: Resolver<ResolversTypes['Removal'], ParentType, ContextType, RequireFields<MutationRevokeApiKeyArgs, 'id'>>;
  revokeConsent?: Resolver<ResolversTypes['ConsentGrant'], ParentType, ContextType, RequireFields<MutationRevokeConsentArgs, 'id'>>;
  rollApiKey?: Resolver<ResolversTypes['ApiKeyWithSecret'], ParentType, ContextType, RequireFields<MutationRollApiKeyArgs, 'id'>>;
  rotateWebhookSecret?: Resolver<ResolversTypes['WebhookWithSecret'], ParentType, ContextType, RequireFields<MutationRotateWebhookSecretArgs, 'id'>>;
  testWebhook?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType, RequireFields<MutationTestWebhookArgs, 'id'>>;
  updateAlias?: Resolver<ResolversTypes['Alias'], ParentType, ContextType, RequireFields<MutationUpdateAliasArgs, 'id' | 'input'>>;
  updateConsentGrant?: Resolver<ResolversTypes['ConsentGrant'], ParentType, ContextType, RequireFields<MutationUpdateConsentGrantArgs, 'id' | 'input'>>;
  updateEndpoint?: Resolver<ResolversTypes['Endpoint'], ParentType, ContextType, RequireFields<MutationUpdateEndpointArgs, 'id' | 'input'>>;
  updateIdentity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType, RequireFields<MutationUpdateIdentityArgs, 'id' | 'input'>>;
  updateWebhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType, RequireFields<MutationUpdateWebhookArgs, 'id' | 'input'>>;
  verifyAlias?: Resolver<ResolversTypes['Alias'], ParentType, ContextType, RequireFields<MutationVerifyAliasArgs, 'id' | 'method'>>;
};

export type NodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Alias' | 'ApiKey' | 'Challenge' | 'Claim' | 'ConsentGrant' | 'ConsentRequest' | 'Consumer' | 'Endpoint' | 'Event' | 'Identity' | 'PayeeName' | 'Release' | 'SealingKey' | 'Webhook' | 'WebhookDelivery', ParentType, ContextType>;
};

export type NormalizedAliasResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NormalizedAlias'] = ResolversParentTypes['NormalizedAlias']> = {
  type?: Resolver<ResolversTypes['AliasType'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PayeeCheckResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PayeeCheck'] = ResolversParentTypes['PayeeCheck']> = {
  basis?: Resolver<Maybe<ResolversTypes['PayeeNameBasis']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['PayeeCheckVerdict'], ParentType, ContextType>;
};

export type PayeeCheckEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PayeeCheckEntry'] = ResolversParentTypes['PayeeCheckEntry']> = {
  basis?: Resolver<Maybe<ResolversTypes['PayeeNameBasis']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['BulkResolveError']>, ParentType, ContextType>;
  verdict?: Resolver<Maybe<ResolversTypes['PayeeCheckVerdict']>, ParentType, ContextType>;
};

export type PayeeCheckVerdictResolvers = { CLOSE_MATCH: 'close_match', DECLARED_MATCH: 'declared_match', MATCH: 'match', NO_MATCH: 'no_match', UNAVAILABLE: 'unavailable' };

export type PayeeNameResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PayeeName'] = ResolversParentTypes['PayeeName']> = {
  basis?: Resolver<ResolversTypes['PayeeNameBasis'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
  identityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['PayeeNameKind'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  masked?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PayeeNameBasisResolvers = { ATTESTED: 'attested', DECLARED: 'declared' };

export type PayeeNameConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PayeeNameConnection'] = ResolversParentTypes['PayeeNameConnection']> = {
  edges?: Resolver<Array<ResolversTypes['PayeeNameEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['PayeeName']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type PayeeNameEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PayeeNameEdge'] = ResolversParentTypes['PayeeNameEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PayeeName'], ParentType, ContextType>;
};

export type PayeeNameKindResolvers = { IDENTIFICATION: 'identification', JOINT: 'joint', LEGAL: 'legal', PREFERRED: 'preferred', TRADE: 'trade' };

export type PrivacyLevelResolvers = { CONSENT_REQUIRED: 'consent_required', PRIVATE: 'private', PUBLIC: 'public', UNLISTED: 'unlisted' };

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  alias?: Resolver<Maybe<ResolversTypes['Alias']>, ParentType, ContextType, RequireFields<QueryAliasArgs, 'id'>>;
  aliases?: Resolver<ResolversTypes['AliasConnection'], ParentType, ContextType, Partial<QueryAliasesArgs>>;
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType, RequireFields<QueryApiKeyArgs, 'id'>>;
  apiKeys?: Resolver<ResolversTypes['ApiKeyConnection'], ParentType, ContextType, Partial<QueryApiKeysArgs>>;
  auditEntries?: Resolver<ResolversTypes['AuditEntryConnection'], ParentType, ContextType, Partial<QueryAuditEntriesArgs>>;
  auditEntry?: Resolver<Maybe<ResolversTypes['AuditEntry']>, ParentType, ContextType, RequireFields<QueryAuditEntryArgs, 'id'>>;
  catalogue?: Resolver<ResolversTypes['Catalogue'], ParentType, ContextType>;
  challenge?: Resolver<Maybe<ResolversTypes['Challenge']>, ParentType, ContextType, RequireFields<QueryChallengeArgs, 'id'>>;
  changes?: Resolver<ResolversTypes['ChangeFeed'], ParentType, ContextType, Partial<QueryChangesArgs>>;
  checkDestination?: Resolver<ResolversTypes['DestinationCheck'], ParentType, ContextType, RequireFields<QueryCheckDestinationArgs, 'input'>>;
  checkDestinations?: Resolver<Array<ResolversTypes['DestinationCheckEntry']>, ParentType, ContextType, RequireFields<QueryCheckDestinationsArgs, 'inputs'>>;
  checkPayee?: Resolver<ResolversTypes['PayeeCheck'], ParentType, ContextType, RequireFields<QueryCheckPayeeArgs, 'input'>>;
  checkPayees?: Resolver<Array<ResolversTypes['PayeeCheckEntry']>, ParentType, ContextType, RequireFields<QueryCheckPayeesArgs, 'items'>>;
  claim?: Resolver<Maybe<ResolversTypes['Claim']>, ParentType, ContextType, RequireFields<QueryClaimArgs, 'id'>>;
  claims?: Resolver<ResolversTypes['ClaimConnection'], ParentType, ContextType, Partial<QueryClaimsArgs>>;
  consentGrant?: Resolver<Maybe<ResolversTypes['ConsentGrant']>, ParentType, ContextType, RequireFields<QueryConsentGrantArgs, 'id'>>;
  consentGrants?: Resolver<ResolversTypes['ConsentGrantConnection'], ParentType, ContextType, Partial<QueryConsentGrantsArgs>>;
  consentRequest?: Resolver<Maybe<ResolversTypes['ConsentRequest']>, ParentType, ContextType, RequireFields<QueryConsentRequestArgs, 'id'>>;
  consentRequests?: Resolver<ResolversTypes['ConsentRequestConnection'], ParentType, ContextType, Partial<QueryConsentRequestsArgs>>;
  endpoint?: Resolver<Maybe<ResolversTypes['Endpoint']>, ParentType, ContextType, RequireFields<QueryEndpointArgs, 'id'>>;
  endpoints?: Resolver<ResolversTypes['EndpointConnection'], ParentType, ContextType, Partial<QueryEndpointsArgs>>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventArgs, 'id'>>;
  eventTypes?: Resolver<Array<ResolversTypes['EventType']>, ParentType, ContextType>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<QueryEventsArgs>>;
  explanation?: Resolver<Maybe<ResolversTypes['Explanation']>, ParentType, ContextType, RequireFields<QueryExplanationArgs, 'input'>>;
  identities?: Resolver<ResolversTypes['IdentityConnection'], ParentType, ContextType, Partial<QueryIdentitiesArgs>>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<QueryIdentityArgs, 'id'>>;
  identityExport?: Resolver<Maybe<ResolversTypes['IdentityExport']>, ParentType, ContextType, RequireFields<QueryIdentityExportArgs, 'id'>>;
  impact?: Resolver<ResolversTypes['Impact'], ParentType, ContextType, RequireFields<QueryImpactArgs, 'input'>>;
  keyUsage?: Resolver<ResolversTypes['KeyUsage'], ParentType, ContextType, Partial<QueryKeyUsageArgs>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  normalizeAlias?: Resolver<ResolversTypes['NormalizedAlias'], ParentType, ContextType, RequireFields<QueryNormalizeAliasArgs, 'input'>>;
  release?: Resolver<Maybe<ResolversTypes['Release']>, ParentType, ContextType, RequireFields<QueryReleaseArgs, 'id'>>;
  releases?: Resolver<ResolversTypes['ReleaseConnection'], ParentType, ContextType, Partial<QueryReleasesArgs>>;
  requests?: Resolver<ResolversTypes['RequestRecordConnection'], ParentType, ContextType, Partial<QueryRequestsArgs>>;
  resolve?: Resolver<Maybe<ResolversTypes['Resolution']>, ParentType, ContextType, RequireFields<QueryResolveArgs, 'input'>>;
  resolveBulk?: Resolver<Array<ResolversTypes['BulkResolveEntry']>, ParentType, ContextType, RequireFields<QueryResolveBulkArgs, 'items'>>;
  sealingKeys?: Resolver<ResolversTypes['SealingKeyConnection'], ParentType, ContextType, Partial<QuerySealingKeysArgs>>;
  usage?: Resolver<ResolversTypes['Usage'], ParentType, ContextType, RequireFields<QueryUsageArgs, 'interval'>>;
  viewer?: Resolver<ResolversTypes['Caller'], ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'id'>>;
  webhookDeliveries?: Resolver<ResolversTypes['WebhookDeliveryConnection'], ParentType, ContextType, RequireFields<QueryWebhookDeliveriesArgs, 'webhook'>>;
  webhookDelivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType, RequireFields<QueryWebhookDeliveryArgs, 'id' | 'webhook'>>;
  webhooks?: Resolver<ResolversTypes['WebhookConnection'], ParentType, ContextType, Partial<QueryWebhooksArgs>>;
};

export type RateLimitResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  policy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  refillPerSecond?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  retryAfter?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ReleaseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Release'] = ResolversParentTypes['Release']> = {
  aliasType?: Resolver<ResolversTypes['AliasType'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endpointId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  jwe?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sealingKeyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ReleaseStatus'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ReleaseConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReleaseConnection'] = ResolversParentTypes['ReleaseConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ReleaseEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Release']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ReleaseEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReleaseEdge'] = ResolversParentTypes['ReleaseEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Release'], ParentType, ContextType>;
};

export type ReleasePolicyResolvers = { GRANTED: 'granted', NEVER: 'never', PUBLIC: 'public' };

export type ReleaseStatusResolvers = { EXPIRED: 'expired', FAILED: 'failed', PENDING: 'pending', READY: 'ready' };

export type RemovalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Removal'] = ResolversParentTypes['Removal']> = {
  deleted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RequestRecordResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RequestRecord'] = ResolversParentTypes['RequestRecord']> = {
  code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  keyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  operation?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RequestRecordConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RequestRecordConnection'] = ResolversParentTypes['RequestRecordConnection']> = {
  edges?: Resolver<Array<ResolversTypes['RequestRecordEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['RequestRecord']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type RequestRecordEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RequestRecordEdge'] = ResolversParentTypes['RequestRecordEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['RequestRecord'], ParentType, ContextType>;
};

export type ResolutionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Resolution'] = ResolversParentTypes['Resolution'], FederationReferenceType extends FederationReferenceTypes['Resolution'] = FederationReferenceTypes['Resolution']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Resolution']> | FederationReferenceType, FederationReferenceType, ContextType>;
  alias?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  assurance?: Resolver<Maybe<ResolversTypes['Assurance']>, ParentType, ContextType>;
  disclosure?: Resolver<Maybe<ResolversTypes['Disclosure']>, ParentType, ContextType>;
  endpoints?: Resolver<Maybe<Array<ResolversTypes['DisclosedEndpoint']>>, ParentType, ContextType, Partial<ResolutionEndpointsArgs>>;
  identity?: Resolver<Maybe<ResolversTypes['ResolvedIdentity']>, ParentType, ContextType>;
  identityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  livemode?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  matchedAlias?: Resolver<Maybe<ResolversTypes['MatchedAlias']>, ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['IdentityType']>, ParentType, ContextType>;
};

export type ResolvedIdentityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResolvedIdentity'] = ResolversParentTypes['ResolvedIdentity']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type SandboxResetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SandboxReset'] = ResolversParentTypes['SandboxReset']> = {
  consumerId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  grants?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  identities?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SandboxResetStatus'], ParentType, ContextType>;
  webhooks?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SandboxResetStatusResolvers = { DONE: 'done', PENDING: 'pending' };

export type ScopeResolvers = { ALIASES_READ: 'aliases:read', ALIASES_WRITE: 'aliases:write', ALL: '*', AUDIT_READ: 'audit:read', CLAIMS_READ: 'claims:read', CLAIMS_WRITE: 'claims:write', CONSENTS_READ: 'consents:read', CONSENTS_WRITE: 'consents:write', DESTINATION_CHECK: 'destination_check', ENDPOINTS_READ: 'endpoints:read', ENDPOINTS_WRITE: 'endpoints:write', IDENTITIES_ERASE: 'identities:erase', IDENTITIES_READ: 'identities:read', IDENTITIES_WRITE: 'identities:write', KEYS_WRITE: 'keys:write', PAYEE_CHECK: 'payee_check', PAYEE_NAMES_READ: 'payee_names:read', PAYEE_NAMES_WRITE: 'payee_names:write', RELEASE: 'release', REQUESTS_READ: 'requests:read', RESOLVE: 'resolve', SEALING_KEYS_READ: 'sealing_keys:read', SEALING_KEYS_WRITE: 'sealing_keys:write', WEBHOOKS_READ: 'webhooks:read', WEBHOOKS_WRITE: 'webhooks:write' };

export type SealingJwkResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SealingJwk'] = ResolversParentTypes['SealingJwk']> = {
  crv?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kty?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  x?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SealingKeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SealingKey'] = ResolversParentTypes['SealingKey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  jwk?: Resolver<ResolversTypes['SealingJwk'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SealingKeyStatus'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  usableAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SealingKeyConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SealingKeyConnection'] = ResolversParentTypes['SealingKeyConnection']> = {
  edges?: Resolver<Array<ResolversTypes['SealingKeyEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['SealingKey']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type SealingKeyEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SealingKeyEdge'] = ResolversParentTypes['SealingKeyEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['SealingKey'], ParentType, ContextType>;
};

export type SealingKeyStatusResolvers = { USABLE: 'usable', WAITING: 'waiting' };

export type SwitchResolvers = { OFF: 'off', ON: 'on' };

export type UsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Usage'] = ResolversParentTypes['Usage']> = {
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  interval?: Resolver<ResolversTypes['UsageInterval'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  points?: Resolver<Array<ResolversTypes['UsagePoint']>, ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type UsageIntervalResolvers = { DAY: 'day', HOUR: 'hour' };

export type UsagePointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UsagePoint'] = ResolversParentTypes['UsagePoint']> = {
  consentPending?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  deliveries?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  deliveryErrors?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  misses?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  resolves?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  start?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type VerificationResolvers = { ATTESTED: 'attested', NONE: 'none', PROVED: 'proved' };

export type VerificationMethodResolvers = { DOCUMENT: 'document', EMAIL_LINK: 'email_link', OTHER: 'other', OTP: 'otp' };

export type VerifiedMethodResolvers = { DNS_TXT: 'dns_txt', DOCUMENT: 'document', EMAIL_CODE: 'email_code', EMAIL_LINK: 'email_link', OTHER: 'other', OTP: 'otp', SMS_CODE: 'sms_code', WELL_KNOWN: 'well_known' };

export type WarningResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Warning'] = ResolversParentTypes['Warning']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  param?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  disabledReason?: Resolver<Maybe<ResolversTypes['WebhookDisabledReason']>, ParentType, ContextType>;
  enabledEvents?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  failingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pausedUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookStatus'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookAttemptResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookAttempt'] = ResolversParentTypes['WebhookAttempt']> = {
  answer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  n?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type WebhookConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookConnection'] = ResolversParentTypes['WebhookConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WebhookEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Webhook']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  attemptCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  attempts?: Resolver<Array<ResolversTypes['WebhookAttempt']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['WebhookDeliveryKind'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  pausedUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  pendingReason?: Resolver<Maybe<ResolversTypes['WebhookDeliveryPendingReason']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['WebhookDeliveryState'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
  webhookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookDeliveryConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] = ResolversParentTypes['WebhookDeliveryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type WebhookDeliveryEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] = ResolversParentTypes['WebhookDeliveryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
};

export type WebhookDeliveryKindResolvers = { AUTOMATIC: 'automatic', REDELIVERY: 'redelivery', TEST: 'test' };

export type WebhookDeliveryPendingReasonResolvers = { DUE: 'due', IN_FLIGHT: 'in_flight', SCHEDULED: 'scheduled', WEBHOOK_DISABLED: 'webhook_disabled', WEBHOOK_PAUSED: 'webhook_paused' };

export type WebhookDeliveryStateResolvers = { CANCELLED: 'cancelled', DELIVERED: 'delivered', EXHAUSTED: 'exhausted', PENDING: 'pending' };

export type WebhookDisabledReasonResolvers = { FAILING: 'failing', GONE: 'gone', OWNER: 'owner' };

export type WebhookEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookEdge'] = ResolversParentTypes['WebhookEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type WebhookRecoveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookRecovery'] = ResolversParentTypes['WebhookRecovery']> = {
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  webhookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type WebhookStatusResolvers = { AUTO_DISABLED: 'auto_disabled', DISABLED: 'disabled', ENABLED: 'enabled' };

export type WebhookWithSecretResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookWithSecret'] = ResolversParentTypes['WebhookWithSecret']> = {
  signingSecret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  Alias?: AliasResolvers<ContextType>;
  AliasAssurance?: AliasAssuranceResolvers<ContextType>;
  AliasConnection?: AliasConnectionResolvers<ContextType>;
  AliasEdge?: AliasEdgeResolvers<ContextType>;
  AliasStatus?: AliasStatusResolvers;
  AliasType?: AliasTypeResolvers;
  ApiKey?: ApiKeyResolvers<ContextType>;
  ApiKeyConnection?: ApiKeyConnectionResolvers<ContextType>;
  ApiKeyEdge?: ApiKeyEdgeResolvers<ContextType>;
  ApiKeyWithSecret?: ApiKeyWithSecretResolvers<ContextType>;
  Assurance?: AssuranceResolvers<ContextType>;
  AssuranceChange?: AssuranceChangeResolvers<ContextType>;
  AuditActor?: AuditActorResolvers<ContextType>;
  AuditEntry?: AuditEntryResolvers<ContextType>;
  AuditEntryConnection?: AuditEntryConnectionResolvers<ContextType>;
  AuditEntryEdge?: AuditEntryEdgeResolvers<ContextType>;
  BankCodeScheme?: BankCodeSchemeResolvers;
  BulkResolveEntry?: BulkResolveEntryResolvers<ContextType>;
  BulkResolveError?: BulkResolveErrorResolvers<ContextType>;
  BulkResolveStatus?: BulkResolveStatusResolvers;
  Caller?: CallerResolvers<ContextType>;
  Capability?: CapabilityResolvers<ContextType>;
  Catalogue?: CatalogueResolvers<ContextType>;
  CatalogueNetwork?: CatalogueNetworkResolvers<ContextType>;
  CatalogueRail?: CatalogueRailResolvers<ContextType>;
  Challenge?: ChallengeResolvers<ContextType>;
  ChallengeInstructions?: ChallengeInstructionsResolvers<ContextType>;
  ChallengeMethod?: ChallengeMethodResolvers;
  ChallengePurpose?: ChallengePurposeResolvers;
  ChallengeStatus?: ChallengeStatusResolvers;
  Change?: ChangeResolvers<ContextType>;
  ChangeFeed?: ChangeFeedResolvers<ContextType>;
  ChangedObject?: ChangedObjectResolvers;
  Claim?: ClaimResolvers<ContextType>;
  ClaimConnection?: ClaimConnectionResolvers<ContextType>;
  ClaimDirection?: ClaimDirectionResolvers;
  ClaimEdge?: ClaimEdgeResolvers<ContextType>;
  ClaimKind?: ClaimKindResolvers;
  ClaimReason?: ClaimReasonResolvers;
  ClaimStatus?: ClaimStatusResolvers;
  ConsentCovers?: ConsentCoversResolvers<ContextType>;
  ConsentGrant?: ConsentGrantResolvers<ContextType>;
  ConsentGrantConnection?: ConsentGrantConnectionResolvers<ContextType>;
  ConsentGrantEdge?: ConsentGrantEdgeResolvers<ContextType>;
  ConsentGrantRole?: ConsentGrantRoleResolvers;
  ConsentGrantStatus?: ConsentGrantStatusResolvers;
  ConsentRequest?: ConsentRequestResolvers<ContextType>;
  ConsentRequestConnection?: ConsentRequestConnectionResolvers<ContextType>;
  ConsentRequestDirection?: ConsentRequestDirectionResolvers;
  ConsentRequestEdge?: ConsentRequestEdgeResolvers<ContextType>;
  ConsentRequestStatus?: ConsentRequestStatusResolvers;
  ConsentWant?: ConsentWantResolvers;
  Consumer?: ConsumerResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  DestinationCheck?: DestinationCheckResolvers<ContextType>;
  DestinationCheckEntry?: DestinationCheckEntryResolvers<ContextType>;
  DestinationCheckVerdict?: DestinationCheckVerdictResolvers;
  DisclosedBankAccount?: DisclosedBankAccountResolvers<ContextType>;
  DisclosedCapability?: DisclosedCapabilityResolvers<ContextType>;
  DisclosedCryptoWallet?: DisclosedCryptoWalletResolvers<ContextType>;
  DisclosedEndpoint?: DisclosedEndpointResolvers<ContextType>;
  DisclosedLightningAddress?: DisclosedLightningAddressResolvers<ContextType>;
  DisclosedMobileMoney?: DisclosedMobileMoneyResolvers<ContextType>;
  DisclosedOther?: DisclosedOtherResolvers<ContextType>;
  DisclosedPaymentPointer?: DisclosedPaymentPointerResolvers<ContextType>;
  DisclosedPixKey?: DisclosedPixKeyResolvers<ContextType>;
  DisclosedUpi?: DisclosedUpiResolvers<ContextType>;
  Disclosure?: DisclosureResolvers<ContextType>;
  DisclosureBasis?: DisclosureBasisResolvers;
  DisclosureKind?: DisclosureKindResolvers;
  DisclosureRecord?: DisclosureRecordResolvers<ContextType>;
  DisclosureRecordConnection?: DisclosureRecordConnectionResolvers<ContextType>;
  DisclosureRecordEdge?: DisclosureRecordEdgeResolvers<ContextType>;
  Endpoint?: EndpointResolvers<ContextType>;
  EndpointChallenge?: EndpointChallengeResolvers<ContextType>;
  EndpointConnection?: EndpointConnectionResolvers<ContextType>;
  EndpointEdge?: EndpointEdgeResolvers<ContextType>;
  EndpointStatus?: EndpointStatusResolvers;
  EndpointType?: EndpointTypeResolvers;
  EndpointVerification?: EndpointVerificationResolvers;
  EndpointVerifiedMethod?: EndpointVerifiedMethodResolvers;
  Event?: EventResolvers<ContextType>;
  EventActor?: EventActorResolvers<ContextType>;
  EventActorType?: EventActorTypeResolvers;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
  EventType?: EventTypeResolvers<ContextType>;
  ExplainedEndpoint?: ExplainedEndpointResolvers<ContextType>;
  ExplainedGrant?: ExplainedGrantResolvers<ContextType>;
  ExplainedRule?: ExplainedRuleResolvers<ContextType>;
  Explanation?: ExplanationResolvers<ContextType>;
  ExplanationReason?: ExplanationReasonResolvers;
  ExplanationRule?: ExplanationRuleResolvers;
  GrantImpact?: GrantImpactResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  IdentityAssurance?: IdentityAssuranceResolvers<ContextType>;
  IdentityConnection?: IdentityConnectionResolvers<ContextType>;
  IdentityEdge?: IdentityEdgeResolvers<ContextType>;
  IdentityExport?: IdentityExportResolvers<ContextType>;
  IdentityExportKind?: IdentityExportKindResolvers;
  IdentityStatus?: IdentityStatusResolvers;
  IdentityType?: IdentityTypeResolvers;
  Impact?: ImpactResolvers<ContextType>;
  ImpactOnEverybody?: ImpactOnEverybodyResolvers<ContextType>;
  ImpactSide?: ImpactSideResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  KeyUsage?: KeyUsageResolvers<ContextType>;
  KeyUsageDay?: KeyUsageDayResolvers<ContextType>;
  KeyUsageEntry?: KeyUsageEntryResolvers<ContextType>;
  MatchedAlias?: MatchedAliasResolvers<ContextType>;
  MemoType?: MemoTypeResolvers;
  Mutation?: MutationResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  NormalizedAlias?: NormalizedAliasResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  PayeeCheck?: PayeeCheckResolvers<ContextType>;
  PayeeCheckEntry?: PayeeCheckEntryResolvers<ContextType>;
  PayeeCheckVerdict?: PayeeCheckVerdictResolvers;
  PayeeName?: PayeeNameResolvers<ContextType>;
  PayeeNameBasis?: PayeeNameBasisResolvers;
  PayeeNameConnection?: PayeeNameConnectionResolvers<ContextType>;
  PayeeNameEdge?: PayeeNameEdgeResolvers<ContextType>;
  PayeeNameKind?: PayeeNameKindResolvers;
  PrivacyLevel?: PrivacyLevelResolvers;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  Release?: ReleaseResolvers<ContextType>;
  ReleaseConnection?: ReleaseConnectionResolvers<ContextType>;
  ReleaseEdge?: ReleaseEdgeResolvers<ContextType>;
  ReleasePolicy?: ReleasePolicyResolvers;
  ReleaseStatus?: ReleaseStatusResolvers;
  Removal?: RemovalResolvers<ContextType>;
  RequestRecord?: RequestRecordResolvers<ContextType>;
  RequestRecordConnection?: RequestRecordConnectionResolvers<ContextType>;
  RequestRecordEdge?: RequestRecordEdgeResolvers<ContextType>;
  Resolution?: ResolutionResolvers<ContextType>;
  ResolvedIdentity?: ResolvedIdentityResolvers<ContextType>;
  SandboxReset?: SandboxResetResolvers<ContextType>;
  SandboxResetStatus?: SandboxResetStatusResolvers;
  Scope?: ScopeResolvers;
  SealingJwk?: SealingJwkResolvers<ContextType>;
  SealingKey?: SealingKeyResolvers<ContextType>;
  SealingKeyConnection?: SealingKeyConnectionResolvers<ContextType>;
  SealingKeyEdge?: SealingKeyEdgeResolvers<ContextType>;
  SealingKeyStatus?: SealingKeyStatusResolvers;
  Switch?: SwitchResolvers;
  Usage?: UsageResolvers<ContextType>;
  UsageInterval?: UsageIntervalResolvers;
  UsagePoint?: UsagePointResolvers<ContextType>;
  Verification?: VerificationResolvers;
  VerificationMethod?: VerificationMethodResolvers;
  VerifiedMethod?: VerifiedMethodResolvers;
  Warning?: WarningResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookAttempt?: WebhookAttemptResolvers<ContextType>;
  WebhookConnection?: WebhookConnectionResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookDeliveryConnection?: WebhookDeliveryConnectionResolvers<ContextType>;
  WebhookDeliveryEdge?: WebhookDeliveryEdgeResolvers<ContextType>;
  WebhookDeliveryKind?: WebhookDeliveryKindResolvers;
  WebhookDeliveryPendingReason?: WebhookDeliveryPendingReasonResolvers;
  WebhookDeliveryState?: WebhookDeliveryStateResolvers;
  WebhookDisabledReason?: WebhookDisabledReasonResolvers;
  WebhookEdge?: WebhookEdgeResolvers<ContextType>;
  WebhookRecovery?: WebhookRecoveryResolvers<ContextType>;
  WebhookStatus?: WebhookStatusResolvers;
  WebhookWithSecret?: WebhookWithSecretResolvers<ContextType>;
};

