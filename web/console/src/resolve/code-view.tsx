import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { useCopy } from '../parts/clipboard.ts'
import { Panel } from '../parts/panel.tsx'
import { curlOf, graphqlOf, typescriptOf } from './code.ts'
import type { Question } from './question.ts'

const languages = [
  ['curl', curlOf],
  ['GraphQL', graphqlOf],
  ['TypeScript', typescriptOf],
] as const

/** The same request for programs. */
export function CodeView({ question }: { question: Question }) {
  const [chosen, setChosen] = useState<(typeof languages)[number][0]>('curl')
  const copy = useCopy()
  const write = languages.find(([name]) => name === chosen)![1]
  const code = write(question, location.origin)
  return (
    <Panel
      id="code"
      title="The same as code"
      action={
        <fieldset className="segments" aria-label="Language">
          {languages.map(([name]) => (
            <Button key={name} text={name} aria-pressed={name === chosen} onClick={() => setChosen(name)} />
          ))}
        </fieldset>
      }
    >
      <div className="answer-body">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
        <pre tabIndex={0}>{code}</pre>
        <div className="actions">
          <Button icon={Copy} text="Copy" onClick={() => copy(code, 'Copied')} />
        </div>
        <p className="hint">
          The key is not in it: set the environment variable <code>KEY</code>.
        </p>
      </div>
    </Panel>
  )
}
