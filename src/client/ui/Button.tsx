import { forwardRef, type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useId } from 'react'
import { tapFilter } from './tap-filter'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Use `primary` at most once per screen and `danger` for actions that cannot be undone; `quiet` has no frame. */
  look?: 'primary' | 'plain' | 'danger' | 'quiet'
  icon?: ReactNode
  /** Full width of its container, with a touch-friendly height. */
  block?: boolean
  /** For buttons that are pressed quickly in a row on purpose, such as an erase key: disables the double-tap filter. */
  allowsRapidTaps?: boolean
}

/** The app's button, styled by our tokens so that the first load needs no UI kit. A double tap triggers it once. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  {
    look = 'plain',
    icon,
    block,
    className,
    children,
    type = 'button',
    allowsRapidTaps = false,
    onClick,
    ...buttonProps
  },
  ref,
) {
  const onPress = (event: MouseEvent<HTMLButtonElement>) => {
    if (allowsRapidTaps || tapFilter.shouldCount(event.nativeEvent)) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  const classNames = ['ui-button', `is-${look}`, block && 'is-block', !children && 'is-icon', className]
  return (
    <button ref={ref} type={type} className={classNames.filter(Boolean).join(' ')} onClick={onPress} {...buttonProps}>
      {icon}
      {children}
    </button>
  )
})

/** A button that explains why it is disabled, if it is. */
export function ExplainedButton({
  disabledReason,
  ...button
}: Omit<ButtonProps, 'disabled'> & { disabledReason: string | null }) {
  const id = useId()
  return (
    <span className="ui-offered">
      <Button {...button} disabled={disabledReason !== null} {...(disabledReason ? { 'aria-describedby': id } : {})} />
      {disabledReason && <small id={id}>{disabledReason}</small>}
    </span>
  )
}
