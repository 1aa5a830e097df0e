import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { DisclosedEndpoint, RequestOptions, Resolution, Signpost } from '../../client/client.ts'
import { NotFoundError } from '../../client/errors.ts'
import { aliasTypes } from '../../registry/aliases/normalization/alias-types.ts'
import { publishedName } from '../../registry/endpoints/catalogue/catalogue.ts'
import { bankCodeSchemeNames } from '../../registry/endpoints/details/bank-code.ts'
import type { Details } from '../../registry/endpoints/details/details.ts'
import { memoTypes } from '../../registry/endpoints/details/memo.ts'
import { type EndpointType, endpointTypes } from '../../registry/endpoints/endpoint-types.ts'

/*
 * Tools for a language model: look-ups only.
 *
 * INVARIANT (no text of others): a model reads ids, verdicts and values of closed sets. It never gets a name, address,
 * URL or note of a record, where an owner could have written instructions.
 */

type Answer = { [name: string]: unknown }

export type McpTool = {
  listed: Tool
  accepts(given: unknown): boolean
  call(given: unknown, options: RequestOptions): Promise<Answer>
}

const text = (description: string) => Type.String({ description, minLength: 1, maxLength: 512 })
const alias = text('A username (@alice), merchant handle ($acme), phone number (+1…), e-mail address or payment link')
const closed = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })
const of = (values: readonly string[]) => Type.String({ enum: [...values] })

const capability = Type.Object({ asset: Type.String(), network: Type.Optional(Type.String()), rail: Type.String() })
const found = {
  identity: Type.Optional(Type.String({ description: 'idn_…' })),
  identity_type: Type.Optional(Type.String()),
  endpoints: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String({ description: 'end_…' }),
        type: of(Object.keys(endpointTypes)),
        capabilities: Type.Array(capability),
      }),
    ),
  ),
}

/** Returns a name of the catalogue, or `other`: the names of owners' own networks and rails are their text. */
const nameOf = (kind: 'network' | 'rail', name: string): string => publishedName[kind](name) ?? 'other'
const assetOf = (asset: string): string => (/^[A-Z][A-Z0-9]{1,7}$/.test(asset) ? asset : 'other')

const endpointOf = ({ id, type, capabilities }: DisclosedEndpoint) => ({
  id,
  type,
  capabilities: capabilities.map(({ asset, network, rail }) => ({
    asset: assetOf(asset),
    ...(network === undefined ? {} : { network: nameOf('network', network) }),
    rail: nameOf('rail', rail),
  })),
})

const foundOf = ({ identity, type, endpoints }: Pick<Resolution, 'identity' | 'type' | 'endpoints'>) => ({
  identity,
  identity_type: type,
  endpoints: endpoints.map(endpointOf),
})

type Definition<I extends TSchema> = {
  name: string
  description: string
  input: I
  output: TSchema
  /** It makes a record: a consent request. */
  isWrite?: boolean
  call(given: Static<I>, options: RequestOptions): Promise<Answer>
}

