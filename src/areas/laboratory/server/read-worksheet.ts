/** Reads a laboratory worksheet without database access and reports all problems at once. */
import { findOtherZone } from '@/contract/date-text'
import { detectColumnDecimals, detectNumberDecimals } from '@/contract/decimal-sign'
import { findLimitsFinerThanIndex } from '@/areas/standards/rules/content'
import type { SeasonLimits } from '@/areas/standards/rules/product-standard'
import type { CellValue, Worksheet } from '@/server/excel/read-sheet'
import { toColumnLetters } from '@/server/excel/workbook-refusal'
import { convertCell, CellIssue } from '@/server/excel/cell-values'
import { findDateTexts, findRowsWithoutTime } from '@/server/excel/unusable-rows'
import { formatRowRanges } from '@/server/excel/row-list'
import { findShareLimit, formatCellText, isUnclearShare, parseCellMoment } from '@/contract/worksheet-cell'
import { toHalfWidth } from '@/contract/unit-table'
import { convertReading } from '../rules/reading'
import { samplesField, testResult } from '../contract/test-result'
import {
  findMappedStatistic,
  findStatistic,
  isMinuteHeadingUnclear,
  parseHeadingUnit,
  type MappedColumn,
} from '../rules/lab-columns'
import { assignHeadingNumbers, findRepeatedIndexColumns } from './assign-heading-numbers'
import { parseReadingCell, type WorksheetIndex } from './parse-reading-cell'

export interface WorksheetProblem {
  readonly row: number
  readonly column: string
  readonly header: string
  /** Key under `laboratory:refusals.sheet`. */
  readonly code: string
  readonly params?: Record<string, string | number>
  readonly warning?: boolean
}
/** One value with its roll, index and sample. `batch` is the batch named in its row, `no` the number of the sample. */
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
  readonly indexById: ReadonlyMap<string, WorksheetIndex>
}
/** Result fields whose minimum and maximum also apply to the numbers in a worksheet. */
const NUMBER_FIELDS = {
  lane: samplesField.of.lane,
  sample: samplesField.of.no,
  retest: testResult.fields.retest,
} as const

