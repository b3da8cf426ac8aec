import { useId } from 'react'
import { Button, type ButtonProps } from './Button'

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
