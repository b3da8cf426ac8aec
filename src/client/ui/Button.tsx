import '../antd'
import AdmButton, { type ButtonRef } from 'antd-mobile/es/components/button'
import {
  forwardRef,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type AriaAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { tapFilter } from './tap-filter'

export type ButtonLook = 'primary' | 'plain' | 'danger' | 'quiet'
export type ButtonProps = AriaAttributes & {
  /** Use `primary` at most once per screen and `danger` for actions that cannot be undone; `quiet` has no frame. */
  look?: ButtonLook
  icon?: ReactNode
  /** Full width of its container, with a touch-friendly height. */
  block?: boolean
  /** For buttons that are pressed quickly in a row on purpose, such as an erase key: disables the double-tap filter. */
  allowsRapidTaps?: boolean
  type?: 'button' | 'submit' | 'reset'
  disabled?: boolean | undefined
  id?: string | undefined
  title?: string | undefined
  className?: string | undefined
  children?: ReactNode
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
  /** Called about 100 ms before the tap is complete, e.g. to preload the popup that the button opens. */
  onTouchStart?: (() => void) | undefined
}

const COLOR_BY_LOOK = { primary: 'primary', danger: 'danger', plain: 'default', quiet: 'default' } as const

/** antd-mobile's button with our looks and sizes. A double tap triggers it once. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { look = 'plain', icon, block, className, children, type = 'button', allowsRapidTaps = false, ...buttonProps },
  ref,
) {
  const { onClick, onKeyDown, onTouchStart, id, title, disabled, ...ariaAttributes } = buttonProps
  const button = useRef<ButtonRef>(null)
  useImperativeHandle(ref, () => button.current?.nativeElement as HTMLButtonElement)
  // antd-mobile's button forwards only `aria-*` attributes, so `id` and `title` are set on the element.
  useLayoutEffect(() => {
    const element = button.current?.nativeElement
    for (const [name, value] of Object.entries({ id, title }))
      if (value === undefined) element?.removeAttribute(name)
      else element?.setAttribute(name, value)
  }, [id, title])
  const onPress = (event: MouseEvent<HTMLButtonElement>) => {
    if (allowsRapidTaps || tapFilter.shouldCount(event.nativeEvent)) return void onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  const classNames = ['ui-button', `is-${look}`, block && 'is-block', !children && 'is-icon', className]
  const element = (
    <AdmButton
      ref={button}
      type={type}
      color={COLOR_BY_LOOK[look]}
      fill={look === 'quiet' ? 'none' : 'solid'}
      className={classNames.filter(Boolean).join(' ')}
      disabled={disabled ?? false}
      onClick={onPress}
      {...(onTouchStart ? { onTouchStart } : {})}
      {...ariaAttributes}
    >
      {icon}
      {children}
    </AdmButton>
  )
  return onKeyDown ? <ButtonKeys onKeyDown={onKeyDown}>{element}</ButtonKeys> : element
})

/** Catches the keys of a button, which antd-mobile does not pass on. */
const ButtonKeys = ({ onKeyDown, children }: Required<Pick<ButtonProps, 'onKeyDown'>> & { children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from the button inside
  <span className="ui-button-keys" onKeyDown={onKeyDown}>
    {children}
  </span>
)

/** A button that displays why it is disabled. Null enables it; an empty reason disables it without an explanation. */
export function ExplainedButton({
  disabledReason,
  ...button
}: Omit<ButtonProps, 'disabled'> & { disabledReason: string | null }) {
  const id = useId()
  return (
    <span className="ui-explained-button">
      <Button {...button} disabled={disabledReason !== null} {...(disabledReason ? { 'aria-describedby': id } : {})} />
      {disabledReason && <small id={id}>{disabledReason}</small>}
    </span>
  )
}