/** Reads the values of a worksheet, converts them to the units of their indexes, and lists all problems. */
export function readWorksheet(
  sheet: Worksheet,
  columns: readonly MappedColumn[],
  { zone, indexById }: WorksheetContext,
) {
  const problems: WorksheetProblem[] = []
  const readings: WorksheetReading[] = []
  const addProblem = (
    location: { row: number; column?: MappedColumn },
    code: string,
    params?: WorksheetProblem['params'],
    warning = false,
  ) => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({
        row: location.row,
        column: location.column ? toColumnLetters(location.column.column) : '',
        header: location.column?.header ?? '',
        code,
        ...(params ? { params } : {}),
        ...(warning ? { warning } : {}),
      })
  }
  const listColumns = (role: MappedColumn['role']) => columns.filter((column) => column.role === role)
  const indexColumns = columns.filter(({ role, indexId }) => role === 'index' && indexId)
  for (const role of ['roll', 'lane', 'sample', 'testedAt', 'batch', 'retest'] as const)
    listColumns(role)
      .slice(1)
      .forEach((column) =>
        addProblem({ row: sheet.headerRow, column }, 'roleTwice', { header: listColumns(role)[0]?.header ?? '' }),
      )
  if (listColumns('roll').length === 0) addProblem({ row: sheet.headerRow }, 'noRollColumn')
  if (indexColumns.length === 0) addProblem({ row: sheet.headerRow }, 'noIndexColumn')
  for (const column of listColumns('testedAt')) {
    const otherZone = findOtherZone(column.header, zone)
    if (otherZone) addProblem({ row: sheet.headerRow, column }, 'otherZone', { zone: otherZone })
  }
  for (const column of indexColumns) {
    const index = indexById.get(column.indexId ?? '')
    if (!index) continue
    const location = { row: sheet.headerRow, column }
    const headingUnit = parseHeadingUnit(column.header, index.unit)
    const statistic = findMappedStatistic(column.header, index)
    if (isMinuteHeadingUnclear(column, columns, index.unit)) addProblem(location, 'minUnclear')
    // A column of means is accepted if the worksheet has no single values of the index.
    else if (statistic === 'mean' && indexColumns.filter(({ indexId }) => indexId === column.indexId).length === 1)
      addProblem(location, 'onlyMean', {}, true)
    else if (statistic) addProblem(location, 'notSamples', { header: column.header })
    else if (headingUnit && index.unit && convertReading('1', headingUnit, index.unit) === null)
      addProblem(location, 'otherUnit', { unit: headingUnit, own: index.unit })
  }
  problems.push(...findRepeatedIndexColumns(indexColumns, indexById, sheet.headerRow))
  for (const column of listColumns('ignore'))
    if (findStatistic(column.header))
      addProblem({ row: sheet.headerRow, column }, 'statisticLeftOut', { header: column.header }, true)
  const leftOutHeadings = listColumns('ignore')
    .filter(
      ({ column, header }) =>
        !findStatistic(header) && sheet.rows.some((cells) => !isEmptyCell(cells[column - 1] ?? null)),
    )
    .map(({ header }) => header)
  if (leftOutHeadings.length > 0)
    addProblem({ row: sheet.headerRow }, 'columnsLeftOut', { columns: leftOutHeadings.join('; ').slice(0, 300) }, true)
  if (problems.some(({ warning }) => !warning)) return { problems, readings }

  const hiddenRows = sheet.hiddenRows ?? []
  if (hiddenRows.length > 0)
    problems.push({
      row: hiddenRows[0]!,
      column: '',
      header: '',
      code: 'hidden',
      params: { count: hiddenRows.length, rows: formatRowRanges(hiddenRows) },
      warning: true,
    })
  const calendar = { timeZone: zone, since1904: sheet.countsFrom1904 ?? false }
  const [testedAtColumn] = listColumns('testedAt')
  const rowsWithoutTime = testedAtColumn ? findRowsWithoutTime(sheet, testedAtColumn.column - 1, calendar) : []
  if (testedAtColumn && rowsWithoutTime.length > 0)
    addProblem(
      { row: rowsWithoutTime[0]!, column: testedAtColumn },
      'noTimeOfDay',
      { rows: formatRowRanges(rowsWithoutTime) },
      true,
    )
  for (const column of [...listColumns('roll'), ...listColumns('batch')]) {
    const dateTexts = findDateTexts(sheet, column.column - 1)
    const rows = formatRowRanges(dateTexts.map(({ row }) => row))
    const values = [...new Set(dateTexts.map(({ text }) => text))].join('; ').slice(0, 100)
    if (dateTexts.length > 0) addProblem({ row: dateTexts[0]!.row, column }, 'dateInColumn', { rows, values }, true)
  }
  const listCells = (column: number) => sheet.rows.map((cells) => cells[column - 1])
  const readingCells = indexColumns.flatMap(({ column }) => listCells(column))
  const { decimals: _decimalsByAllCells, ...sheetWithoutDecimals } = sheet
  const fileDecimals = detectNumberDecimals(readingCells, sheet)
  const decimalSigns = { ...sheetWithoutDecimals, ...(fileDecimals && { decimals: fileDecimals }) }
  const decimalsByColumn = new Map(
    indexColumns.map(({ column }) => [column, detectColumnDecimals(listCells(column), decimalSigns)]),
  )
  // The samples of an index may be in several columns.
  const shareLimitByIndexId = new Map(
    indexColumns.map(({ indexId }) => {
      const columnsOfIndex = indexColumns.filter((column) => column.indexId === indexId)
      return [indexId, findShareLimit(sheet.rows.flatMap((cells) => columnsOfIndex.map((c) => cells[c.column - 1])))]
    }),
  )
  for (const [i, cells] of sheet.rows.entries()) {
    const row = sheet.rowNumbers[i] ?? 0
    const getCell = (role: MappedColumn['role']) => {
      const [column] = listColumns(role)
      return column ? { column, cell: cells[column.column - 1] ?? null } : null
    }
    /** Reads the number of a roll or batch. Returns an empty string and reports a problem if Excel has converted it. */
    const readText = (role: 'roll' | 'batch'): string | null => {
      const roleCell = getCell(role)
      const text = roleCell ? convertCell({ kind: 'text' }, roleCell.cell, calendar) : null
      if (!(text instanceof CellIssue)) return text as string | null
      addProblem({ row, column: roleCell!.column }, text.code, { value: formatCellText(roleCell!.cell).slice(0, 40) })
      return ''
    }
    const roll = readText('roll')?.normalize('NFKC').trim()
    if (roll === '') continue
    if (!roll) {
      if (indexColumns.some(({ column }) => !isEmptyCell(cells[column - 1] ?? null)))
        addProblem({ row, column: listColumns('roll')[0]! }, 'noRoll')
      continue
    }
    const readWholeNumber = (role: keyof typeof NUMBER_FIELDS): number | null => {
      const roleCell = getCell(role)
      if (!roleCell || isEmptyCell(roleCell.cell)) return null
      const text = formatCellText(roleCell.cell)
      const value = /^[+-]?\d+$/.test(toHalfWidth(text)) ? Number(toHalfWidth(text)) : NaN
      const { min = 0, max = Infinity } = NUMBER_FIELDS[role]
      if (Number.isInteger(value) && value >= min && value <= max) return value
      addProblem({ row, column: roleCell.column }, Number.isInteger(value) ? 'numberOutOfRange' : 'notWhole', {
        value: text.slice(0, 40),
        min,
        max,
      })
      return null
    }
    const testedCell = getCell('testedAt')
    const testedAt = testedCell && !isEmptyCell(testedCell.cell) ? parseCellMoment(testedCell.cell, calendar) : null
    if (testedCell && !isEmptyCell(testedCell.cell) && testedAt === null)
      addProblem({ row, column: testedCell.column }, 'notDate', { value: formatCellText(testedCell.cell).slice(0, 40) })
    const rowFields = {
      row,
      roll,
      batch: readText('batch') || null,
      lane: readWholeNumber('lane'),
      no: readWholeNumber('sample'),
      retest: readWholeNumber('retest') ?? 0,
      testedAt,
    }
    for (const column of indexColumns) {
      const cell = cells[column.column - 1] ?? null
      if (isEmptyCell(cell)) continue
      if (isUnclearShare(cell, shareLimitByIndexId.get(column.indexId))) {
        addProblem({ row, column }, 'mixedPercent', { value: formatCellText(cell).slice(0, 40) })
        continue
      }
      const index = indexById.get(column.indexId ?? '')
      const decimals = decimalsByColumn.get(column.column)
      const { reading, unit } = parseReadingCell(cell, column.header, index, decimals ? { decimals } : {})
      if (typeof reading === 'string')
        addProblem({ row, column }, reading, {
          value: formatCellText(cell).slice(0, 40),
          unit: unit ?? '—',
          own: index?.unit ?? '—',
        })
      else readings.push({ ...rowFields, column, indexId: column.indexId ?? '', text: reading.text })
    }
  }
  if (readings.length === 0 && problems.every(({ warning }) => warning))
    addProblem({ row: sheet.headerRow }, 'noValues')
  const headingNumbering = assignHeadingNumbers(readings, indexColumns, sheet.headerRow)
  return {
    problems: [...problems, ...findRepeatedSamples(readings), ...headingNumbering.warnings],
    readings: headingNumbering.readings,
  }
}
/**
 * Returns true for a blank cell and for dashes or slashes, which laboratories enter for values that were not measured.
 */
