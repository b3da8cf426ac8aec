import { explainNumberText, isSignOrRange, isUndecidedNumber, type DecimalSign } from '@/contract/decimal-sign'
import type { IssueCode } from '@/contract/errno'
import type { Field, Fields } from '@/contract/field'
import {
  formatClockTime,
  parseCellDay,
  getDisplayedAmount,
  isNumberCell,
  isUnclearShare,
  parseCellMoment,
  getCellNumber,
  formatCellText,
  parseCellTime,
  type CellValue,
  type WorkbookCalendar,
} from '@/contract/worksheet-cell'
import {
  multiplyRounded,
  getUnitFactor,
  isUnit,
  isYuan,
  isYuanPrice,
  joinLeadingGroups,
  parseFileNumber,
  toHalfWidth,
} from '@/contract/unit-table'

/** The kind of value that the cells under a heading contain, with unit, format and choices. */
export interface CellKind {
  kind: Field['kind']
  format?: string
  digits?: number
  unit?: string
  /** Other units that mean the same as `unit`. */
  otherUnits?: readonly string[]
  /** Stored value by accepted text; the texts are normalized by `normalizeForComparison`. */
  options?: ReadonlyMap<string, string | boolean>
  /** For lists: the fields of an entry. */
  entryFields?: Fields
  /** The import writer of the resource checks the cells; the schema of the field does not apply to them. */
  isConvertedByWriter?: boolean
}
/** Properties of a worksheet that affect how its cells are read. */
export interface CellReadingOptions extends WorkbookCalendar {
  readonly decimals?: DecimalSign
  /** Largest plain number of the column that may be a share; only set for columns with percentages. */
  readonly shareLimit?: number
}
/** The issue of a cell that must not be stored, although its text would be a valid value of the field. */
export class CellIssue {
  constructor(
    readonly code: IssueCode,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {}
}
/** Normalizes a text for comparison: width, case and runs of spaces are ignored. */
export const normalizeForComparison = (text: string): string =>
  text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Issues quote at most this many characters of a unit. */
export const MAX_UNIT_LENGTH = 40
type FilledCell = Exclude<CellValue, null>
/**
 * Converts a cell to the value that its field stores, or to a `CellIssue`. Text that cannot be understood is returned
 * unchanged, so that the check of the field explains the problem. Empty cells give null.
 * @param headingUnit unit named by the heading, if it differs from the field's
 */
export function convertCell(
  kind: CellKind,
  cell: CellValue,
  options: CellReadingOptions,
  headingUnit: string | null = null,
): unknown {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return null
  if (isUnclearShare(cell, options.shareLimit) && kind.unit && getUnitFactor(kind.unit, '%') === 1)
    return new CellIssue('mixedPercent')
  switch (kind.kind) {
    case 'integer':
    case 'amount':
      return toNumber(kind, cell, options, headingUnit)
    case 'choice':
      return kind.options?.get(normalizeForComparison(formatCellText(cell))) ?? formatCellText(cell)
    case 'text':
    case 'note':
      return kind.format === 'time' ? toTime(cell) : toText(kind, cell)
    case 'flag':
      return typeof cell === 'boolean'
        ? cell
        : (kind.options?.get(normalizeForComparison(formatCellText(cell))) ?? formatCellText(cell))
    case 'day':
      return typeof cell === 'boolean' ? cell : (parseCellDay(cell, options) ?? new CellIssue('badDay'))
    case 'moment':
      return typeof cell === 'boolean' ? cell : (parseCellMoment(cell, options) ?? new CellIssue('badMoment'))
    case 'list':
      return toEntries(kind.entryFields ?? {}, formatCellText(cell), options, headingUnit)
    default:
      return toText(kind, cell)
  }
}

/** Excel keeps 15 digits of a number; further digits of a longer code are already lost. */
const EXACT_NUMBER_LIMIT = 1e15
/** Form in which Excel and data tools write a long number into a CSV file. A code such as 1E10 has no `+`. */
const SCIENTIFIC_PATTERN = /^[+-]?\d([.,]\d+)?E\+\d{2,}$/i
/** Converts a cell to text; refuses it if Excel has turned it into a date or rounded it. */
function toText(kind: CellKind, cell: FilledCell): unknown {
  if (cell instanceof Date) return new CellIssue('dateInText')
  // Excel turns a typed ratio 40:1 into 40:01:00.
  if (isNumberCell(cell) && cell.isElapsedTime && !kind.unit) return new CellIssue('dateInText')
  if (typeof cell === 'boolean') return new CellIssue('booleanInText')
  if (isNumberCell(cell) && cell.isFraction) return new CellIssue('fractionInText')
  // Excel turns a typed code 12E3 into 12000, displayed as 1.20E+04. Readings are numbers.
  if (isNumberCell(cell) && cell.isScientific && !kind.unit && !kind.isConvertedByWriter)
    return new CellIssue('digitsLost')
  if (isNumberCell(cell) && cell.displayDivisor)
    return new CellIssue('unclearFormat', { shown: `÷${cell.displayDivisor}` })
  const number = getCellNumber(cell)
  if (number !== null && Math.abs(number) >= EXACT_NUMBER_LIMIT) return new CellIssue('digitsLost')
  // A text field with a unit holds readings, whose cells may display a unit: `0.0" g/min"`.
  const displayedAmount = kind.unit ? getDisplayedAmount(cell) : null
  const factor = displayedAmount && getUnitFactor(displayedAmount.unit, kind.unit!)
  if (displayedAmount && factor === null)
    return new CellIssue('otherUnit', { unit: displayedAmount.unit.slice(0, MAX_UNIT_LENGTH), own: kind.unit! })
  const text = displayedAmount ? String(multiplyRounded(displayedAmount.number, factor ?? 1)) : formatCellText(cell)
  if (kind.kind !== 'note' && SCIENTIFIC_PATTERN.test(text)) return new CellIssue('digitsLost')
  if (kind.format === 'phone') return toHalfWidth(text)
  return kind.options?.get(normalizeForComparison(text)) ?? text
}
/**
 * Converts a cell to `HH:mm`. Values with seconds and 24:00 pass unchanged, because the check of the field refuses them.
 */
function toTime(cell: FilledCell): unknown {
  const timeOfDayMs = parseCellTime(cell)
  return timeOfDayMs === null ? new CellIssue('badFormat') : formatClockTime(timeOfDayMs)
}

/** Currency signs and codes that may precede an amount. */
const CURRENCY_PREFIX = '¥|cny|rmb|us\\$|\\$|usd|€|eur'
function toNumber(kind: CellKind, cell: FilledCell, options: CellReadingOptions, headingUnit: string | null): unknown {
  if (typeof cell === 'boolean') return cell
  if (cell instanceof Date) return formatCellText(cell)
  const { decimals, ...optionsWithoutSign } = options
  // In whole numbers such as 1,234 pieces a comma can only separate thousands, unless the unit is converted.
  const isUndecidedInteger =
    kind.kind === 'integer' && decimals === 'undecided' && !toHalfWidth(formatCellText(cell)).includes('.')
  const amount = readAmount(cell, isUndecidedInteger ? optionsWithoutSign : options)
  if (amount === null) return new CellIssue(explainNumberText(formatCellText(cell), options.decimals))
  const factor = findFactor(kind, amount.unit, headingUnit)
  if (factor instanceof CellIssue)
    return isNumberCell(cell) && amount.unit && !isUnit(amount.unit)
      ? new CellIssue('unclearFormat', { shown: amount.unit.slice(0, MAX_UNIT_LENGTH) })
      : factor
  if (isUndecidedInteger && factor !== 1 && readAmount(cell, options) === null) return new CellIssue('unclearComma')
  return removeRoundingNoise(kind, multiplyRounded(amount.number, factor), factor)
}
/** Finds the factor that converts an amount into the unit of the field; the unit in the cell precedes the heading's. */
function findFactor(kind: CellKind, cellUnit: string | null, headingUnit: string | null): number | CellIssue {
  const fieldUnit = kind.unit ?? ''
  const columnUnit = headingUnit ?? fieldUnit
  // For ¥12.50 in a column of prices per kg, the column supplies the kg.
  const isMoneySign = cellUnit !== null && isYuan(cellUnit) && isYuanPrice(columnUnit)
  const unit = cellUnit === null || isMoneySign ? columnUnit : cellUnit
  // ¥1.20 under a heading with 万元 (ten thousand yuan) may be in either unit.
  const contradictsHeading =
    !isMoneySign && cellUnit !== null && isYuan(cellUnit) && ![1, null].includes(getUnitFactor(columnUnit, 'CNY'))
  // A field without a unit is not a ratio: 3.5% may mean 3.5 or 0.035.
  if (fieldUnit === '' && unit !== '') return new CellIssue('noUnit', { unit: unit.slice(0, MAX_UNIT_LENGTH) })
  if (contradictsHeading)
    return new CellIssue('otherUnit', {
      unit: unit.slice(0, MAX_UNIT_LENGTH),
      own: columnUnit.slice(0, MAX_UNIT_LENGTH),
    })
  const factors = [fieldUnit, ...(kind.otherUnits ?? [])].map((ownUnit) => getUnitFactor(unit, ownUnit))
  return (
    factors.find((factor) => factor !== null) ??
    new CellIssue('otherUnit', { unit: unit.slice(0, MAX_UNIT_LENGTH), own: fieldUnit })
  )
}
const AMOUNT_PATTERN = new RegExp(
  `^([+-]?)\\s*(${CURRENCY_PREFIX})?\\s*([+-]?)\\s*([\\d.,]*\\d[\\d.,]*(?:e[+-]?\\d+)?)\\s*(.*)$`,
  'is',
)
/** Groups of three digits (ISO 80000-1); the first may be shorter. */
const GROUPED_AMOUNT_PATTERN = new RegExp(
  `^[+-]?\\s*(?:${CURRENCY_PREFIX})?\\s*[+-]?\\s*[1-9]\\d{0,2}(?:( \\d{3})+|(['’]\\d{3})+)(?![\\d'’])`,
  'i',
)
/** A comma that can only be a decimal sign. Without a unit it may also separate two numbers, such as `1,5`. */
const UNAMBIGUOUS_COMMA_PATTERN = /^\d+,(\d{1,2}|\d{4,})$/
/** Reads the amount in a cell and the unit that the cell names itself; null if it is not a number. */
function readAmount(cell: Exclude<FilledCell, Date | boolean>, { decimals }: CellReadingOptions) {
  if (typeof cell === 'number') return { number: cell, unit: null }
  if (isNumberCell(cell)) return getDisplayedAmount(cell) ?? { number: cell.number, unit: cell.unit ?? null }
  // A line break or tab separates two values, not thousands.
  if (/[\r\n\t]/.test(cell.trim())) return null
  const text = toHalfWidth(cell)
    .replace('−', '-')
    .trim()
    .replace(GROUPED_AMOUNT_PATTERN, (amount) => amount.replace(/[ '’]/g, ''))
  const [, sign = '', currency = '', innerSign = '', digits = '', suffix = ''] = AMOUNT_PATTERN.exec(text) ?? []
  if (decimals === 'undecided' && isUndecidedNumber(digits)) return null
  const isDecimalComma = decimals !== 'unclear' && currency + suffix !== '' && UNAMBIGUOUS_COMMA_PATTERN.test(digits)
  const number = digits ? parseSheetNumber(sign + innerSign + digits, isDecimalComma ? 'comma' : decimals) : null
  // A cell whose unit begins with digits, even raised or circled ones, is not an amount.
  if (number === null || /^\d/.test(suffix.normalize('NFKC'))) return null
  if (currency && suffix && !suffix.startsWith('/')) return null
  if (isSignOrRange(suffix) || /^['’]\d/.test(suffix)) return null
  return { number, unit: currency + suffix || null }
}
/** Parses a number: `1,234.5` → 1234.5. A comma separates thousands, unless the file uses decimal commas. */
function parseSheetNumber(text: string, decimals: CellReadingOptions['decimals']): number | null {
  if (decimals && decimals !== 'undecided' && text.includes(','))
    return decimals === 'comma' ? parseCommaNumber(text) : null
  if (decimals === 'unclear' && POINT_GROUPS_PATTERN.test(text)) return null
  // The first group of thousands never begins with 0: 0,125 is not 125.
  const withoutGroups = decimals === 'comma' && POINT_GROUPS_PATTERN.test(text) ? text.replaceAll('.', '') : text
  const withoutCommas = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(withoutGroups)
    ? withoutGroups.replaceAll(',', '')
    : withoutGroups
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(withoutCommas) ? Number(withoutCommas) : null
}
/** Digits in groups of three that points may separate. */
const POINT_GROUPS_PATTERN = /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/
const parseCommaNumber = (text: string): number | null =>
  /^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+),\d+$/.test(text) ? Number(text.replaceAll('.', '').replace(',', '.')) : null
/**
 * Removes floating-point noise: a cell that shows 0.3 may hold 0.30000000000000004. Typed digits stay and are checked.
 * Only a conversion factor that is not a power of ten (lb → kg) adds digits.
 */
function removeRoundingNoise(kind: CellKind, amount: number, factor: number): number {
  const rounded = Number(amount.toFixed(Math.min(kind.kind === 'integer' ? 0 : (kind.digits ?? 3), 20)))
  // A whole number is refused instead: 20.5 in are not 521 mm.
  const addsDigits = kind.kind !== 'integer' && !Number.isInteger(Number(Math.log10(factor).toFixed(9)))
  return addsDigits || Math.abs(amount - rounded) <= Math.abs(amount) * 1e-13 ? rounded : amount
}

/**
 * Parses entries of numbers as an export writes them, with or without units: `1 × 800 mm × 797.4 mm; 2 × 800 × 797,4`.
 * An entry with fewer parts fills the required fields. Text of any other form is returned unchanged.
 * @param headingUnit unit in the heading; applies to numbers without a unit whose field has a unit
 */
function toEntries(
  entryFields: Fields,
  text: string,
  options: CellReadingOptions,
  headingUnit: string | null,
): unknown {
  const fieldNames = Object.keys(entryFields)
  const requiredNames = fieldNames.filter((name) => entryFields[name]!.required)
  const entries = text
    .split(/[;；\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const parts = entry.split(/\s*[×xX*]\s*/)
      const matchingNames = [fieldNames, requiredNames].find(({ length }) => length === parts.length)
      const values = matchingNames?.map(
        (name, i) => [name, parseEntryPart(entryFields[name]!, parts[i]!, options, headingUnit)] as const,
      )
      return values?.every(([, value]) => value !== null)
        ? { ...Object.fromEntries(fieldNames.map((name) => [name, null])), ...Object.fromEntries(values) }
        : null
    })
  return entries.length > 0 && entries.every((entry) => entry !== null) ? entries : text
}
function parseEntryPart(
  field: Field,
  text: string,
  { decimals }: CellReadingOptions,
  headingUnit: string | null,
): number | null {
  const fieldUnit = 'unit' in field && field.unit ? field.unit : ''
  const [, digits = '', suffix = ''] =
    /^([+-]?[\d.,]+)\s*(.*)$/s.exec(joinLeadingGroups(toHalfWidth(text).trim())) ?? []
  const unit = suffix || (fieldUnit && headingUnit) || fieldUnit
  const number = parseFileNumber(digits, decimals)
  const factor = unit && !fieldUnit ? null : getUnitFactor(unit, fieldUnit)
  return number === null || factor === null ? null : multiplyRounded(number, factor)
}
