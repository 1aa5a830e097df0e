import { restOf } from '../../kernel/record.ts'
import { type SandboxReset, sandboxReset } from '../../registry/sandbox/service.ts'
import { type Noun, route } from './route.ts'
import { body, text } from './schema-parts.ts'
import { exampleId } from './view-parts.ts'

const rest = restOf(sandboxReset)
export const sandboxRecords = { sandboxReset: rest.schema }
export const sandboxViews = { sandboxReset: rest.view }

export const sandbox: Noun = {
  group: 'This caller',
  tags: { sandbox: 'Your own test mode.' },
  variables: {},
  records: sandboxRecords,
  routes: [
    route('POST /v1/sandbox/reset', {
      maps: 'Mutation.resetSandbox',
      summary: 'Empty your test mode, a page at a time: 202 while records are left',
      isPending: ({ status }: SandboxReset) => status === 'pending',
      body: body({ consumer: text('apc_…, your own, to confirm') }),
      example: { consumer: exampleId('apc') },
      args: ({ body: { consumer } }) => ({ consumer }),
      view: sandboxViews.sandboxReset,
      answers: sandboxRecords.sandboxReset,
    }),
  ],
}
