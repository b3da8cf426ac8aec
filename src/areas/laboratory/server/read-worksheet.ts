/** Reads a laboratory worksheet without the database, so that all problems are reported at once. */
import { findLimitsFinerThanIndex } from '@/areas/standards/rules/limit-digits'
import type { LimitLine } from '@/areas/standards/rules/product-standard'
import type { CellValue, Worksheet } from '@/server/excel/read-sheet'
import { toColumnLetters } from '@/server/excel/workbook-refusal'
import { convertCell, CellProblem } from '@/server/excel/cell-values'
import { formatRowRanges } from '@/server/excel/row-ranges'
import { getShownAmount, parseCellMoment, getCellNumber, formatCellText } from '@/contract/worksheet-cell'
import { convertReading } from '../rules/convert-reading'
import { parseHeadingUnit, type MappedColumn } from '../rules/lab-columns'
import { parseTestReading, type TestReading } from '../rules/reading'

export interface WorksheetProblem {
  readonly row: number
  readonly column: string
  readonly header: string
  /** Key under `laboratory:refusals.sheet`. */
  readonly code: string
  readonly params?: Record<string, string | number>
  readonly warning?: boolean
}
/** One value with the roll, index and sample it belongs to. */
export interface WorksheetReading {
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
const MAX_PROBLEMS = 200

interface WorksheetContext {
  /** Time zone of the plant, in which the dates of the worksheet are. */
  readonly zone: string
  /** Ids of the indexes whose values may be negative. */
  readonly signed: ReadonlySet<string>
  /** Units by index id. */
  readonly units: ReadonlyMap<string, string | null>
}

/** Reads the values of a worksheet in the units of their indexes, and all its problems. */
export function readWorksheet(
  sheet: Worksheet,
  columns: readonly MappedColumn[],
  { zone, signed, units }: WorksheetContext,
) {
  const problems: WorksheetProblem[] = []
  const readings: WorksheetReading[] = []
  const addProblem = (
    place: { row: number; column?: MappedColumn },
    code: string,
    params?: WorksheetProblem['params'],
  ) => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({
        row: place.row,
        column: place.column ? toColumnLetters(place.column.column) : '',
        header: place.column?.header ?? '',
        code,
        ...(params ? { params } : {}),
      })
  }
  const getColumns = (role: MappedColumn['role']) => columns.filter((column) => column.role === role)
  const indexes = columns.filter(({ role, indexId }) => role === 'index' && indexId)
  for (const role of ['roll', 'lane', 'sample', 'testedAt', 'batch', 'retest'] as const)
    getColumns(role)
      .slice(1)
      .forEach((column) =>
        addProblem({ row: sheet.headerRow, column }, 'roleTwice', { header: getColumns(role)[0]?.header ?? '' }),
      )
  if (getColumns('roll').length === 0) addProblem({ row: sheet.headerRow }, 'noRollColumn')
  if (indexes.length === 0) addProblem({ row: sheet.headerRow }, 'noIndexColumn')
  for (const column of indexes) {
    const [from, to] = [parseHeadingUnit(column.header), units.get(column.indexId ?? '') ?? null]
    if (from && to && convertReading('1', from, to) === null)
      addProblem({ row: sheet.headerRow, column }, 'otherUnit', { unit: from, own: to })
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
    const getCell = (role: MappedColumn['role']) => {
      const [column] = getColumns(role)
      return column ? { column, cell: cells[column.column - 1] ?? null } : null
    }
    /** Reads a number or name as text; returns an empty string and reports a problem if Excel has converted it. */
    const readText = (role: 'roll' | 'batch'): string | null => {
      const roleCell = getCell(role)
      const text = roleCell ? convertCell({ kind: 'text' }, roleCell.cell, context) : null
      if (!(text instanceof CellProblem)) return text as string | null
      addProblem({ row, column: roleCell!.column }, text.code, { value: formatCellText(roleCell!.cell).slice(0, 40) })
      return ''
    }
    const roll = readText('roll')
    if (roll === '') continue
    if (!roll) {
      if (indexes.some(({ column }) => !isEmptyCell(cells[column - 1] ?? null)))
        addProblem({ row, column: getColumns('roll')[0]! }, 'noRoll')
      continue
    }
    const readWhole = (role: 'lane' | 'sample' | 'retest'): number | null => {
      const roleCell = getCell(role)
      if (!roleCell || isEmptyCell(roleCell.cell)) return null
      const value = Number(formatCellText(roleCell.cell))
      if (!Number.isInteger(value) || value < 0 || value > 1000) {
        addProblem({ row, column: roleCell.column }, 'notWhole', { value: formatCellText(roleCell.cell).slice(0, 40) })
        return null
      }
      return value
    }
    const testedCell = getCell('testedAt')
    const testedAt = testedCell && !isEmptyCell(testedCell.cell) ? parseCellMoment(testedCell.cell, calendar) : null
    if (testedCell && !isEmptyCell(testedCell.cell) && testedAt === null)
      addProblem({ row, column: testedCell.column }, 'notDate', { value: formatCellText(testedCell.cell).slice(0, 40) })
    const rowFields = {
      row,
      roll,
      batch: readText('batch') || null,
      lane: readWhole('lane'),
      no: readWhole('sample'),
      retest: readWhole('retest') ?? 0,
      testedAt,
    }
    for (const column of indexes) {
      const cell = cells[column.column - 1] ?? null
      if (isEmptyCell(cell)) continue
      const to = units.get(column.indexId ?? '') ?? null
      const reading = parseCell(cell, { to, header: column.header, signed: signed.has(column.indexId ?? ''), context })
      if (typeof reading === 'string')
        addProblem({ row, column }, reading, { value: formatCellText(cell).slice(0, 40), unit: '%', own: to ?? '—' })
      else readings.push({ ...rowFields, column, indexId: column.indexId ?? '', text: reading.text })
    }
  }
  if (readings.length === 0 && problems.length === 0) addProblem({ row: sheet.headerRow }, 'noValues')
  return { problems, readings }
}
const isEmptyCell = (cell: CellValue): boolean => cell === null || (typeof cell === 'string' && /^[-—/\s]*$/.test(cell))
interface CellContext {
  /** Unit of the index. */
  readonly to: string | null
  readonly header: string
  readonly signed: boolean
  readonly context: { readonly decimals?: 'comma' | 'unclear' }
}
/** Parses a cell to the unit of its index, or returns the code of the problem. */
function parseCell(cell: CellValue, { to, header, signed, context }: CellContext): TestReading | string {
  if (cell instanceof Date || typeof cell === 'boolean' || cell === null) return 'notNumber'
  const shownAmount = getShownAmount(cell)
  const number = shownAmount?.number ?? getCellNumber(cell)
  // A cell that displays 0.3 may contain 0.30000000000000004.
  const raw = number === null ? String(cell) : Number(number.toPrecision(12))
  const isComma =
    context.decimals === 'comma' && typeof raw === 'string' && /^[<≤]?\s*[+-]?[\d.]+,\d+$/.test(raw.trim())
  const reading = parseTestReading(isComma ? raw.replaceAll('.', '').replace(',', '.') : raw, { signed })
  if (typeof reading === 'string') return reading
  const from = shownAmount?.unit ?? parseHeadingUnit(header)
  if (!from || !to) return reading
  const text = convertReading(reading.text.replace('<', ''), from, to)
  return text === null ? 'otherUnit' : parseTestReading(reading.below ? `<${text}` : text, { signed })
}

