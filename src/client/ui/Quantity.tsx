import { useState, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../format/use-language'
import { numberParts, type NumberParts } from '../format/number'
import { useAbbreviated } from './abbreviated-numbers'
import { WarnIcon } from './icons'
import { usePrinting } from './use-printing'

export type QuantityProps = {
  value: number | null | undefined
  /** The unit as written beside the number; every number has one but a plain count. */
  unit?: string
  decimals?: number
  fixed?: boolean
  /** Lower and upper limit, in the same unit; outside them the number stands out. */
  low?: number | null
  high?: number | null
  /** Large is the figure of a card: it is abbreviated from 10,000, as everything in `AbbreviatedNumbers`. */
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

/** A number with its unit. On a card it is abbreviated from 10,000 and shows the exact value on tap; out of limits: colour, icon and word. */
export function Quantity({ value, unit, decimals, fixed, low, high, size = 'normal', whole = false }: QuantityProps) {
  const { t, i18n } = useTranslation('client')
  const isOnCard = useAbbreviated()
  const shorten = (size === 'large' || isOnCard) && !whole
  const parts = numberParts(value, { language: toLanguage(i18n.language), decimals, fixed, unit, shorten })
  const out = side(value, low, high)
  const className = `ui-quantity is-${size}${out ? ' is-out' : ''}`
  const of = { parts, className, size, warning: out && <WarnIcon size={16} label={t(`ui.quantity.${out}`)} /> }
  return parts.shortened ? <AbbreviatedQuantity {...of} /> : <span className={className}>{textOf(of)}</span>
}

interface Shown {
  parts: NumberParts
  className: string
  size: 'normal' | 'large'
  warning: ReactNode
}
const textOf = ({ parts, size, warning }: Shown): ReactNode => (
  <>
    {warning}
    {size === 'large' ? parts.text : inOneLine(parts)}
    {size === 'large' && parts.unit && <span className="ui-unit">{parts.unit}</span>}
  </>
)
/** An abbreviated number; on paper, where nobody can tap it, the exact one. */
function AbbreviatedQuantity(of: Shown) {
  const [isOpen, setOpen] = useState(false)
  const isPrinting = usePrinting()
  const exact = of.parts.exact
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    setOpen(!isOpen)
  }
  return (
    <button type="button" className={of.className} onClick={toggle} aria-pressed={isOpen} title={exact}>
      {isOpen || isPrinting ? (
        <>
          {of.warning}
          {exact}
        </>
      ) : (
        textOf(of)
      )}
    </button>
  )
}
