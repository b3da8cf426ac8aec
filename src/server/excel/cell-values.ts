import type { IssueCode } from '@/contract/errno'
import type { Field, Fields } from '@/contract/field'
import {
  formatClockTime,
  parseCellDay,
  getDisplayedAmount,
  isNumberCell,
  parseCellMoment,
  getCellNumber,
  formatCellText,
  parseCellTime,
  type CellValue,
  type WorkbookCalendar,
} from '@/contract/worksheet-cell'
import { multiplyRounded, getUnitFactor, parseTypedNumber } from '@/contract/unit-table'

/** How the cells under a heading are read. `options` maps every accepted text, folded, to the stored value. */
export interface CellKind {
  kind: Field['kind']
  format?: string
  digits?: number
  unit?: string
  options?: ReadonlyMap<string, string | boolean>
  /** For lists: the fields of an entry. */
  entryFields?: Fields
}
/** How the cells of a worksheet are read. */
export interface CellReadingOptions extends WorkbookCalendar {
  readonly decimals?: 'comma' | 'unclear'
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
      return toEntries(kind.entryFields ?? {}, formatCellText(cell))
    default:
      return toText(kind, cell)
  }
}

/** Excel keeps 15 digits of a number; further digits of a longer code are already lost. */
const EXACT_NUMBER_LIMIT = 1e15
/** Form in which Excel and data tools write a long number into a CSV file. A code such as 1E10 has no sign. */
const SCIENTIFIC_PATTERN = /^[+-]?\d([.,]\d+)?E\+\d{2,}$/i
/** Converts a cell to text; refuses it if Excel has turned it into a date or rounded it. */
function toText(kind: CellKind, cell: FilledCell): unknown {
  if (cell instanceof Date) return new CellIssue('dateInText')
  const number = getCellNumber(cell)
  if (number !== null && Math.abs(number) >= EXACT_NUMBER_LIMIT) return new CellIssue('digitsLost')
  const text =
    isNumberCell(cell) && cell.isPercent && kind.unit === '%'
      ? String(multiplyRounded(cell.number, 100))
      : formatCellText(cell)
  if (kind.kind !== 'note' && SCIENTIFIC_PATTERN.test(text)) return new CellIssue('digitsLost')
  return kind.options?.get(normalizeForComparison(text)) ?? text
}
/**
 * Converts a cell to `HH:mm`. Values with seconds and the end of the day are left for the check of the field to refuse.
 */
function toTime(cell: FilledCell): unknown {
  const timeOfDayMs = parseCellTime(cell)
  return timeOfDayMs === null ? new CellIssue('badFormat') : formatClockTime(timeOfDayMs)
}

function toNumber(kind: CellKind, cell: FilledCell, options: CellReadingOptions, headingUnit: string | null): unknown {
  if (typeof cell === 'boolean' || cell instanceof Date) return cell instanceof Date ? formatCellText(cell) : cell
  const fieldUnit = kind.unit ?? ''
  const amount = readAmount(cell, options)
  if (amount === null) return formatCellText(cell)
  const unit = amount.unit ?? headingUnit ?? fieldUnit
  const factor = getUnitFactor(unit, fieldUnit)
  if (factor === null) return new CellIssue('otherUnit', { unit: unit.slice(0, 40), own: fieldUnit || '—' })
  return removeRoundingNoise(kind, multiplyRounded(amount.number, factor), factor)
}
/** Reads the amount in a cell and the unit that the cell names itself; null if it is no number. */
function readAmount(cell: Exclude<FilledCell, Date | boolean>, { decimals }: CellReadingOptions) {
  if (typeof cell === 'number') return { number: cell, unit: null }
  if (isNumberCell(cell)) return getDisplayedAmount(cell) ?? { number: cell.number, unit: null }
  const text = cell
    .normalize('NFKC')
    .replace('−', '-')
    .trim()
    // Groups of three digits (ISO 80000-1); the first may be shorter
    .replace(/^[+-]?\s*\d{1,3}( \d{3})+(?!\d)/, (digits) => digits.replaceAll(' ', ''))
  const [, sign = '', digits = '', unit = ''] = /^([+-]?)\s*([\d.,]*\d[\d.,]*(?:e[+-]?\d+)?)\s*(.*)$/is.exec(text) ?? []
  const number = digits ? parseSheetNumber(sign + digits, decimals) : null
  // Digits after the number are no unit, though `元/25kg` is one in a heading
  return number === null || /^\d/.test(unit) ? null : { number, unit: unit || null }
}
/** Parses a number: `1,234.5` → 1234.5. A comma separates thousands, unless the file uses decimal commas. */
function parseSheetNumber(text: string, decimals: CellReadingOptions['decimals']): number | null {
  if (decimals && /[,]/.test(text)) return decimals === 'comma' ? parseCommaNumber(text) : null
  const withoutGroups = decimals === 'comma' && /^[+-]?\d{1,3}(\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text
  const withoutCommas = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(withoutGroups)
    ? withoutGroups.replaceAll(',', '')
    : withoutGroups
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(withoutCommas) ? Number(withoutCommas) : null
}
const parseCommaNumber = (text: string): number | null =>
  /^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/.test(text) ? Number(text.replaceAll('.', '').replace(',', '.')) : null
/**
 * Removes floating-point noise: a cell that shows 0.3 may hold 0.30000000000000004. Typed digits stay and are checked.
 * Only a conversion factor that is no power of ten (lb → kg) adds digits of its own.
 */
function removeRoundingNoise(kind: CellKind, amount: number, factor: number): number {
  const rounded = Number(amount.toFixed(Math.min(kind.kind === 'integer' ? 0 : (kind.digits ?? 3), 20)))
  const addsDigits = !Number.isInteger(Number(Math.log10(factor).toFixed(9)))
  return addsDigits || Math.abs(amount - rounded) <= Math.abs(amount) * 1e-13 ? rounded : amount
}

/**
 * Parses entries of numbers as an export writes them, with or without units: `1 × 800 mm × 797.4 mm; 2 × 800 × 797,4`.
 * An entry with fewer parts fills the required fields. Text of any other form is returned unchanged.
 */
function toEntries(entryFields: Fields, text: string): unknown {
  const fieldNames = Object.keys(entryFields)
  const requiredNames = fieldNames.filter((name) => entryFields[name]!.required)
  const entries = text
    .split(/[;；\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const parts = entry.split(/\s*[×xX*]\s*/)
      const matchingNames = [fieldNames, requiredNames].find(({ length }) => length === parts.length)
      const values = matchingNames?.map((name, i) => [name, parseEntryPart(entryFields[name]!, parts[i]!)] as const)
      return values?.every(([, value]) => value !== null)
        ? { ...Object.fromEntries(fieldNames.map((name) => [name, null])), ...Object.fromEntries(values) }
        : null
    })
  return entries.length > 0 && entries.every((entry) => entry !== null) ? entries : text
}
function parseEntryPart(field: Field, text: string): number | null {
  const fieldUnit = 'unit' in field && field.unit ? field.unit : ''
  const [, digits = '', unit = ''] = /^([+-]?[\d.,]+)\s*(.*)$/s.exec(text.normalize('NFKC').trim()) ?? []
  const [number, factor] = [parseTypedNumber(digits), getUnitFactor(unit || fieldUnit, fieldUnit)]
  return number === null || factor === null ? null : multiplyRounded(number, factor)
}
