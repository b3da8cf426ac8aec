import { useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../format/use-language'
import { numberParts, type NumberParts } from '../format/number'
import { WarnIcon } from './icons'

export type QuantityProps = {
  value: number | null | undefined
  /** The unit as written beside the number; every number has one but a plain count. */
  unit?: string
  decimals?: number
  fixed?: boolean
  /** Lower and upper limit, in the same unit; outside them the number stands out. */
  low?: number | null
  high?: number | null
  /** Large is the figure of a card: it is shortened from 10,000. */
  size?: 'normal' | 'large'
  /** All of its digits on a card too: what a meter shows is compared with the meter. */
  whole?: boolean
}

function side(value: number | null | undefined, low?: number | null, high?: number | null): 'low' | 'high' | null {
  if (value === null || value === undefined) return null
  if (low !== null && low !== undefined && value < low) return 'low'
  return high !== null && high !== undefined && value > high ? 'high' : null
}

/** One node a number: a table has hundreds of them. */
function inOneLine({ text, unit }: NumberParts): string {
  if (!unit) return text
  return unit === '%' ? `${text}%` : `${text}\u00a0${unit}`
}

/** A number with its unit. A card's figure, shortened from 10,000, shows the exact value on tap; out of limits: colour, icon and word. */
export function Quantity({ value, unit, decimals, fixed, low, high, size = 'normal', whole = false }: QuantityProps) {
  const { t, i18n } = useTranslation('client')
  const [exact, setExact] = useState(false)
  const shorten = size === 'large' && !whole
  const parts = numberParts(value, { language: toLanguage(i18n.language), decimals, fixed, unit, shorten })
  const out = side(value, low, high)
  const className = `ui-quantity is-${size}${out ? ' is-out' : ''}`
  const content = (
    <>
      {out && <WarnIcon size={16} label={t(`ui.quantity.${out}`)} />}
      {exact ? parts.exact : size === 'large' ? parts.text : inOneLine(parts)}
      {!exact && size === 'large' && parts.unit && <span className="ui-unit">{parts.unit}</span>}
    </>
  )
  if (!parts.shortened) return <span className={className}>{content}</span>
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    setExact(!exact)
  }
  return (
    <button type="button" className={className} onClick={toggle} aria-pressed={exact} title={parts.exact}>
      {content}
    </button>
  )
}
