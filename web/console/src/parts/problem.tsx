import { CircleAlert } from 'lucide-react'
import type { CombinedError } from 'urql'
import { Button } from './button.tsx'

/** A refusal in words: the service's message and code, or our own without an answer. */
export type Refusal = { message: string } & Partial<
  Record<'code' | 'param' | 'requestId' | 'retryAfter', string | null | undefined>
>

export const unreachable: Refusal = {
  message: 'The service could not be reached. Check the connection, then try again.',
}

export function refusalOf(error: CombinedError): Refusal {
  const [first] = error.graphQLErrors ?? []
  if (!first) return unreachable
  const { code, param, requestId } = first.extensions as Record<string, string | undefined>
  const retryAfter = (error.response as Response | undefined)?.headers.get('retry-after')
  return { message: first.message, code: code?.toLowerCase(), param, requestId, retryAfter }
}

type Props = { refusal?: Refusal; error?: CombinedError | undefined; onRetry?: (() => void) | undefined }

/** Announces an error at once to screen readers. Shows nothing without one. */
export function Problem({ refusal, error, onRetry }: Props) {
  const told = refusal ?? (error && refusalOf(error))
  if (!told) return null
  const { message, code, param, requestId, retryAfter } = told
  return (
    <div className="problem" role="alert">
      <CircleAlert />
      <div>
        <p>
          {message}
          {retryAfter && ` Try again in ${retryAfter} s.`}
        </p>
        {code && (
          <p className="small">
            <code>{code}</code>
            {param && (
              <>
                {' '}
                in <code>{param}</code>
              </>
            )}
            {requestId && <span className="request"> · {requestId}</span>}
          </p>
        )}
      </div>
      {onRetry && <Button text="Try again" onClick={onRetry} />}
    </div>
  )
}