const isEmptyCell = (cell: CellValue): boolean => cell === null || (typeof cell === 'string' && /^[-—/\s]*$/.test(cell))
/** Finds samples that occur twice: the same number of the same roll, lane, index and retest in another row or column. */
function findRepeatedSamples(readings: readonly WorksheetReading[]): WorksheetProblem[] {
  const firstReadingBySample = new Map<string, WorksheetReading>()
  return readings
    .flatMap((reading): WorksheetProblem[] => {
      const { row, column, roll, batch, lane, no, retest, indexId } = reading
      if (no === null) return []
      const key = JSON.stringify([roll.toUpperCase(), batch, indexId, retest, lane, no])
      const first = firstReadingBySample.get(key)
      firstReadingBySample.set(key, first ?? reading)
      if (!first) return []
      const location = { row, column: toColumnLetters(column.column), header: column.header }
      return first.row === row
        ? [{ ...location, code: 'sampleInTwoColumns', params: { roll, no, other: first.column.header } }]
        : [{ ...location, code: 'sampleTwice', params: { roll, no, first: first.row } }]
    })
    .slice(0, MAX_PROBLEMS)
}

/** A median is far off if it differs from the target by more than this factor. */
const MAX_TARGET_RATIO = 3
/**
 * Finds columns whose median is far from the target of their index but close to the target of another column. Their
 * headings are probably swapped. A column that is far off and fits no other target is reported as a warning.
 * @param targets typical value by index id
 */
