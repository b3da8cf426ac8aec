import '@/client/antd'
import { CheckIcon } from 'antd-mobile/es/components/checkbox/check-icon'
import 'antd-mobile/es/components/checkbox/checkbox.css'
import type { InputHTMLAttributes } from 'react'
import './toggles.css'

/**
 * Check box drawn like antd-mobile's, whose component cannot be used: it brings a label of its own, while ours stand in
 * the labels of the areas, and it passes neither names nor descriptions to its input.
 */
export function Checkbox({
  className,
  ...inputProps
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'checked'> & { checked: boolean }) {
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
