import { forwardRef, type ButtonHTMLAttributes, type MouseEvent, type ReactNode } from 'react'
import { taps } from './taps'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary` once a screen; `danger` for what cannot be undone; `quiet` without a frame. */
  look?: 'primary' | 'plain' | 'danger' | 'quiet'
  icon?: ReactNode
  /** As wide as its place, and as high as the thumb needs. */
  block?: boolean
  /** Pressed several times in a row on purpose, such as an erase key: every tap counts. */
  repeats?: boolean
}

/** A button of the token set, without the weight of a kit on the first load. A double tap presses it once. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { look = 'plain', icon, block, className, children, type = 'button', repeats = false, onClick, ...rest },
  ref,
) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (repeats || taps.counts(event.nativeEvent)) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  const names = ['ui-button', `is-${look}`, block && 'is-block', !children && 'is-icon', className]
  return (
    <button ref={ref} type={type} className={names.filter(Boolean).join(' ')} onClick={press} {...rest}>
      {icon}
      {children}
    </button>
  )
})
