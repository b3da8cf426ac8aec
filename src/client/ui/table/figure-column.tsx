import { roundDecimal } from '../../format/number'
import { Quantity } from '../Quantity'
import type { Column } from './columns'

/** Decimals with which amounts are stored, unless their field says otherwise. */
const KEPT = 3

interface Figure<Row> extends Pick<Column<Row>, 'id' | 'width' | 'card' | 'sortable'> {
  /** Header, without the unit. */
  word: string
  /** The unit of all rows, or of each row. */
  unit: string | ((row: Row) => string)
  value: (row: Row) => number | null | undefined
  /** Fewer decimals than stored, for means and ratios. */
  decimals?: number
  /** The rows, if they share one unit: all values then get as many decimals as the longest. */
  rows?: readonly Row[]
}

/**
 * Builds a column of numbers as used in all tables: all digits, thousands separators, unit with the number. Only cards
 * and charts abbreviate numbers.
 */
export function figureColumn<Row>({ word, unit, value, decimals, rows, ...column }: Figure<Row>): Column<Row> {
  const most = rows ? Math.max(0, ...rows.map((row) => decimalsOf(value(row)))) : undefined
  return {
    ...column,
    header: word,
    number: true,
    cell: (row) => (
      <Quantity
        value={value(row)}
        unit={typeof unit === 'string' ? unit : unit(row)}
        decimals={decimals ?? most ?? KEPT}
        fixed={decimals !== undefined || most !== undefined}
      />
    ),
  }
}
/** Counts the decimals needed to display a value. */
const decimalsOf = (value: number | null | undefined): number =>
  String(roundDecimal(value ?? 0, KEPT)).split('.')[1]?.length ?? 0
