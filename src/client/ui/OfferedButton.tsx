import { useId } from 'react'
import { Button, type ButtonProps } from './Button'

/** A button that says why it cannot be pressed now, where it cannot. */
export function OfferedButton({ why, ...button }: Omit<ButtonProps, 'disabled'> & { why: string | null }) {
  const id = useId()
  return (
    <span className="ui-offered">
      <Button {...button} disabled={why !== null} {...(why ? { 'aria-describedby': id } : {})} />
      {why && <small id={id}>{why}</small>}
    </span>
  )
}
