import { useId } from 'react'
import { Button, type ButtonProps } from './Button'

/** A button that explains why it is disabled, if it is. */
export function OfferedButton({ why, ...button }: Omit<ButtonProps, 'disabled'> & { why: string | null }) {
  const id = useId()
  return (
    <span className="ui-offered">
      <Button {...button} disabled={why !== null} {...(why ? { 'aria-describedby': id } : {})} />
      {why && <small id={id}>{why}</small>}
    </span>
  )
}
