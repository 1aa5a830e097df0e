import { KeySquare, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  CreateSealingKeyDocument,
  RemoveSealingKeyDocument,
  type SealingJwkInput,
  SealingKeysDocument,
  type SealingKeysQuery,
} from '../generated/documents.ts'
import { Button } from '../parts/button.tsx'
import { EndButton, FormDialog, Opener, useClose } from '../parts/dialog.tsx'
import { Fact, Id, Status, shortId, When } from '../parts/facts.tsx'
import { AreaField, textOf } from '../parts/field.tsx'
import { ListingControls } from '../parts/listing.tsx'
import { useAct } from '../parts/notice.tsx'
import { PageHead } from '../parts/page.tsx'
import { RecordList } from '../parts/pages.tsx'
import { Problem } from '../parts/problem.tsx'
import { keepKey, makeKey } from '../releases/browser-keys.ts'
import { useSession } from '../session.ts'

type SealingKey = SealingKeysQuery['sealingKeys']['edges'][number]['node']

/** The keys that addresses are sealed to. Keys removed since the page was opened stay on it: they still count. */
export function SealingKeyPage() {
  const { can } = useSession()
  const [removed, setRemoved] = useState<readonly SealingKey[]>([])
  return (
    <>
      <PageHead
        title="Sealing keys"
        actions={
          can('sealing_keys:write') && (
            <Opener icon={Plus} text="Add key" className="primary" dialog={<AddSealingKey />} />
          )
        }
      >
        <ListingControls />
      </PageHead>
      <RecordList
        document={SealingKeysDocument}
        variables={{}}
        connectionOf={(data) => data.sealingKeys}
        empty={{
          icon: KeySquare,
          title: 'No sealing keys',
          children: 'A payer is sent an address sealed to its own key, so that nobody in between can read it.',
        }}
        itemOf={(key) => <KeyItem sealingKey={key} onRemoved={() => setRemoved((before) => [...before, key])} />}
      >
        {removed.map(({ id, jwk: { x } }) => (
          <li key={id} className="request dimmed">
            <div className="request-text">
              <p className="mono value quiet">{x}</p>
              <p className="small quiet">
                <Status value="REMOVED" /> <Id value={id} /> · it keeps its place for 24 hours, and can’t be added again
              </p>
            </div>
          </li>
        ))}
      </RecordList>
    </>
  )
}

function KeyItem({ sealingKey, onRemoved }: { sealingKey: SealingKey; onRemoved: () => void }) {
  const { can } = useSession()
  const { id, jwk, usableAt, createdAt } = sealingKey
  // Its delay may have ended since it was read.
  const status = Date.parse(usableAt) <= Date.now() ? 'USABLE' : sealingKey.status
  return (
    <li className="request">
      <div className="request-text">
        <p className="mono value">{jwk.x}</p>
        <p className="small quiet">
          <Status value={status} /> <Id value={id} /> · added <When at={createdAt} />
          <Fact told="usable" at={status === 'WAITING' && usableAt} />
        </p>
      </div>
      {can('sealing_keys:write') && (
        <div className="actions">
          <EndButton
            text="Remove"
            of={shortId(id)}
            title="Remove this key?"
            action="Remove key"
            document={RemoveSealingKeyDocument}
            id={id}
            done="Key removed"
            onDone={onRemoved}
          >
            <p>
              What is stored sealed to it is erased. It can’t be added again, and another key may have to wait a day
              before it can be used.
            </p>
          </EndButton>
        </div>
      )}
    </li>
  )
}

function AddSealingKey() {
  const { act, isBusy, error } = useAct(CreateSealingKeyDocument)
  const [problem, setProblem] = useState<string | null>(null)
  const close = useClose()

  async function add(form: FormData) {
    const read = readJwk(textOf(form, 'jwk') ?? '')
    setProblem('problem' in read ? read.problem : null)
    if ('problem' in read) return
    if (await act({ jwk: read.jwk }, 'Key added')) close()
  }

  /** Keeps the private half before the service is told: a key that nobody has would open nothing. */
  async function create() {
    try {
      const made = await makeKey()
      await keepKey(made)
      if (await act({ jwk: made.jwk }, 'Key added')) close()
    } catch {
      setProblem('This browser can’t create and keep such a key. Paste the public half of one.')
    }
  }

  return (
    <FormDialog title="Add a sealing key" action="Add key" onSubmit={add} {...{ isBusy, error }}>
      <p>
        <Button text="Create a key in this browser" onClick={create} disabled={isBusy} />
      </p>
      <p className="hint">
        Its private half stays in this browser, where no script can read it, and opens addresses on the page Releases.
        Or paste the public half of your own key:
      </p>
      <AreaField
        label="Public key (JWK)"
        name="jwk"
        placeholder={'{ "kty": "OKP", "crv": "X25519", "x": "…" }'}
        required
        hint="The public half of an X25519 key pair. Keep the private half where you open addresses."
      />
      <p className="hint">
        A new live key waits a day, unless the operator set another time. Your webhooks get an event at once, so you
        notice a key that a thief added.
      </p>
      {problem && <Problem refusal={{ message: problem }} />}
    </FormDialog>
  )
}

type ReadJwk = { jwk: SealingJwkInput } | { problem: string }

/**
 * Reads a pasted public key. A text with a private half is refused here.
 *
 * INVARIANT (a private key stays where it is): a text with a `d` in it never leaves the page.
 */
function readJwk(text: string): ReadJwk {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return { problem: 'This is not JSON. Paste the key as one object, from { to }.' }
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return { problem: 'Paste one key, from { to }.' }
  const { kty, crv, x, d } = read as Record<string, unknown>
  if (d !== undefined)
    return { problem: 'This has the private half, “d”. It was not sent. Paste the public half only.' }
  if (kty !== 'OKP' || crv !== 'X25519' || typeof x !== 'string')
    return { problem: 'The key must have "kty": "OKP", "crv": "X25519" and an "x".' }
  return { jwk: { kty, crv, x } }
}
