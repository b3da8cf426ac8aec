import { useTranslation } from 'react-i18next'
import type { Field, ListField } from '@/contract/field'
import { useLineField } from '../fields/form-scope'
import { FieldView } from '../fields/registry'
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
  const equalRows = lines.flatMap((difference) =>
    difference.kind === 'same' ? [{ versionLabel: '', line: difference.line, differingCells: NO_CELLS }] : [],
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
  versionLabel: string
  line: ListLine
  differingCells: ReadonlySet<string>
}
type WhoseKey = 'mine' | 'theirs' | 'onlyMine' | 'onlyTheirs'
function toDisplayedLines(difference: LineDifference, translateKey: (key: WhoseKey) => string): DisplayedLine[] {
  if (difference.kind === 'same') return []
  if (difference.kind !== 'changed')
    return [
      {
        versionLabel: translateKey(difference.kind === 'mine' ? 'onlyMine' : 'onlyTheirs'),
        line: difference.line,
        differingCells: NO_CELLS,
      },
    ]
  return [
    { versionLabel: translateKey('mine'), line: difference.mine, differingCells: difference.cells },
    { versionLabel: translateKey('theirs'), line: difference.theirs, differingCells: difference.cells },
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
  const getLineField = useLineField()
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
          {rows.map(({ versionLabel, line, differingCells }, index) => (
            <tr key={index}>
              <th scope="row">{versionLabel}</th>
              {columns.map(([key, cellField]) => {
                const value = (
                  <FieldView
                    field={getLineField(name, cellField, line)}
                    name={key}
                    place={listPlace}
                    value={line[key]}
                    refs={refs}
                  />
                )
                return (
                  <td key={key}>
                    {differingCells.has(key) ? (
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
