import '@/client/antd'
import SwitchDrawing from 'antd-mobile/es/components/switch'
import type { InputHTMLAttributes } from 'react'
import './toggles.css'

type ToggleProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'checked'> & { checked: boolean }

/**
 * Switch of antd-mobile over a real check box, which takes taps and keys and is what screen readers find: the drawing
 * alone has no focus and a Chinese name.
 */
export function Switch({ className, ...inputProps }: ToggleProps) {
  return (
    <span className={className ? `ui-switch ${className}` : 'ui-switch'}>
      <input type="checkbox" role="switch" aria-checked={inputProps.checked} {...inputProps} />
      <SwitchDrawing checked={inputProps.checked} disabled={inputProps.disabled ?? false} aria-hidden />
    </span>
  )
}
