import { useTranslation } from 'react-i18next'
import type { Field, ListField } from '@/contract/field'
import { useLineField } from '../fields/form-scope'
import { FieldShow } from '../fields/registry'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { EditIcon } from '../ui/icons'
import { compareLines, type LineDifference, type ListLine } from './compare-lines'

interface LineDifferenceTableProps {
  field: ListField
  name: string
  place: FieldPlace
  mine: readonly ListLine[]
  theirs: readonly ListLine[]
  refs: Readonly<Record<string, string>>
}
const NO_CELLS: ReadonlySet<string> = new Set()

/** Differences of two versions of a list, line by line and cell by cell; equal lines are collapsed. */
export function LineDifferenceTable({ field, name, place, mine, theirs, refs }: LineDifferenceTableProps) {
  const { t } = useTranslation('client')
  const columns = Object.entries(field.of).filter(([, one]) => !one.hidden)
  const lines = compareLines(
    mine,
    theirs,
    columns.map(([key]) => key),
  )
  const equalRows = lines.flatMap((one) =>
    one.kind === 'same' ? [{ whose: '', line: one.line, cells: NO_CELLS }] : [],
  )
  const differingRows = lines.flatMap((one) => toDisplayedLines(one, (key) => t(`resource.conflict.${key}`)))
  const tableProps = { columns, name, place, refs }
  return (
    <div className="lines-apart">
      {differingRows.length > 0 ? (
        <LineTable {...tableProps} rows={differingRows} />
      ) : (
        <p>{t('resource.conflict.order')}</p>
      )}
      {equalRows.length > 0 && (
        <details>
          <summary>{t('resource.conflict.sameLines', { count: equalRows.length })}</summary>
          <LineTable {...tableProps} rows={equalRows} />
        </details>
      )}
    </div>
  )
}
interface DisplayedLine {
  /** Label of the version the line belongs to. */
  whose: string
  line: ListLine
  cells: ReadonlySet<string>
}
type WhoseKey = 'mine' | 'theirs' | 'onlyMine' | 'onlyTheirs'
function toDisplayedLines(difference: LineDifference, word: (key: WhoseKey) => string): DisplayedLine[] {
  if (difference.kind === 'same') return []
  if (difference.kind !== 'changed')
    return [
      { whose: word(difference.kind === 'mine' ? 'onlyMine' : 'onlyTheirs'), line: difference.line, cells: NO_CELLS },
    ]
  return [
    { whose: word('mine'), line: difference.mine, cells: difference.cells },
    { whose: word('theirs'), line: difference.theirs, cells: difference.cells },
  ]
}
function LineTable({
  columns,
  name,
  place,
  refs,
  rows,
}: Omit<LineDifferenceTableProps, 'field' | 'mine' | 'theirs'> & {
  columns: readonly (readonly [string, Field])[]
  rows: readonly DisplayedLine[]
}) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  const lineField = useLineField()
  const listPlace = { area: place.area, owner: place.owner, list: name }
  return (
    <div className="lines-show">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('resource.conflict.whose')}</th>
            {columns.map(([key]) => (
              <th key={key} scope="col">
                {labels.field(listPlace, key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ whose: said, line, cells }, index) => (
            <tr key={index}>
              <th scope="row">{said}</th>
              {columns.map(([key, one]) => {
                const value = (
                  <FieldShow
                    field={lineField(name, one, line)}
                    name={key}
                    place={listPlace}
                    value={line[key]}
                    refs={refs}
                  />
                )
                return (
                  <td key={key}>
                    {cells.has(key) ? (
                      <mark>
                        <EditIcon size={16} label={t('resource.conflict.differs')} />
                        {value}
                      </mark>
                    ) : (
                      value
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
