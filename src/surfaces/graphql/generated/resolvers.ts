import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { IdentityParent, AliasParent } from '../record-references.ts';
import type { ChallengeRecord, ChallengeInstructions as ChallengeInstructionsFacts } from '../../../ownership/challenges/record.ts';
import type { ClaimRecord } from '../../../ownership/claims/record.ts';
import type { EndpointRecord } from '../../../registry/endpoints/record.ts';
import type { Catalogue as CatalogueFacts, CatalogueEntry, Warning as WarningFacts } from '../../../registry/endpoints/catalogue/catalogue.ts';
import type { ConsentGrantRecord } from '../../../consent/grants/service.ts';
import type { ConsentRequestRecord } from '../../../consent/requests/service.ts';
import type { DisclosureRecord as DisclosureRecordFacts } from '../../../resolution/disclosures/service.ts';
import type { SealingKeyRecord } from '../../../releases/keys/service.ts';
import type { ReleaseRecord } from '../../../releases/record.ts';
import type { PayeeNameRecord } from '../../../payees/names/service.ts';
import type { PayeeCheckRecord, PayeeCheckEntry as PayeeCheckEntryRecord } from '../../../payees/checks/service.ts';
import type { ResolutionRecord } from '../../../resolution/judging.ts';
import type { BulkEntry } from '../../../resolution/entries.ts';
import type { DisclosedEndpoint as DisclosedEndpointRecord } from '../../../resolution/projection.ts';
import type { ApiKeyRecord, ApiKeyWithSecret as ApiKeyWithSecretRecord } from '../../../access/api-keys/service.ts';
import type { WebhookRecord, WebhookWithSecret as WebhookWithSecretRecord } from '../../../webhooks/service.ts';
import type { DeliveryRecord, AttemptRecord } from '../../../webhooks/deliveries/record.ts';
import type { RecoveryRecord } from '../../../webhooks/deliveries/service.ts';
import type { EventRecord, EventTypeRecord } from '../../../events/service.ts';
import type { Removed } from '../../../kernel/records.ts';
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
  /** A moment as RFC 3339 text. */
  DateTime: { input: Date; output: Date; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: string; output: string; }
};

/** A human-friendly identifier that points to an identity. */
export type Alias = Node & {
  __typename?: 'Alias';
  /** When a released alias may be registered again. */
  availableAt: Maybe<Scalars['DateTime']['output']>;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** Your own id of it, and what you note on it. Only its owner ever sees them. */
  externalReference: Maybe<Scalars['String']['output']>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** The identity that it points to. */
  identity: Identity;
  /** Whether the identity is known by it. */
  isPrimary: Scalars['Boolean']['output'];
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** The owner's own notes. */
  metadata: Scalars['JSON']['output'];
  /** Who may see it. */
  privacyLevel: PrivacyLevel;
  /** Of a domain's proof: it holds until then. */
  proofExpiresAt: Maybe<Scalars['DateTime']['output']>;
  /** Registered, or released or transferred, which resolve no more. */
  status: AliasStatus;
  /** How its value is written. */
  type: AliasType;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
  /** Normalized. */
  value: Scalars['String']['output'];
  /** How much is known of who controls it. */
  verification: Verification;
  /** When control of it was shown, null before. */
  verifiedAt: Maybe<Scalars['DateTime']['output']>;
  /** How control of it was shown, null before. */
  verifiedMethod: Maybe<VerifiedMethod>;
};

/** What is known of who controls an alias, and since when. Days are whole. */
export type AliasAssurance = {
  __typename?: 'AliasAssurance';
  /** Since when the alias is registered to this identity. */
  days: Scalars['Int']['output'];
  /** Whether it came by a claim in the last 30 days. */
  transferred: Scalars['Boolean']['output'];
  /** How much is known of who controls the alias. */
  verification: Verification;
};

