/** Reads a laboratory worksheet without the database, so that all problems are reported at once. */
import { findLimitsFinerThanIndex } from '@/areas/standards/rules/limit-digits'
import type { LimitLine } from '@/areas/standards/rules/product-standard'
import type { CellValue, Sheet } from '@/server/excel/read-sheet'
import { toColumnLetters } from '@/server/excel/workbook-refusal'
import { convertCell, CellProblem } from '@/server/excel/cell-values'
import { formatRowRanges } from '@/server/excel/row-ranges'
import { getShownAmount, parseCellMoment, getCellNumber, formatCellText } from '@/contract/worksheet-cell'
import { inUnitOf } from '../rules/device-unit'
import { headingUnit, type MappedColumn } from '../rules/lab-columns'
import { readingOf, type Reading } from '../rules/reading'

export interface SheetProblem {
  readonly row: number
  readonly column: string
  readonly header: string
  /** Key under `laboratory:refusals.sheet`. */
  readonly code: string
  readonly params?: Record<string, string | number>
  readonly warning?: boolean
}
/** One value with the roll, index and sample it belongs to. */
export interface SheetReading {
  readonly row: number
  readonly column: MappedColumn
  readonly indexId: string
  readonly roll: string
  readonly batch: string | null
  readonly lane: number | null
  readonly no: number | null
  readonly retest: number
  readonly testedAt: string | null
  readonly text: string
}
const MOST_PROBLEMS = 200

interface SheetContext {
  /** Time zone of the plant, in which the dates of the worksheet are. */
  readonly zone: string
  /** Ids of the indexes whose values may be negative. */
  readonly signed: ReadonlySet<string>
  /** Units by index id. */
  readonly units: ReadonlyMap<string, string | null>
}

/** Reads the values of a worksheet in the units of their indexes, and all its problems. */
export function readingsOf(sheet: Sheet, columns: readonly MappedColumn[], { zone, signed, units }: SheetContext) {
  const problems: SheetProblem[] = []
  const readings: SheetReading[] = []
  const say = (at: { row: number; column?: MappedColumn }, code: string, params?: SheetProblem['params']) => {
    if (problems.length < MOST_PROBLEMS)
      problems.push({
        row: at.row,
        column: at.column ? toColumnLetters(at.column.column) : '',
        header: at.column?.header ?? '',
        code,
        ...(params ? { params } : {}),
      })
  }
  const one = (role: MappedColumn['role']) => columns.filter((column) => column.role === role)
  const indexes = columns.filter(({ role, indexId }) => role === 'index' && indexId)
  for (const role of ['roll', 'lane', 'sample', 'testedAt', 'batch', 'retest'] as const)
    one(role)
      .slice(1)
      .forEach((column) => say({ row: sheet.headerRow, column }, 'roleTwice', { header: one(role)[0]?.header ?? '' }))
  if (one('roll').length === 0) say({ row: sheet.headerRow }, 'noRollColumn')
  if (indexes.length === 0) say({ row: sheet.headerRow }, 'noIndexColumn')
  for (const column of indexes) {
    const [from, to] = [headingUnit(column.header), units.get(column.indexId ?? '') ?? null]
    if (from && to && inUnitOf('1', from, to) === null)
      say({ row: sheet.headerRow, column }, 'otherUnit', { unit: from, own: to })
  }
  if (problems.length) return { problems, readings }

  const hidden = sheet.hiddenRows ?? []
  if (hidden.length > 0)
    problems.push({
      row: hidden[0]!,
      column: '',
      header: '',
      code: 'hidden',
      params: { count: hidden.length, rows: formatRowRanges(hidden) },
      warning: true,
    })
  const calendar = { timeZone: zone, since1904: sheet.since1904 ?? false }
  const context = { ...calendar, ...(sheet.decimals ? { decimals: sheet.decimals } : {}) }
  for (const [i, cells] of sheet.rows.entries()) {
    const row = sheet.rowNumbers[i] ?? 0
    const cellOf = (role: MappedColumn['role']) => {
      const [column] = one(role)
      return column ? { column, cell: cells[column.column - 1] ?? null } : null
    }
    /** Reads a number or name as text; returns an empty string and reports a problem if Excel has converted it. */
    const named = (role: 'roll' | 'batch'): string | null => {
      const found = cellOf(role)
      const text = found ? convertCell({ kind: 'text' }, found.cell, context) : null
      if (!(text instanceof CellProblem)) return text as string | null
      say({ row, column: found!.column }, text.code, { value: formatCellText(found!.cell).slice(0, 40) })
      return ''
    }
    const roll = named('roll')
    if (roll === '') continue
    if (!roll) {
      if (indexes.some(({ column }) => !isEmpty(cells[column - 1] ?? null)))
        say({ row, column: one('roll')[0]! }, 'noRoll')
      continue
    }
    const whole = (role: 'lane' | 'sample' | 'retest'): number | null => {
      const found = cellOf(role)
      if (!found || isEmpty(found.cell)) return null
      const value = Number(formatCellText(found.cell))
      if (!Number.isInteger(value) || value < 0 || value > 1000) {
        say({ row, column: found.column }, 'notWhole', { value: formatCellText(found.cell).slice(0, 40) })
        return null
      }
      return value
    }
    const tested = cellOf('testedAt')
    const testedAt = tested && !isEmpty(tested.cell) ? parseCellMoment(tested.cell, calendar) : null
    if (tested && !isEmpty(tested.cell) && testedAt === null)
      say({ row, column: tested.column }, 'notDate', { value: formatCellText(tested.cell).slice(0, 40) })
    const shared = {
      row,
      roll,
      batch: named('batch') || null,
      lane: whole('lane'),
      no: whole('sample'),
      retest: whole('retest') ?? 0,
      testedAt,
    }
    for (const column of indexes) {
      const cell = cells[column.column - 1] ?? null
      if (isEmpty(cell)) continue
      const to = units.get(column.indexId ?? '') ?? null
      const reading = readCell(cell, { to, header: column.header, signed: signed.has(column.indexId ?? ''), context })
      if (typeof reading === 'string')
        say({ row, column }, reading, { value: formatCellText(cell).slice(0, 40), unit: '%', own: to ?? '—' })
      else readings.push({ ...shared, column, indexId: column.indexId ?? '', text: reading.text })
    }
  }
  if (readings.length === 0 && problems.length === 0) say({ row: sheet.headerRow }, 'noValues')
  return { problems, readings }
}
const isEmpty = (cell: CellValue): boolean => cell === null || (typeof cell === 'string' && /^[-—/\s]*$/.test(cell))
interface CellContext {
  /** Unit of the index. */
  readonly to: string | null
  readonly header: string
  readonly signed: boolean
  readonly context: { readonly decimals?: 'comma' | 'unclear' }
}
/** Parses a cell to the unit of its index, or returns the code of the problem. */
function readCell(cell: CellValue, { to, header, signed, context }: CellContext): Reading | string {
  if (cell instanceof Date || typeof cell === 'boolean' || cell === null) return 'notNumber'
  const shown = getShownAmount(cell)
  const number = shown?.number ?? getCellNumber(cell)
  // A cell that displays 0.3 may contain 0.30000000000000004.
  const raw = number === null ? String(cell) : Number(number.toPrecision(12))
  const isComma =
    context.decimals === 'comma' && typeof raw === 'string' && /^[<≤]?\s*[+-]?[\d.]+,\d+$/.test(raw.trim())
  const reading = readingOf(isComma ? raw.replaceAll('.', '').replace(',', '.') : raw, { signed })
  if (typeof reading === 'string') return reading
  const from = shown?.unit ?? headingUnit(header)
  if (!from || !to) return reading
  const text = inUnitOf(reading.text.replace('<', ''), from, to)
  return text === null ? 'otherUnit' : readingOf(reading.below ? `<${text}` : text, { signed })
}

