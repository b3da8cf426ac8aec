import './list.css'
import { Link } from 'react-router-dom'
import { resolveFieldUnit } from '@/contract/field'
import type { ListQuery, Resource } from '@/contract/resource'
import { useList } from '../api/use-list'
import { FieldView } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { buildRowAddress } from '../shell/row-address'
import type { ListRow, Cells } from './build-columns'

export interface RelatedRowListProps {
  resource: Resource
  query: ListQuery
  /** Displayed fields, the first as a link to the row. */
  columns: readonly string[]
  cells?: Cells
  title?: string
  /** Filters the rows of the query, for relations that a query cannot express. */
  isRelated?: (row: ListRow) => boolean
}
const MAX_DISPLAYED = 10
/** Number of rows that `isRelated` is applied to. */
const MAX_SEARCHED = 200

/** The first ten related rows in the default order of their list; renders nothing if there are none. */
export function RelatedRowList({ resource, query, columns, cells = {}, title, isRelated }: RelatedRowListProps) {
  const labels = useLabels(resource.area)
  const list = useList(resource as Resource & { endpoints: never }, {
    ...query,
    size: isRelated ? MAX_SEARCHED : MAX_DISPLAYED,
  })
  const { refs } = list
  const matchingRows = (list.rows as readonly ListRow[]).filter((row) => isRelated?.(row) ?? true)
  const rows = matchingRows.slice(0, MAX_DISPLAYED)
  const total = isRelated ? matchingRows.length : list.total
  if (rows.length === 0) return null
  return (
    <section className="related">
      <h2>
        {title ?? labels.name(resource)}{' '}
        {total !== null && total !== undefined && <span className="quiet">{total}</span>}
      </h2>
      <ul>
        {rows.map((row) => (
          <RelatedRow
            key={String(row['id'])}
            resource={resource}
            row={row}
            refs={refs}
            columns={columns}
            cells={cells}
          />
        ))}
      </ul>
    </section>
  )
}
function RelatedRow({
  resource,
  row,
  refs,
  columns,
  cells,
}: {
  resource: Resource
  row: ListRow
  refs: Readonly<Record<string, string>>
  columns: readonly string[]
  cells: Cells
}) {
  const address = buildRowAddress(resource.name, { id: String(row['id']) })
  const renderField = (name: string) => {
    const field = resource.fields[name]
    if (cells[name]) return cells[name](row, refs)
    return (
      field && (
        <FieldView
          field={resolveFieldUnit(field, row)}
          name={name}
          place={{ area: resource.area, owner: resource.name }}
          value={row[name]}
          refs={refs}
        />
      )
    )
  }
  const [firstColumn = '', ...otherColumns] = columns
  return (
    <li className="ui-card">
      <b>{address ? <Link to={address}>{renderField(firstColumn)}</Link> : renderField(firstColumn)}</b>
      {otherColumns.map((name) => (
        <span key={name}>{renderField(name)}</span>
      ))}
    </li>
  )
}
