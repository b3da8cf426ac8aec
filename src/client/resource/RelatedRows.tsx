import './list.css'
import { Link } from 'react-router-dom'
import { fieldIn } from '@/contract/field'
import type { ListQuery, Resource } from '@/contract/resource'
import { useList } from '../api/use-list'
import { FieldShow } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { rowAddress } from '../shell/row-address'
import type { AnyRow, Cells } from './columns'

export interface RelatedRowsProps {
  of: Resource
  query: ListQuery
  /** Displayed fields, the first as a link to the row. */
  columns: readonly string[]
  cells?: Cells
  title?: string
  /** Selects related rows, if the query cannot. */
  keep?: (row: AnyRow) => boolean
}
const SHOWN = 10
/** Number of rows that `isRelated` is applied to. */
const MOST = 200

/** The newest related rows, ten at most; renders nothing if there are none. */
export function RelatedRows({ of, query, columns, cells = {}, title, keep }: RelatedRowsProps) {
  const labels = useLabels(of.area)
  const found = useList(of as Resource & { endpoints: never }, { ...query, size: keep ? MOST : SHOWN })
  const { refs } = found
  const kept = (found.rows as readonly AnyRow[]).filter((row) => keep?.(row) ?? true)
  const [rows, total] = [kept.slice(0, SHOWN), keep ? kept.length : found.total]
  if (rows.length === 0) return null
  return (
    <section className="related">
      <h2>
        {title ?? labels.name(of)} {total !== null && total !== undefined && <span className="quiet">{total}</span>}
      </h2>
      <ul>
        {rows.map((row) => (
          <RelatedRow key={String(row['id'])} of={of} row={row} refs={refs} columns={columns} cells={cells} />
        ))}
      </ul>
    </section>
  )
}
function RelatedRow({
  of,
  row,
  refs,
  columns,
  cells,
}: {
  of: Resource
  row: AnyRow
  refs: Readonly<Record<string, string>>
  columns: readonly string[]
  cells: Cells
}) {
  const address = rowAddress(of.name, { id: String(row['id']) })
  const shown = (name: string) => {
    const field = of.fields[name]
    if (cells[name]) return cells[name](row, refs)
    return (
      field && (
        <FieldShow
          field={fieldIn(field, row)}
          name={name}
          place={{ area: of.area, owner: of.name }}
          value={row[name]}
          refs={refs}
        />
      )
    )
  }
  const [first = '', ...rest] = columns
  return (
    <li className="ui-card">
      <b>{address ? <Link to={address}>{shown(first)}</Link> : shown(first)}</b>
      {rest.map((name) => (
        <span key={name}>{shown(name)}</span>
      ))}
    </li>
  )
}
