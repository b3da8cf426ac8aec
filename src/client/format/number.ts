import { getLargerUnit, formatUnit } from './unit'

/** The two languages of the app. */
export type AppLanguage = 'zh' | 'en'

/** Displayed for a missing or invalid number. */
export const MISSING_TEXT = '–'

/**
 * Cards, charts and headlines abbreviate numbers from this value on, with one decimal (specification, section 9).
 * Chinese uses 万; English uses the larger unit (t, km), or else k and M.
 */
export const ABBREVIATE_FROM = 10_000

export type NumberFormat = {
  language: AppLanguage
  /** Maximum number of decimals; 2 by default. */
  decimals?: number
  /** Always displays exactly `decimals` decimals, so that columns align. */
  hasFixedDecimals?: boolean
  /**
   * Abbreviate from 10,000, for cards, charts and headlines (`AbbreviatedNumbersProvider`); elsewhere numbers stay exact.
   */
  abbreviate?: boolean
  /** Decimals of an abbreviated number; 1 by default. */
  abbreviatedDecimals?: number
  unit?: string
}

/** A number split for display: `text` is displayed, `exact` is revealed by a tap. */
export type NumberParts = { text: string; unit: string; exact: string; isAbbreviated: boolean; isMissing: boolean }

type NullableNumber = number | null | undefined

/** Shifts the decimal point in the decimal string, which keeps 1.005 from becoming 1.00499…. */
function shiftDecimalPoint(value: number, places: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e')
  return Number(`${mantissa}e${Number(exponent) + places}`)
}

/** Rounds half away from zero in decimal: 1.005 → 1.01, -1.005 → -1.01. Never returns -0. */
export function roundDecimal(value: number, decimals = 2): number {
  if (!Number.isFinite(value)) return value
  const rounded = shiftDecimalPoint(Math.round(shiftDecimalPoint(Math.abs(value), decimals)), -decimals)
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

interface NullableLimits {
  readonly low?: NullableNumber
  readonly high?: NullableNumber
}
/** Returns the limit that a value lies beyond; null if it is within its limits. */
export function getExceededLimit(value: NullableNumber, { low, high }: NullableLimits): 'low' | 'high' | null {
  if (value === null || value === undefined) return null
  if (low !== null && low !== undefined && value < low) return 'low'
  return high !== null && high !== undefined && value > high ? 'high' : null
}

/** Decimals of the finest difference between a value and its limit. */
const MAX_LIMIT_DECIMALS = 6
/**
 * Returns the decimals with which a value is displayed next to its limits: `decimals`, or more if the rounded value lies
 * on the other side of a limit. 1.63 above a limit of 1.6 is not displayed as 1.6.
 */
export function getDecimalsNextToLimits(value: NullableNumber, limits: NullableLimits, decimals: number): number {
  if (value === null || value === undefined) return decimals
  const exceededLimit = getExceededLimit(value, limits)
  let neededDecimals = decimals
  while (
    neededDecimals < MAX_LIMIT_DECIMALS &&
    getExceededLimit(roundDecimal(value, neededDecimals), limits) !== exceededLimit
  )
    neededDecimals += 1
  return neededDecimals
}

/** Significant digits of calculated amounts: the scales and meters of a plant are not more precise. */
const RESULT_DIGITS = 5
/**
 * Returns the number of decimals with which a calculated amount is displayed in tables: 10,589.877 kg has none, 12.345 kg
 * three.
 * @param storedDecimals decimals with which the amount is stored, the maximum
 */
export function getResultDecimals(value: number, storedDecimals: number): number {
  const wholeDigits = Math.max(1, Math.floor(Math.log10(Math.max(1, Math.abs(value)))) + 1)
  return Math.min(storedDecimals, Math.max(0, RESULT_DIGITS - wholeDigits))
}

const formatCache = new Map<string, Intl.NumberFormat>()

function formatDigits(value: number, language: AppLanguage, decimals: number, hasFixedDecimals: boolean): string {
  const key = `${language} ${decimals} ${hasFixedDecimals}`
  let format = formatCache.get(key)
  if (!format) {
    format = new Intl.NumberFormat(language, {
      minimumFractionDigits: hasFixedDecimals ? decimals : 0,
      maximumFractionDigits: decimals,
    })
    formatCache.set(key, format)
  }
  return format.format(value)
}

const suffixCache = new Map<string, string>()

/**
 * Returns the suffix of an abbreviated number in the language (万, k or M), from the browser's locale data.
 * @param unitSize ten thousand in zh, a thousand or a million in en
 */
function getCompactSuffix(language: AppLanguage, unitSize: number): string {
  const key = `${language} ${unitSize}`
  let suffix = suffixCache.get(key)
  if (suffix === undefined) {
    const parts = new Intl.NumberFormat(language, { notation: 'compact' }).formatToParts(unitSize)
    const localeSuffix = parts.find((part) => part.type === 'compact')?.value ?? ''
    // A small k means a thousand, but a small m means a thousandth.
    suffix = unitSize === MILLION ? localeSuffix : localeSuffix.toLowerCase()
    suffixCache.set(key, suffix)
  }
  return suffix
}
const MILLION = 1_000_000

/** Formats a number in parts. Missing, NaN and infinite values become "–" without a unit. */
export function formatNumberParts(value: NullableNumber, format: NumberFormat): NumberParts {
  const {
    language,
    decimals = 2,
    hasFixedDecimals = false,
    abbreviate = false,
    abbreviatedDecimals = 1,
    unit = '',
  } = format
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return { text: MISSING_TEXT, unit: '', exact: MISSING_TEXT, isAbbreviated: false, isMissing: true }
  }
  const rounded = roundDecimal(value, decimals)
  const displayUnit = formatUnit(unit, rounded, language)
  const exact = appendUnit(new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value), displayUnit)
  if (!abbreviate || Math.abs(rounded) < ABBREVIATE_FROM) {
    return {
      text: formatDigits(rounded, language, decimals, hasFixedDecimals),
      unit: displayUnit,
      exact,
      isAbbreviated: false,
      isMissing: false,
    }
  }
  const largerUnit = language === 'en' ? getLargerUnit(unit) : undefined
  const isMillions = language === 'en' && !largerUnit && roundDecimal(Math.abs(value) / 1_000, 1) >= 1_000
  const unitSize = language === 'zh' ? 10_000 : isMillions ? MILLION : 1_000
  const text =
    formatDigits(roundDecimal(value / unitSize, abbreviatedDecimals), language, abbreviatedDecimals, true) +
    (largerUnit ? '' : getCompactSuffix(language, unitSize))
  return { text, unit: largerUnit ?? displayUnit, exact, isAbbreviated: true, isMissing: false }
}

