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

/**
 * Check box drawn like antd-mobile's, whose component cannot be used: it brings a label of its own, while ours stand in
 * the labels of the areas, and it passes neither names nor descriptions to its input.
 */
export function Checkbox({ className, ...inputProps }: ToggleProps) {
  const names = ['ui-checkbox adm-checkbox', inputProps.checked && 'adm-checkbox-checked', className]
  return (
    <span className={names.filter(Boolean).join(' ')}>
      <input type="checkbox" {...inputProps} />
      <span className="adm-checkbox-icon" aria-hidden>
        {inputProps.checked && <CheckIcon />}
      </span>
    </span>
  )
}

/**
 * Tick in the corner of a chosen option, drawn like antd-mobile's Selector. The options around it stay real inputs and
 * buttons, which the Selector has none of; they have the class `adm-selector-item`.
 */
export const ChosenMark = () => (
  <span className="adm-selector-check-mark-wrapper" aria-hidden>
    <CheckMark />
  </span>
)
