/** A laboratory sheet as readings: pure of the database, so that what is wrong is all told at once. */
import { findLimitsFinerThanIndex } from '@/areas/standards/rules/limit-digits'
import type { LimitLine } from '@/areas/standards/rules/product-standard'
import type { CellValue, Sheet } from '@/server/excel/read'
import { columnLetters } from '@/server/excel/refusal'
import { wallToInstant } from '@/server/excel/plant-time'
import { wallTimeOf, type MappedColumn } from '../rules/lab-columns'
import { readingOf } from '../rules/reading'

export interface SheetProblem {
  readonly row: number
  readonly column: string
  readonly header: string
  /** Key under `laboratory:refusals.sheet`. */
  readonly code: string
  readonly params?: Record<string, string | number>
  readonly warning?: boolean
}
/** One value with what it is of. */
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

/**
 * @param zone of the plant, whose wall clock dates in the sheet show
 * @param signed the indexes whose values may be below zero
 */
export function readingsOf(sheet: Sheet, columns: readonly MappedColumn[], zone: string, signed: ReadonlySet<string>) {
  const problems: SheetProblem[] = []
  const readings: SheetReading[] = []
  const say = (at: { row: number; column?: MappedColumn }, code: string, params?: SheetProblem['params']) => {
    if (problems.length < MOST_PROBLEMS)
      problems.push({
        row: at.row,
        column: at.column ? columnLetters(at.column.column) : '',
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
  if (problems.length) return { problems, readings }

  for (const [i, cells] of sheet.rows.entries()) {
    const row = sheet.rowNumbers[i] ?? 0
    const cellOf = (role: MappedColumn['role']) => {
      const [column] = one(role)
      return column ? { column, cell: cells[column.column - 1] ?? null } : null
    }
    const roll = textOf(cellOf('roll')?.cell ?? null)
    if (!roll) {
      if (indexes.some(({ column }) => !isEmpty(cells[column - 1] ?? null)))
        say({ row, column: one('roll')[0]! }, 'noRoll')
      continue
    }
    const whole = (role: 'lane' | 'sample' | 'retest'): number | null => {
      const found = cellOf(role)
      if (!found || isEmpty(found.cell)) return null
      const value = Number(textOf(found.cell))
      if (!Number.isInteger(value) || value < 0 || value > 1000) {
        say({ row, column: found.column }, 'notWhole', { value: textOf(found.cell).slice(0, 40) })
        return null
      }
      return value
    }
    const testedAt = momentOf(cellOf('testedAt')?.cell ?? null, zone)
    if (testedAt === 'bad')
      say({ row, column: cellOf('testedAt')!.column }, 'notDate', {
        value: textOf(cellOf('testedAt')!.cell).slice(0, 40),
      })
    const shared = {
      row,
      roll,
      batch: textOf(cellOf('batch')?.cell ?? null) || null,
      lane: whole('lane'),
      no: whole('sample'),
      retest: whole('retest') ?? 0,
      testedAt: testedAt === 'bad' ? null : testedAt,
    }
    for (const column of indexes) {
      const cell = cells[column.column - 1] ?? null
      if (isEmpty(cell)) continue
      const of = { signed: signed.has(column.indexId ?? '') }
      const reading = cell instanceof Date || typeof cell === 'boolean' ? 'notNumber' : readingOf(tidy(cell ?? ''), of)
      if (typeof reading === 'string') say({ row, column }, reading, { value: textOf(cell).slice(0, 40) })
      else readings.push({ ...shared, column, indexId: column.indexId ?? '', text: reading.text })
    }
  }
  if (readings.length === 0 && problems.length === 0) say({ row: sheet.headerRow }, 'noValues')
  return { problems, readings }
}
const isEmpty = (cell: CellValue): boolean => cell === null || (typeof cell === 'string' && /^[-—/\s]*$/.test(cell))
const textOf = (cell: CellValue): string =>
  cell === null ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(tidyCell(cell)).trim()
/** A cell that shows 0.3 may hold 0.30000000000000004. */
const tidy = (cell: string | number): string | number =>
  typeof cell === 'number' ? Number(cell.toPrecision(12)) : cell
const tidyCell = (cell: string | number | boolean): string | number | boolean =>
  typeof cell === 'number' ? Number(cell.toPrecision(12)) : cell
function momentOf(cell: CellValue, zone: string): string | null | 'bad' {
  if (isEmpty(cell)) return null
  if (cell instanceof Date) return new Date(wallToInstant(zone, cell.getTime())).toISOString()
  const wall = wallTimeOf(String(cell))
  return wall ? new Date(wallToInstant(zone, Date.parse(`${wall}:00Z`))).toISOString() : 'bad'
}

const OFF = 3
/**
 * Columns whose values fit each other's targets and not their own: they stand under each other's headings.
 * @param targets what a value of an index is about, by index
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
    const at = { row: one.row, column: columnLetters(one.column.column), header: one.column.header }
    const params = { middle: one.middle, target: one.target, other: other?.column.header ?? '' }
    return [{ ...at, code: other ? 'swapped' : 'farOff', params, ...(other ? {} : { warning: true }) }]
  })
}

/** Warns of columns whose limits have more decimals than their index, once a column. */
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
      column: columnLetters(column.column),
      header: column.header,
      code: 'limitDigits',
      params: { limitDigits, indexDigits },
      warning: true,
    }))
  })
}
