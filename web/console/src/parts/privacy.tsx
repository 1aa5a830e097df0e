import { Globe, Handshake, Link2, Lock, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ImpactNote } from '../consent/impact.tsx'
import type { PrivacyLevel } from '../generated/documents.ts'
import { CloseContext, Confirm } from './dialog.tsx'
import { SelectField, textOf } from './field.tsx'
import type { Act } from './notice.tsx'

type Level = { level: PrivacyLevel; name: string; icon: LucideIcon; alias: string; endpoint: string }

/**
 * From open to closed: the meaning of each level for an alias and an endpoint. Source: the policy
 * (src/resolution/policy.ts).
 */
const levels: readonly Level[] = [
  {
    level: 'PUBLIC',
    name: 'Public',
    icon: Globe,
    alias: 'Resolves for every caller',
    endpoint: 'Disclosed to every caller',
  },
  {
    level: 'UNLISTED',
    name: 'Unlisted',
    icon: Link2,
    alias: 'Resolves for who knows it exactly',
    endpoint: 'Disclosed under a grant that covers it',
  },
  {
    level: 'CONSENT_REQUIRED',
    name: 'Consent',
    icon: Handshake,
    alias: 'Resolves with your consent',
    endpoint: 'Disclosed with your consent',
  },
  { level: 'PRIVATE', name: 'Private', icon: Lock, alias: 'Resolves for nobody', endpoint: 'Disclosed to nobody' },
]

type Change = { id: string; input: { privacyLevel: PrivacyLevel } }

type Props = {
  id: string
  /** The record's name in the dialog. */
  name: string
  on: 'alias' | 'endpoint'
  value: PrivacyLevel
  isDisabled: boolean
  update: Act<unknown, Change>
}

const of = (level: PrivacyLevel) => levels.find((each) => each.level === level)!
const isMoreOpen = (level: PrivacyLevel, than: PrivacyLevel) => levels.indexOf(of(level)) < levels.indexOf(of(than))

/**
 * A segmented control, which confirms before it opens anything further.
 *
 * INVARIANT (nothing opens in passing): the arrow keys move the focus only; Enter or Space chooses. Radio buttons would
 * choose on the way, and make a private record public for a moment.
 */
export function PrivacyControl({ id, name, on, value, isDisabled, update: { act, isBusy, error } }: Props) {
  const group = useRef<HTMLFieldSetElement>(null)
  const [asked, setAsked] = useState<PrivacyLevel | null>(null)
  const to = (privacyLevel: PrivacyLevel): Change => ({ id, input: { privacyLevel } })
  const write = (level: PrivacyLevel) =>
    act(to(level), `${name} is now ${nameOf(level)}`, isMoreOpen(value, level) ? to(value) : undefined)
  const choose = (level: PrivacyLevel) => {
    if (isBusy || level === value) return
    if (isMoreOpen(level, value)) setAsked(level)
    else void write(level)
  }
  if (isDisabled) return <PrivacyBadge value={value} />
  return (
    <>
      <fieldset
        ref={group}
        className="segments"
        aria-label={`Privacy of ${name}`}
        onKeyDown={(event) => moveFocus(event, group.current!)}
      >
        {levels.map(({ level, name, icon: Icon, ...means }) => (
          <button
            key={level}
            type="button"
            className={level.toLowerCase()}
            aria-pressed={level === value}
            aria-disabled={isBusy}
            tabIndex={level === value ? 0 : -1}
            title={means[on]}
            onClick={() => choose(level)}
          >
            <Icon />
            <span>{name}</span>
          </button>
        ))}
      </fieldset>
      {asked && (
        <CloseContext value={() => setAsked(null)}>
          <Confirm
            title={`Open ${name} further?`}
            action={`Make it ${nameOf(asked)}`}
            onConfirm={() => write(asked)}
            {...{ isBusy, error }}
          >
            <p>
              Now: {of(value)[on].toLowerCase()}. From then on: <b>{of(asked)[on].toLowerCase()}</b>.
            </p>
            <ImpactNote change={on === 'alias' ? { updateAlias: to(asked) } : { updateEndpoint: to(asked) }} />
            <p>What was disclosed meanwhile can’t be taken back.</p>
          </Confirm>
        </CloseContext>
      )}
    </>
  )
}

function moveFocus(event: KeyboardEvent, group: HTMLFieldSetElement): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const buttons = [...group.querySelectorAll('button')]
  const from = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[(from + step + buttons.length) % buttons.length]!.focus()
}

/** A level in a sentence. */
export const nameOf = (level: PrivacyLevel): string => of(level).name.toLowerCase()

export function PrivacyBadge({ value }: { value: PrivacyLevel }) {
  const { name, icon: Icon } = of(value)
  return (
    <span className={`privacy ${value.toLowerCase()}`}>
      <Icon />
      {name}
    </span>
  )
}

export const levelOptions = levels.map(({ level, name }) => [level, name] as const)

/** The level of a new record. Read it with `levelOf`. */
export const LevelField = () => (
  <SelectField label="Privacy level" name="level" options={[['', 'The identity’s default'], ...levelOptions]} />
)

/** The chosen level; undefined for the identity's default. */
export const levelOf = (form: FormData) => textOf(form, 'level') as PrivacyLevel | undefined
