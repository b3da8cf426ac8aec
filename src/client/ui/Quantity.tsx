import { useState, type MouseEvent, type ReactNode, createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../format/use-language'
import { formatNumberParts, getDecimalsNextToLimits, getExceededLimit, type NumberParts } from '../format/number'
import { WarnIcon } from './icons'
import { useIsPrinting } from './display-settings'

export type QuantityProps = {
  value: number | null | undefined
  /** Unit as displayed; only plain counts have none. */
  unit?: string
  /** 2 by default; next to a limit as many more as show on which side of it the value lies. */
  decimals?: number
  hasFixedDecimals?: boolean
  /** Lower and upper limit in the same unit; values outside are highlighted. */
  lowLimit?: number | null
  highLimit?: number | null
  /**
   * `large` is the main number of a card: abbreviated from 10,000, like all numbers in `AbbreviatedNumbersProvider`.
   */
  size?: 'normal' | 'large'
  /** Shows all digits on cards too, e.g. for readings that are compared with the meter. */
  showsAllDigits?: boolean
}

/** Number and unit as one text node: a table has hundreds of them. */
function formatInline({ text, unit }: NumberParts): string {
  if (!unit) return text
  return unit === '%' ? `${text}%` : `${text}\u00a0${unit}`
}

/**
 * Displays a number with its unit. On cards it is abbreviated from 10,000 and shows the exact value on tap. A value
 * outside its limits gets a color, an icon and a word.
 */
export function Quantity({
  value,
  unit,
  decimals = 2,
  hasFixedDecimals,
  lowLimit,
  highLimit,
  size = 'normal',
  showsAllDigits = false,
}: QuantityProps) {
  const { t, i18n } = useTranslation('client')
  const isOnCard = useIsAbbreviated()
  const abbreviate = (size === 'large' || isOnCard) && !showsAllDigits
  const limits = { low: lowLimit, high: highLimit }
  const parts = formatNumberParts(value, {
    language: toLanguage(i18n.language),
    decimals: getDecimalsNextToLimits(value, limits, decimals),
    hasFixedDecimals,
    unit,
    abbreviate,
  })
  const exceededLimit = getExceededLimit(value, limits)
  const className = `ui-quantity is-${size}${exceededLimit ? ' is-out' : ''}`
  const display = {
    parts,
    className,
    size,
    warning: exceededLimit && <WarnIcon size={16} label={t(`ui.quantity.${exceededLimit}`)} />,
  }
  return parts.isAbbreviated ? (
    <AbbreviatedQuantity {...display} />
  ) : (
    <span className={className}>{renderText(display)}</span>
  )
}

interface QuantityDisplay {
  parts: NumberParts
  className: string
  size: 'normal' | 'large'
  warning: ReactNode
}
const renderText = ({ parts, size, warning }: QuantityDisplay): ReactNode => (
  <>
    {warning}
    {size === 'large' ? parts.text : formatInline(parts)}
    {size === 'large' && parts.unit && <span className="ui-unit">{parts.unit}</span>}
  </>
)
/** An abbreviated number that shows the exact value on tap and in print. */
function AbbreviatedQuantity(display: QuantityDisplay) {
  const [isOpen, setOpen] = useState(false)
  const isPrinting = useIsPrinting()
  const exact = display.parts.exact
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    setOpen(!isOpen)
  }
  return (
    <button type="button" className={display.className} onClick={toggle} aria-pressed={isOpen} title={exact}>
      {isOpen || isPrinting ? (
        <>
          {display.warning}
          {exact}
        </>
      ) : (
        renderText(display)
      )}
    </button>
  )
}

/**
 * True where numbers from 10,000 on are abbreviated: on cards, charts, headlines and large screens. Abbreviations are 万
 * in Chinese, and k, M or the larger unit in English, with one decimal. Tables, labels, forms, print and Excel show all
 * digits. The help entry `abbreviatedNumber` explains the abbreviations to users.
 */
const AbbreviatedContext = createContext(false)

/**
 * Abbreviates every number on a card or headline, so that a metric and its target look alike. Tables inside show all
 * digits.
 */
export function AbbreviatedNumbersProvider({ children }: { children: ReactNode }) {
  return <AbbreviatedContext value={true}>{children}</AbbreviatedContext>
}
/** Returns true inside a card or headline. */
const useIsAbbreviated = (): boolean => useContext(AbbreviatedContext)
