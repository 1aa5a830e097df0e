import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { CombinedError } from 'urql'
import { focusHeading } from './heading.tsx'
import { Problem } from './problem.tsx'

type DialogProps = { title: string; onClose: () => void; children: ReactNode; isWide?: boolean }

/**
 * A native modal dialog: it traps the focus, Escape closes it, and the focus returns to its opener. It is rendered
 * beside the page: inside a card with hidden overflow, accessibility checks would count it as hidden.
 */
export function Dialog({ title, onClose, children, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useLayoutEffect(() => {
    const opened = dialog.current!
    opened.showModal()
    return () => opened.close()
  }, [])

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className={isWide ? 'wide' : ''}
      // The browser may close it without an event, after a second Escape.
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" className="icon" aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </button>
      </header>
      {children}
    </dialog>,
    document.body,
  )
}

type FormProps = {
  title: string
  action: string
  isBusy: boolean
  error: CombinedError | undefined
  onClose: () => void
  onSubmit: (form: FormData) => void
  children: ReactNode
  isDanger?: boolean
  isWide?: boolean
}

/** A dialog with a form and one action. */
export function FormDialog({ title, action, isBusy, error, onClose, onSubmit, children, isDanger, isWide }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={title} onClose={onClose} isWide={isWide ?? false}>
      <form onSubmit={submit}>
        <div className="body">{children}</div>
        <Problem error={error} />
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={isDanger ? 'danger' : 'primary'} disabled={isBusy}>
            {action}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

type ConfirmProps = Omit<FormProps, 'onSubmit' | 'isWide'> & {
  onConfirm: () => Promise<unknown>
  /** Its opener stays on the page, so the focus returns to it. */
  isLasting?: boolean
}

/**
 * Describes an action, and asks for confirmation. The opener may be gone afterwards: then the focus goes to the
 * heading.
 */
export function Confirm({ onConfirm, onClose, isLasting = false, ...props }: ConfirmProps) {
  const confirm = async () => {
    if ((await onConfirm()) === null) return
    onClose()
    if (!isLasting) focusHeading()
  }
  return <FormDialog {...props} isDanger={props.isDanger ?? true} onClose={onClose} onSubmit={confirm} />
}
