/** Parses readings in the cells of a laboratory worksheet and converts them to the units of their indexes. */
import { explainNumberText, type DecimalSign } from '@/contract/decimal-sign'
import { getDisplayedAmount, getCellNumber, type NumberCell } from '@/contract/worksheet-cell'
import { isUnit, joinNarrowGroups, toHalfWidth } from '@/contract/unit-table'
import type { CellValue } from '@/server/excel/read-sheet'
import { parseTestReading, type TestReading, convertReading } from '../rules/reading'
import { parseHeadingUnit, toStandardUnit, type CandidateIndex } from '../rules/lab-columns'

export interface WorksheetIndex extends Pick<CandidateIndex, 'name' | 'nameEn' | 'unit'> {
  /** True if values may be negative. */
  readonly signed: boolean
  /** Decimals of its values. */
  readonly digits: number
}
/** A number whose point may separate thousands; it is ambiguous unless the decimal sign of the column is known. */
const UNCLEAR_POINT_PATTERN = /^[<≤]?\s*[+-]?[1-9]\d{0,2}(\.\d{3})+$/
const replaceDecimalComma = (raw: string | number): string | number => {
  if (typeof raw === 'number') return raw
  if (UNCLEAR_POINT_PATTERN.test(raw)) return raw.replaceAll('.', '')
  return /^[<≤]?\s*[+-]?[\d.]+,\d+$/.test(raw) ? raw.replaceAll('.', '').replace(',', '.') : raw
}
/** Splits a cell into its number and the unit that it displays or that follows in its text: `45.5%`, `<4 kPa`. */
function splitReadingUnit(cell: string | number | NumberCell): { raw: string | number; cellUnit: string | null } {
  const displayedAmount = getDisplayedAmount(cell)
  const number = displayedAmount?.number ?? getCellNumber(cell)
  // A cell that displays 0.3 may contain 0.30000000000000004.
  if (number !== null) return { raw: Number(number.toPrecision(12)), cellUnit: displayedAmount?.unit ?? null }
  const text = toHalfWidth(joinNarrowGroups(String(cell))).trim()
  const [, numberText = '', unitText = ''] = /^([<≤]?\s*[+-]?\s*\d(?:[\d.,]*\d)?)\s*([^\d\s.,].*)$/.exec(text) ?? []
  // The text after the first digit of `1e-7` or `1/2` is not a unit.
  return isUnit(toStandardUnit(unitText))
    ? { raw: numberText, cellUnit: toStandardUnit(unitText) }
    : { raw: text, cellUnit: null }
}
interface ParsedCell {
  /** The reading, or the code of the problem if the cell has no reading that can be stored. */
  readonly reading: TestReading | string
  /** Unit of the cell, else of its heading. */
  readonly unit: string | null
}
/** Parses a cell and converts the reading to the unit of its index. */
export function parseReadingCell(
  cell: CellValue,
  header: string,
  index: WorksheetIndex | undefined,
  { decimals }: { readonly decimals?: DecimalSign },
): ParsedCell {
  const signRule = { signed: index?.signed ?? false }
  const indexUnit = index?.unit ?? null
  const headingUnit = parseHeadingUnit(header, indexUnit)
  if (cell instanceof Date || typeof cell === 'boolean' || cell === null)
    return { reading: 'notNumber', unit: headingUnit }
  const { raw, cellUnit } = splitReadingUnit(cell)
  const reading =
    typeof raw === 'string' && decimals && decimals !== 'comma' && UNCLEAR_POINT_PATTERN.test(raw)
      ? 'twoReadings'
      : parseTestReading(decimals === 'comma' ? replaceDecimalComma(raw) : raw, signRule)
  const unit = cellUnit ?? headingUnit
  if (reading === 'notNumber') return { reading: explainReading(raw), unit }
  if (typeof reading !== 'string' && cellUnit && !indexUnit) return { reading: 'otherUnit', unit }
  if (typeof reading === 'string' || !unit || !indexUnit) return { reading, unit }
  const text = convertReading(reading.text.replace('<', ''), unit, indexUnit)
  if (text === null) return { reading: 'otherUnit', unit }
  return { reading: parseTestReading(reading.below ? `<${text}` : text, signRule), unit }
}

/** Returns the code of the message that explains why a cell is no reading. */
function explainReading(raw: string | number): 'notNumber' | 'notExact' | 'minusBehind' {
  const problem = explainNumberText(String(raw))
  return problem === 'notExact' || problem === 'minusBehind' ? problem : 'notNumber'
}
