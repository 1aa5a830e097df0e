import { Plus, Wallet } from 'lucide-react'
import { type ReleasePolicy, RemoveEndpointDocument, UpdateEndpointDocument } from '../generated/documents.ts'
import { Confirm, EndButton, Opener, WriteDialog } from '../parts/dialog.tsx'
import { ChoiceField, textOf } from '../parts/field.tsx'
import { useAct } from '../parts/notice.tsx'
import { Empty, Panel } from '../parts/page.tsx'
import { nameOf, PrivacyControl } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { Capabilities, endpointText, History } from '../parts/record.tsx'
import { endpointTypes } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import { AddEndpoint } from './add-endpoint.tsx'
import type { EndpointRecord, IdentityRecord } from './detail.tsx'
import { endpointIcon } from './endpoint-icons.ts'

export function Endpoints({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const mayWrite = can('endpoints:write') && identity.status !== 'CLOSED'
  const endpoints = byPriority(identity)
  return (
    <Panel
      id="endpoints"
      title="Endpoints"
      action={mayWrite && <Opener icon={Plus} text="Add endpoint" dialog={<AddEndpoint identity={identity.id} />} />}
    >
      <ul className="records">
        {endpoints.map((endpoint) => (
          <EndpointItem key={endpoint.id} endpoint={endpoint} mayWrite={mayWrite} />
        ))}
        {endpoints.length === 0 && (
          <li>
            <Empty icon={Wallet} title="No endpoints">
              An endpoint receives payments: a wallet, a bank account, a phone number.
            </Empty>
          </li>
        )}
      </ul>
    </Panel>
  )
}

/** In the service's order: the highest priority first. */
const byPriority = ({ endpoints }: IdentityRecord): EndpointRecord[] =>
  (endpoints?.edges ?? []).map(({ node }) => node).sort((a, b) => b.priority - a.priority)

/** A name that is not in the catalogue is shown as the owner wrote it. */
function Warnings({ warnings, capabilities }: Pick<EndpointRecord, 'warnings' | 'capabilities'>) {
  if (warnings.length === 0) return null
  return (
    <ul className="quiet small" aria-label="Warnings">
      {warnings.map(({ param, message }) => {
        const [, at, field] = param.split('.')
        const capability = capabilities[Number(at)]
        const name = field === 'network' ? capability?.network : capability?.rail
        return (
          <li key={param}>
            <b>{name}</b>: {message}
          </li>
        )
      })}
    </ul>
  )
}

function EndpointItem({ endpoint, mayWrite }: { endpoint: EndpointRecord; mayWrite: boolean }) {
  const update = useAct(UpdateEndpointDocument)
  const { id, type, addressPreview, privacyLevel, status, capabilities, priority, warnings } = endpoint
  const Icon = endpointIcon(type)
  const name = endpointText(endpoint)
  const isActive = status === 'ACTIVE'
  const turn = isActive ? 'Disable' : 'Enable'
  return (
    <li className={isActive ? '' : 'dimmed'}>
      <div className="record-head">
        <Icon />
        <strong>{endpointTypes[type].title}</strong>
        <span className="mono value">{addressPreview ?? '…'}</span>
        {!isActive && <span className="tag">Disabled</span>}
        {endpoint.verification === 'PROVED' && <span className="status good">Proved</span>}
        <ReleaseTag policy={endpoint.release} />
        {mayWrite && (
          <div className="actions quiet-actions">
            <Opener text="Address access" of={`of ${name}`} dialog={<ReleaseDialog endpoint={endpoint} />} />
            <Opener
              text={turn}
              of={name}
              dialog={
                <Confirm
                  title={`${turn} ${name}?`}
                  action={`${turn} endpoint`}
                  onConfirm={() => update.act({ id, input: { status: isActive ? 'DISABLED' : 'ACTIVE' } }, `${turn}d`)}
                  isDanger={isActive}
                  isBusy={update.isBusy}
                  error={update.error}
                >
                  <p>
                    {isActive
                      ? 'Nobody is shown it any more, from now on, until it is enabled again. Payers who rely on it are not told.'
                      : `It is disclosed again, as its privacy level (${nameOf(privacyLevel)}) and your grants say.`}
                  </p>
                </Confirm>
              }
            />
            <EndButton
              text="Remove"
              of={name}
              title="Remove this endpoint?"
              action="Remove endpoint"
              document={RemoveEndpointDocument}
              id={id}
              done="Endpoint removed"
            >
              <p>{name} is no longer disclosed, and its sealed address is erased. This can’t be undone.</p>
            </EndButton>
          </div>
        )}
      </div>
      <Capabilities of={capabilities} />
      <Warnings warnings={warnings} capabilities={capabilities} />
      <div className="record-foot">
        <PrivacyControl on="endpoint" value={privacyLevel} isDisabled={!mayWrite} {...{ id, name, update }} />
        {priority !== 0 && <span className="quiet small">priority {priority}</span>}
        <History id={id} name={name} />
      </div>
      <Problem error={update.error} />
    </li>
  )
}

/** Recipients of the address itself, sealed to their own key. From closed to open. */
const policies: readonly { value: ReleasePolicy; text: string; hint: string; tag?: string }[] = [
  { value: 'NEVER', text: 'Nobody', hint: 'The address is sent to nobody.' },
  {
    value: 'GRANTED',
    text: 'Payers with a grant',
    hint: 'The grant must cover the endpoint and allow its address.',
    tag: 'Address by grant',
  },
  {
    value: 'PUBLIC',
    text: 'Everybody who resolves it',
    hint: 'For an account that everybody may pay to, such as a shop’s.',
    tag: 'Address for everybody',
  },
]

const ReleaseTag = ({ policy }: { policy: ReleasePolicy }) => {
  const tag = policies.find(({ value }) => value === policy)?.tag
  return tag && <span className={`tag release-${policy.toLowerCase()}`}>{tag}</span>
}

const ReleaseDialog = ({ endpoint }: { endpoint: EndpointRecord }) => (
  <WriteDialog
    title={`Address access of ${endpointText(endpoint)}`}
    action="Save"
    document={UpdateEndpointDocument}
    variablesOf={(form) => ({ id: endpoint.id, input: { release: textOf(form, 'release') as ReleasePolicy } })}
    done="Address access saved"
  >
    <p>
      Payers get the whole address, sealed to their own key. Resolve never shows it. An address that was sent can’t be
      taken back.
    </p>
    <ChoiceField legend="The address may be sent to" name="release" options={policies} value={endpoint.release} />
  </WriteDialog>
)
