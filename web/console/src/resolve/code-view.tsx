import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useCopy } from '../parts/clipboard.ts'
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
    <section className="card" aria-labelledby="code">
      <header>
        <h2 id="code">The same as code</h2>
        <fieldset className="segments" aria-label="Language">
          {languages.map(([name]) => (
            <button key={name} type="button" aria-pressed={name === chosen} onClick={() => setChosen(name)}>
              {name}
            </button>
          ))}
        </fieldset>
      </header>
      <div className="answer-body">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
        <pre tabIndex={0}>{code}</pre>
        <div className="actions">
          <button type="button" onClick={() => copy(code, 'Copied')}>
            <Copy aria-hidden="true" />
            Copy
          </button>
        </div>
        <p className="hint">
          The key is not in it: set the environment variable <code>KEY</code>.
        </p>
      </div>
    </section>
  )
}
