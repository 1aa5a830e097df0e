import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'

type Props = Omit<ComponentProps<'button'>, 'type' | 'children'> & {
  text: string
  icon?: LucideIcon
  /** The record that is meant, for screen readers: several buttons of a page have the same text. */
  of?: string
}

export const Button = ({ text, icon: Icon, of, ...rest }: Props) => (
  <button type="button" aria-label={of && `${text} ${of}`} {...rest}>
    {Icon && <Icon aria-hidden="true" />}
    {text}
  </button>
)

type OpenerProps = Omit<Props, 'onClick'> & { dialog: (onClose: () => void) => ReactNode }

/** A button that opens a dialog. The dialog ends with its button: what has to outlast it is opened by its parent. */
export function Opener({ dialog, ...button }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
