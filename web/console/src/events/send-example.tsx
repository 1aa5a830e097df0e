import { useQuery } from 'urql'
import {
  EventTypesDocument,
  TestWebhookDocument,
  type TestWebhookMutationVariables,
  WebhooksDocument,
} from '../generated/documents.ts'
import { FormDialog, useClose } from '../parts/dialog.tsx'
import { SelectField, textOf } from '../parts/field.tsx'
import { useAct, useNotice } from '../parts/notice.tsx'
import { Waiting } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSession } from '../session.ts'
import { testOutcome } from '../webhooks/state.ts'

/** Sends an example to a webhook at once, and shows the receiver's answer. @returns false after a refusal */
export function useTest() {
  const { act, isBusy, error } = useAct(TestWebhookDocument)
  const notice = useNotice()
  async function test(variables: TestWebhookMutationVariables): Promise<boolean> {
    const sent = await act(variables)
    const attempt = sent?.testWebhook.attempts.at(-1)
    if (!attempt) return false
    const { text, tone } = testOutcome(attempt)
    notice(text, tone === 'bad')
    return true
  }
  return { test, isBusy, error }
}

type Props = {
  /** The initial choice. */
  type: string
  /** The only webhook to choose; any of the newest when absent. */
  webhook?: string
}

/** Asks for a type of event and a webhook, and sends the example. */
export function SendExample({ type, webhook }: Props) {
  const { viewer } = useSession()
  const [{ data: catalogue }] = useQuery({ query: EventTypesDocument })
  const [{ data, error: unread }] = useQuery({ query: WebhooksDocument, variables: { first: 50 }, pause: !!webhook })
  const { test, isBusy, error } = useTest()
  const close = useClose()
  const urls = data?.webhooks.edges.map(({ node: { id, url } }) => [id, url] as const)
  const types = viewer.livemode ? ['webhook.test'] : catalogue?.eventTypes.map((each) => each.type)

  async function send(form: FormData) {
    if (await test({ id: webhook ?? textOf(form, 'webhook')!, type: textOf(form, 'type')! })) close()
  }

  const isReady = types !== undefined && (webhook !== undefined || urls !== undefined)
  return (
    <FormDialog title="Send an example" action="Send" onSubmit={send} {...{ isBusy, error }}>
      {!isReady && !unread && <Waiting />}
      {unread && <Problem error={unread} />}
      {isReady && (
        <SelectField
          label="Type of event"
          name="type"
          options={types.map((each) => [each, each])}
          defaultValue={types.includes(type) ? type : 'webhook.test'}
          hint={
            viewer.livemode
              ? 'In live mode a test alone is sent: a receiver acts on what it is told.'
              : 'Its ids name nothing that exists.'
          }
        />
      )}
      {isReady && urls && urls.length > 0 && <SelectField label="To" name="webhook" options={urls} />}
      {urls?.length === 0 && <p>There is no webhook yet to send it to.</p>}
    </FormDialog>
  )
}
