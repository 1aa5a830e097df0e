import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../../kernel/call.ts'
import { parsePage } from '../../../kernel/page.ts'
import type { App } from '../../../process/compose/context.ts'
import { performs, refuseInEnvelopes } from '../../http/gate.ts'
import type { Envelope, Incoming, Operation } from '../../perform.ts'
import { bodyLimits } from '../mount.ts'
import { payloadOf, type RestRequest, reading, type Sent } from '../operation.ts'
import { readQuery } from '../validation.ts'
import type { Page } from './answers.ts'
import { adminDocument } from './document.ts'
import { type AdminRoute, adminRoutes, takesKey } from './routes.ts'

/** Authenticates the caller without an API key. */
type ReadCaller = (app: App, incoming: Incoming) => Promise<Caller>

function readPage({ isList }: AdminRoute, sent: Record<string, unknown>): Page {
  const query = readQuery(isList ? ['limit', 'starting_after'] : [], sent)
  const { cursor, limit } = parsePage({ limit: query.limit, startingAfter: query.starting_after })
  return { after: cursor, limit }
}

/** A row as an operation of the gate: admitted by token, with its idempotency, its log and its errors. */
function adminOperation(
  row: AdminRoute,
  callerOf: ReadCaller,
  envelope: Envelope,
): Operation<RestRequest, Sent<Page>, unknown> {
  return {
    name: row.name,
    scope: null,
    callerOf,
    envelope,
    payload: takesKey(row) ? payloadOf : null,
    read: reading(row, (query) => readPage(row, query)),
    run: (context, { params, query: page, body }) =>
      row.run(context, { params: params as { id: string }, page, body: body as never }),
    render: (result, context, { request }) => ({
      status: row.status,
      text: JSON.stringify(row.view ? row.view(result as never, context, request.url) : result),
    }),
  }
}

const described: AdminRoute = {
  verb: 'GET',
  path: '/admin/v1/openapi.json',
  name: 'admin.openapi',
  summary: 'This document',
  answers: {},
  run: async () => adminDocument(),
}

/** INVARIANT (operator alone): every answer on this port needs a token, the document included. */
export function mountAdmin(fastify: FastifyInstance, app: App, callerOf: ReadCaller): void {
  const envelope = refuseInEnvelopes(fastify, app)
  for (const row of [described, ...adminRoutes]) {
    const operation = adminOperation(row, callerOf, envelope)
    fastify.route({ method: row.verb, url: row.path, ...performs(app, operation, bodyLimits.rest) })
  }
}