function tool<I extends TSchema>({ name, description, input, output, isWrite = false, call }: Definition<I>): McpTool {
  const compiled = Compile(input)
  return {
    listed: {
      name,
      description,
      inputSchema: input as unknown as Tool['inputSchema'],
      outputSchema: output as unknown as NonNullable<Tool['outputSchema']>,
      annotations: { readOnlyHint: !isWrite, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    },
    accepts: (given) => compiled.Check(given),
    call: (given, options) => call(given as Static<I>, options),
  }
}

/**
 * The tools of one key; `purpose` is the text of consent requests that owners read. The server's operator sets it,
 * never the model.
 */
export const mcpTools = (signpost: Signpost, purpose: string | undefined): McpTool[] => [
  tool({
    name: 'resolve_alias',
    description:
      'Finds the identity and the endpoints behind an alias that this key may see. Hidden and absent aliases have one answer: not_found.',
    input: closed({ alias, asset: Type.Optional(text('Only endpoints that accept it: EUR, USDC …')) }),
    output: Type.Object({ verdict: of(['resolved', 'not_found']), ...found }),
    call: async ({ alias, asset }, options) => {
      try {
        const resolution = await signpost.resolve({ alias, ...(asset ? { for: { asset } } : {}) }, options)
        return { verdict: 'resolved', ...foundOf(resolution) }
      } catch (error) {
        if (error instanceof NotFoundError && error.code === 'alias_not_found') return { verdict: 'not_found' }
        throw error
      }
    },
  }),
  tool({
    name: 'resolve_aliases',
    description: 'resolve_alias for up to 100 aliases: the results are in the order of the aliases.',
    input: closed({ aliases: Type.Array(alias, { minItems: 1, maxItems: 100 }) }),
    output: Type.Object({
      results: Type.Array(
        Type.Object({
          verdict: of(['resolved', 'consent_pending', 'error']),
          error: Type.Optional(Type.String()),
          ...found,
        }),
      ),
    }),
    call: async ({ aliases }, options) => {
      const { results } = await signpost.resolveBulk({ items: aliases }, options)
      return {
        results: results.map(({ status, identity, type, endpoints, error }) => ({
          verdict: status,
          ...(error ? { error: error.code } : {}),
          ...(identity && type && endpoints ? foundOf({ identity, type, endpoints }) : {}),
        })),
      }
    },
  }),
  tool({
    name: 'normalize_alias',
    description: 'Returns the type of an alias and its normalized value, without a look-up.',
    input: closed({ alias }),
    output: Type.Object({ type: of(Object.keys(aliasTypes)), value: Type.String() }),
    call: async ({ alias }, options) => ({ ...(await signpost.aliases.normalize({ alias }, options)) }),
  }),
  tool({
    name: 'request_consent',
    description:
      'Asks the owner behind an alias for consent to see its endpoints. It is accepted with or without an existing alias; asking again returns the open request.',
    input: closed({ alias }),
    output: Type.Object({
      request: Type.String({ description: 'crq_…' }),
      status: Type.String(),
      expires_at: Type.Integer(),
    }),
    isWrite: true,
    call: async ({ alias }, options) => {
      const body = { alias, ...(purpose === undefined ? {} : { purpose }) }
      const { id, status, expires_at } = await signpost.consentRequests.create(body, options)
      return { request: id, status, expires_at }
    },
  }),
  tool({
    name: 'check_payee',
    description:
      'Checks whether a name is that of the payee behind an alias. It never returns a name; a key has few checks a day for each payee. declared_match: same name, not verified. unavailable: not checked, never a match.',
    input: closed({ alias, name: text('The name that the payer knows') }),
    output: Type.Object({
      verdict: of(['match', 'declared_match', 'close_match', 'no_match', 'unavailable']),
      basis: Type.Union([of(['declared', 'attested']), Type.Null()]),
    }),
    call: async ({ alias, name }, options) => {
      const { verdict, basis } = await signpost.payeeChecks({ alias, name }, options)
      return { verdict, basis }
    },
  }),
  tool({
    name: 'check_destination',
    description:
      "Checks whether a payer's account or wallet (of an invoice, for example) is one that the payee behind an alias discloses. match: it is. no_match: not registered in this form: do not pay before the payee confirms it through another channel. unavailable: not checked, never a match.",
    input: closed({
      alias,
      type: of(Object.keys(endpointTypes)),
      address: text('The account, wallet address or the like, as typed'),
      memo: Type.Optional(text('For a wallet: the memo or destination tag')),
      memo_type: Type.Optional(of(memoTypes)),
      bank_code: Type.Optional(
        closed({
          scheme: of(bankCodeSchemeNames),
          value: text('For an account that is no IBAN: the code of its bank'),
        }),
      ),
    }),
    output: Type.Object({
      verdict: of(['match', 'no_match', 'unavailable']),
      endpoint: Type.Union([Type.String({ description: 'end_…, for a match' }), Type.Null()]),
      changed_days: Type.Union([Type.Integer({ description: 'Days since its last change' }), Type.Null()]),
    }),
    call: async ({ alias, type, address, ...details }, options) => {
      const destination = {
        ...{ type: type as EndpointType, address },
        ...(Object.keys(details).length === 0 ? {} : { details: details as Details }),
      }
      const { verdict, endpoint, changed_days } = await signpost.destinationChecks({ alias, destination }, options)
      return { verdict, endpoint, changed_days }
    },
  }),
]
