import { Copy, Eye } from 'lucide-react'
import { useState } from 'react'
import { useCopy } from './clipboard.ts'
import { Dialog } from './dialog.tsx'

type Props = { title: string; secret: string; children: string; onClose: () => void }

/** A secret that is shown once: it leaves the page with this dialog. */
export function SecretDialog({ title, secret, children, onClose }: Props) {
  const [isShown, setShown] = useState(false)
  const copy = useCopy()
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="body">
        <p>{children}</p>
        <div className="secret">
          <output className="mono" aria-label={title}>
            {isShown ? secret : `${secret.slice(0, 6)}${'•'.repeat(24)}`}
          </output>
          <button type="button" onClick={() => setShown(true)} disabled={isShown}>
            <Eye aria-hidden="true" />
            Show
          </button>
          <button type="button" onClick={() => copy(secret, 'Copied')}>
            <Copy aria-hidden="true" />
            Copy
          </button>
        </div>
      </div>
      <footer>
        <button type="button" className="primary" onClick={onClose}>
          I have stored it
        </button>
      </footer>
    </Dialog>
  )
}
