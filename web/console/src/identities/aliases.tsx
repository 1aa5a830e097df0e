import { AtSign, Plus, Star } from 'lucide-react'
import { useState } from 'react'
import { History } from '../audit/history.tsx'
import { UpdateAliasDocument } from '../generated/documents.ts'
import { methodsOf } from '../ownership/methods.ts'
import { ProveAlias } from '../ownership/prove-alias.tsx'
import { Verification } from '../ownership/verification.tsx'
import { useAct } from '../parts/act.ts'
import { Empty } from '../parts/empty.tsx'
import { isMoreOpen, nameOf, PrivacyControl } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { aliasText, aliasTypes } from '../parts/spelling.ts'
import { When } from '../parts/when.tsx'
import { useSession } from '../session.ts'
import { AddAlias } from './add-alias.tsx'
import { GiveUpAlias, VouchForAlias } from './alias-dialogs.tsx'
import type { AliasRecord, IdentityRecord } from './detail.tsx'

export function Aliases({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const [isAdding, setAdding] = useState(false)
  const mayWrite = can('aliases:write') && identity.status !== 'CLOSED'
  const aliases = primaryFirst(identity)
  const released = identity.released?.edges.map(({ node }) => node) ?? []
  return (
    <section className="card" aria-labelledby="aliases">
      <header>
        <h2 id="aliases">Aliases</h2>
        {mayWrite && (
          <button type="button" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            Add alias
          </button>
        )}
      </header>
      <ul className="records">
        {aliases.map((alias) => (
          <AliasItem key={alias.id} alias={alias} mayWrite={mayWrite} />
        ))}
        {aliases.length === 0 && (
          <li>
            <Empty icon={AtSign} title="No aliases">
              Payers find an identity by an alias.
            </Empty>
          </li>
        )}
      </ul>
      {released.length > 0 && <Released aliases={released} />}
      {isAdding && <AddAlias identity={identity.id} onClose={() => setAdding(false)} />}
    </section>
  )
}

/** The primary alias, then the newest. */
export const primaryFirst = ({ aliases }: IdentityRecord): AliasRecord[] =>
  (aliases?.edges ?? []).map(({ node }) => node).sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))

function AliasItem({ alias, mayWrite }: { alias: AliasRecord; mayWrite: boolean }) {
  const [open, setOpen] = useState<'give up' | 'vouch' | 'prove' | null>(null)
  const { act, isBusy, error } = useAct(UpdateAliasDocument)
  const { id, type, privacyLevel, isPrimary, verification } = alias
  const text = aliasText(alias)
  const close = () => setOpen(null)
  return (
    <li>
      <div className="record-head">
        <strong className="value">{text}</strong>
        {isPrimary && (
          <span className="tag brand">
            <Star aria-hidden="true" />
            Primary
          </span>
        )}
        <Verification alias={alias} />
        {mayWrite && (
          <div className="actions quiet-actions">
            {!isPrimary && (
              <button
                type="button"
                aria-label={`Make primary: ${text}`}
                onClick={() => act({ id, input: { isPrimary: true } }, `${text} is now the primary alias`)}
              >
                Make primary
              </button>
            )}
            {verification !== 'PROVED' && methodsOf(alias).length > 0 && (
              <button type="button" aria-label={`Prove ${text}`} onClick={() => setOpen('prove')}>
                Prove
              </button>
            )}
            {verification === 'NONE' && (
              <button type="button" aria-label={`Vouch for ${text}`} onClick={() => setOpen('vouch')}>
                Vouch
              </button>
            )}
            <button type="button" aria-label={`Give up ${text}`} onClick={() => setOpen('give up')}>
              Give up
            </button>
          </div>
        )}
      </div>
      <div className="record-foot">
        <PrivacyControl
          name={text}
          on="alias"
          value={privacyLevel}
          isDisabled={!mayWrite}
          {...{ isBusy, error }}
          changeTo={(privacyLevel) => ({ updateAlias: { id, input: { privacyLevel } } })}
          onChoose={(level) =>
            act(
              { id, input: { privacyLevel: level } },
              `${text} is now ${nameOf(level)}`,
              isMoreOpen(privacyLevel, level) ? { id, input: { privacyLevel } } : undefined,
            )
          }
        />
        <span className="quiet small">{aliasTypes[type]}</span>
        <History id={id} name={text} />
      </div>
      <Problem error={error} />
      {open === 'give up' && <GiveUpAlias alias={alias} onClose={close} />}
      {open === 'prove' && <ProveAlias alias={alias} onClose={close} />}
      {open === 'vouch' && <VouchForAlias alias={alias} onClose={close} />}
    </li>
  )
}

const Released = ({ aliases }: { aliases: AliasRecord[] }) => (
  <details className="released">
    <summary>
      {aliases.length} {aliases.length === 1 ? 'alias' : 'aliases'} given up
    </summary>
    <ul>
      {aliases.map((alias) => (
        <li key={alias.id}>
          <s>{aliasText(alias)}</s>
          <History id={alias.id} name={aliasText(alias)} />
          {alias.availableAt && (
            <span className="quiet small">
              {Date.parse(alias.availableAt) > Date.now() ? 'free again' : 'free since'} <When at={alias.availableAt} />
            </span>
          )}
        </li>
      ))}
    </ul>
  </details>
)
