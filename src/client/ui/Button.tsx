import { forwardRef, type ButtonHTMLAttributes, type ReactNode } from 'react'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary` once a screen; `danger` for what cannot be undone; `quiet` without a frame. */
  look?: 'primary' | 'plain' | 'danger' | 'quiet'
  icon?: ReactNode
  /** As wide as its place, and as high as the thumb needs. */
  block?: boolean
}

/** A button of the token set, without the weight of a kit on the first load. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { look = 'plain', icon, block, className, children, type = 'button', ...rest },
  ref,
) {
  const names = ['ui-button', `is-${look}`, block && 'is-block', !children && 'is-icon', className]
  return (
    <button ref={ref} type={type} className={names.filter(Boolean).join(' ')} {...rest}>
      {icon}
      {children}
    </button>
  )
})
