import type { EventActorType } from '../generated/documents.ts'
import { Consumer, Id, shortId } from './id.tsx'

const ways: Record<string, string> = { cli: 'on the command line', admin_api: 'over the admin interface' }

type Props = { actor: { type: EventActorType; id: string | null; name?: string | null }; isPlain?: boolean }

/** Names the actor of an event or of an entry, as far as the owner is told. */
export function Actor({ actor: { type, id, name }, isPlain = false }: Props) {
  if (type === 'OPERATOR') return <>the operator {ways[id ?? '']}</>
  if (type === 'SYSTEM' && isPlain) return <>the service</>
  if (type === 'SYSTEM') return <>the service itself{id && ` (${id})`}</>
  if (id === null) return <>another consumer</>
  if (isPlain) return <>{name ?? shortId(id)}</>
  if (id.startsWith('apc_')) return <Consumer value={id} />
  return (
    <>
      your key {name && <b>{name}</b>} <Id value={id} />
    </>
  )
}
