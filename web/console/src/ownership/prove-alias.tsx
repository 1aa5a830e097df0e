import { useLocation } from 'wouter'
import { ChallengeAliasDocument, type ChallengeMethod } from '../generated/documents.ts'
import type { AliasRecord } from '../identities/detail.tsx'
import { useAct } from '../parts/act.ts'
import { aliasText } from '../parts/spelling.ts'
import { MethodDialog } from './method-dialog.tsx'

/** Starts a challenge for an own alias, and goes to it. */
export function ProveAlias({ alias, onClose }: { alias: AliasRecord; onClose: () => void }) {
  const { act, isBusy, error } = useAct(ChallengeAliasDocument)
  const [, go] = useLocation()

  async function start(method: ChallengeMethod) {
    const made = await act({ id: alias.id, method })
    if (!made) return
    onClose()
    go(`/challenges/${made.challengeAlias.id}`)
  }

  return (
    <MethodDialog title={`Prove ${aliasText(alias)}`} onChoose={start} {...{ alias, isBusy, error, onClose }}>
      A proof shows that the alias is under your control. It counts for more than your word.
    </MethodDialog>
  )
}
