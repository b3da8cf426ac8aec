import { getResultDecimals, roundDecimal } from '../../format/number'
import { Quantity } from '../Quantity'
import type { Column } from './columns'

/** Decimals with which amounts are stored, unless their field says otherwise. */
const STORED_DECIMALS = 3

interface MetricColumnOptions<Row> extends Pick<Column<Row>, 'id' | 'width' | 'cardSlot' | 'isSortable'> {
  /** Header, without the unit. */
  header: string
  /** The unit of all rows, or of each row. */
  unit: string | ((row: Row) => string)
  getValue: (row: Row) => number | null | undefined
  /** Fewer decimals than stored, for means and ratios. */
  decimals?: number
  /** The rows, if they share one unit: all values then get the same number of decimals, as the largest value needs. */
  rows?: readonly Row[]
}

/**
 * Builds a column of calculated numbers, as used in all tables. A number has thousands separators, as many decimals as
 * its size justifies, and its unit. Only cards and charts abbreviate numbers; Excel files contain all decimals.
 */
export function buildMetricColumn<Row>({
  header,
  unit,
  getValue,
  decimals,
  rows,
  ...column
}: MetricColumnOptions<Row>): Column<Row> {
  const columnDecimals = decimals ?? (rows && countColumnDecimals(rows.map(getValue)))
  return {
    ...column,
    header,
    isNumber: true,
    isEmpty: (row) => getValue(row) == null,
    renderCell: (row) => (
      <Quantity
        value={getValue(row)}
        unit={typeof unit === 'string' ? unit : unit(row)}
        decimals={columnDecimals ?? getResultDecimals(getValue(row) ?? 0, STORED_DECIMALS)}
        hasFixedDecimals={columnDecimals !== undefined}
      />
    ),
  }
}
/** Counts the decimals of a column: those that its values have, limited by its largest value. */
function countColumnDecimals(values: readonly (number | null | undefined)[]): number {
  const maxDecimals = Math.max(0, ...values.map((value) => countDecimals(value)))
  const largest = Math.max(0, ...values.map((value) => Math.abs(value ?? 0)))
  return getResultDecimals(largest, maxDecimals)
}
/** Counts the decimals needed to display a value. */
const countDecimals = (value: number | null | undefined): number =>
  String(roundDecimal(value ?? 0, STORED_DECIMALS)).split('.')[1]?.length ?? 0