/** A page of a list: an alias each. */
export type AliasConnection = {
  __typename?: 'AliasConnection';
  /** The records with their cursors. */
  edges: Array<AliasEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** An alias in a list. */
export type AliasEdge = {
  __typename?: 'AliasEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Alias;
};

/** Whether an alias resolves. */
export type AliasStatus =
  /** It resolves. */
  | 'registered'
  /** Given up by its owner; it can be registered again after its cooldown. */
  | 'released'
  /** It went to somebody who claimed it. */
  | 'transferred';

/** How an alias is written. */
export type AliasType =
  /** An e-mail address. */
  | 'email'
  /** A name of a merchant, which starts with $. */
  | 'merchant_handle'
  /** A link, as https://pay.example.com/acme. */
  | 'payment_link'
  /** A phone number in its international form. */
  | 'phone'
  /** A name that starts with @, chosen by people. */
  | 'username';

/** A key of the own consumer. The secret is shown once, when it is made. */
export type ApiKey = Node & {
  __typename?: 'ApiKey';
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** When it ends. */
  expiresAt: Maybe<Scalars['DateTime']['output']>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** How the secret ends. */
  last4: Scalars['String']['output'];
  /** The last use; null before. */
  lastUsedAt: Maybe<Scalars['DateTime']['output']>;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** What the owner calls it. */
  name: Maybe<Scalars['String']['output']>;
  /** How the secret begins. */
  prefix: Scalars['String']['output'];
  /** When it was revoked, null before. */
  revokedAt: Maybe<Scalars['DateTime']['output']>;
  /** The key that replaces this one. */
  rolledTo: Maybe<Scalars['ID']['output']>;
  /** Held by a federation router: it may send documents that are not on the trusted list. */
  router: Scalars['Boolean']['output'];
  /** What it may be used for. */
  scopes: Array<Scalars['String']['output']>;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
};

/** A page of a list: an API key each. */
export type ApiKeyConnection = {
  __typename?: 'ApiKeyConnection';
  /** The records with their cursors. */
  edges: Array<ApiKeyEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** An API key in a list. */
export type ApiKeyEdge = {
  __typename?: 'ApiKeyEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: ApiKey;
};

/** A new key with its secret. */
export type ApiKeyWithSecret = {
  __typename?: 'ApiKeyWithSecret';
  /** The key without its secret. */
  apiKey: ApiKey;
  /** Null when the answer is replayed. */
  key: Maybe<Scalars['String']['output']>;
};

/** What is granted; the named alias and what needs consent, when nothing is said. */
export type ApproveConsentRequestInput = {
  /** When absent: the named alias and the identity's consent-required endpoints. */
  covers?: InputMaybe<ConsentCoversInput>;
  /** When it ends. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
};

/** What a payer may want to know before it pays. */
export type Assurance = {
  __typename?: 'Assurance';
  /** Of the alias. */
  alias: AliasAssurance;
  /** Of the last 30 days, the latest first. */
  changed: Array<AssuranceChange>;
  /** Of the identity. */
  identity: IdentityAssurance;
};

/** An endpoint of those that are shown, or the names of the payee. */
export type AssuranceChange = {
  __typename?: 'AssuranceChange';
  /** How long ago. */
  days: Scalars['Int']['output'];
  /** The endpoint that changed. */
  endpoint: Maybe<Scalars['ID']['output']>;
  /** Whether the names changed. */
  payeeNames: Maybe<Scalars['Boolean']['output']>;
};

/** The code of a bank. */
export type BankCodeInput = {
  /** Whose code it is. */
  scheme: BankCodeScheme;
  /** The code itself. */
  value: Scalars['String']['input'];
};

/** Who names banks by what code. */
export type BankCodeScheme =
  /** A routing number of the United States. */
  | 'aba'
  /** A BIC (ISO 9362). */
  | 'bic'
  /** A BSB of Australia. */
  | 'bsb'
  /** A bank code of Mexico. */
  | 'clabe'
  /** An IFSC of India. */
  | 'ifsc'
  /** A sort code of the United Kingdom. */
  | 'sort_code';

/** What became of one item, in the order of the items. */
export type BulkResolveEntry = {
  __typename?: 'BulkResolveEntry';
  /** The identifier of the item. */
  alias: Scalars['String']['output'];
  /** What is known of the alias and the identity, where it was asked for. */
  assurance: Maybe<Assurance>;
  /** How much of what there is was shown, and to whom. */
  disclosure: Maybe<Disclosure>;
  /** The endpoints that this caller may see. */
  endpoints: Maybe<Array<DisclosedEndpoint>>;
  /** Why the item was refused or missed. */
  error: Maybe<BulkResolveError>;
  /** The identity behind the alias. */
  identity: Maybe<Scalars['ID']['output']>;
  /** Whether it is of the live environment. */
  livemode: Maybe<Scalars['Boolean']['output']>;
  /** The alias as it is stored. */
  matchedAlias: Maybe<MatchedAlias>;
  /** What to name when asking about the request. */
  requestId: Maybe<Scalars['ID']['output']>;
  /** What became of the item. */
  status: BulkResolveStatus;
  /** What the identity is. */
  type: Maybe<IdentityType>;
};

/** Why an item was refused or missed. */
export type BulkResolveError = {
  __typename?: 'BulkResolveError';
  /** Decide by it. */
  code: Scalars['String']['output'];
  /** The sort of error. */
  type: Scalars['String']['output'];
};

/** What became of an item. */
export type BulkResolveStatus =
  /** A consent request of the caller for it is open. */
  | 'consent_pending'
  /** It was refused or missed. */
  | 'error'
  /** It resolved. */
  | 'resolved';

/** The consumer behind the request, as its key says. */
export type Caller = {
  __typename?: 'Caller';
  /** apc_… */
  id: Scalars['ID']['output'];
  /** The id of the key that the request carries. */
  key: Scalars['ID']['output'];
  /** None when the quotas are switched off. */
  limits: Array<RateLimit>;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** What the consumer is called. */
  name: Scalars['String']['output'];
  /** The types of alias that resolve only with a proof: those of REQUIRE_PROOF, and none in the test environment. */
  requiredProofs: Array<Scalars['String']['output']>;
  /** What the key may be used for. */
  scopes: Array<Scalars['String']['output']>;
};

/** What an endpoint can take. Amounts are routing context only, never a charge. */
export type Capability = {
  __typename?: 'Capability';
  /** What it takes: EUR, USDC and the like. */
  asset: Scalars['String']['output'];
  /** Routing context only, never a charge. */
  maxAmount: Maybe<Scalars['Float']['output']>;
  /** Routing context only, never a charge. */
  minAmount: Maybe<Scalars['Float']['output']>;
  /** Over which network. */
  network: Maybe<Scalars['String']['output']>;
  /** Over which rail. */
  rail: Scalars['String']['output'];
  /** Whether it settles at once. */
  supportsInstant: Maybe<Scalars['Boolean']['output']>;
};

/** What an endpoint can take. */
export type CapabilityInput = {
  /** What it takes: EUR, USDC and the like. */
  asset: Scalars['String']['input'];
  /** Routing context only, never a charge. */
  maxAmount?: InputMaybe<Scalars['Float']['input']>;
  /** Routing context only, never a charge. */
  minAmount?: InputMaybe<Scalars['Float']['input']>;
  /** Over which network. */
  network?: InputMaybe<Scalars['String']['input']>;
  /** Over which rail. */
  rail: Scalars['String']['input'];
  /** Whether it settles at once. */
  supportsInstant?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What capabilities may name. */
export type Catalogue = {
  __typename?: 'Catalogue';
  /** The networks. */
  networks: Array<CatalogueNetwork>;
  /** The rails. */
  rails: Array<CatalogueRail>;
};

/** A network that capabilities may name. */
export type CatalogueNetwork = {
  __typename?: 'CatalogueNetwork';
  /** A wallet address must hold its checksum. */
  addressChecked: Scalars['Boolean']['output'];
  /** As capabilities spell it. */
  name: Scalars['String']['output'];
  /** Others for the same. Case, spaces and punctuation do not matter. */
  names: Array<Scalars['String']['output']>;
  /** As people call it. */
  title: Scalars['String']['output'];
};

/** A rail that capabilities may name. */
export type CatalogueRail = {
  __typename?: 'CatalogueRail';
  /** As capabilities spell it. */
  name: Scalars['String']['output'];
  /** Others for the same. Case, spaces and punctuation do not matter. */
  names: Array<Scalars['String']['output']>;
  /** As people call it. */
  title: Scalars['String']['output'];
};

/** What shows that an alias is under control. */
export type Challenge = Node & {
  __typename?: 'Challenge';
  /** The alias that is to be proved; null for one of a claim. */
  alias: Maybe<Scalars['ID']['output']>;
  /** How many answers may still be wrong. */
  attemptsLeft: Scalars['Int']['output'];
  /** Of a claim's challenge. */
  claim: Maybe<Scalars['ID']['output']>;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** When it ends. */
  expiresAt: Scalars['DateTime']['output'];
  /** The public id. */
  id: Scalars['ID']['output'];
  /** What its holder is to do. */
  instructions: ChallengeInstructions;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** How control is shown. */
  method: ChallengeMethod;
  /** What it is for. */
  purpose: ChallengePurpose;
  /** How far it is. */
  status: ChallengeStatus;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
};

/** The wallet that is to be proved. */
export type ChallengeEndpointInput = {
  /** The address that is to be proved. */
  address: Scalars['String']['input'];
  /** What it can take. */
  capabilities?: InputMaybe<Array<CapabilityInput>>;
  /** Of this identity. */
  identity: Scalars['ID']['input'];
  /** A wallet. */
  type: EndpointType;
};

/** What to do about a challenge. */
export type ChallengeInstructions = {
  __typename?: 'ChallengeInstructions';
  /** Of well_known: what the page is to answer with. */
  content: Maybe<Scalars['String']['output']>;
  /** Of DNS_TXT: the TXT record. */
  recordName: Maybe<Scalars['String']['output']>;
  /** Of dns_txt: what the record is to hold. */
  recordValue: Maybe<Scalars['String']['output']>;
  /** What to do about it. */
  text: Scalars['String']['output'];
  /** Of WELL_KNOWN: the page, and what it is to answer with. */
  url: Maybe<Scalars['String']['output']>;
};

/** How control of an alias is shown. */
export type ChallengeMethod =
  /** A TXT record of the domain. */
  | 'dns_txt'
  /** A code sent to the e-mail address. */
  | 'email_code'
  /** A code sent to the phone number. */
  | 'sms_code'
  /** A page of the domain. */
  | 'well_known';

/** What meeting the challenge does. */
export type ChallengePurpose =
  /** The claim of the alias goes on. */
  | 'claim'
  /** The holder keeps the alias. */
  | 'contest'
  /** The alias counts as proved. */
  | 'prove';

/** How far a challenge is. */
export type ChallengeStatus =
  /** Its time is over. */
  | 'expired'
  /** Too many answers were wrong. */
  | 'failed'
  /** It was met. */
  | 'met'
  /** It can be met. */
  | 'pending';

/** A record of yours that was made, changed or removed. */
export type Change = {
  __typename?: 'Change';
  /** Whether the record is gone. */
  deleted: Scalars['Boolean']['output'];
  /** The public id. */
  id: Scalars['ID']['output'];
  /** What sort of record it is. */
  object: ChangedObject;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
};

/** A page of the changes feed. */
export type ChangeFeed = {
  __typename?: 'ChangeFeed';
  /** How long a transaction that is still open has held the feed back. */
  behindSeconds: Scalars['Int']['output'];
  /** The changes, in their order. */
  changes: Array<Change>;
  /** Where the next page begins, also when there is none yet. */
  cursor: Scalars['String']['output'];
  /** Whether there are more already. */
  hasMore: Scalars['Boolean']['output'];
};

/** The sorts of records that the feed tells of. */
export type ChangedObject =
  /** An alias. */
  | 'alias'
  /** An API key. */
  | 'api_key'
  /** A consent grant. */
  | 'consent_grant'
  /** An endpoint. */
  | 'endpoint'
  /** An identity. */
  | 'identity'
  /** A webhook. */
  | 'webhook';

/** An alias as in `ResolveInput`, with `name`, or `given` and `family`, or `identification`. */
export type CheckPayeeInput = {
  /** An alias whose type is detected. */
  alias?: InputMaybe<Scalars['String']['input']>;
  /** With `given`, instead of `name`. */
  family?: InputMaybe<Scalars['String']['input']>;
  /** With `family`, instead of `name`. */
  given?: InputMaybe<Scalars['String']['input']>;
  /** A number instead of a name. */
  identification?: InputMaybe<PayeeIdentificationInput>;
  /** The name in one text. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** With `value`, instead of `alias`. */
  type?: InputMaybe<AliasType>;
  /** With `type`, instead of `alias`. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** Who proves control of an alias asks for it. Each side sees its own identity alone. */
export type Claim = Node & {
  __typename?: 'Claim';
  /** The latest challenge that this side made. */
  challenge: Maybe<Scalars['ID']['output']>;
  /** Who claims. */
  consumer: Scalars['ID']['output'];
  /** What it is called. */
  consumerRecord: Maybe<Consumer>;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** When its state ends by itself. */
  deadline: Maybe<Scalars['DateTime']['output']>;
  /** Whether the caller claims, or is claimed from. */
  direction: ClaimDirection;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** The identity that is to get the alias, where the caller may know it. */
  identity: Maybe<Scalars['ID']['output']>;
  /** With `identities:read`. */
  identityRecord: Maybe<Identity>;
  /** What the claim rests on. */
  kind: ClaimKind;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** Why it ended without moving the alias. */
  reason: Maybe<ClaimReason>;
  /** How far it is. */
  status: ClaimStatus;
  /** The type of the claimed alias. */
  type: AliasType;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
  /** Normalized. */
  value: Scalars['String']['output'];
};

/** A page of a list: a claim each. */
export type ClaimConnection = {
  __typename?: 'ClaimConnection';
  /** The records with their cursors. */
  edges: Array<ClaimEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** Whether the caller claims, or is claimed from. */
export type ClaimDirection =
  /** Claims of the caller's aliases. */
  | 'incoming'
  /** The caller's own claims. */
  | 'outgoing';

/** A claim in a list. */
export type ClaimEdge = {
  __typename?: 'ClaimEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Claim;
};

/** What a claim rests on. */
export type ClaimKind =
  /** Another holder has it now. */
  | 'ownership'
  /** The same holder, moving to another consumer. */
  | 'portability';

/** Why a claim ended without moving its alias. */
export type ClaimReason =
  /** The holder proved control of the alias. */
  | 'contested'
  /** The holder did not answer, and only a confirmation moves it. */
  | 'donor_silent'
  /** The identity that was to get the alias is not active. */
  | 'identity_not_active'
  /** The identity that was to get the alias has as many as it may. */
  | 'limit_reached'
  /** Who claimed has the alias already. */
  | 'own_alias'
  /** The holder refused. */
  | 'refused'
  /** The second proof did not come in time. */
  | 'second_proof_missing'
  /** Another claim moved the alias. */
  | 'superseded'
  /** Who claimed withdrew. */
  | 'withdrawn';

/** How far a claim is. */
export type ClaimStatus =
  /** The holder was silent: it waits for a second proof. */
  | 'awaiting_second_proof'
  /** It ended without moving the alias. */
  | 'cancelled'
  /** The alias moved. */
  | 'completed'
  /** Its time ran out. */
  | 'expired'
  /** The holder may confirm, refuse or contest it. */
  | 'open'
  /** It waits for the proof of who claims. */
  | 'pending_proof'
  /** Another claim of the alias comes first. */
  | 'queued';

/** What a grant opens: everything, or what is listed. */
export type ConsentCovers = {
  __typename?: 'ConsentCovers';
  /** The aliases, where not all are covered. */
  aliases: Array<Scalars['ID']['output']>;
  /** Every alias and endpoint of the identity. */
  all: Scalars['Boolean']['output'];
  /** The endpoints, where not all are covered. */
  endpoints: Array<Scalars['ID']['output']>;
};

/** Either all, or at least one id. */
export type ConsentCoversInput = {
  /** Only these aliases. */
  aliases?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Every alias and endpoint of the identity. */
  all?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only these endpoints. */
  endpoints?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** Authorizes disclosure of consent-required records to a consumer. A grantee sees id, identity, status and expiresAt. */
export type ConsentGrant = Node & {
  __typename?: 'ConsentGrant';
  /** The grantee. */
  consumer: Maybe<Scalars['ID']['output']>;
  /** What the grantee is called. */
  consumerRecord: Maybe<Consumer>;
  /** What the grantee may see, to the owner. */
  covers: Maybe<ConsentCovers>;
  /** When it was made. */
  createdAt: Maybe<Scalars['DateTime']['output']>;
  /** When it ends. */
  expiresAt: Maybe<Scalars['DateTime']['output']>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** The identity's id. */
  identity: Scalars['ID']['output'];
  /** To the owner, with `identities:read`. */
  identityRecord: Maybe<Identity>;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** What it is for, in words. */
  purpose: Maybe<Scalars['String']['output']>;
  /** The endpoints whose addresses the grantee may have, sealed to a key of its own. */
  release: Maybe<Array<Scalars['ID']['output']>>;
  /** When it was revoked, null before. */
  revokedAt: Maybe<Scalars['DateTime']['output']>;
  /** Only an active one discloses. */
  status: ConsentGrantStatus;
  /** When it was changed last. */
  updatedAt: Maybe<Scalars['DateTime']['output']>;
};

/** A page of a list: a consent grant each. */
export type ConsentGrantConnection = {
  __typename?: 'ConsentGrantConnection';
  /** The records with their cursors. */
  edges: Array<ConsentGrantEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** A consent grant in a list. */
export type ConsentGrantEdge = {
  __typename?: 'ConsentGrantEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: ConsentGrant;
};

/** Whether the caller gave the grant, or holds it. */
export type ConsentGrantRole =
  /** Grants made to the caller. */
  | 'grantee'
  /** Grants on the caller's identities. */
  | 'owner';

/** Whether a grant discloses. */
export type ConsentGrantStatus =
  /** It discloses. */
  | 'active'
  /** Its time is over. */
  | 'expired'
  /** Its owner ended it. */
  | 'revoked';

/** A wish to see what is behind an alias. Its requester sees no identity, and a declined one as pending until it expires. */
export type ConsentRequest = Node & {
  __typename?: 'ConsentRequest';
  /** The alias that it was matched to, to its owner. */
  alias: Maybe<Scalars['ID']['output']>;
  /** With `aliases:read`. */
  aliasRecord: Maybe<Alias>;
  /** The requester. */
  consumer: Maybe<Scalars['ID']['output']>;
  /** What the requester is called. */
  consumerRecord: Maybe<Consumer>;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** When it ends. */
  expiresAt: Scalars['DateTime']['output'];
  /** What the approval made or widened. */
  grant: Maybe<Scalars['ID']['output']>;
  /** With `consents:read`. */
  grantRecord: Maybe<ConsentGrant>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** To the owner only, like all that follows. */
  identity: Maybe<Scalars['ID']['output']>;
  /** With `identities:read`. */
  identityRecord: Maybe<Identity>;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** What it is for, in words. */
  purpose: Maybe<Scalars['String']['output']>;
  /** How far it is. */
  status: ConsentRequestStatus;
  /** The type of the alias that was asked for. */
  type: AliasType;
  /** When it was changed last. */
  updatedAt: Maybe<Scalars['DateTime']['output']>;
  /** Normalized. */
  value: Scalars['String']['output'];
};

/** A page of a list: a consent request each. */
export type ConsentRequestConnection = {
  __typename?: 'ConsentRequestConnection';
  /** The records with their cursors. */
  edges: Array<ConsentRequestEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** Whether the caller asked, or is asked. */
export type ConsentRequestDirection =
  /** Requests matched to the caller's identities. */
  | 'incoming'
  /** The caller's own requests. */
  | 'outgoing';

/** A consent request in a list. */
export type ConsentRequestEdge = {
  __typename?: 'ConsentRequestEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: ConsentRequest;
};

/** How far a consent request is. */
export type ConsentRequestStatus =
  /** The owner granted it. */
  | 'approved'
  /** Seen by the owner only. */
  | 'declined'
  /** Its time is over. */
  | 'expired'
  /** Nobody has decided. */
  | 'pending';

/** Another tenant of the API, as the caller sees it beside its own records. */
export type Consumer = Node & {
  __typename?: 'Consumer';
  /** What people read in its place. */
  displayName: Maybe<Scalars['String']['output']>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** Null where no grant, and no request for consent, ties it to the caller. */
  name: Maybe<Scalars['String']['output']>;
};

/** What an alias is made of. */
export type CreateAliasInput = {
  /** The owner's own id of it. */
  externalReference?: InputMaybe<Scalars['String']['input']>;
  /** Of this identity. */
  identity: Scalars['ID']['input'];
  /** Whether the identity is known by it. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  /** The owner's own notes. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** Who may see it. */
  privacyLevel?: InputMaybe<PrivacyLevel>;
  /** How its value is written. */
  type: AliasType;
  /** As people write it; normalized on create. */
  value: Scalars['String']['input'];
};

/** What an API key is made of. */
export type CreateApiKeyInput = {
  /** No later than the end of the key that asks, which is also the default. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** What to call it. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Only a router's key makes another one; the first comes from the command line. */
  router?: InputMaybe<Scalars['Boolean']['input']>;
  /** Scopes that the key that asks holds itself. */
  scopes: Array<Scalars['String']['input']>;
};

/** What a claim is made of. */
export type CreateClaimInput = {
  /** The identity that is to get the alias. */
  identity: Scalars['ID']['input'];
  /** What the claim rests on. */
  kind: ClaimKind;
  /** The type of the claimed alias. */
  type: AliasType;
  /** As people write it. */
  value: Scalars['String']['input'];
};

/** What an endpoint is made of. */
export type CreateEndpointInput = {
  /** Where value can land: sealed, and never answered again. */
  address: Scalars['String']['input'];
  /** What it can take. */
  capabilities?: InputMaybe<Array<CapabilityInput>>;
  /** What a payment to it needs beside the address. */
  details?: InputMaybe<EndpointDetailsInput>;
  /** The owner's own id of it. */
  externalReference?: InputMaybe<Scalars['String']['input']>;
  /** Of this identity. */
  identity: Scalars['ID']['input'];
  /** The owner's own notes. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** High ones are disclosed first. */
  priority?: InputMaybe<Scalars['Float']['input']>;
  /** Who may see it. */
  privacyLevel?: InputMaybe<PrivacyLevel>;
  /** Of a crypto wallet: what `challengeEndpoint` answered, and the signature of its message. */
  proof?: InputMaybe<WalletProofInput>;
  /** Who may have the address. */
  release?: InputMaybe<ReleasePolicy>;
  /** What kind of place it is. */
  type: EndpointType;
};

/** What an identity is made of. */
export type CreateIdentityInput = {
  /** What its new aliases get. */
  defaultPrivacyLevel?: InputMaybe<PrivacyLevel>;
  /** What its owner calls it. */
  displayName?: InputMaybe<Scalars['String']['input']>;
  /** The owner's own id of it. */
  externalReference?: InputMaybe<Scalars['String']['input']>;
  /** The owner's own notes. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** Who it is for. */
  type: IdentityType;
};

/** What a webhook is made of. */
export type CreateWebhookInput = {
  /** A note. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Types of event, `family.*` or `*`. */
  enabledEvents: Array<Scalars['String']['input']>;
  /** Where deliveries go. */
  url: Scalars['String']['input'];
};

/** A bank account. */
export type DisclosedBankAccount = DisclosedEndpoint & {
  __typename?: 'DisclosedBankAccount';
  /** What it can take. */
  capabilities: Array<DisclosedCapability>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** Null for an address of fewer than eight characters. */
  last4: Maybe<Scalars['String']['output']>;
  /** Stable per caller; null without a grant that covers the endpoint. */
  token: Maybe<Scalars['String']['output']>;
  /** The type. */
  type: Scalars['String']['output'];
};

/** What an endpoint can take, as payers see it. */
export type DisclosedCapability = {
  __typename?: 'DisclosedCapability';
  /** What it takes: EUR, USDC and the like. */
  asset: Scalars['String']['output'];
  /** Over which network. */
  network: Maybe<Scalars['String']['output']>;
  /** Over which rail. */
  rail: Scalars['String']['output'];
};

/** A wallet. */
export type DisclosedCryptoWallet = DisclosedEndpoint & {
  __typename?: 'DisclosedCryptoWallet';
  /** Abbreviated. */
  address: Maybe<Scalars['String']['output']>;
  /** What it can take. */
  capabilities: Array<DisclosedCapability>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** The type. */
  type: Scalars['String']['output'];
};

/** An endpoint as this caller may see it. */
export type DisclosedEndpoint = {
  /** What it can take. */
  capabilities: Array<DisclosedCapability>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** As in the registry: `crypto_wallet`, `bank_account` … */
  type: Scalars['String']['output'];
};

/** A Lightning address. */
export type DisclosedLightningAddress = DisclosedEndpoint & {
  __typename?: 'DisclosedLightningAddress';
  /** What it can take. */
  capabilities: Array<DisclosedCapability>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** A third of the name at most, and the domain. */
  masked: Maybe<Scalars['String']['output']>;
  /** The type. */
  type: Scalars['String']['output'];
};

/** An account of mobile money. */
export type DisclosedMobileMoney = DisclosedEndpoint & {
  __typename?: 'DisclosedMobileMoney';
  /** What it can take. */
  capabilities: Array<DisclosedCapability>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** Null for an address of fewer than eight characters. */
  last4: Maybe<Scalars['String']['output']>;
  /** The type. */
  type: Scalars['String']['output'];
};

/** A type that discloses nothing of its own. */
export type DisclosedOther = DisclosedEndpoint & {
  __typename?: 'DisclosedOther';
  /** What it can take. */
  capabilities: Array<DisclosedCapability>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** The type. */
  type: Scalars['String']['output'];
};

/** A payment pointer. */
export type DisclosedPaymentPointer = DisclosedEndpoint & {
  __typename?: 'DisclosedPaymentPointer';
  /** What it can take. */
  capabilities: Array<DisclosedCapability>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** The type. */
  type: Scalars['String']['output'];
  /** In full: it is a public name. */
  url: Maybe<Scalars['String']['output']>;
};

/** A Pix key. */
export type DisclosedPixKey = DisclosedEndpoint & {
  __typename?: 'DisclosedPixKey';
  /** What it can take. */
  capabilities: Array<DisclosedCapability>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** By its kind: of a phone number, CPF or CNPJ the last 2, of a random key the last 4, of an e-mail address a third of the name. */
  masked: Maybe<Scalars['String']['output']>;
  /** The type. */
  type: Scalars['String']['output'];
};

/** A UPI name. */
export type DisclosedUpi = DisclosedEndpoint & {
  __typename?: 'DisclosedUpi';
  /** What it can take. */
  capabilities: Array<DisclosedCapability>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** A third of the name at most, and the handle. */
  masked: Maybe<Scalars['String']['output']>;
  /** The type. */
  type: Scalars['String']['output'];
};

/** How much of what there is was shown, and to whom. */
export type Disclosure = {
  __typename?: 'Disclosure';
  /** Who asked. */
  consumer: Scalars['ID']['output'];
  /** What is returned. */
  disclosed: Scalars['Int']['output'];
  /** What the identity owns. */
  totalEndpoints: Scalars['Int']['output'];
};

/** What the caller was told. */
export type DisclosureKind =
  /** A verdict, by a payee check. */
  | 'check'
  /** An address, sealed to a key. */
  | 'release'
  /** Endpoints, by a look-up. */
  | 'resolve';

/** Who saw which endpoints of an identity, by which alias, grant and request. Kept for a while, then removed. */
export type DisclosureRecord = {
  __typename?: 'DisclosureRecord';
  /** The alias that was resolved. */
  alias: Scalars['ID']['output'];
  /** With `aliases:read`. */
  aliasRecord: Maybe<Alias>;
  /** Who saw them. */
  consumer: Scalars['ID']['output'];
  /** What it is called. */
  consumerRecord: Maybe<Consumer>;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** The endpoints that were seen. */
  endpoints: Array<Scalars['ID']['output']>;
  /** The active grant, if there was one. */
  grant: Maybe<Scalars['ID']['output']>;
  /** With `consents:read`. */
  grantRecord: Maybe<ConsentGrant>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** Whose endpoints were seen. */
  identity: Scalars['ID']['output'];
  /** The identity itself. */
  identityRecord: Maybe<Identity>;
  /** What was asked. */
  kind: DisclosureKind;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** What to name when asking about the request. */
  requestId: Scalars['ID']['output'];
  /** What a payee check was told; null for a resolution. */
  verdict: Maybe<PayeeCheckVerdict>;
};

/** A page of a list: a disclosure record each. */
export type DisclosureRecordConnection = {
  __typename?: 'DisclosureRecordConnection';
  /** The records with their cursors. */
  edges: Array<DisclosureRecordEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** A disclosure record in a list. */
export type DisclosureRecordEdge = {
  __typename?: 'DisclosureRecordEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: DisclosureRecord;
};

/** A typed destination where value can land. */
export type Endpoint = Node & {
  __typename?: 'Endpoint';
  /** Masked. The address itself is never read back. */
  addressPreview: Maybe<Scalars['String']['output']>;
  /** What it can take. */
  capabilities: Array<Capability>;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** Your own id of it, and what you note on it. Only its owner ever sees them. */
  externalReference: Maybe<Scalars['String']['output']>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** The identity that it belongs to. */
  identity: Identity;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** The owner's own notes. */
  metadata: Scalars['JSON']['output'];
  /** Higher comes first. */
  priority: Scalars['Float']['output'];
  /** Who may see it. */
  privacyLevel: PrivacyLevel;
  /** Who may have the address. */
  release: ReleasePolicy;
  /** Only an active one is disclosed. */
  status: EndpointStatus;
  /** What kind of place it is. */
  type: EndpointType;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
  /** Whether control of the wallet was proved as the endpoint was made. */
  verification: EndpointVerification;
  /** How control of it was shown, null before. */
  verifiedMethod: Maybe<EndpointVerifiedMethod>;
  /** Names of networks and rails that are not in the catalogue. */
  warnings: Array<Warning>;
};

/** What a wallet is to sign, and what is sent with the signature. */
export type EndpointChallenge = {
  __typename?: 'EndpointChallenge';
  /** When it ends. */
  expiresAt: Scalars['DateTime']['output'];
  /** What the wallet is to sign. */
  message: Scalars['String']['output'];
  /** Sent with the signature. */
  token: Scalars['String']['output'];
};

/** A page of a list: an endpoint each. */
export type EndpointConnection = {
  __typename?: 'EndpointConnection';
  /** The records with their cursors. */
  edges: Array<EndpointEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** What a payment needs beside the address. Sealed with it, and shown by a release alone. */
export type EndpointDetailsInput = {
  /** Of a bank account. */
  bankCode?: InputMaybe<BankCodeInput>;
  /** Of a bank account or of mobile money: ISO 3166-1, two letters. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** Of a bank account. */
  holderName?: InputMaybe<Scalars['String']['input']>;
  /** Of a wallet: what its payments must carry. XRP: the destination tag. */
  memo?: InputMaybe<Scalars['String']['input']>;
  /** Of a Stellar memo. */
  memoType?: InputMaybe<MemoType>;
  /** Of mobile money. */
  operator?: InputMaybe<Scalars['String']['input']>;
};

/** An endpoint in a list. */
export type EndpointEdge = {
  __typename?: 'EndpointEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Endpoint;
};

/** Whether an endpoint is disclosed. */
export type EndpointStatus =
  /** It can be shown. */
  | 'active'
  /** It is shown to nobody but its owner. */
  | 'disabled'
  /** Told by a list of removed ones alone. No endpoint is set to it. */
  | 'removed';

/** The types of endpoint that can be registered. */
export type EndpointType =
  /** A bank account. */
  | 'bank_account'
  /** A wallet on a chain. */
  | 'crypto_wallet'
  /** A Lightning address. */
  | 'lightning_address'
  /** An account of mobile money. */
  | 'mobile_money'
  /** A payment pointer (Open Payments). */
  | 'payment_pointer'
  /** A Pix key. */
  | 'pix_key'
  /** A UPI name. */
  | 'upi';

/** Whether control of an endpoint was shown. */
export type EndpointVerification =
  /** Nothing is known. */
  | 'none'
  /** A challenge was signed. */
  | 'proved';

/** How control of an endpoint was shown. */
export type EndpointVerifiedMethod =
  /** The key of the wallet signed it. */
  | 'wallet_signature';

/** Something that happened to a record of yours, or to a grant made to you. Public ids and types only. */
export type Event = Node & {
  __typename?: 'Event';
  /** Who caused it; null for events from before version 0.2. A delivery does not say it. */
  actor: Maybe<EventActor>;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** What the JSON Schema of its type lists. */
  data: Scalars['JSON']['output'];
  /** The public id. */
  id: Scalars['ID']['output'];
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** In which request (`req_…`): one of your own, or one of the operator. */
  request: Maybe<Scalars['ID']['output']>;
  /** A name of the catalogue of events. */
  type: Scalars['String']['output'];
};

/** Who caused an event. */
export type EventActor = {
  __typename?: 'EventActor';
  /** `key_…` of a key of your own, the operator's way, or the name of a job; null for keys of others. */
  id: Maybe<Scalars['ID']['output']>;
  /** A key, the operator or the service itself. */
  type: EventActorType;
};

/** What sort of actor it was. */
export type EventActorType =
  /** A key. */
  | 'api_key'
  /** The operator of the service. */
  | 'operator'
  /** The service itself. */
  | 'system';

/** A page of a list: an event each. */
export type EventConnection = {
  __typename?: 'EventConnection';
  /** The records with their cursors. */
  edges: Array<EventEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** An event in a list. */
export type EventEdge = {
  __typename?: 'EventEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Event;
};

/** An entry of the catalogue. */
export type EventType = {
  __typename?: 'EventType';
  /** The JSON Schema of `data`. */
  data: Scalars['JSON']['output'];
  /** Its name. */
  type: Scalars['String']['output'];
  /** When it is emitted. */
  when: Scalars['String']['output'];
};

/** Who may see what of an identity. */
export type GrantConsentInput = {
  /** The grantee. */
  consumer: Scalars['ID']['input'];
  /** What the grantee may see. */
  covers: ConsentCoversInput;
  /** When it ends. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whose records are disclosed. */
  identity: Scalars['ID']['input'];
  /** What the grant is for, in words. */
  purpose?: InputMaybe<Scalars['String']['input']>;
  /** Endpoints that are covered, and whose policy is GRANTED. */
  release?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** Permanent. Endpoints are replaceable, routes are dynamic. */
export type Identity = Node & {
  __typename?: 'Identity';
  /** Its aliases, the newest first. */
  aliases: AliasConnection;
  /** Off: a close match is told as none. */
  closeMatch: Switch;
  /** The grants on it, the newest first. */
  consentGrants: ConsentGrantConnection;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** The level of new aliases and endpoints that name none. */
  defaultPrivacyLevel: PrivacyLevel;
  /** Who saw which of its endpoints: from `since` on, before `until`. */
  disclosures: DisclosureRecordConnection;
  /** What its owner calls it. */
  displayName: Maybe<Scalars['String']['output']>;
  /** Its endpoints, the newest first. */
  endpoints: EndpointConnection;
  /** When nothing of it was left but ids and times. */
  erasedAt: Maybe<Scalars['DateTime']['output']>;
  /** It is being erased. Nothing of it can be changed any more. */
  erasing: Scalars['Boolean']['output'];
  /** Your own id of it, and what you note on it. Only its owner ever sees them. */
  externalReference: Maybe<Scalars['String']['output']>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** The owner's own notes. */
  metadata: Scalars['JSON']['output'];
  /** Off: every payee check of it is unavailable. */
  payeeChecks: Switch;
  /** The names that payers' questions are compared with, masked. */
  payeeNames: PayeeNameConnection;
  /** The alias that it is known by, if one is marked. */
  primaryAlias: Maybe<Alias>;
  /** Only an active one resolves; closed is final. */
  status: IdentityStatus;
  /** Who it is for. */
  type: IdentityType;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
};


/** Permanent. Endpoints are replaceable, routes are dynamic. */
export type IdentityAliasesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<AliasStatus>;
};


/** Permanent. Endpoints are replaceable, routes are dynamic. */
export type IdentityConsentGrantsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Permanent. Endpoints are replaceable, routes are dynamic. */
export type IdentityDisclosuresArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  consumer?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
};


/** Permanent. Endpoints are replaceable, routes are dynamic. */
export type IdentityEndpointsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Permanent. Endpoints are replaceable, routes are dynamic. */
export type IdentityPayeeNamesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Since when there is an identity. */
export type IdentityAssurance = {
  __typename?: 'IdentityAssurance';
  /** Since when there is the identity. */
  days: Scalars['Int']['output'];
};

/** A page of a list: an identity each. */
export type IdentityConnection = {
  __typename?: 'IdentityConnection';
  /** The records with their cursors. */
  edges: Array<IdentityEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** An identity in a list. */
export type IdentityEdge = {
  __typename?: 'IdentityEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Identity;
};

/** All that is held about an identity, as its owner's lists show it. A kind is null to a key that may not read it. */
export type IdentityExport = {
  __typename?: 'IdentityExport';
  /** Its aliases of every status. */
  aliases: Maybe<Array<Alias>>;
  /** Claims by it, and claims of its aliases. */
  claims: Maybe<Array<Claim>>;
  /** The grants on it. */
  consentGrants: Maybe<Array<ConsentGrant>>;
  /** The consent requests that were matched to it. */
  consentRequests: Maybe<Array<ConsentRequest>>;
  /** Who saw which of its endpoints. */
  disclosures: Maybe<Array<DisclosureRecord>>;
  /** Its endpoints, removed ones too: no address. */
  endpoints: Maybe<Array<Endpoint>>;
  /** The public id of the identity. */
  id: Scalars['ID']['output'];
  /** The identity, with when it was erased. */
  identity: Identity;
  /** The kinds that the key may not read. */
  leftOut: Array<IdentityExportKind>;
  /** The kinds of which there is more: the newest 1,000 of a list are shown. */
  moreOf: Array<IdentityExportKind>;
  /** Its payee names, masked. */
  payeeNames: Maybe<Array<PayeeName>>;
};

/** The kinds of records that are held about an identity. */
export type IdentityExportKind =
  /** Its aliases. */
  | 'aliases'
  /** Claims by it, and claims of its aliases. */
  | 'claims'
  /** The grants on it. */
  | 'consent_grants'
  /** The consent requests that were matched to it. */
  | 'consent_requests'
  /** Who saw which of its endpoints. */
  | 'disclosures'
  /** Its endpoints. */
  | 'endpoints'
  /** Its payee names. */
  | 'payee_names';

/** Whether an identity resolves. */
export type IdentityStatus =
  /** Its aliases resolve. */
  | 'active'
  /** It has ended. */
  | 'closed'
  /** Its aliases do not resolve until it is active again. */
  | 'suspended';

/** Who an identity is for. */
export type IdentityType =
  /** A company. */
  | 'business'
  /** A machine that is paid. */
  | 'machine'
  /** Somebody who sells. */
  | 'merchant'
  /** An organization that is no company. */
  | 'organization'
  /** A person. */
  | 'user';

/** The alias that was resolved, as it is stored. */
export type MatchedAlias = {
  __typename?: 'MatchedAlias';
  /** Its type. */
  type: AliasType;
  /** Its normalized value. */
  value: Scalars['String']['output'];
};

/** What kind of memo a Stellar payment carries. */
export type MemoType =
  /** A hash, in hexadecimal digits. */
  | 'hash'
  /** A number. */
  | 'id'
  /** A text. */
  | 'text';

/** Moments: at or after `gte`, after `gt`, at or before `lte`, before `lt`. */
export type MomentRange = {
  /** After. */
  gt?: InputMaybe<Scalars['DateTime']['input']>;
  /** At or after. */
  gte?: InputMaybe<Scalars['DateTime']['input']>;
  /** Before. */
  lt?: InputMaybe<Scalars['DateTime']['input']>;
  /** At or before. */
  lte?: InputMaybe<Scalars['DateTime']['input']>;
};

/** What can be changed. */
export type Mutation = {
  __typename?: 'Mutation';
  /** Without a code what the domain shows is looked at. A wrong answer is no error: there is one attempt less. */
  answerChallenge: Challenge;
  /** Makes a grant to the requester, or widens the active one. */
  approveConsentRequest: ConsentRequest;
  /** The claimer withdraws. */
  cancelClaim: Claim;
  /** Challenges whoever holds an alias of the caller's. A new code ends the older one. */
  challengeAlias: Challenge;
  /** A code for the caller's side: of the claimer to prove, of the holder to contest. */
  challengeClaim: Challenge;
  /** What proves control of a wallet that is to be registered. */
  challengeEndpoint: EndpointChallenge;
  /** The holder gives the alias up, at once. */
  confirmClaim: Claim;
  /** The holder asks for a code that keeps the alias. */
  contestClaim: Claim;
  /** Registers an alias. */
  createAlias: Alias;
  /** Makes a key; its secret is shown once. */
  createApiKey: ApiKeyWithSecret;
  /** Accepted for every alias; asking again while one is open answers that one. */
  createClaim: Claim;
  /** Registers an endpoint; its address is sealed. */
  createEndpoint: Endpoint;
  /** Makes an identity. */
  createIdentity: Identity;
  /** Registers a name that payers may check. */
  createPayeeName: PayeeName;
  /** Every refusal is RELEASE_NOT_FOUND, whatever the reason. */
  createRelease: Release;
  /** Registers a key that releases are sealed to. */
  createSealingKey: SealingKey;
  /** Registers a webhook; its secret is shown once. */
  createWebhook: WebhookWithSecret;
  /** The requester is not told. */
  declineConsentRequest: ConsentRequest;
  /** What is pending is cancelled. */
  deleteWebhook: Removal;
  /** Erases a closed identity within 24 hours. `confirm` is its id once more. */
  eraseIdentity: Identity;
  /** Replaces the grant that stands between the identity and the consumer. */
  grantConsent: ConsentGrant;
  /** Whatever it has neither received nor waits for since then, at most 14 days back. */
  recoverWebhook: WebhookRecovery;
  /** The same event, the same bytes, once more. */
  redeliverWebhookDelivery: WebhookDelivery;
  /** The holder refuses to move; a claim of ownership is contested instead. */
  refuseClaim: Claim;
  /** Releases the alias into its cooldown. */
  releaseAlias: Alias;
  /** Removes the endpoint and erases its address. */
  removeEndpoint: Removal;
  /** Removes a name. */
  removePayeeName: Removal;
  /** Removes a key. */
  removeSealingKey: Removal;
  /** Accepted whether or not the alias exists; asking again while a request is open answers that one. */
  requestConsent: ConsentRequest;
  /** Ends a key. */
  revokeApiKey: Removal;
  /** Ends a grant: nothing is disclosed under it from then on. */
  revokeConsent: ConsentGrant;
  /** A new key with the same rights and the same end; the old one ends after `expiresIn` seconds (default 86400). */
  rollApiKey: ApiKeyWithSecret;
  /** A new secret; the one before signs beside it for `previousExpiresIn` seconds (default 0, at most 604800). */
  rotateWebhookSecret: WebhookWithSecret;
  /** One attempt now; its result is in the delivery. In test mode `type` may be any type of event: an example of it is sent. */
  testWebhook: WebhookDelivery;
  /** Changes an alias's privacy level, primary mark or notes. */
  updateAlias: Alias;
  /** Changes an endpoint; its address stays as it is. */
  updateEndpoint: Endpoint;
  /** Changes an identity; a closed one stays closed. */
  updateIdentity: Identity;
  /** Changes a webhook. */
  updateWebhook: Webhook;
  /** Marks an alias as verified, by its owner's word. */
  verifyAlias: Alias;
};


/** What can be changed. */
export type MutationAnswerChallengeArgs = {
  code?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationApproveConsentRequestArgs = {
  id: Scalars['ID']['input'];
  input?: InputMaybe<ApproveConsentRequestInput>;
};


/** What can be changed. */
export type MutationCancelClaimArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationChallengeAliasArgs = {
  id: Scalars['ID']['input'];
  method: ChallengeMethod;
};


/** What can be changed. */
export type MutationChallengeClaimArgs = {
  id: Scalars['ID']['input'];
  method: ChallengeMethod;
};


/** What can be changed. */
export type MutationChallengeEndpointArgs = {
  input: ChallengeEndpointInput;
};


/** What can be changed. */
export type MutationConfirmClaimArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationContestClaimArgs = {
  id: Scalars['ID']['input'];
  method: ChallengeMethod;
};


/** What can be changed. */
export type MutationCreateAliasArgs = {
  input: CreateAliasInput;
};


/** What can be changed. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** What can be changed. */
export type MutationCreateClaimArgs = {
  input: CreateClaimInput;
};


/** What can be changed. */
export type MutationCreateEndpointArgs = {
  input: CreateEndpointInput;
};


/** What can be changed. */
export type MutationCreateIdentityArgs = {
  input: CreateIdentityInput;
};


/** What can be changed. */
export type MutationCreatePayeeNameArgs = {
  identity: Scalars['ID']['input'];
  input: PayeeNameInput;
};


/** What can be changed. */
export type MutationCreateReleaseArgs = {
  input: ReleaseInput;
};


/** What can be changed. */
export type MutationCreateSealingKeyArgs = {
  jwk: SealingJwkInput;
};


/** What can be changed. */
export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


/** What can be changed. */
export type MutationDeclineConsentRequestArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationDeleteWebhookArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationEraseIdentityArgs = {
  confirm: Scalars['ID']['input'];
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationGrantConsentArgs = {
  input: GrantConsentInput;
};


/** What can be changed. */
export type MutationRecoverWebhookArgs = {
  id: Scalars['ID']['input'];
  since: Scalars['DateTime']['input'];
};


/** What can be changed. */
export type MutationRedeliverWebhookDeliveryArgs = {
  id: Scalars['ID']['input'];
  webhook: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationRefuseClaimArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationReleaseAliasArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationRemoveEndpointArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationRemovePayeeNameArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationRemoveSealingKeyArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationRequestConsentArgs = {
  input: RequestConsentInput;
};


/** What can be changed. */
export type MutationRevokeApiKeyArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationRevokeConsentArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationRollApiKeyArgs = {
  expiresIn?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['ID']['input'];
};


/** What can be changed. */
export type MutationRotateWebhookSecretArgs = {
  id: Scalars['ID']['input'];
  previousExpiresIn?: InputMaybe<Scalars['Int']['input']>;
};


/** What can be changed. */
export type MutationTestWebhookArgs = {
  id: Scalars['ID']['input'];
  type?: InputMaybe<Scalars['String']['input']>;
};


/** What can be changed. */
export type MutationUpdateAliasArgs = {
  id: Scalars['ID']['input'];
  input: UpdateAliasInput;
};


/** What can be changed. */
export type MutationUpdateEndpointArgs = {
  id: Scalars['ID']['input'];
  input: UpdateEndpointInput;
};


/** What can be changed. */
export type MutationUpdateIdentityArgs = {
  id: Scalars['ID']['input'];
  input: UpdateIdentityInput;
};


/** What can be changed. */
export type MutationUpdateWebhookArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWebhookInput;
};


/** What can be changed. */
export type MutationVerifyAliasArgs = {
  id: Scalars['ID']['input'];
  method: VerificationMethod;
};

/** An object with a global id. */
export type Node = {
  /** Of any kind of record: its prefix tells which. */
  id: Scalars['ID']['output'];
};

/** What would be stored of an alias. */
export type NormalizedAlias = {
  __typename?: 'NormalizedAlias';
  /** The type, detected or given. */
  type: AliasType;
  /** As it would be stored. */
  value: Scalars['String']['output'];
};

/** Where a page stands in its list (Relay). */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the last record. */
  endCursor: Maybe<Scalars['String']['output']>;
  /** Whether there are records after these. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are records before these. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first record. */
  startCursor: Maybe<Scalars['String']['output']>;
};

/** No name ever comes back. */
export type PayeeCheck = {
  __typename?: 'PayeeCheck';
  /** Of a match or a close match. */
  basis: Maybe<PayeeNameBasis>;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** What to name when asking about the request. */
  requestId: Scalars['ID']['output'];
  /** Whether the name is that of the payee. */
  verdict: PayeeCheckVerdict;
};

/** A verdict, or what is wrong with the item. */
export type PayeeCheckEntry = {
  __typename?: 'PayeeCheckEntry';
  /** Whose word the name rests on. */
  basis: Maybe<PayeeNameBasis>;
  /** Why the item was refused. */
  error: Maybe<BulkResolveError>;
  /** Whether the name is that of the payee; null when the item was refused. */
  verdict: Maybe<PayeeCheckVerdict>;
};

/** Whether a name is that of a payee. */
export type PayeeCheckVerdict =
  /** It is nearly the name. */
  | 'close_match'
  /** It is the name. */
  | 'match'
  /** It is another name. */
  | 'no_match'
  /** One answer, whatever the reason. */
  | 'unavailable';

/** Either `name`, or `given` with `family`. */
export type PayeeHolderInput = {
  /** With `given`, instead of `name`. */
  family?: InputMaybe<Scalars['String']['input']>;
  /** With `family`, instead of `name`. */
  given?: InputMaybe<Scalars['String']['input']>;
  /** The name in one text. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** A number that identifies a payee. */
export type PayeeIdentificationInput = {
  /** lei, vat and the like. */
  scheme: Scalars['String']['input'];
  /** The number. */
  value: Scalars['String']['input'];
};

/** A name that payers' questions are compared with. Nobody is shown it in whole. */
export type PayeeName = Node & {
  __typename?: 'PayeeName';
  /** Whose word it rests on. */
  basis: PayeeNameBasis;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** The public id. */
  id: Scalars['ID']['output'];
  /** The identity's id. */
  identity: Scalars['ID']['output'];
  /** What sort of name it is. */
  kind: PayeeNameKind;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** First letters. Null when what is stored cannot be opened. */
  masked: Maybe<Scalars['String']['output']>;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
};

/** Whose word a name is. */
export type PayeeNameBasis =
  /** The operator's. */
  | 'attested'
  /** The owner's. */
  | 'declared';

/** A page of a list: a payee name each. */
export type PayeeNameConnection = {
  __typename?: 'PayeeNameConnection';
  /** The records with their cursors. */
  edges: Array<PayeeNameEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** A payee name in a list. */
export type PayeeNameEdge = {
  __typename?: 'PayeeNameEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: PayeeName;
};

/** A name, or `given` with `family`; of a joint one `holders`; of an identification `scheme` and `value`. */
export type PayeeNameInput = {
  /** With `given`, instead of `name`. */
  family?: InputMaybe<Scalars['String']['input']>;
  /** With `family`, instead of `name`. */
  given?: InputMaybe<Scalars['String']['input']>;
  /** Two to four. */
  holders?: InputMaybe<Array<PayeeHolderInput>>;
  /** What sort of name it is. */
  kind: PayeeNameKind;
  /** The name in one text. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Of an identification: lei, vat and the like. */
  scheme?: InputMaybe<Scalars['String']['input']>;
  /** Of an identification: the number. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** What sort of name it is. */
export type PayeeNameKind =
  /** No name: a number under a scheme, such as `lei` or `vat`. */
  | 'identification'
  /** Of several holders. */
  | 'joint'
  /** The name of the law. */
  | 'legal'
  /** The name that a person goes by. */
  | 'preferred'
  /** The name under which it trades. */
  | 'trade';

/** What a payer wants to pay with. `amount` needs `asset`. */
export type PaymentContextInput = {
  /** In units of the asset. */
  amount?: InputMaybe<Scalars['Float']['input']>;
  /** What is paid. */
  asset?: InputMaybe<Scalars['String']['input']>;
  /** Over which network. */
  network?: InputMaybe<Scalars['String']['input']>;
  /** Over which rail. */
  rail?: InputMaybe<Scalars['String']['input']>;
};

/** Who may see a record. */
export type PrivacyLevel =
  /** Whom a grant of its owner covers it sees it. */
  | 'consent_required'
  /** Nobody but its owner sees it. */
  | 'private'
  /** An alias resolves for everybody, and an endpoint is shown to everybody who resolves. */
  | 'public'
  /** An alias resolves for everybody; an endpoint is shown to whom a grant covers it. */
  | 'unlisted';

/** What can be asked. */
export type Query = {
  __typename?: 'Query';
  /** The caller's alias, the newest first. */
  alias: Maybe<Alias>;
  /** Your own aliases: registered ones when no status is named. `type` goes with `value`. */
  aliases: AliasConnection;
  /** One API key of the caller's by its id; null when there is none. */
  apiKey: Maybe<ApiKey>;
  /** The caller's API keys, the newest first. */
  apiKeys: ApiKeyConnection;
  /** The networks and rails that capabilities may name. */
  catalogue: Catalogue;
  /** One challenge of the caller's by its id; null when there is none. */
  challenge: Maybe<Challenge>;
  /** Your records in the order of their last change: each once, again when it changes. Without a cursor from the beginning. */
  changes: ChangeFeed;
  /** Whether a name is the payee's: three values a day for each payee. */
  checkPayee: PayeeCheck;
  /** Up to 100 items; a bad one never fails the others. */
  checkPayees: Array<PayeeCheckEntry>;
  /** One claim of the caller's by its id; null when there is none. */
  claim: Maybe<Claim>;
  /** The caller's claims, the newest first. */
  claims: ClaimConnection;
  /** One consent grant of the caller's by its id; null when there is none. */
  consentGrant: Maybe<ConsentGrant>;
  /** The caller's consent grants, the newest first. */
  consentGrants: ConsentGrantConnection;
  /** One consent request of the caller's by its id; null when there is none. */
  consentRequest: Maybe<ConsentRequest>;
  /** The caller's consent requests, the newest first. */
  consentRequests: ConsentRequestConnection;
  /** One endpoint of the caller's by its id; null when there is none. */
  endpoint: Maybe<Endpoint>;
  /** Your own endpoints: those that are not removed when no status is named. */
  endpoints: EndpointConnection;
  /** One event of the caller's by its id; null when there is none. */
  event: Maybe<Event>;
  /** The catalogue of types of event. */
  eventTypes: Array<EventType>;
  /** The caller's events, the newest first. */
  events: EventConnection;
  /** The caller's identities, the newest first. */
  identities: IdentityConnection;
  /** One identity of the caller's by its id; null when there is none. */
  identity: Maybe<Identity>;
  /** All that is held about an identity of the caller's; null when there is none. */
  identityExport: Maybe<IdentityExport>;
  /** Any record by its id; null when it is absent, malformed or not yours. */
  node: Maybe<Node>;
  /** Up to 100 records in the order of their ids, null for each that `node` answers with null. Each release but the first is paid as a request. */
  nodes: Array<Maybe<Node>>;
  /** Shows what would be stored of an alias. Nothing is looked up. */
  normalizeAlias: NormalizedAlias;
  /** Judged again each time, for ten minutes. */
  release: Maybe<Release>;
  /** A miss is null, with the one error ALIAS_NOT_FOUND whatever hides behind it. */
  resolve: Maybe<Resolution>;
  /** Up to 100 items; a bad one never fails the others. */
  resolveBulk: Array<BulkResolveEntry>;
  /** The caller's sealing keys, the newest first. */
  sealingKeys: SealingKeyConnection;
  /**
   * Whole intervals of UTC: the last 24 hours or 30 days unless `from` or `to` say others, at most 168 hours or 31 days at once.
   * Counts are kept for 31 days.
   */
  usage: Usage;
  /** Who asks, by its key. */
  viewer: Caller;
  /** One webhook of the caller's by its id; null when there is none. */
  webhook: Maybe<Webhook>;
  /** The caller's deliveries of a webhook, the newest first. */
  webhookDeliveries: WebhookDeliveryConnection;
  /** One delivery of a webhook of the caller's by its id; null when there is none. */
  webhookDelivery: Maybe<WebhookDelivery>;
  /** The caller's webhooks, the newest first. */
  webhooks: WebhookConnection;
};


/** What can be asked. */
export type QueryAliasArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
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


/** What can be asked. */
export type QueryApiKeyArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryApiKeysArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** What can be asked. */
export type QueryChallengeArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryChangesArgs = {
  cursor?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** What can be asked. */
export type QueryCheckPayeeArgs = {
  input: CheckPayeeInput;
};


/** What can be asked. */
export type QueryCheckPayeesArgs = {
  items: Array<CheckPayeeInput>;
};


/** What can be asked. */
export type QueryClaimArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryClaimsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  direction?: InputMaybe<ClaimDirection>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** What can be asked. */
export type QueryConsentGrantArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryConsentGrantsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  role?: InputMaybe<ConsentGrantRole>;
};


/** What can be asked. */
export type QueryConsentRequestArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryConsentRequestsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  direction?: InputMaybe<ConsentRequestDirection>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** What can be asked. */
export type QueryEndpointArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
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


/** What can be asked. */
export type QueryEventArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  created?: InputMaybe<MomentRange>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  type?: InputMaybe<Scalars['String']['input']>;
};


/** What can be asked. */
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


/** What can be asked. */
export type QueryIdentityArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryIdentityExportArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** What can be asked. */
export type QueryNormalizeAliasArgs = {
  input: ResolveInput;
};


/** What can be asked. */
export type QueryReleaseArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryResolveArgs = {
  input: ResolveInput;
};


/** What can be asked. */
export type QueryResolveBulkArgs = {
  items: Array<ResolveInput>;
};


/** What can be asked. */
export type QuerySealingKeysArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** What can be asked. */
export type QueryUsageArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  interval?: InputMaybe<UsageInterval>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


/** What can be asked. */
export type QueryWebhookArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryWebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  state?: InputMaybe<WebhookDeliveryState>;
  webhook: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryWebhookDeliveryArgs = {
  id: Scalars['ID']['input'];
  webhook: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryWebhooksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** What is left of one of the caller's quotas, a token bucket per environment. */
export type RateLimit = {
  __typename?: 'RateLimit';
  /** `requests`, `resolve` (look-ups), `misses` (what was not found) or `registrations` (phones and e-mail addresses). */
  policy: Scalars['String']['output'];
  /** How fast it fills up again. */
  refillPerSecond: Scalars['Float']['output'];
  /** What is left of it. */
  remaining: Scalars['Int']['output'];
  /** Seconds until it admits again; 0 when it does. */
  retryAfter: Scalars['Int']['output'];
  /** What the bucket holds when it is full. */
  size: Scalars['Float']['output'];
};

/** An endpoint's address, sealed to the caller's key. */
export type Release = Node & {
  __typename?: 'Release';
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** Whose address it is. */
  endpoint: Scalars['ID']['output'];
  /** When it ends. */
  expiresAt: Scalars['DateTime']['output'];
  /** The public id. */
  id: Scalars['ID']['output'];
  /** A JWE (compact) around a JWS. Null in a replay, and when it is no longer there. */
  jwe: Maybe<Scalars['String']['output']>;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** What to name when asking about the request. */
  requestId: Scalars['ID']['output'];
  /** The key that it is sealed to. */
  sealingKey: Scalars['ID']['output'];
  /** Ready once it is sealed. */
  status: ReleaseStatus;
};

/** An alias as in `ResolveInput`, and one of the endpoints that it shows. */
export type ReleaseInput = {
  /** An alias whose type is detected. */
  alias?: InputMaybe<Scalars['String']['input']>;
  /** The endpoint, as resolve showed it. */
  endpoint: Scalars['ID']['input'];
  /** Why the address is asked for; 500 characters at most. It is checked and not kept. */
  purpose?: InputMaybe<Scalars['String']['input']>;
  /** Comes back inside the signed text. */
  reference?: InputMaybe<Scalars['String']['input']>;
  /** A usable key of the caller. */
  sealingKey: Scalars['ID']['input'];
  /** Of a bank account, as resolve showed it: the account is still that one. */
  token?: InputMaybe<Scalars['String']['input']>;
  /** With `value`, instead of `alias`. */
  type?: InputMaybe<AliasType>;
  /** With `type`, instead of `alias`. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** Who may be sent an endpoint's address, sealed to a key of theirs. */
export type ReleasePolicy =
  /** Whom a grant names it for. */
  | 'granted'
  /** Nobody. */
  | 'never'
  /** Whoever resolves it. */
  | 'public';

/** How far a release is. */
export type ReleaseStatus =
  /** It was ready, and its ten minutes are over. */
  | 'expired'
  /** What permitted it holds no longer, or it could not be made, or not within ten minutes. */
  | 'failed'
  /** The opener has not answered yet. */
  | 'pending'
  /** The sealed address is there. */
  | 'ready';

/** What a removal leaves: the id, which is never used again. */
export type Removal = {
  __typename?: 'Removal';
  /** Always true. */
  deleted: Scalars['Boolean']['output'];
  /** The public id. */
  id: Scalars['ID']['output'];
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
};

/** Either `alias`, whose type is detected, or `type` with `value`. */
export type RequestConsentInput = {
  /** An alias whose type is detected. */
  alias?: InputMaybe<Scalars['String']['input']>;
  /** What the owner reads of the reason. */
  purpose?: InputMaybe<Scalars['String']['input']>;
  /** With `value`, instead of `alias`. */
  type?: InputMaybe<AliasType>;
  /** With `type`, instead of `alias`. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** An alias turned into an identity and the endpoints that this caller may see. */
export type Resolution = {
  __typename?: 'Resolution';
  /** Canonical and self-detecting. */
  alias: Scalars['String']['output'];
  /** What is known of the alias and the identity, where it was asked for. */
  assurance: Maybe<Assurance>;
  /** How much of what there is was shown, and to whom. */
  disclosure: Maybe<Disclosure>;
  /** With `for`, those that can take this payment: the best first. */
  endpoints: Maybe<Array<DisclosedEndpoint>>;
  /** Null, like all that follows, for what a router asks of an alias that may not be seen. */
  identity: Maybe<Scalars['ID']['output']>;
  /** Whether it is of the live environment. */
  livemode: Maybe<Scalars['Boolean']['output']>;
  /** The alias as it is stored. */
  matchedAlias: Maybe<MatchedAlias>;
  /** What to name when asking about the request. */
  requestId: Maybe<Scalars['ID']['output']>;
  /** What the identity is. */
  type: Maybe<IdentityType>;
};


/** An alias turned into an identity and the endpoints that this caller may see. */
export type ResolutionEndpointsArgs = {
  for?: InputMaybe<PaymentContextInput>;
};

/** Either `alias`, whose type is detected, or `type` with `value`. */
export type ResolveInput = {
  /** An alias whose type is detected. */
  alias?: InputMaybe<Scalars['String']['input']>;
  /** Only the endpoints that can take this payment. */
  for?: InputMaybe<PaymentContextInput>;
  /** With `value`, instead of `alias`. */
  type?: InputMaybe<AliasType>;
  /** With `type`, instead of `alias`. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** An X25519 public key as RFC 8037 writes it. */
export type SealingJwk = {
  __typename?: 'SealingJwk';
  /** X25519. */
  crv: Scalars['String']['output'];
  /** OKP. */
  kty: Scalars['String']['output'];
  /** The public key in base64url. */
  x: Scalars['String']['output'];
};

/** The public half: with a private one, the key is refused. */
export type SealingJwkInput = {
  /** X25519. */
  crv: Scalars['String']['input'];
  /** A private key is refused: never send one. */
  d?: InputMaybe<Scalars['String']['input']>;
  /** OKP. */
  kty: Scalars['String']['input'];
  /** The public key in base64url. */
  x: Scalars['String']['input'];
};

/** A key of the caller's that addresses are sealed to. */
export type SealingKey = Node & {
  __typename?: 'SealingKey';
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** The public id. */
  id: Scalars['ID']['output'];
  /** The public half. */
  jwk: SealingJwk;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** Usable once it has waited. */
  status: SealingKeyStatus;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
  /** When it can be used. */
  usableAt: Scalars['DateTime']['output'];
};

/** A page of a list: a sealing key each. */
export type SealingKeyConnection = {
  __typename?: 'SealingKeyConnection';
  /** The records with their cursors. */
  edges: Array<SealingKeyEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** A sealing key in a list. */
export type SealingKeyEdge = {
  __typename?: 'SealingKeyEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: SealingKey;
};

/** Whether a sealing key can be used. */
export type SealingKeyStatus =
  /** Addresses can be sealed to it. */
  | 'usable'
  /** Its wait is not over. */
  | 'waiting';

/** Something that an owner allows, or doesn't. */
export type Switch =
  /** It is off. */
  | 'off'
  /** It is on. */
  | 'on';

/** What changes of an alias; what is absent stays. */
export type UpdateAliasInput = {
  /** The owner's own id of it. */
  externalReference?: InputMaybe<Scalars['String']['input']>;
  /** Whether the identity is known by it. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  /** Merged into what is stored: a key with null is deleted. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** Who may see it. */
  privacyLevel?: InputMaybe<PrivacyLevel>;
};

/** What changes of an endpoint; what is absent stays. */
export type UpdateEndpointInput = {
  /** What it can take. */
  capabilities?: InputMaybe<Array<CapabilityInput>>;
  /** The owner's own id of it. */
  externalReference?: InputMaybe<Scalars['String']['input']>;
  /** Merged into what is stored: a key with null is deleted. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** High ones are disclosed first. */
  priority?: InputMaybe<Scalars['Float']['input']>;
  /** Who may see it. */
  privacyLevel?: InputMaybe<PrivacyLevel>;
  /** Who may have the address. */
  release?: InputMaybe<ReleasePolicy>;
  /** Active or disabled. */
  status?: InputMaybe<EndpointStatus>;
};

/** What changes of an identity; what is absent stays. */
export type UpdateIdentityInput = {
  /** Whether a check may say that a name is close. */
  closeMatch?: InputMaybe<Switch>;
  /** What its new aliases get. */
  defaultPrivacyLevel?: InputMaybe<PrivacyLevel>;
  /** What its owner calls it. */
  displayName?: InputMaybe<Scalars['String']['input']>;
  /** The owner's own id of it. */
  externalReference?: InputMaybe<Scalars['String']['input']>;
  /** Merged into what is stored: a key with null is deleted. */
  metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** Whether payers may check its names. */
  payeeChecks?: InputMaybe<Switch>;
  /** The new status; closed is final. */
  status?: InputMaybe<IdentityStatus>;
};

/** What changes of a webhook; what is absent stays. */
export type UpdateWebhookInput = {
  /** A note. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Types of event, `family.*` or `*`. */
  enabledEvents?: InputMaybe<Array<Scalars['String']['input']>>;
  /** ENABLED or DISABLED. */
  status?: InputMaybe<WebhookStatus>;
  /** Where deliveries go from now on. */
  url?: InputMaybe<Scalars['String']['input']>;
};

/** The caller's counts, of the key's environment. They are some seconds late, and not exact: nothing is billed by them. */
export type Usage = {
  __typename?: 'Usage';
  /** When the first interval begins, and the last one ends. */
  from: Scalars['DateTime']['output'];
  /** An hour or a day. */
  interval: UsageInterval;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** The intervals. */
  points: Array<UsagePoint>;
  /** When the last interval ends. */
  to: Scalars['DateTime']['output'];
};

/** How long an interval is. */
export type UsageInterval =
  /** A day of UTC. */
  | 'day'
  /** An hour of UTC. */
  | 'hour';

/** What the caller did in one interval. No count says what others asked for, of its records or anybody's. */
export type UsagePoint = {
  __typename?: 'UsagePoint';
  /** Answers that told the caller to wait for consent: to its requests for consent, and to look-ups in bulk. */
  consentPending: Scalars['Float']['output'];
  /** Attempts at the caller's own webhooks that were answered with success. */
  deliveries: Scalars['Float']['output'];
  /** Attempts at the caller's own webhooks that failed. */
  deliveryErrors: Scalars['Float']['output'];
  /** Look-ups of the caller's own that were missed. */
  misses: Scalars['Float']['output'];
  /** Look-ups of the caller's own that resolved. */
  resolves: Scalars['Float']['output'];
  /** When the interval begins. */
  start: Scalars['DateTime']['output'];
};

/** What is known of an alias: nothing, its owner's word, or a proof of control. */
export type Verification =
  /** Its owner says so. */
  | 'attested'
  /** Nothing is known. */
  | 'none'
  /** A challenge of this service was met. */
  | 'proved';

/** How an owner says that it verified an alias. */
export type VerificationMethod =
  /** A document that was shown. */
  | 'document'
  /** A link that was sent by e-mail. */
  | 'email_link'
  /** Any other way. */
  | 'other'
  /** A code that was sent. */
  | 'otp';

/** The owner's word, or the challenge that was met. */
export type VerifiedMethod =
  /** Proved: a TXT record of the domain. */
  | 'dns_txt'
  /** Attested: a document that its owner saw. */
  | 'document'
  /** Proved: a code sent to the e-mail address. */
  | 'email_code'
  /** Attested: a link that its owner sent. */
  | 'email_link'
  /** Attested, in any other way. */
  | 'other'
  /** Attested: a code that its owner sent. */
  | 'otp'
  /** Proved: a code sent to the phone number. */
  | 'sms_code'
  /** Proved: a page of the domain. */
  | 'well_known';

/** A signature of the wallet. */
export type WalletProofInput = {
  /** EVM: 0x and 130 hexadecimal digits in lower case. Solana: base58. */
  signature: Scalars['String']['input'];
  /** The token of the challenge. */
  token: Scalars['String']['input'];
};

/** What is accepted and may not be meant. */
export type Warning = {
  __typename?: 'Warning';
  /** What it is about. */
  code: Scalars['String']['output'];
  /** The same in words. */
  message: Scalars['String']['output'];
  /** Where it is. */
  param: Scalars['String']['output'];
};

/** A URL that hears of events, by signed requests. */
export type Webhook = Node & {
  __typename?: 'Webhook';
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** What its owner notes of it. */
  description: Maybe<Scalars['String']['output']>;
  /** Why it is disabled, null while it is not. */
  disabledReason: Maybe<WebhookDisabledReason>;
  /** Event types, `family.*` or `*`. */
  enabledEvents: Array<Scalars['String']['output']>;
  /** When the failures began that no success has ended yet. */
  failingSince: Maybe<Scalars['DateTime']['output']>;
  /** The public id. */
  id: Scalars['ID']['output'];
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** Nothing but a redelivery or a test is sent before then. Null while the webhook is not paused. */
  pausedUntil: Maybe<Scalars['DateTime']['output']>;
  /** Only an enabled one gets deliveries. */
  status: WebhookStatus;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
  /** Where deliveries go. */
  url: Scalars['String']['output'];
};

/** One attempt at a delivery. */
export type WebhookAttempt = {
  __typename?: 'WebhookAttempt';
  /** The beginning of the answer, at most 1 KiB. */
  answer: Maybe<Scalars['String']['output']>;
  /** Why there was no answer. */
  error: Maybe<Scalars['String']['output']>;
  /** How long it took, in milliseconds. */
  ms: Scalars['Int']['output'];
  /** Counted from 1. */
  n: Scalars['Int']['output'];
  /** When it began. */
  startedAt: Scalars['DateTime']['output'];
  /** The HTTP status; null when there was no answer. */
  status: Maybe<Scalars['Int']['output']>;
};

/** A page of a list: a webhook each. */
export type WebhookConnection = {
  __typename?: 'WebhookConnection';
  /** The records with their cursors. */
  edges: Array<WebhookEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** One event on its way to one webhook. */
export type WebhookDelivery = Node & {
  __typename?: 'WebhookDelivery';
  /** How many attempts were made. */
  attemptCount: Scalars['Int']['output'];
  /** The attempts. */
  attempts: Array<WebhookAttempt>;
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** The event that it tells of. */
  event: Scalars['ID']['output'];
  /** The event itself. */
  eventRecord: Maybe<Event>;
  /** The type of the event. */
  eventType: Scalars['String']['output'];
  /** The public id. */
  id: Scalars['ID']['output'];
  /** Why it is sent. */
  kind: WebhookDeliveryKind;
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** Null while an attempt is under way, and where none is planned. */
  nextAttemptAt: Maybe<Scalars['DateTime']['output']>;
  /** Until when its webhook's pause holds it up. */
  pausedUntil: Maybe<Scalars['DateTime']['output']>;
  /** Why a pending delivery was not attempted yet; null for any other. */
  pendingReason: Maybe<WebhookDeliveryPendingReason>;
  /** How far it is. */
  state: WebhookDeliveryState;
  /** When it was changed last. */
  updatedAt: Scalars['DateTime']['output'];
  /** The webhook that it goes to. */
  webhook: Scalars['ID']['output'];
  /** The webhook itself. */
  webhookRecord: Maybe<Webhook>;
};

/** A page of a list: a webhook delivery each. */
export type WebhookDeliveryConnection = {
  __typename?: 'WebhookDeliveryConnection';
  /** The records with their cursors. */
  edges: Array<WebhookDeliveryEdge>;
  /** Whether there is more. */
  pageInfo: PageInfo;
};

/** A webhook delivery in a list. */
export type WebhookDeliveryEdge = {
  __typename?: 'WebhookDeliveryEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: WebhookDelivery;
};

/** Why a delivery is sent. */
export type WebhookDeliveryKind =
  /** The event happened. */
  | 'automatic'
  /** It was asked for again. */
  | 'redelivery'
  /** It was asked for as a test. */
  | 'test';

/** Why a pending delivery was not attempted yet. */
export type WebhookDeliveryPendingReason =
  /** A worker takes it next. */
  | 'due'
  /** An attempt is under way. */
  | 'in_flight'
  /** Its next attempt is planned for later. */
  | 'scheduled'
  /** Its webhook is disabled. */
  | 'webhook_disabled'
  /** Its webhook is paused. */
  | 'webhook_paused';

/** How far a delivery is. */
export type WebhookDeliveryState =
  /** Its webhook was disabled or deleted first. */
  | 'cancelled'
  /** An attempt was answered with success. */
  | 'delivered'
  /** No attempt was answered with success, and none will be made. */
  | 'exhausted'
  /** More attempts will be made. */
  | 'pending';

/** Why a webhook is disabled. */
export type WebhookDisabledReason =
  /** Nothing but failures for days. */
  | 'failing'
  /** The receiver answered 410. */
  | 'gone'
  /** Its owner disabled it. */
  | 'owner';

/** A webhook in a list. */
export type WebhookEdge = {
  __typename?: 'WebhookEdge';
  /** The record's id. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Webhook;
};

/** What was asked to be sent again, in the background. */
export type WebhookRecovery = {
  __typename?: 'WebhookRecovery';
  /** Whether it is of the live environment. */
  livemode: Scalars['Boolean']['output'];
  /** From when on. */
  since: Scalars['DateTime']['output'];
  /** The webhook that recovers. */
  webhook: Scalars['ID']['output'];
};

/** Disabled by its owner, or by us after days of failures alone or an answer of 410. */
export type WebhookStatus =
  /** The service disabled it. */
  | 'auto_disabled'
  /** Its owner disabled it. */
  | 'disabled'
  /** It gets deliveries. */
  | 'enabled';

/** A new webhook with its secret. */
export type WebhookWithSecret = {
  __typename?: 'WebhookWithSecret';
  /** Null when the answer is replayed. */
  signingSecret: Maybe<Scalars['String']['output']>;
  /** The webhook without its secret. */
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
    | ( Consumer )
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
  AliasConnection: ResolverTypeWrapper<Omit<AliasConnection, 'edges'> & { edges: Array<ResolversTypes['AliasEdge']> }>;
  AliasEdge: ResolverTypeWrapper<Omit<AliasEdge, 'node'> & { node: ResolversTypes['Alias'] }>;
  AliasStatus: ResolverTypeWrapper<'registered' | 'released' | 'transferred'>;
  AliasType: ResolverTypeWrapper<'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'>;
  ApiKey: ResolverTypeWrapper<ApiKeyRecord>;
  ApiKeyConnection: ResolverTypeWrapper<Omit<ApiKeyConnection, 'edges'> & { edges: Array<ResolversTypes['ApiKeyEdge']> }>;
  ApiKeyEdge: ResolverTypeWrapper<Omit<ApiKeyEdge, 'node'> & { node: ResolversTypes['ApiKey'] }>;
  ApiKeyWithSecret: ResolverTypeWrapper<ApiKeyWithSecretRecord>;
  ApproveConsentRequestInput: ApproveConsentRequestInput;
  Assurance: ResolverTypeWrapper<Omit<Assurance, 'alias'> & { alias: ResolversTypes['AliasAssurance'] }>;
  AssuranceChange: ResolverTypeWrapper<AssuranceChange>;
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
  CheckPayeeInput: CheckPayeeInput;
  Claim: ResolverTypeWrapper<ClaimRecord>;
  ClaimConnection: ResolverTypeWrapper<Omit<ClaimConnection, 'edges'> & { edges: Array<ResolversTypes['ClaimEdge']> }>;
  ClaimDirection: ResolverTypeWrapper<'outgoing' | 'incoming'>;
  ClaimEdge: ResolverTypeWrapper<Omit<ClaimEdge, 'node'> & { node: ResolversTypes['Claim'] }>;
  ClaimKind: ResolverTypeWrapper<'ownership' | 'portability'>;
  ClaimReason: ResolverTypeWrapper<'contested' | 'refused' | 'withdrawn' | 'donor_silent' | 'own_alias' | 'identity_not_active' | 'limit_reached' | 'superseded' | 'second_proof_missing'>;
  ClaimStatus: ResolverTypeWrapper<'pending_proof' | 'queued' | 'open' | 'awaiting_second_proof' | 'completed' | 'cancelled' | 'expired'>;
  ConsentCovers: ResolverTypeWrapper<ConsentCovers>;
  ConsentCoversInput: ConsentCoversInput;
  ConsentGrant: ResolverTypeWrapper<ConsentGrantRecord>;
  ConsentGrantConnection: ResolverTypeWrapper<Omit<ConsentGrantConnection, 'edges'> & { edges: Array<ResolversTypes['ConsentGrantEdge']> }>;
  ConsentGrantEdge: ResolverTypeWrapper<Omit<ConsentGrantEdge, 'node'> & { node: ResolversTypes['ConsentGrant'] }>;
  ConsentGrantRole: ResolverTypeWrapper<'owner' | 'grantee'>;
  ConsentGrantStatus: ResolverTypeWrapper<'active' | 'revoked' | 'expired'>;
  ConsentRequest: ResolverTypeWrapper<ConsentRequestRecord>;
  ConsentRequestConnection: ResolverTypeWrapper<Omit<ConsentRequestConnection, 'edges'> & { edges: Array<ResolversTypes['ConsentRequestEdge']> }>;
  ConsentRequestDirection: ResolverTypeWrapper<'outgoing' | 'incoming'>;
  ConsentRequestEdge: ResolverTypeWrapper<Omit<ConsentRequestEdge, 'node'> & { node: ResolversTypes['ConsentRequest'] }>;
  ConsentRequestStatus: ResolverTypeWrapper<'pending' | 'approved' | 'declined' | 'expired'>;
  Consumer: ResolverTypeWrapper<Consumer>;
  CreateAliasInput: CreateAliasInput;
  CreateApiKeyInput: CreateApiKeyInput;
  CreateClaimInput: CreateClaimInput;
  CreateEndpointInput: CreateEndpointInput;
  CreateIdentityInput: CreateIdentityInput;
  CreateWebhookInput: CreateWebhookInput;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
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
  DisclosureKind: ResolverTypeWrapper<'resolve' | 'check' | 'release'>;
  DisclosureRecord: ResolverTypeWrapper<DisclosureRecordFacts>;
  DisclosureRecordConnection: ResolverTypeWrapper<Omit<DisclosureRecordConnection, 'edges'> & { edges: Array<ResolversTypes['DisclosureRecordEdge']> }>;
  DisclosureRecordEdge: ResolverTypeWrapper<Omit<DisclosureRecordEdge, 'node'> & { node: ResolversTypes['DisclosureRecord'] }>;
  Endpoint: ResolverTypeWrapper<EndpointRecord>;
  EndpointChallenge: ResolverTypeWrapper<EndpointChallenge>;
  EndpointConnection: ResolverTypeWrapper<Omit<EndpointConnection, 'edges'> & { edges: Array<ResolversTypes['EndpointEdge']> }>;
  EndpointDetailsInput: EndpointDetailsInput;
  EndpointEdge: ResolverTypeWrapper<Omit<EndpointEdge, 'node'> & { node: ResolversTypes['Endpoint'] }>;
  EndpointStatus: ResolverTypeWrapper<'active' | 'disabled' | 'removed'>;
  EndpointType: ResolverTypeWrapper<'crypto_wallet' | 'bank_account' | 'mobile_money' | 'payment_pointer' | 'upi' | 'pix_key' | 'lightning_address'>;
  EndpointVerification: ResolverTypeWrapper<'none' | 'proved'>;
  EndpointVerifiedMethod: ResolverTypeWrapper<'wallet_signature'>;
  Event: ResolverTypeWrapper<EventRecord>;
  EventActor: ResolverTypeWrapper<Omit<EventActor, 'type'> & { type: ResolversTypes['EventActorType'] }>;
  EventActorType: ResolverTypeWrapper<'api_key' | 'operator' | 'system'>;
  EventConnection: ResolverTypeWrapper<Omit<EventConnection, 'edges'> & { edges: Array<ResolversTypes['EventEdge']> }>;
  EventEdge: ResolverTypeWrapper<Omit<EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
  EventType: ResolverTypeWrapper<EventTypeRecord>;
  GrantConsentInput: GrantConsentInput;
  Identity: ResolverTypeWrapper<IdentityParent>;
  IdentityAssurance: ResolverTypeWrapper<IdentityAssurance>;
  IdentityConnection: ResolverTypeWrapper<Omit<IdentityConnection, 'edges'> & { edges: Array<ResolversTypes['IdentityEdge']> }>;
  IdentityEdge: ResolverTypeWrapper<Omit<IdentityEdge, 'node'> & { node: ResolversTypes['Identity'] }>;
  IdentityExport: ResolverTypeWrapper<Omit<IdentityExport, 'aliases' | 'claims' | 'consentGrants' | 'consentRequests' | 'disclosures' | 'endpoints' | 'identity' | 'leftOut' | 'moreOf' | 'payeeNames'> & { aliases?: Maybe<Array<ResolversTypes['Alias']>>, claims?: Maybe<Array<ResolversTypes['Claim']>>, consentGrants?: Maybe<Array<ResolversTypes['ConsentGrant']>>, consentRequests?: Maybe<Array<ResolversTypes['ConsentRequest']>>, disclosures?: Maybe<Array<ResolversTypes['DisclosureRecord']>>, endpoints?: Maybe<Array<ResolversTypes['Endpoint']>>, identity: ResolversTypes['Identity'], leftOut: Array<ResolversTypes['IdentityExportKind']>, moreOf: Array<ResolversTypes['IdentityExportKind']>, payeeNames?: Maybe<Array<ResolversTypes['PayeeName']>> }>;
  IdentityExportKind: ResolverTypeWrapper<'aliases' | 'endpoints' | 'payee_names' | 'consent_grants' | 'consent_requests' | 'claims' | 'disclosures'>;
  IdentityStatus: ResolverTypeWrapper<'active' | 'suspended' | 'closed'>;
  IdentityType: ResolverTypeWrapper<'user' | 'merchant' | 'business' | 'organization' | 'machine'>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  MatchedAlias: ResolverTypeWrapper<Omit<MatchedAlias, 'type'> & { type: ResolversTypes['AliasType'] }>;
  MemoType: ResolverTypeWrapper<'text' | 'id' | 'hash'>;
  MomentRange: MomentRange;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NormalizedAlias: ResolverTypeWrapper<Omit<NormalizedAlias, 'type'> & { type: ResolversTypes['AliasType'] }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  PayeeCheck: ResolverTypeWrapper<PayeeCheckRecord>;
  PayeeCheckEntry: ResolverTypeWrapper<PayeeCheckEntryRecord>;
  PayeeCheckVerdict: ResolverTypeWrapper<'match' | 'close_match' | 'no_match' | 'unavailable'>;
  PayeeHolderInput: PayeeHolderInput;
  PayeeIdentificationInput: PayeeIdentificationInput;
  PayeeName: ResolverTypeWrapper<PayeeNameRecord>;
  PayeeNameBasis: ResolverTypeWrapper<'declared' | 'attested'>;
  PayeeNameConnection: ResolverTypeWrapper<Omit<PayeeNameConnection, 'edges'> & { edges: Array<ResolversTypes['PayeeNameEdge']> }>;
  PayeeNameEdge: ResolverTypeWrapper<Omit<PayeeNameEdge, 'node'> & { node: ResolversTypes['PayeeName'] }>;
  PayeeNameInput: PayeeNameInput;
  PayeeNameKind: ResolverTypeWrapper<'legal' | 'trade' | 'preferred' | 'joint' | 'identification'>;
  PaymentContextInput: PaymentContextInput;
  PrivacyLevel: ResolverTypeWrapper<'public' | 'unlisted' | 'private' | 'consent_required'>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<RateLimit>;
  Release: ResolverTypeWrapper<ReleaseRecord>;
  ReleaseInput: ReleaseInput;
  ReleasePolicy: ResolverTypeWrapper<'never' | 'granted' | 'public'>;
  ReleaseStatus: ResolverTypeWrapper<'pending' | 'ready' | 'failed' | 'expired'>;
  Removal: ResolverTypeWrapper<Removed>;
  RequestConsentInput: RequestConsentInput;
  Resolution: ResolverTypeWrapper<ResolutionRecord>;
  ResolveInput: ResolveInput;
  SealingJwk: ResolverTypeWrapper<SealingJwk>;
  SealingJwkInput: SealingJwkInput;
  SealingKey: ResolverTypeWrapper<SealingKeyRecord>;
  SealingKeyConnection: ResolverTypeWrapper<Omit<SealingKeyConnection, 'edges'> & { edges: Array<ResolversTypes['SealingKeyEdge']> }>;
  SealingKeyEdge: ResolverTypeWrapper<Omit<SealingKeyEdge, 'node'> & { node: ResolversTypes['SealingKey'] }>;
  SealingKeyStatus: ResolverTypeWrapper<'waiting' | 'usable'>;
  Switch: ResolverTypeWrapper<'on' | 'off'>;
  UpdateAliasInput: UpdateAliasInput;
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
  WebhookConnection: ResolverTypeWrapper<Omit<WebhookConnection, 'edges'> & { edges: Array<ResolversTypes['WebhookEdge']> }>;
  WebhookDelivery: ResolverTypeWrapper<DeliveryRecord>;
  WebhookDeliveryConnection: ResolverTypeWrapper<Omit<WebhookDeliveryConnection, 'edges'> & { edges: Array<ResolversTypes['WebhookDeliveryEdge']> }>;
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
  AliasConnection: Omit<AliasConnection, 'edges'> & { edges: Array<ResolversParentTypes['AliasEdge']> };
  AliasEdge: Omit<AliasEdge, 'node'> & { node: ResolversParentTypes['Alias'] };
  ApiKey: ApiKeyRecord;
  ApiKeyConnection: Omit<ApiKeyConnection, 'edges'> & { edges: Array<ResolversParentTypes['ApiKeyEdge']> };
  ApiKeyEdge: Omit<ApiKeyEdge, 'node'> & { node: ResolversParentTypes['ApiKey'] };
  ApiKeyWithSecret: ApiKeyWithSecretRecord;
  ApproveConsentRequestInput: ApproveConsentRequestInput;
  Assurance: Omit<Assurance, 'alias'> & { alias: ResolversParentTypes['AliasAssurance'] };
  AssuranceChange: AssuranceChange;
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
  CheckPayeeInput: CheckPayeeInput;
  Claim: ClaimRecord;
  ClaimConnection: Omit<ClaimConnection, 'edges'> & { edges: Array<ResolversParentTypes['ClaimEdge']> };
  ClaimEdge: Omit<ClaimEdge, 'node'> & { node: ResolversParentTypes['Claim'] };
  ConsentCovers: ConsentCovers;
  ConsentCoversInput: ConsentCoversInput;
  ConsentGrant: ConsentGrantRecord;
  ConsentGrantConnection: Omit<ConsentGrantConnection, 'edges'> & { edges: Array<ResolversParentTypes['ConsentGrantEdge']> };
  ConsentGrantEdge: Omit<ConsentGrantEdge, 'node'> & { node: ResolversParentTypes['ConsentGrant'] };
  ConsentRequest: ConsentRequestRecord;
  ConsentRequestConnection: Omit<ConsentRequestConnection, 'edges'> & { edges: Array<ResolversParentTypes['ConsentRequestEdge']> };
  ConsentRequestEdge: Omit<ConsentRequestEdge, 'node'> & { node: ResolversParentTypes['ConsentRequest'] };
  Consumer: Consumer | FederationReferenceTypes['Consumer'];
  CreateAliasInput: CreateAliasInput;
  CreateApiKeyInput: CreateApiKeyInput;
  CreateClaimInput: CreateClaimInput;
  CreateEndpointInput: CreateEndpointInput;
  CreateIdentityInput: CreateIdentityInput;
  CreateWebhookInput: CreateWebhookInput;
  DateTime: Scalars['DateTime']['output'];
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
  DisclosureRecordConnection: Omit<DisclosureRecordConnection, 'edges'> & { edges: Array<ResolversParentTypes['DisclosureRecordEdge']> };
  DisclosureRecordEdge: Omit<DisclosureRecordEdge, 'node'> & { node: ResolversParentTypes['DisclosureRecord'] };
  Endpoint: EndpointRecord;
  EndpointChallenge: EndpointChallenge;
  EndpointConnection: Omit<EndpointConnection, 'edges'> & { edges: Array<ResolversParentTypes['EndpointEdge']> };
  EndpointDetailsInput: EndpointDetailsInput;
  EndpointEdge: Omit<EndpointEdge, 'node'> & { node: ResolversParentTypes['Endpoint'] };
  Event: EventRecord;
  EventActor: EventActor;
  EventConnection: Omit<EventConnection, 'edges'> & { edges: Array<ResolversParentTypes['EventEdge']> };
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  EventType: EventTypeRecord;
  GrantConsentInput: GrantConsentInput;
  Identity: IdentityParent;
  IdentityAssurance: IdentityAssurance;
  IdentityConnection: Omit<IdentityConnection, 'edges'> & { edges: Array<ResolversParentTypes['IdentityEdge']> };
  IdentityEdge: Omit<IdentityEdge, 'node'> & { node: ResolversParentTypes['Identity'] };
  IdentityExport: Omit<IdentityExport, 'aliases' | 'claims' | 'consentGrants' | 'consentRequests' | 'disclosures' | 'endpoints' | 'identity' | 'payeeNames'> & { aliases?: Maybe<Array<ResolversParentTypes['Alias']>>, claims?: Maybe<Array<ResolversParentTypes['Claim']>>, consentGrants?: Maybe<Array<ResolversParentTypes['ConsentGrant']>>, consentRequests?: Maybe<Array<ResolversParentTypes['ConsentRequest']>>, disclosures?: Maybe<Array<ResolversParentTypes['DisclosureRecord']>>, endpoints?: Maybe<Array<ResolversParentTypes['Endpoint']>>, identity: ResolversParentTypes['Identity'], payeeNames?: Maybe<Array<ResolversParentTypes['PayeeName']>> };
  JSON: Scalars['JSON']['output'];
  MatchedAlias: MatchedAlias;
  MomentRange: MomentRange;
  Mutation: Record<PropertyKey, never>;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  NormalizedAlias: NormalizedAlias;
  PageInfo: PageInfo;
  PayeeCheck: PayeeCheckRecord;
  PayeeCheckEntry: PayeeCheckEntryRecord;
  PayeeHolderInput: PayeeHolderInput;
  PayeeIdentificationInput: PayeeIdentificationInput;
  PayeeName: PayeeNameRecord;
  PayeeNameConnection: Omit<PayeeNameConnection, 'edges'> & { edges: Array<ResolversParentTypes['PayeeNameEdge']> };
  PayeeNameEdge: Omit<PayeeNameEdge, 'node'> & { node: ResolversParentTypes['PayeeName'] };
  PayeeNameInput: PayeeNameInput;
  PaymentContextInput: PaymentContextInput;
  Query: Record<PropertyKey, never>;
  RateLimit: RateLimit;
  Release: ReleaseRecord;
  ReleaseInput: ReleaseInput;
  Removal: Removed;
  RequestConsentInput: RequestConsentInput;
  Resolution: ResolutionRecord;
  ResolveInput: ResolveInput;
  SealingJwk: SealingJwk;
  SealingJwkInput: SealingJwkInput;
  SealingKey: SealingKeyRecord;
  SealingKeyConnection: Omit<SealingKeyConnection, 'edges'> & { edges: Array<ResolversParentTypes['SealingKeyEdge']> };
  SealingKeyEdge: Omit<SealingKeyEdge, 'node'> & { node: ResolversParentTypes['SealingKey'] };
  UpdateAliasInput: UpdateAliasInput;
  UpdateEndpointInput: UpdateEndpointInput;
  UpdateIdentityInput: UpdateIdentityInput;
  UpdateWebhookInput: UpdateWebhookInput;
  Usage: Usage;
  UsagePoint: UsagePoint;
  WalletProofInput: WalletProofInput;
  Warning: WarningFacts;
  Webhook: WebhookRecord;
  WebhookAttempt: AttemptRecord;
  WebhookConnection: Omit<WebhookConnection, 'edges'> & { edges: Array<ResolversParentTypes['WebhookEdge']> };
  WebhookDelivery: DeliveryRecord;
  WebhookDeliveryConnection: Omit<WebhookDeliveryConnection, 'edges'> & { edges: Array<ResolversParentTypes['WebhookDeliveryEdge']> };
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
  rolledTo?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  router?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApiKeyConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApiKeyConnection'] = ResolversParentTypes['ApiKeyConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ApiKeyEdge']>, ParentType, ContextType>;
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
  endpoint?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  payeeNames?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type BankCodeSchemeResolvers = { ABA: 'aba', BIC: 'bic', BSB: 'bsb', CLABE: 'clabe', IFSC: 'ifsc', SORT_CODE: 'sort_code' };

export type BulkResolveEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BulkResolveEntry'] = ResolversParentTypes['BulkResolveEntry']> = {
  alias?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  assurance?: Resolver<Maybe<ResolversTypes['Assurance']>, ParentType, ContextType>;
  disclosure?: Resolver<Maybe<ResolversTypes['Disclosure']>, ParentType, ContextType>;
  endpoints?: Resolver<Maybe<Array<ResolversTypes['DisclosedEndpoint']>>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['BulkResolveError']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
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
  key?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  limits?: Resolver<Array<ResolversTypes['RateLimit']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requiredProofs?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
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
  alias?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  attemptsLeft?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  claim?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
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
  challenge?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  consumer?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  consumerRecord?: Resolver<Maybe<ResolversTypes['Consumer']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deadline?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['ClaimDirection'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  identityRecord?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
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
  consumer?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  consumerRecord?: Resolver<Maybe<ResolversTypes['Consumer']>, ParentType, ContextType>;
  covers?: Resolver<Maybe<ResolversTypes['ConsentCovers']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identityRecord?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  purpose?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  release?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ConsentGrantStatus'], ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ConsentGrantConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentGrantConnection'] = ResolversParentTypes['ConsentGrantConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ConsentGrantEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ConsentGrantEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentGrantEdge'] = ResolversParentTypes['ConsentGrantEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ConsentGrant'], ParentType, ContextType>;
};

export type ConsentGrantRoleResolvers = { GRANTEE: 'grantee', OWNER: 'owner' };

export type ConsentGrantStatusResolvers = { ACTIVE: 'active', EXPIRED: 'expired', REVOKED: 'revoked' };

export type ConsentRequestResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentRequest'] = ResolversParentTypes['ConsentRequest']> = {
  alias?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  aliasRecord?: Resolver<Maybe<ResolversTypes['Alias']>, ParentType, ContextType>;
  consumer?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  consumerRecord?: Resolver<Maybe<ResolversTypes['Consumer']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  grant?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  grantRecord?: Resolver<Maybe<ResolversTypes['ConsentGrant']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  identityRecord?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  purpose?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ConsentRequestStatus'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['AliasType'], ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ConsentRequestConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentRequestConnection'] = ResolversParentTypes['ConsentRequestConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ConsentRequestEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ConsentRequestDirectionResolvers = { INCOMING: 'incoming', OUTGOING: 'outgoing' };

export type ConsentRequestEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsentRequestEdge'] = ResolversParentTypes['ConsentRequestEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ConsentRequest'], ParentType, ContextType>;
};

export type ConsentRequestStatusResolvers = { APPROVED: 'approved', DECLINED: 'declined', EXPIRED: 'expired', PENDING: 'pending' };

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

export type DisclosedBankAccountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedBankAccount'] = ResolversParentTypes['DisclosedBankAccount']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  last4?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedEndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedEndpoint'] = ResolversParentTypes['DisclosedEndpoint']> = {
  __resolveType: TypeResolveFn<'DisclosedBankAccount' | 'DisclosedCryptoWallet' | 'DisclosedLightningAddress' | 'DisclosedMobileMoney' | 'DisclosedOther' | 'DisclosedPaymentPointer' | 'DisclosedPixKey' | 'DisclosedUpi', ParentType, ContextType>;
};

export type DisclosedLightningAddressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedLightningAddress'] = ResolversParentTypes['DisclosedLightningAddress']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  masked?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedMobileMoneyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedMobileMoney'] = ResolversParentTypes['DisclosedMobileMoney']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  last4?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedOtherResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedOther'] = ResolversParentTypes['DisclosedOther']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedPaymentPointerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedPaymentPointer'] = ResolversParentTypes['DisclosedPaymentPointer']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedPixKeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedPixKey'] = ResolversParentTypes['DisclosedPixKey']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  masked?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosedUpiResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosedUpi'] = ResolversParentTypes['DisclosedUpi']> = {
  capabilities?: Resolver<Array<ResolversTypes['DisclosedCapability']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  masked?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DisclosureResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Disclosure'] = ResolversParentTypes['Disclosure']> = {
  consumer?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  disclosed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalEndpoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DisclosureKindResolvers = { CHECK: 'check', RELEASE: 'release', RESOLVE: 'resolve' };

export type DisclosureRecordResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosureRecord'] = ResolversParentTypes['DisclosureRecord']> = {
  alias?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  aliasRecord?: Resolver<Maybe<ResolversTypes['Alias']>, ParentType, ContextType>;
  consumer?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  consumerRecord?: Resolver<Maybe<ResolversTypes['Consumer']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endpoints?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  grant?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  grantRecord?: Resolver<Maybe<ResolversTypes['ConsentGrant']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identityRecord?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DisclosureKind'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  verdict?: Resolver<Maybe<ResolversTypes['PayeeCheckVerdict']>, ParentType, ContextType>;
};

export type DisclosureRecordConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DisclosureRecordConnection'] = ResolversParentTypes['DisclosureRecordConnection']> = {
  edges?: Resolver<Array<ResolversTypes['DisclosureRecordEdge']>, ParentType, ContextType>;
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
  request?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
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

export type IdentityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'], FederationReferenceType extends FederationReferenceTypes['Identity'] = FederationReferenceTypes['Identity']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Identity']> | FederationReferenceType, FederationReferenceType, ContextType>;
  aliases?: Resolver<ResolversTypes['AliasConnection'], ParentType, ContextType, Partial<IdentityAliasesArgs>>;
  closeMatch?: Resolver<ResolversTypes['Switch'], ParentType, ContextType>;
  consentGrants?: Resolver<ResolversTypes['ConsentGrantConnection'], ParentType, ContextType, Partial<IdentityConsentGrantsArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  defaultPrivacyLevel?: Resolver<ResolversTypes['PrivacyLevel'], ParentType, ContextType>;
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

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

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
  revokeApiKey?: Resolver<ResolversTypes['Removal'], ParentType, ContextType, RequireFields<MutationRevokeApiKeyArgs, 'id'>>;
  revokeConsent?: Resolver<ResolversTypes['ConsentGrant'], ParentType, ContextType, RequireFields<MutationRevokeConsentArgs, 'id'>>;
  rollApiKey?: Resolver<ResolversTypes['ApiKeyWithSecret'], ParentType, ContextType, RequireFields<MutationRollApiKeyArgs, 'id'>>;
  rotateWebhookSecret?: Resolver<ResolversTypes['WebhookWithSecret'], ParentType, ContextType, RequireFields<MutationRotateWebhookSecretArgs, 'id'>>;
  testWebhook?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType, RequireFields<MutationTestWebhookArgs, 'id'>>;
  updateAlias?: Resolver<ResolversTypes['Alias'], ParentType, ContextType, RequireFields<MutationUpdateAliasArgs, 'id' | 'input'>>;
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

export type PayeeCheckVerdictResolvers = { CLOSE_MATCH: 'close_match', MATCH: 'match', NO_MATCH: 'no_match', UNAVAILABLE: 'unavailable' };

export type PayeeNameResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PayeeName'] = ResolversParentTypes['PayeeName']> = {
  basis?: Resolver<ResolversTypes['PayeeNameBasis'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['PayeeNameKind'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  masked?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PayeeNameBasisResolvers = { ATTESTED: 'attested', DECLARED: 'declared' };

export type PayeeNameConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PayeeNameConnection'] = ResolversParentTypes['PayeeNameConnection']> = {
  edges?: Resolver<Array<ResolversTypes['PayeeNameEdge']>, ParentType, ContextType>;
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
  catalogue?: Resolver<ResolversTypes['Catalogue'], ParentType, ContextType>;
  challenge?: Resolver<Maybe<ResolversTypes['Challenge']>, ParentType, ContextType, RequireFields<QueryChallengeArgs, 'id'>>;
  changes?: Resolver<ResolversTypes['ChangeFeed'], ParentType, ContextType, Partial<QueryChangesArgs>>;
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
  identities?: Resolver<ResolversTypes['IdentityConnection'], ParentType, ContextType, Partial<QueryIdentitiesArgs>>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<QueryIdentityArgs, 'id'>>;
  identityExport?: Resolver<Maybe<ResolversTypes['IdentityExport']>, ParentType, ContextType, RequireFields<QueryIdentityExportArgs, 'id'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  normalizeAlias?: Resolver<ResolversTypes['NormalizedAlias'], ParentType, ContextType, RequireFields<QueryNormalizeAliasArgs, 'input'>>;
  release?: Resolver<Maybe<ResolversTypes['Release']>, ParentType, ContextType, RequireFields<QueryReleaseArgs, 'id'>>;
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
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endpoint?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  jwe?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sealingKey?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ReleaseStatus'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ReleasePolicyResolvers = { GRANTED: 'granted', NEVER: 'never', PUBLIC: 'public' };

export type ReleaseStatusResolvers = { EXPIRED: 'expired', FAILED: 'failed', PENDING: 'pending', READY: 'ready' };

export type RemovalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Removal'] = ResolversParentTypes['Removal']> = {
  deleted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ResolutionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Resolution'] = ResolversParentTypes['Resolution'], FederationReferenceType extends FederationReferenceTypes['Resolution'] = FederationReferenceTypes['Resolution']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Resolution']> | FederationReferenceType, FederationReferenceType, ContextType>;
  alias?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  assurance?: Resolver<Maybe<ResolversTypes['Assurance']>, ParentType, ContextType>;
  disclosure?: Resolver<Maybe<ResolversTypes['Disclosure']>, ParentType, ContextType>;
  endpoints?: Resolver<Maybe<Array<ResolversTypes['DisclosedEndpoint']>>, ParentType, ContextType, Partial<ResolutionEndpointsArgs>>;
  identity?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  livemode?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  matchedAlias?: Resolver<Maybe<ResolversTypes['MatchedAlias']>, ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['IdentityType']>, ParentType, ContextType>;
};

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
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  attemptCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  attempts?: Resolver<Array<ResolversTypes['WebhookAttempt']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventRecord?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['WebhookDeliveryKind'], ParentType, ContextType>;
  livemode?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  pausedUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  pendingReason?: Resolver<Maybe<ResolversTypes['WebhookDeliveryPendingReason']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['WebhookDeliveryState'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  webhook?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  webhookRecord?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookDeliveryConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] = ResolversParentTypes['WebhookDeliveryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>;
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
  webhook?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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
  Consumer?: ConsumerResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
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
  Identity?: IdentityResolvers<ContextType>;
  IdentityAssurance?: IdentityAssuranceResolvers<ContextType>;
  IdentityConnection?: IdentityConnectionResolvers<ContextType>;
  IdentityEdge?: IdentityEdgeResolvers<ContextType>;
  IdentityExport?: IdentityExportResolvers<ContextType>;
  IdentityExportKind?: IdentityExportKindResolvers;
  IdentityStatus?: IdentityStatusResolvers;
  IdentityType?: IdentityTypeResolvers;
  JSON?: GraphQLScalarType;
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
  ReleasePolicy?: ReleasePolicyResolvers;
  ReleaseStatus?: ReleaseStatusResolvers;
  Removal?: RemovalResolvers<ContextType>;
  Resolution?: ResolutionResolvers<ContextType>;
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

