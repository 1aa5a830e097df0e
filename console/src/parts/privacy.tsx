import { Globe, Handshake, Link2, Lock, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { PrivacyLevel } from '../generated/documents.ts'

type Level = { level: PrivacyLevel; name: string; icon: LucideIcon; alias: string; endpoint: string }

/** From open to shut: what each level means on an alias and on an endpoint. Source: the policy (src/domain/disclosure.ts). */
export const levels: readonly Level[] = [
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
    endpoint: 'Registered, not yet offered to anyone',
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

type Props = {
  label: string
  on: 'alias' | 'endpoint'
  value: PrivacyLevel
  isDisabled: boolean
  onChoose: (level: PrivacyLevel) => void
}

/**
 * A segmented control.
 *
 * INVARIANT (nothing opens in passing): the arrow keys move the focus only; Enter or Space chooses. Radio buttons would
 * choose on the way, and make a private record public for a moment.
 */
export function PrivacyControl({ label, on, value, isDisabled, onChoose }: Props) {
  const group = useRef<HTMLFieldSetElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...group.current!.querySelectorAll('button')]
    const from = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(from + step + buttons.length) % buttons.length]!.focus()
  }
  return (
    <fieldset ref={group} className="segments" aria-label={label} onKeyDown={move}>
      {levels.map(({ level, name, icon: Icon, ...means }) => (
        <button
          key={level}
          type="button"
          className={level.toLowerCase()}
          aria-pressed={level === value}
          aria-disabled={isDisabled}
          tabIndex={level === value ? 0 : -1}
          title={means[on]}
          onClick={() => {
            if (!isDisabled && level !== value) onChoose(level)
          }}
        >
          <Icon aria-hidden="true" />
          <span>{name}</span>
        </button>
      ))}
    </fieldset>
  )
}

export function PrivacyBadge({ value }: { value: PrivacyLevel }) {
  const { name, icon: Icon } = levels.find(({ level }) => level === value)!
  return (
    <span className={`privacy ${value.toLowerCase()}`}>
      <Icon aria-hidden="true" />
      {name}
    </span>
  )
}

export const levelOptions = levels.map(({ level, name }) => [level, name] as const)
