import { useState, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../format/use-language'
import { formatNumberParts, type NumberParts } from '../format/number'
import { useAbbreviated } from './abbreviated-numbers'
import { WarnIcon } from './icons'
import { usePrinting } from './use-printing'

export type QuantityProps = {
  value: number | null | undefined
  /** Unit as displayed; only plain counts have none. */
  unit?: string
  decimals?: number
  fixed?: boolean
  /** Lower and upper limit in the same unit; values outside are highlighted. */
  low?: number | null
  high?: number | null
  /**
   * `large` is the main number of a card: abbreviated from 10,000, like all numbers in `AbbreviatedNumbersProvider`.
   */
  size?: 'normal' | 'large'
  /** Shows all digits on cards too, e.g. for readings that are compared with the meter. */
  whole?: boolean
}

function side(value: number | null | undefined, low?: number | null, high?: number | null): 'low' | 'high' | null {
  if (value === null || value === undefined) return null
  if (low !== null && low !== undefined && value < low) return 'low'
  return high !== null && high !== undefined && value > high ? 'high' : null
}

/** Number and unit as one text node: a table has hundreds of them. */
function inOneLine({ text, unit }: NumberParts): string {
  if (!unit) return text
  return unit === '%' ? `${text}%` : `${text}\u00a0${unit}`
}

/**
 * Displays a number with its unit. On cards it is abbreviated from 10,000 and shows the exact value on tap. A value
 * outside its limits gets a color, an icon and a word.
 */
export function Quantity({ value, unit, decimals, fixed, low, high, size = 'normal', whole = false }: QuantityProps) {
  const { t, i18n } = useTranslation('client')
  const isOnCard = useAbbreviated()
  const shorten = (size === 'large' || isOnCard) && !whole
  const parts = formatNumberParts(value, { language: toLanguage(i18n.language), decimals, fixed, unit, shorten })
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
/** An abbreviated number that shows the exact value on tap and in print. */
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
