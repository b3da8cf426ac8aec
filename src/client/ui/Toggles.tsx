import '@/client/antd'
import { CheckIcon } from 'antd-mobile/es/components/checkbox/check-icon'
import 'antd-mobile/es/components/checkbox/checkbox.css'
import { CheckMark } from 'antd-mobile/es/components/selector/check-mark'
import 'antd-mobile/es/components/selector/selector.css'
import SwitchDrawing from 'antd-mobile/es/components/switch'
import type { InputHTMLAttributes } from 'react'
import './toggles.css'

type ToggleProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'checked'> & { checked: boolean }

/**
 * Real check box that looks like antd-mobile's switch. antd-mobile's switch itself is only the picture, because it
 * cannot be focused and has a Chinese name.
 */
export function Switch({ className, ...inputProps }: ToggleProps) {
  return (
    <span className={className ? `ui-switch ${className}` : 'ui-switch'}>
      <input type="checkbox" role="switch" aria-checked={inputProps.checked} {...inputProps} />
      <SwitchDrawing checked={inputProps.checked} disabled={inputProps.disabled ?? false} aria-hidden />
    </span>
  )
}

/**
 * Real check box that looks like antd-mobile's. antd-mobile's component cannot be used, because it renders its own
 * label element and does not forward accessible names and descriptions to its input.
 */
export function Checkbox({ className, ...inputProps }: ToggleProps) {
  const classNames = ['ui-checkbox adm-checkbox', inputProps.checked && 'adm-checkbox-checked', className]
  return (
    <span className={classNames.filter(Boolean).join(' ')}>
      <input type="checkbox" {...inputProps} />
      <span className="adm-checkbox-icon" aria-hidden>
        {inputProps.checked && <CheckIcon />}
      </span>
    </span>
  )
}

/**
 * Tick in the corner of a chosen option, as in antd-mobile's Selector. Put it in a real input's label or a button with
 * the class `adm-selector-item`; the Selector itself has neither inputs nor buttons.
 */
export const ChosenMark = () => (
  <span className="adm-selector-check-mark-wrapper" aria-hidden>
    <CheckMark />
  </span>
)
