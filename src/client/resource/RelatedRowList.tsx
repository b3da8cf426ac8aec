import './list.css'
import { Link } from 'react-router-dom'
import { resolveFieldUnit } from '@/contract/field'
import type { ListQuery, Resource } from '@/contract/resource'
import { useList } from '../api/use-list'
import { FieldShow } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { buildRowAddress } from '../shell/row-address'
import type { ListRow, Cells } from './build-columns'

export interface RelatedRowListProps {
  of: Resource
  query: ListQuery
  /** Displayed fields, the first as a link to the row. */
  columns: readonly string[]
  cells?: Cells
  title?: string
  /** Selects related rows, if the query cannot. */
  isRelated?: (row: ListRow) => boolean
}
const MAX_SHOWN = 10
/** Number of rows that `isRelated` is applied to. */
const MAX_SEARCHED = 200

/** The newest related rows, ten at most; renders nothing if there are none. */
export function RelatedRowList({ of, query, columns, cells = {}, title, isRelated }: RelatedRowListProps) {
  const labels = useLabels(of.area)
  const list = useList(of as Resource & { endpoints: never }, { ...query, size: isRelated ? MAX_SEARCHED : MAX_SHOWN })
  const { refs } = list
  const matchingRows = (list.rows as readonly ListRow[]).filter((row) => isRelated?.(row) ?? true)
  const [rows, total] = [matchingRows.slice(0, MAX_SHOWN), isRelated ? matchingRows.length : list.total]
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
  row: ListRow
  refs: Readonly<Record<string, string>>
  columns: readonly string[]
  cells: Cells
}) {
  const address = buildRowAddress(of.name, { id: String(row['id']) })
  const renderField = (name: string) => {
    const field = of.fields[name]
    if (cells[name]) return cells[name](row, refs)
    return (
      field && (
        <FieldShow
          field={resolveFieldUnit(field, row)}
          name={name}
          place={{ area: of.area, owner: of.name }}
          value={row[name]}
          refs={refs}
        />
      )
    )
  }
  const [first = '', ...otherColumns] = columns
  return (
    <li className="ui-card">
      <b>{address ? <Link to={address}>{renderField(first)}</Link> : renderField(first)}</b>
      {otherColumns.map((name) => (
        <span key={name}>{renderField(name)}</span>
      ))}
    </li>
  )
}