function appendUnit(text: string, unit: string): string {
  if (!unit) return text
  return unit === '%' ? `${text}%` : `${text} ${unit}`
}

/** Formats a number as one line: `12,345 kg`, abbreviated `1.2万 kg` or `12.3 t`; `–` if missing. */
export function formatNumber(value: NullableNumber, format: NumberFormat): string {
  const parts = formatNumberParts(value, format)
  return appendUnit(parts.text, parts.unit)
}

/** Formats the unabbreviated number with its unit and all decimals. */
export function formatExact(value: NullableNumber, language: AppLanguage, unit = ''): string {
  return formatNumberParts(value, { language, unit }).exact
}

/** Formats a ratio as a percentage (0.1234 → `12.34%`), 2 decimals by default; never abbreviated. */
export function formatPercent(ratio: NullableNumber, format: Omit<NumberFormat, 'unit' | 'abbreviate'>): string {
  if (ratio === null || ratio === undefined) return MISSING_TEXT
  return formatNumber(shiftDecimalPoint(ratio, 2), { ...format, unit: '%' })
}

const MEGABYTE = 1024 * 1024
const GIGABYTE = 1024 * MEGABYTE
/** Formats a size of files or storage in MB or GB. */
export function formatStorageSize(bytes: NullableNumber, language: AppLanguage): string {
  const isLarge = typeof bytes === 'number' && bytes >= GIGABYTE
  return formatNumber(typeof bytes === 'number' ? bytes / (isLarge ? GIGABYTE : MEGABYTE) : null, {
    language,
    decimals: 1,
    unit: isLarge ? 'GB' : 'MB',
  })
}
