/** Distinguishes several columns of one test index: by sample numbers in their headings, e.g. `克重1` and `克重2`. */
import { toColumnLetters } from '@/server/excel/workbook-refusal'
import { isBareIndexName, type MappedColumn } from '../rules/lab-columns'
import type { WorksheetIndex } from './parse-reading-cell'
import type { WorksheetProblem, WorksheetReading } from './read-worksheet'

interface NumberedHeading {
  readonly stem: string
  readonly no: number
}
/** Parses the sample number of a heading, 2 for `克重2 (g/m²)`, `GSM #2` and `克重 (2)`; null without one. */
export function parseSampleNumber(header: string): NumberedHeading | null {
  const text = header.normalize('NFKC').toLowerCase()
  const label = text.replace(/[([{][^)\]}]*[)\]}]/g, ' ').trim()
  const [, stem, digits] =
    /^(.*?)[\s_#.-]*(\d{1,4})$/.exec(label) ?? /^([^([{]*)[([{]\s*#?(\d{1,4})\s*[)\]}]/.exec(text) ?? []
  return stem?.trim() && Number(digits) > 0 ? { stem: stem.trim(), no: Number(digits) } : null
}

/** Returns the sample number of each column of an index; null unless all headings have different numbers. */
function getColumnNumbers(columns: readonly MappedColumn[]): ReadonlyMap<number, number> | null {
  const headings = columns.map(({ header }) => parseSampleNumber(header))
  const stems = new Set(headings.map((heading) => heading?.stem))
  const numbers = new Set(headings.map((heading) => heading?.no))
  if (columns.length < 2 || headings.includes(null) || stems.size > 1 || numbers.size < columns.length) return null
  return new Map(columns.map(({ column }, i) => [column, headings[i]!.no]))
}

/**
 * Numbers the samples by the headings of their columns. If the rows already number the samples, or a roll has several
 * rows, the numbers in the headings are ambiguous. They are then ignored with a warning.
 */
export function assignHeadingNumbers(
  readings: readonly WorksheetReading[],
  indexColumns: readonly MappedColumn[],
  headerRow: number,
): { readings: WorksheetReading[]; warnings: WorksheetProblem[] } {
  const warnings: WorksheetProblem[] = []
  const numbersByIndex = new Map<string, ReadonlyMap<number, number>>()
  for (const indexId of new Set(indexColumns.map((column) => column.indexId ?? ''))) {
    const columns = indexColumns.filter((column) => column.indexId === indexId)
    const numbers = getColumnNumbers(columns)
    if (!numbers) continue
    const indexReadings = readings.filter((reading) => reading.indexId === indexId)
    const keys = indexReadings.map(({ roll, batch, retest, lane, column }) =>
      JSON.stringify([roll.toUpperCase(), batch, retest, lane, column.column]),
    )
    const isUnambiguous = indexReadings.every(({ no }) => no === null) && new Set(keys).size === keys.length
    if (isUnambiguous) numbersByIndex.set(indexId, numbers)
    else if (indexReadings.length > 0)
      warnings.push({
        row: headerRow,
        column: toColumnLetters(columns[0]!.column),
        header: columns[0]!.header,
        code: 'headingNumbersLeftOut',
        params: {
          columns: columns
            .map(({ header }) => header)
            .join('; ')
            .slice(0, 300),
        },
        warning: true,
      })
  }
  return {
    readings: readings.map((reading) => ({
      ...reading,
      no: reading.no ?? numbersByIndex.get(reading.indexId)?.get(reading.column.column) ?? null,
    })),
    warnings,
  }
}

const toComparableHeader = (header: string): string => header.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
/**
 * Finds columns that repeat the values of another column instead of holding further samples: both headings only name the
 * index, but in other words or with another unit, e.g. 静水压 beside 静水压 (kPa).
 */
export function findRepeatedIndexColumns(
  indexColumns: readonly MappedColumn[],
  indexById: ReadonlyMap<string, WorksheetIndex>,
  headerRow: number,
): WorksheetProblem[] {
  const firstHeaderByIndex = new Map<string, string>()
  return indexColumns.flatMap(({ column, header, indexId }) => {
    const index = indexById.get(indexId ?? '')
    if (!index || !isBareIndexName(header, index)) return []
    const firstHeader = firstHeaderByIndex.get(indexId ?? '') ?? header
    firstHeaderByIndex.set(indexId ?? '', firstHeader)
    return toComparableHeader(firstHeader) === toComparableHeader(header)
      ? []
      : [
          {
            row: headerRow,
            column: toColumnLetters(column),
            header,
            code: 'indexTwice',
            params: { other: firstHeader },
          },
        ]
  })
}
