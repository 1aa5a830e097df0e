import { useEffect, useState } from 'react'
import { apiKey } from './api-key.ts'

const environments = { test: 'Test mode', live: 'Live mode' } as const

export function KeyField() {
  const [key, setKey] = useState(apiKey.read)
  useEffect(() => apiKey.write(key), [key])
  const mode = /^spk_(test|live)_/.exec(key.trim())?.[1] as keyof typeof environments | undefined

  return (
    <header className="bar">
      <a className="brand" href="/graphql">
        <img src="/graphql/explorer/signpost.svg" alt="" width="24" height="24" />
        Signpost
      </a>
      <label className="key">
        <span>API key</span>
        <input
          type="password"
          name="api-key"
          value={key}
          placeholder="spk_test_…"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setKey(event.target.value)}
        />
      </label>
      <output className={`mode ${mode ?? 'none'}`}>{mode ? environments[mode] : 'No key'}</output>
      <nav>
        <a href="/openapi.json">OpenAPI</a>
        <a href="/schema.graphql">SDL</a>
      </nav>
    </header>
  )
}
