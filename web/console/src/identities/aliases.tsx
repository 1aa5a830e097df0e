import { AtSign, BadgeCheck, Plus, ShieldCheck, Star } from 'lucide-react'
import { useState } from 'react'
import {
  type AliasType,
  ChallengeAliasDocument,
  CreateAliasDocument,
  ReleaseAliasDocument,
  UpdateAliasDocument,
  type VerificationMethod,
  VerifyAliasDocument,
} from '../generated/documents.ts'
import { MethodDialog, methods, methodsOf } from '../ownership/method-dialog.tsx'
import { Button } from '../parts/button.tsx'
import { EndButton, Opener, WriteDialog } from '../parts/dialog.tsx'
import { When } from '../parts/facts.tsx'
import { CheckField, SelectField, TextField, textOf } from '../parts/field.tsx'
import { useAct } from '../parts/notice.tsx'
import { Empty, Panel } from '../parts/page.tsx'
import { LevelField, levelOf, PrivacyControl } from '../parts/privacy.tsx'
import { Problem } from '../parts/problem.tsx'
import { History } from '../parts/record.tsx'
import { aliasText, aliasTypes, label } from '../parts/spelling.ts'
import { useSession } from '../session.ts'
import type { AliasRecord, IdentityRecord } from './detail.tsx'

export function Aliases({ identity }: { identity: IdentityRecord }) {
  const { can } = useSession()
  const mayWrite = can('aliases:write') && identity.status !== 'CLOSED'
  const aliases = primaryFirst(identity)
  const released = identity.released?.edges.map(({ node }) => node) ?? []
  return (
    <Panel
      id="aliases"
      title="Aliases"
      action={mayWrite && <Opener icon={Plus} text="Add alias" dialog={<AddAlias identity={identity.id} />} />}
    >
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
    </Panel>
  )
}

/** The primary alias, then the newest. */
export const primaryFirst = ({ aliases }: IdentityRecord): AliasRecord[] =>
  (aliases?.edges ?? []).map(({ node }) => node).sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))

function AliasItem({ alias, mayWrite }: { alias: AliasRecord; mayWrite: boolean }) {
  const update = useAct(UpdateAliasDocument)
  const { id, type, privacyLevel, isPrimary, verification } = alias
  const text = aliasText(alias)
  return (
    <li>
      <div className="record-head">
        <strong className="value">{text}</strong>
        {isPrimary && (
          <span className="tag brand">
            <Star />
            Primary
          </span>
        )}
        <Verification alias={alias} />
        {mayWrite && (
          <div className="actions quiet-actions">
            {!isPrimary && (
              <Button
                text="Make primary"
                aria-label={`Make primary: ${text}`}
                onClick={() => update.act({ id, input: { isPrimary: true } }, `${text} is now the primary alias`)}
              />
            )}
            {verification !== 'PROVED' && methodsOf(alias).length > 0 && (
              <Opener text="Prove" of={text} dialog={<ProveAlias alias={alias} />} />
            )}
            {verification === 'NONE' && (
              <Opener text="Vouch" aria-label={`Vouch for ${text}`} dialog={<VouchForAlias alias={alias} />} />
            )}
            <EndButton
              text="Give up"
              of={text}
              title={`Give up ${text}?`}
              action="Give up alias"
              document={ReleaseAliasDocument}
              id={id}
              done={`${text} is given up`}
            >
              <p>
                It stops resolving at once and cools down ({type === 'PHONE' ? '90' : '30'} days unless set otherwise).
                After that anybody may register it.
              </p>
            </EndButton>
          </div>
        )}
      </div>
      <div className="record-foot">
        <PrivacyControl on="alias" name={text} value={privacyLevel} isDisabled={!mayWrite} {...{ id, update }} />
        <span className="quiet small">{aliasTypes[type]}</span>
        <History id={id} name={text} />
      </div>
      <Problem error={update.error} />
    </li>
  )
}

const examples: Record<AliasType, string> = {
  USERNAME: '@alice',
  PHONE: '+1 415 555 2671',
  EMAIL: 'alice@example.com',
  MERCHANT_HANDLE: '$acme',
  PAYMENT_LINK: 'https://pay.example.com/alice',
}

function AddAlias({ identity }: { identity: string }) {
  const [type, setType] = useState<AliasType>('USERNAME')
  return (
    <WriteDialog
      title="Add alias"
      action="Add alias"
      document={CreateAliasDocument}
      variablesOf={(form) => ({
        input: {
          identity,
          type,
          value: textOf(form, 'value') ?? '',
          isPrimary: form.has('primary'),
          privacyLevel: levelOf(form),
        },
      })}
      done="Alias added"
    >
      <SelectField
        label="Type"
        name="type"
        options={Object.entries(aliasTypes)}
        onChange={(chosen) => setType(chosen as AliasType)}
      />
      <TextField label="Alias" name="value" placeholder={examples[type]} required />
      <LevelField />
      <CheckField name="primary" text="Make it the primary alias" />
    </WriteDialog>
  )
}

/** Starts a challenge for an own alias, and goes to it. */
const ProveAlias = ({ alias }: { alias: AliasRecord }) => (
  <MethodDialog
    title={`Prove ${aliasText(alias)}`}
    alias={alias}
    document={ChallengeAliasDocument}
    challengeOf={({ challengeAlias }) => challengeAlias.id}
  >
    A proof shows that the alias is under your control. It counts for more than your word.
  </MethodDialog>
)

const ways = [
  ['OTP', 'One-time password'],
  ['EMAIL_LINK', 'Link in an e-mail'],
  ['DOCUMENT', 'Document'],
  ['OTHER', 'Other'],
] as const

const VouchForAlias = ({ alias }: { alias: AliasRecord }) => (
  <WriteDialog
    title={`Vouch for ${aliasText(alias)}`}
    action="Vouch"
    document={VerifyAliasDocument}
    variablesOf={(form) => ({ id: alias.id, method: textOf(form, 'method') as VerificationMethod })}
    done={`You vouch for ${aliasText(alias)}`}
  >
    <SelectField
      label="How you verified it"
      name="method"
      options={ways}
      hint="Signpost records that you vouch for it. Nobody else checked it."
    />
  </WriteDialog>
)

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

/** The evidence for an alias: a proof, or its owner's attestation. Shows nothing without any. */
function Verification({ alias: { verification, verifiedMethod, proofExpiresAt } }: { alias: AliasRecord }) {
  if (verification === 'NONE') return null
  if (verification === 'ATTESTED') {
    return (
      <span className="tag" title={`Your word: ${nameOf(verifiedMethod)}`}>
        <BadgeCheck />
        Attested
      </span>
    )
  }
  return (
    <>
      <span className="tag proved" title={`Proved: ${nameOf(verifiedMethod)}`}>
        <ShieldCheck />
        Proved
      </span>
      {proofExpiresAt && (
        <span className="quiet small">
          the proof ends <When at={proofExpiresAt} />
        </span>
      )}
    </>
  )
}

const nameOf = (method: string | null): string => {
  if (method === null) return 'no method is stored'
  const told = Object.entries(methods).find(([name]) => name === method)
  return (told?.[1].text ?? label(method)).toLowerCase()
}
