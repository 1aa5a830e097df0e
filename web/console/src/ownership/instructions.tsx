import { Copy } from 'lucide-react'
import { useCopy } from '../parts/clipboard.ts'
import type { ChallengeRecord } from './challenge.tsx'

/** The parts of the instructions for programs, by their common names. */
const facts = [
  ['recordName', 'Name of the TXT record'],
  ['recordValue', 'Value of the TXT record'],
  ['url', 'Page'],
  ['content', 'What the page answers'],
] as const

export function Instructions({ instructions }: { instructions: ChallengeRecord['instructions'] }) {
  const copy = useCopy()
  return (
    <>
      <p>{instructions.text}</p>
      <dl className="copied">
        {facts.map(([field, name]) => {
          const value = instructions[field]
          if (value === null) return null
          return (
            <div key={field}>
              <dt>{name}</dt>
              <dd>
                <code className="value">{value}</code>
                <button type="button" aria-label={`Copy: ${name}`} onClick={() => copy(value, 'Copied')}>
                  <Copy aria-hidden="true" />
                  Copy
                </button>
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
