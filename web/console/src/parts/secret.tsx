import { Copy, Eye } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { useCopy } from './clipboard.ts'
import { Dialog, useClose } from './dialog.tsx'

type Props = { title: string; secret: string | null; children: string }

/**
 * A secret that is shown once: it leaves the page with this dialog. The service leaves it out only where a request is
 * repeated under its Idempotency-Key, and the page sends none.
 */
export function SecretDialog({ title, secret, children }: Props) {
  const [isShown, setShown] = useState(false)
  const copy = useCopy()
  const close = useClose()
  const whole = secret ?? ''
  return (
    <Dialog title={title}>
      <div className="body">
        <p>{children}</p>
        <div className="secret">
          <output className="mono" aria-label={title}>
            {isShown ? whole : `${whole.slice(0, 6)}${'•'.repeat(24)}`}
          </output>
          <Button icon={Eye} text="Show" onClick={() => setShown(true)} disabled={isShown} />
          <Button icon={Copy} text="Copy" onClick={() => copy(whole, 'Copied')} />
        </div>
      </div>
      <footer>
        <Button text="I have stored it" className="primary" onClick={close} />
      </footer>
    </Dialog>
  )
}
