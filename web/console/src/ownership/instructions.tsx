import { Copy } from 'lucide-react'
import { Button } from '../parts/button.tsx'
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
                <Button icon={Copy} text="Copy" aria-label={`Copy: ${name}`} onClick={() => copy(value, 'Copied')} />
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
