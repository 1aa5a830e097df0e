import Type, { type Static, type TSchema } from 'typebox'
import { limitPolicies } from '../../../access/consumers/rules.ts'
import { SignpostError } from '../../../kernel/errors.ts'
import { decodeId } from '../../../kernel/id.ts'
import { maximumLimit } from '../../../kernel/page.ts'
import { scopes } from '../../../kernel/scopes.ts'
import type { RequestContext } from '../../request-context.ts'
import { sealingKeyRest } from '../releases.ts'
import { type Answering, removes, shows } from '../route.ts'
import { body, keys, nullable, one, text, unix, unixSeconds } from '../schema-parts.ts'
import {
  attestedRest,
  consumerRest,
  exportedPage,
  keyRest,
  keyWithSecretRest,
  listOf,
  mostObstacles,
  type Page,
  renormalization,
} from './answers.ts'

type Sent<B extends TSchema> = {
  params: { id: string }
  body: Static<B>
  page: Page
}

/** A row of the admin interface: like a row of `surfaces/rest/route.ts`, without a field of the schema. */
export type AdminRoute = {
  verb: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** Its name in logs and metrics. */
  name: string
  summary: string
  status?: 201
  body?: TSchema
  bodyOptional?: boolean
  /** Takes `limit` and `starting_after`. */
  isList?: boolean
  /** Runs and leaves an entry each time: it ignores an Idempotency-Key. */
  isRepeated?: boolean
  answers: TSchema
  run(context: RequestContext, sent: Sent<TSchema>): Promise<unknown>
  /** The result as JSON; a row without a view answers with the result itself. */
  view?: Answering['view']
}

export const takesKey = ({ verb, isRepeated = false }: AdminRoute): boolean => verb !== 'GET' && !isRepeated

type Row<B extends TSchema> = Omit<AdminRoute, 'verb' | 'path' | 'body' | 'run'> & {
  body?: B
  run(context: RequestContext, sent: Sent<B>): Promise<unknown>
}

function route<B extends TSchema = TSchema>(at: `${AdminRoute['verb']} /admin/v1/${string}`, row: Row<B>): AdminRoute {
  const [verb, path] = at.split(' ') as [AdminRoute['verb'], string]
  return { ...row, verb, path } as AdminRoute
}

const list = (item: TSchema) =>
  Type.Object({ object: Type.Literal('list'), has_more: Type.Boolean(), data: Type.Array(item) })

/** An entry of many: the name, or the reason why it was not attested. */
const attestedEntry = Type.Union([
  attestedRest.schema,
  Type.Object({ id: text('As it was sent'), error: Type.Object({ type: text(), code: text() }) }),
])

function requireOne(id: string | undefined): string {
  if (id === undefined) throw new SignpostError('parameter_missing', { param: 'id' })
  return id
}

const name = text('Unique; 1 to 200 characters')
const displayName = Type.Optional(nullable(text('The display name')))

