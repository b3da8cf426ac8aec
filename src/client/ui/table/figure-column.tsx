import { round } from '../../format/number'
import { Quantity } from '../Quantity'
import type { Column } from './columns'

/** Decimals that amounts are kept with, unless their field says otherwise. */
const KEPT = 3

interface Figure<Row> extends Pick<Column<Row>, 'id' | 'width' | 'card' | 'sortable'> {
  /** What it is called, without its unit. */
  word: string
  /** The same for all rows, or each row's own. */
  unit: string | ((row: Row) => string)
  value: (row: Row) => number | null | undefined
  /** Fewer than amounts are kept with: of means and shares, which never end. */
  decimals?: number
  /** What stands in the column, where all of it has one unit: all of its figures then have as many decimals as the longest. */
  rows?: readonly Row[]
}

/**
 * A column of figures as every table writes them: all digits, thousands separated, the unit once, with the figure. Only
 * cards and charts leave digits out.
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
/** Decimals that a figure is written with. */
const decimalsOf = (value: number | null | undefined): number =>
  String(round(value ?? 0, KEPT)).split('.')[1]?.length ?? 0
