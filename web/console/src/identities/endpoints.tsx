import { Plus, Wallet } from 'lucide-react'
import { useState } from 'react'
import { History } from '../audit/history.tsx'
import { RemoveEndpointDocument, UpdateEndpointDocument } from '../generated/documents.ts'
import { useAct } from '../parts/act.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { isMoreOpen, nameOf, PrivacyControl } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { endpointTypes } from '../parts/spelling.ts'
import { ReleaseDialog, ReleaseTag } from '../payable/release-policy.tsx'
import { useSession } from '../session.ts'
import { AddEndpoint } from './add-endpoint.tsx'
import type { EndpointRecord, IdentityRecord } from './detail.tsx'
import { endpointIcons } from './endpoint-icons.ts'

export function Endpoints({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const [isAdding, setAdding] = useState(false)
  const mayWrite = can('endpoints:write') && identity.status !== 'CLOSED'
  const endpoints = byPriority(identity)
  return (
    <section className="card" aria-labelledby="endpoints">
      <header>
        <h2 id="endpoints">Endpoints</h2>
        {mayWrite && (
          <button type="button" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            Add endpoint
          </button>
        )}
      </header>
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
      {isAdding && <AddEndpoint identity={identity.id} onClose={() => setAdding(false)} />}
    </section>
  )
}

/** In the service's order: the highest priority first. */
const byPriority = ({ endpoints }: IdentityRecord): EndpointRecord[] =>
  (endpoints?.edges ?? []).map(({ node }) => node).sort((a, b) => b.priority - a.priority)

type Capability = EndpointRecord['capabilities'][number]

function termsOf({ network, rail, supportsInstant, minAmount, maxAmount }: Capability): string {
  const amounts = minAmount === null && maxAmount === null ? null : `${minAmount ?? 0} – ${maxAmount ?? '∞'}`
  return [network, rail, supportsInstant && 'instant', amounts].filter(Boolean).join(' · ')
}

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
  const [open, setOpen] = useState<'turn' | 'remove' | 'release' | null>(null)
  const { act, isBusy, error } = useAct(UpdateEndpointDocument)
  const removal = useAct(RemoveEndpointDocument)
  const { id, type, addressPreview, privacyLevel, status, capabilities, priority, warnings } = endpoint
  const Icon = endpointIcons[type]
  const name = `${endpointTypes[type]} ${addressPreview ?? '…'}`
  const isActive = status === 'ACTIVE'
  return (
    <li className={isActive ? '' : 'dimmed'}>
      <div className="record-head">
        <Icon aria-hidden="true" />
        <strong>{endpointTypes[type]}</strong>
        <span className="mono value">{addressPreview ?? '…'}</span>
        {!isActive && <span className="tag">Disabled</span>}
        {endpoint.verification === 'PROVED' && <span className="status good">Proved</span>}
        <ReleaseTag policy={endpoint.release} />
        {mayWrite && (
          <div className="actions quiet-actions">
            <button type="button" aria-label={`Address access of ${name}`} onClick={() => setOpen('release')}>
              Address access
            </button>
            <button
              type="button"
              aria-label={`${isActive ? 'Disable' : 'Enable'} ${name}`}
              onClick={() => setOpen('turn')}
            >
              {isActive ? 'Disable' : 'Enable'}
            </button>
            <button type="button" aria-label={`Remove ${name}`} onClick={() => setOpen('remove')}>
              Remove
            </button>
          </div>
        )}
      </div>
      {capabilities.length > 0 && (
        <p className="capabilities">
          {capabilities.map((capability) => (
            <span className="tag" key={JSON.stringify(capability)}>
              <b>{capability.asset}</b> {termsOf(capability)}
            </span>
          ))}
        </p>
      )}
      <Warnings warnings={warnings} capabilities={capabilities} />
      <div className="record-foot">
        <PrivacyControl
          name={name}
          on="endpoint"
          value={privacyLevel}
          isDisabled={!mayWrite}
          {...{ isBusy, error }}
          changeTo={(privacyLevel) => ({ updateEndpoint: { id, input: { privacyLevel } } })}
          onChoose={(level) =>
            act(
              { id, input: { privacyLevel: level } },
              `${name} is now ${nameOf(level)}`,
              isMoreOpen(privacyLevel, level) ? { id, input: { privacyLevel } } : undefined,
            )
          }
        />
        {priority !== 0 && <span className="quiet small">priority {priority}</span>}
        <History id={id} name={name} />
      </div>
      <Problem error={error} />
      {open === 'release' && <ReleaseDialog endpoint={endpoint} onClose={() => setOpen(null)} />}
      {open === 'turn' && (
        <Confirm
          title={`${isActive ? 'Disable' : 'Enable'} ${name}?`}
          action={`${isActive ? 'Disable' : 'Enable'} endpoint`}
          onConfirm={() =>
            act({ id, input: { status: isActive ? 'DISABLED' : 'ACTIVE' } }, isActive ? 'Disabled' : 'Enabled')
          }
          onClose={() => setOpen(null)}
          isLasting
          isDanger={isActive}
          {...{ isBusy, error }}
        >
          <p>
            {isActive
              ? 'Nobody is shown it any more, from now on, until it is enabled again. Payers who rely on it are not told.'
              : `It is disclosed again, as its privacy level (${nameOf(privacyLevel)}) and your grants say.`}
          </p>
        </Confirm>
      )}
      {open === 'remove' && (
        <Confirm
          title="Remove this endpoint?"
          action="Remove endpoint"
          onConfirm={() => removal.act({ id }, 'Endpoint removed')}
          onClose={() => setOpen(null)}
          isBusy={removal.isBusy}
          error={removal.error}
        >
          <p>{name} is no longer disclosed, and its sealed address is erased. This can’t be undone.</p>
        </Confirm>
      )}
    </li>
  )
}