const FAR_OFF_RATIO = 3
/**
 * Finds columns whose values fit the target of another column instead of their own, which means that headings are
 * swapped. A column that fits no target is reported as a warning.
 * @param targets typical value by index id
 */
export function findSwappedColumns(
  readings: readonly WorksheetReading[],
  targets: ReadonlyMap<string, number>,
): WorksheetProblem[] {
  const byColumn = new Map<number, { column: MappedColumn; indexId: string; values: number[]; row: number }>()
  for (const { column, indexId, text, row } of readings) {
    const columnValues = byColumn.get(column.column) ?? { column, indexId, values: [], row }
    if (!text.startsWith('<')) columnValues.values.push(Number(text))
    byColumn.set(column.column, columnValues)
  }
  const columnMedians = [...byColumn.values()].flatMap((entry) => {
    const target = targets.get(entry.indexId)
    const sorted = entry.values.toSorted((a, b) => a - b)
    const middle = sorted[Math.floor(sorted.length / 2)]
    return target && middle !== undefined && middle > 0 && target > 0 ? [{ ...entry, target, middle }] : []
  })
  const isFarOff = (value: number, target: number): boolean =>
    value / target > FAR_OFF_RATIO || target / value > FAR_OFF_RATIO
  return columnMedians.flatMap((entry) => {
    if (!isFarOff(entry.middle, entry.target)) return []
    const other = columnMedians.find(
      (candidate) =>
        candidate !== entry &&
        candidate.indexId !== entry.indexId &&
        !isFarOff(entry.middle, candidate.target) &&
        isFarOff(candidate.middle, candidate.target),
    )
    const place = { row: entry.row, column: toColumnLetters(entry.column.column), header: entry.column.header }
    const params = { middle: entry.middle, target: entry.target, other: other?.column.header ?? '' }
    return [{ ...place, code: other ? 'swapped' : 'farOff', params, ...(other ? {} : { warning: true }) }]
  })
}

/** Warns of columns whose limits have more decimals than their index, once per column. */
export function findColumnsWithFineLimits(
  readings: readonly WorksheetReading[],
  limits: readonly (Pick<LimitLine, 'indexId' | 'lsl' | 'usl'> & { readonly digits: number })[],
): WorksheetProblem[] {
  const fine = findLimitsFinerThanIndex(
    limits.map(({ indexId, lsl, usl }) => ({ indexId, low: lsl, high: usl })),
    new Map(limits.map(({ indexId, digits }) => [indexId, digits])),
  )
  return fine.flatMap(({ indexId, limitDigits, indexDigits }) => {
    const columns = new Map<number, WorksheetReading>()
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
