import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { type Signpost, SignpostError } from '../../client/client.ts'
import { RefusedError } from '../../client/errors.ts'
import { version } from '../../kernel/version.ts'
import { mcpTools } from './mcp-tools.ts'

/**
 * Renders a failure for a model: a code and ids.
 *
 * INVARIANT (no text): it never contains a message, which another server may have written.
 */
function failure(error: unknown): CallToolResult {
  const told =
    error instanceof RefusedError
      ? { error: codeOf(error.code), ...idOf(error.requestId), ...waitOf(error.retryAfter) }
      : { error: error instanceof SignpostError ? 'service_unreachable' : 'internal_error' }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(told) }] }
}

const codeOf = (code: string) => (/^[a-z_]{1,64}$/.test(code) ? code : 'answer_unreadable')
const idOf = (id: string | undefined) => (id !== undefined && /^req_[0-9a-z]{26}$/.test(id) ? { request_id: id } : {})
const waitOf = (seconds: number | undefined) => (seconds === undefined ? {} : { retry_after: seconds })

/** The tools of one key. */
export function createMcpServer(signpost: Signpost, purpose: string | undefined): Server {
  const tools = mcpTools(signpost, purpose)
  const server = new Server({ name: 'signpost', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ listed }) => listed) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ listed }) => listed.name === params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'There is no tool with that name')
    const given = params.arguments ?? {}
    if (!tool.accepts(given))
      return { isError: true, content: [{ type: 'text', text: '{"error":"parameter_invalid"}' }] }
    try {
      const answer = await tool.call(given, { signal })
      return { structuredContent: answer, content: [{ type: 'text', text: JSON.stringify(answer) }] }
    } catch (error) {
      return failure(error)
    }
  })
  return server
}

/** Returns the JSON-RPC 2.0 error for a malformed line, without its text; null for any other failure. */
function refusalOf({ name }: Error): { code: number; message: string } | null {
  if (name === 'SyntaxError') return { code: ErrorCode.ParseError, message: 'Parse error' }
  // A schema validates its shape.
  return /Zod/.test(name) ? { code: ErrorCode.InvalidRequest, message: 'Invalid Request' } : null
}

/** Answers malformed lines: the SDK ignores them, and a client would wait. */
function answerUnreadable(server: Server, transport: StdioServerTransport): void {
  server.onerror = (error) => {
    const refusal = refusalOf(error)
    // The id is null, because the request is unknown. The SDK's type has no such id.
    if (refusal) void transport.send({ jsonrpc: '2.0', id: null, error: refusal } as never)
  }
}

export async function serveMcp(signpost: Signpost, purpose: string | undefined): Promise<void> {
  const server = createMcpServer(signpost, purpose)
  const ended = new Promise<void>((settle) => {
    server.onclose = settle
    // The SDK doesn't end with its input.
    process.stdin.once('end', () => void server.close())
  })
  const transport = new StdioServerTransport()
  answerUnreadable(server, transport)
  await server.connect(transport)
  await ended
}