const OFF = 3
/**
 * Finds columns whose values fit the target of another column instead of their own, which means that headings are
 * swapped. A column that fits no target is reported as a warning.
 * @param targets typical value by index id
 */
export function swappedColumns(
  readings: readonly SheetReading[],
  targets: ReadonlyMap<string, number>,
): SheetProblem[] {
  const byColumn = new Map<number, { column: MappedColumn; indexId: string; values: number[]; row: number }>()
  for (const { column, indexId, text, row } of readings) {
    const found = byColumn.get(column.column) ?? { column, indexId, values: [], row }
    if (!text.startsWith('<')) found.values.push(Number(text))
    byColumn.set(column.column, found)
  }
  const middles = [...byColumn.values()].flatMap((one) => {
    const target = targets.get(one.indexId)
    const sorted = one.values.toSorted((a, b) => a - b)
    const middle = sorted[Math.floor(sorted.length / 2)]
    return target && middle !== undefined && middle > 0 && target > 0 ? [{ ...one, target, middle }] : []
  })
  const far = (value: number, target: number): boolean => value / target > OFF || target / value > OFF
  return middles.flatMap((one) => {
    if (!far(one.middle, one.target)) return []
    const other = middles.find(
      (two) =>
        two !== one && two.indexId !== one.indexId && !far(one.middle, two.target) && far(two.middle, two.target),
    )
    const at = { row: one.row, column: toColumnLetters(one.column.column), header: one.column.header }
    const params = { middle: one.middle, target: one.target, other: other?.column.header ?? '' }
    return [{ ...at, code: other ? 'swapped' : 'farOff', params, ...(other ? {} : { warning: true }) }]
  })
}

/** Warns of columns whose limits have more decimals than their index, once per column. */
export function columnsWithFineLimits(
  readings: readonly SheetReading[],
  limits: readonly (Pick<LimitLine, 'indexId' | 'lsl' | 'usl'> & { readonly digits: number })[],
): SheetProblem[] {
  const fine = findLimitsFinerThanIndex(
    limits.map(({ indexId, lsl, usl }) => ({ indexId, low: lsl, high: usl })),
    new Map(limits.map(({ indexId, digits }) => [indexId, digits])),
  )
  return fine.flatMap(({ indexId, limitDigits, indexDigits }) => {
    const columns = new Map<number, SheetReading>()
    for (const reading of readings)
      if (reading.indexId === indexId && !columns.has(reading.column.column))
        columns.set(reading.column.column, reading)
    return [...columns.values()].map(({ row, column }) => ({
      row,
      column: toColumnLetters(column.column),
      header: column.header,
      code: 'limitDigits',
      params: { limitDigits, indexDigits },
      warning: true,
    }))
  })
}
