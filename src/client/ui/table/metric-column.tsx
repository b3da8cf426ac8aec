import { roundDecimal } from '../../format/number'
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
  /** The rows, if they share one unit: all values then get as many decimals as the value with the most decimals. */
  rows?: readonly Row[]
}

/**
 * Builds a column of numbers as used in all tables: all digits, thousands separators, unit with the number. Only cards
 * and charts abbreviate numbers.
 */
export function buildMetricColumn<Row>({
  header,
  unit,
  getValue,
  decimals,
  rows,
  ...column
}: MetricColumnOptions<Row>): Column<Row> {
  const maxDecimals = rows ? Math.max(0, ...rows.map((row) => countDecimals(getValue(row)))) : undefined
  return {
    ...column,
    header,
    isNumber: true,
    renderCell: (row) => (
      <Quantity
        value={getValue(row)}
        unit={typeof unit === 'string' ? unit : unit(row)}
        decimals={decimals ?? maxDecimals ?? STORED_DECIMALS}
        hasFixedDecimals={decimals !== undefined || maxDecimals !== undefined}
      />
    ),
  }
}
/** Counts the decimals needed to display a value. */
const countDecimals = (value: number | null | undefined): number =>
  String(roundDecimal(value ?? 0, STORED_DECIMALS)).split('.')[1]?.length ?? 0
