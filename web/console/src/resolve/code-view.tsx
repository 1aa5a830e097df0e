import { Copy } from 'lucide-react'
import { useState } from 'react'
import { disclosedName, endpointTypeTable } from '../../../../src/registry/endpoints/types/table.ts'
import { Button } from '../parts/button.tsx'
import { useCopy } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import type { LookUp, Question } from './question.ts'

/** A text in single quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The same request as a command line. The key is a variable there: the page never prints it. */
const curlOf = ({ path, body }: Question, origin: string): string =>
  [
    `curl -s ${quoted(origin + path)} \\`,
    '  -H "Authorization: Bearer $KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join('\n')

const shown = [
  'id',
  'type',
  'capabilities { asset network rail }',
  ...Object.entries(endpointTypeTable).map(
    ([type, { discloses }]) => `... on ${disclosedName(type)} { ${discloses.join(' ')} }`,
  ),
]
  .map((line) => `    ${line}`)
  .join('\n')

const assurance = `
    assurance {
      alias { verification days transferred }
      identity { days }
      changed { endpointId payeeNames days }
    }`

/** A GraphQL value: its member names have no quotes. */
function literal(value: object): string {
  if (Array.isArray(value)) return `[\n${value.map((item) => `    ${literal(item)}`).join('\n')}\n  ]`
  const members = Object.entries(value).map(([name, member]) =>
    typeof member === 'object' ? `${name}: ${literal(member)}` : `${name}: ${JSON.stringify(member)}`,
  )
  return `{ ${members.join(', ')} }`
}

/** In GraphQL further parts of the answer are fields, not input. */
const aliasOf = ({ include: _, ...lookUp }: LookUp & { include?: unknown }): LookUp => lookUp

function graphqlOf(question: Question): string {
  const isOne = question.path === '/v1/resolve'
  const call = isOne
    ? `resolve(input: ${literal(aliasOf(question.body))})`
    : `resolveBulk(items: ${literal(question.body.items)})`
  const extra = isOne ? '' : '\n    alias\n    status\n    error { type code }'
  return `{
  ${call} {${extra}
    identityId
    type
    matchedAlias { type value }
    endpoints {
${shown.replaceAll(/^/gm, '  ')}
    }
    disclosure { totalEndpoints disclosed }${question.body.include ? assurance : ''}
  }
}`
}

function typescriptOf({ path, body }: Question, origin: string): string {
  const method = path === '/v1/resolve' ? 'resolve' : 'resolveBulk'
  return `import { createSignpost } from '@signpost/client'

const signpost = createSignpost({
  apiKey: process.env.KEY ?? '',
  baseUrl: ${JSON.stringify(origin)},
})
const answer = await signpost.${method}(${JSON.stringify(body, null, 2)})
console.log(answer)`
}

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
