import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { Copy, Eye, X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { AnyVariables, CombinedError } from 'urql'
import { Button, type ButtonProps, IconButton } from './button.tsx'
import { Form } from './field.tsx'
import { useAct, useCopy } from './notice.tsx'
import { focusHeading } from './page.tsx'
import { Problem } from './problem.tsx'

/** Ends the dialog around: its opener provides it. */
export const CloseContext = createContext<() => void>(() => undefined)
export const useClose = () => useContext(CloseContext)

/** A dialog, once it is opened, until it closes. */
export function useDialog(dialog: ReactNode) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen && <CloseContext value={() => setOpen(false)}>{dialog}</CloseContext>
  return { open: () => setOpen(true), shown }
}

type OpenerProps = Omit<ButtonProps, 'onClick'> & { dialog: ReactNode }

/** A button that opens a dialog. The dialog ends with its button: what has to outlast it is a `useDialog` of its parent. */
export function Opener({ dialog, ...button }: OpenerProps) {
  const { open, shown } = useDialog(dialog)
  return (
    <>
      <Button {...button} onClick={open} />
      {shown}
    </>
  )
}

type DialogProps = { title: string; children: ReactNode; isWide?: boolean }

/**
 * A native modal dialog: it traps the focus, Escape closes it, and the focus returns to its opener. It is rendered
 * beside the page: inside a card with hidden overflow, accessibility checks would count it as hidden.
 */
export function Dialog({ title, children, isWide = false }: DialogProps) {
  const close = useClose()
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
      onClose={close}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <IconButton icon={X} name="Close" onClick={close} />
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
  onSubmit: (form: FormData) => void
  children: ReactNode
  isDanger?: boolean
  isWide?: boolean
}

/** A dialog with a form and one action. */
export function FormDialog({ title, action, isBusy, error, onSubmit, children, isDanger, isWide }: FormProps) {
  const close = useClose()
  return (
    <Dialog title={title} isWide={isWide ?? false}>
      <Form onSubmit={onSubmit}>
        <div className="body">{children}</div>
        <Problem error={error} />
        <footer>
          <Button text="Cancel" onClick={close} />
          <button type="submit" className={isDanger ? 'danger' : 'primary'} disabled={isBusy}>
            {action}
          </button>
        </footer>
      </Form>
    </Dialog>
  )
}

type ConfirmProps = Omit<FormProps, 'onSubmit' | 'isWide'> & { onConfirm: () => Promise<unknown> }

/** Asks before a write of its opener, which stays on the page: the focus returns to it. */
export function Confirm({ onConfirm, ...props }: ConfirmProps) {
  const close = useClose()
  const confirm = async () => {
    if ((await onConfirm()) !== null) close()
  }
  return <FormDialog isDanger {...props} onSubmit={confirm} />
}

type WriteProps<D, V> = Omit<FormProps, 'onSubmit' | 'isBusy' | 'error'> & {
  document: TypedDocumentNode<D, V>
  variablesOf: (form: FormData) => V
  /** Confirms the write. */
  done?: string
  /** It isn't ready, or may not be sent yet. */
  isBusy?: boolean
  /** It ends its record: the button warns, and the focus goes to the heading, since the opener may be gone. */
  isEnding?: boolean
  onDone?: (written: D) => void
  /** Takes the place of the form, in a dialog that stays open. */
  shownAfter?: (written: D) => ReactNode
}

/** A dialog that writes what its form says, and closes. */
export function WriteDialog<D, V extends AnyVariables>(props: WriteProps<D, V>) {
  const { document, variablesOf, done, isBusy = false, isEnding = false, onDone, shownAfter, ...form } = props
  const close = useClose()
  const { act, isBusy: isWriting, error } = useAct(document)
  const [written, setWritten] = useState<D | null>(null)

  async function write(fields: FormData) {
    const made = await act(variablesOf(fields), done)
    if (!made) return
    if (shownAfter) return setWritten(made)
    close()
    onDone?.(made)
    if (isEnding) focusHeading()
  }

  if (written && shownAfter) return shownAfter(written)
  return <FormDialog isDanger={isEnding} {...form} onSubmit={write} isBusy={isBusy || isWriting} error={error} />
}

type EndProps<D> = Omit<WriteProps<D, { id: string }>, 'variablesOf' | 'isEnding'> & { id: string }

/** Asks, and then ends the record of an id. */
export const EndDialog = <D,>({ id, ...dialog }: EndProps<D>) => (
  <WriteDialog {...dialog} variablesOf={() => ({ id })} isEnding />
)

/** The button of an `EndDialog`. */
export const EndButton = <D,>({ text, of, ...dialog }: EndProps<D> & Pick<ButtonProps, 'text' | 'of'>) => (
  <Opener text={text} of={of} dialog={<EndDialog {...dialog} />} />
)

type SecretProps = { title: string; secret: string | null; children: string }

/**
 * A secret that is shown once: it leaves the page with this dialog. The service leaves it out only where a request is
 * repeated under its Idempotency-Key, and the page sends none.
 */
export function SecretDialog({ title, secret, children }: SecretProps) {
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