export function findSwappedColumns(
  readings: readonly WorksheetReading[],
  targets: ReadonlyMap<string, number>,
): WorksheetProblem[] {
  const valuesByColumn = new Map<number, { column: MappedColumn; indexId: string; values: number[]; row: number }>()
  for (const { column, indexId, text, row } of readings) {
    const columnValues = valuesByColumn.get(column.column) ?? { column, indexId, values: [], row }
    if (!text.startsWith('<')) columnValues.values.push(Number(text))
    valuesByColumn.set(column.column, columnValues)
  }
  const columnMedians = [...valuesByColumn.values()].flatMap((entry) => {
    const target = targets.get(entry.indexId)
    const sortedValues = entry.values.toSorted((a, b) => a - b)
    const median = sortedValues[Math.floor(sortedValues.length / 2)]
    return target && median !== undefined && median > 0 && target > 0 ? [{ ...entry, target, median }] : []
  })
  const isFarOff = (value: number, target: number): boolean =>
    value / target > MAX_TARGET_RATIO || target / value > MAX_TARGET_RATIO
  return columnMedians.flatMap((entry) => {
    if (!isFarOff(entry.median, entry.target)) return []
    const swappedColumn = columnMedians.find(
      (candidate) =>
        candidate !== entry &&
        candidate.indexId !== entry.indexId &&
        !isFarOff(entry.median, candidate.target) &&
        isFarOff(candidate.median, candidate.target),
    )
    const location = { row: entry.row, column: toColumnLetters(entry.column.column), header: entry.column.header }
    const params = { middle: entry.median, target: entry.target, other: swappedColumn?.column.header ?? '' }
    return [
      { ...location, code: swappedColumn ? 'swapped' : 'farOff', params, ...(swappedColumn ? {} : { warning: true }) },
    ]
  })
}

/** Warns once per column if the limits of its index have more decimals than the index. */
export function findColumnsWithFineLimits(
  readings: readonly WorksheetReading[],
  limits: readonly (Pick<SeasonLimits, 'indexId' | 'lsl' | 'usl'> & { readonly digits: number })[],
): WorksheetProblem[] {
  const finerLimits = findLimitsFinerThanIndex(
    limits.map(({ indexId, lsl, usl }) => ({ indexId, low: lsl, high: usl })),
    new Map(limits.map(({ indexId, digits }) => [indexId, digits])),
  )
  return finerLimits.flatMap(({ indexId, limitDigits, indexDigits }) => {
    const firstReadingByColumn = new Map<number, WorksheetReading>()
    for (const reading of readings)
      if (reading.indexId === indexId && !firstReadingByColumn.has(reading.column.column))
        firstReadingByColumn.set(reading.column.column, reading)
    return [...firstReadingByColumn.values()].map(({ row, column }) => ({
      row,
      column: toColumnLetters(column.column),
      header: column.header,
      code: 'limitDigits',
      params: { limitDigits, indexDigits },
      warning: true,
    }))
  })
}
