import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

export type ButtonProps = Omit<ComponentProps<'button'>, 'type' | 'children'> & {
  text: string
  icon?: LucideIcon
  /** The record that is meant, for screen readers: several buttons of a page have the same text. */
  of?: string | undefined
}

export const Button = ({ text, icon: Icon, of, ...rest }: ButtonProps) => (
  <button type="button" aria-label={of && `${text} ${of}`} {...rest}>
    {Icon && <Icon />}
    {text}
  </button>
)

type IconProps = Omit<ComponentProps<'button'>, 'type' | 'children'> & { icon: LucideIcon; name: string }

export const IconButton = ({ icon: Icon, name, ...rest }: IconProps) => (
  <button type="button" className="icon" aria-label={name} {...rest}>
    <Icon />
  </button>
)