export const adminRoutes: readonly AdminRoute[] = [
  route('POST /admin/v1/consumers', {
    name: 'admin.createConsumer',
    summary: 'Create a consumer',
    status: 201,
    body: body({ name, display_name: displayName }),
    run: (context, { body }) =>
      context.services.consumers.create(context, { name: body.name, displayName: body.display_name ?? null }),
    ...shows(consumerRest),
  }),
  route('GET /admin/v1/consumers', {
    name: 'admin.consumers',
    summary: 'List consumers, oldest first',
    isList: true,
    answers: list(consumerRest.schema),
    run: (context, { page }) =>
      listOf(page, (wider) => context.services.consumers.list(context, wider), consumerRest.view),
  }),
  route('GET /admin/v1/consumers/:id', {
    name: 'admin.consumer',
    summary: 'Read a consumer',
    run: (context, { params }) => context.services.consumers.show(context, params.id),
    ...shows(consumerRest),
  }),
  route('PATCH /admin/v1/consumers/:id', {
    name: 'admin.renameConsumer',
    summary: 'Change the name of a consumer, its group, or whether its attestations count as proofs',
    body: body({
      name: Type.Optional(name),
      display_name: displayName,
      group: Type.Optional(nullable(text('Its consumers share the budgets of their checks; null for none'))),
      attests: Type.Optional(Type.Boolean()),
    }),
    run: (context, { params, body }) =>
      context.services.consumers.update(context, params.id, {
        name: body.name,
        displayName: body.display_name,
        group: body.group,
        attests: body.attests,
      }),
    ...shows(consumerRest),
  }),
  route('POST /admin/v1/consumers/:id/limits', {
    name: 'admin.setLimits',
    summary: "Set or remove a consumer's overrides of quotas; a change takes effect within a second",
    body: body(
      Object.fromEntries(
        keys(limitPolicies).map((policy) => [
          policy,
          Type.Optional(
            nullable(text('A size and a refill, such as 2000 + 250/min; null for the rule of the service')),
          ),
        ]),
      ),
    ),
    run: (context, { params, body }) => context.services.consumers.setLimits(context, params.id, body),
    ...shows(consumerRest),
  }),
  route('POST /admin/v1/consumers/:id/suspend', {
    name: 'admin.suspendConsumer',
    summary: 'Suspend a consumer: its keys are refused and its identities do not resolve; all data is kept',
    run: (context, { params }) => context.services.consumers.suspend(context, params.id),
    ...shows(consumerRest),
  }),
  route('POST /admin/v1/consumers/:id/resume', {
    name: 'admin.resumeConsumer',
    summary: 'End the suspension of a consumer',
    run: (context, { params }) => context.services.consumers.resume(context, params.id),
    ...shows(consumerRest),
  }),
  route('POST /admin/v1/consumers/:id/keys', {
    name: 'admin.createKey',
    summary: 'Create an API key of a consumer; the secret is shown once',
    status: 201,
    body: body({
      livemode: Type.Boolean(),
      scopes: Type.Array(one(keys(scopes)), { minItems: 1, maxItems: 50 }),
      name: Type.Optional(nullable(text())),
      router: Type.Optional(Type.Boolean({ description: "A federation router's key" })),
      expires_at: Type.Optional(nullable(unixSeconds())),
    }),
    run: (context, { params, body: { expires_at, ...body } }) =>
      context.services.consumerKeys.create(context, params.id, { ...body, expiresAt: unix(expires_at) }),
    ...shows(keyWithSecretRest),
  }),
  route('GET /admin/v1/consumers/:id/keys', {
    name: 'admin.keys',
    summary: 'List the API keys of a consumer, newest first; never a secret',
    isList: true,
    answers: list(keyRest.schema),
    run: async (context, { params, page }) => {
      const { id } = await context.services.consumers.show(context, params.id)
      return listOf(page, (wider) => context.services.consumerKeys.list(context, id, wider), keyRest.view)
    },
  }),
  route('POST /admin/v1/keys/:id/roll', {
    name: 'admin.rollKey',
    summary: 'Replace an API key; the old one ends after a while',
    body: body({ expires_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })) }),
    bodyOptional: true,
    run: (context, { params, body }) => context.services.consumerKeys.roll(context, params.id, body.expires_in),
    ...shows(keyWithSecretRest),
  }),
  route('DELETE /admin/v1/keys/:id', {
    name: 'admin.revokeKey',
    summary: 'Revoke an API key',
    run: (context, { params }) => context.services.consumerKeys.revoke(context, params.id),
    ...removes('api_key'),
  }),
  route('POST /admin/v1/payee_names/attest', {
    name: 'admin.attestPayeeName',
    summary: 'Attest payee names that the operator has verified: one by `id`, or up to 100 by `ids`',
    body: body({
      id: Type.Optional(text('pnm_…')),
      ids: Type.Optional(Type.Array(text('pnm_…'), { minItems: 1, maxItems: 100 })),
    }),
    answers: Type.Union([attestedRest.schema, Type.Object({ results: Type.Array(attestedEntry) })]),
    run: async (context, { body: { id, ids } }) => {
      const { payeeNames } = context.services
      if (ids === undefined) return attestedRest.view(await payeeNames.attest(context, requireOne(id)))
      if (id !== undefined) throw new SignpostError('parameter_conflict', { param: 'ids' })
      const results = await payeeNames.attestAll(context, ids)
      return { results: results.map((one) => ('error' in one ? one : attestedRest.view(one))) }
    },
  }),
  route('POST /admin/v1/consumers/:id/export', {
    name: 'admin.export',
    summary: "Export a page of a consumer's records in the form of an import; each page leaves an entry in the log",
    isRepeated: true,
    body: body({
      livemode: Type.Boolean(),
      updated_since: Type.Optional(nullable(unixSeconds('Records that changed since then'))),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maximumLimit, default: maximumLimit })),
      starting_after: Type.Optional(nullable(text('idn_…, the `next` of the page before'))),
    }),
    answers: exportedPage,
    run: async (context, { params, body: { livemode, updated_since, limit, starting_after } }) => {
      const { id } = await context.services.consumers.show(context, params.id)
      const { lines, next } = await context.services.registryCommands.exportPage(
        context,
        { consumerId: decodeId('consumer', id)!, livemode },
        { after: starting_after ?? null, limit: limit ?? maximumLimit, since: unix(updated_since) ?? null },
      )
      return { object: 'list', has_more: next !== null, next, data: lines }
    },
  }),
  route('POST /admin/v1/renormalize', {
    name: 'admin.renormalize',
    summary: 'Bring stored aliases to the current normalization; a plan alone without `apply`',
    isRepeated: true,
    body: body({ apply: Type.Optional(Type.Boolean({ default: false, description: 'False plans alone' })) }),
    bodyOptional: true,
    answers: renormalization,
    run: async (context, { body: { apply = false } }) => {
      const report = await context.services.registryCommands.renormalize(context, { isApplied: apply })
      const obstacles = report.obstacles.slice(0, mostObstacles)
      const has_more = report.obstacles.length > mostObstacles
      return { object: 'renormalization', applied: apply, kept: report.kept, moved: report.moved, obstacles, has_more }
    },
  }),
  route('POST /admin/v1/sealing_keys/:id/activate', {
    name: 'admin.activateSealingKey',
    summary: 'End the delay of a sealing key, after its consumer has confirmed it',
    run: (context, { params }) => context.services.sealingKeys.activate(context, params.id),
    ...shows(sealingKeyRest),
  }),
]
