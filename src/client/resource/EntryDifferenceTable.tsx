import { useTranslation } from 'react-i18next'
import type { Field, ListField } from '@/contract/field'
import { useEntryField } from '../fields/form-scope'
import { FieldView } from '../fields/registry'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { EditIcon } from '../ui/icons'
import { matchEntries, type EntryMatch, type ListEntry } from './match-entries'

interface EntryDifferenceTableProps {
  field: ListField
  name: string
  place: FieldPlace
  mine: readonly ListEntry[]
  theirs: readonly ListEntry[]
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
}
const NO_CELLS: ReadonlySet<string> = new Set()

/** Differences of two versions of a list, entry by entry and cell by cell; equal entries are collapsed. */
export function EntryDifferenceTable({ field, name, place, mine, theirs, refs }: EntryDifferenceTableProps) {
  const { t } = useTranslation('client')
  const columns = Object.entries(field.of).filter(([, cellField]) => !cellField.hidden)
  const differences = matchEntries(
    mine,
    theirs,
    columns.map(([key]) => key),
  )
  const equalRows = differences.flatMap((difference) =>
    difference.kind === 'same' ? [{ versionLabel: '', entry: difference.entry, differingCells: NO_CELLS }] : [],
  )
  const differingRows = differences.flatMap((difference) =>
    toDisplayedEntries(difference, (key) => t(`resource.conflict.${key}`)),
  )
  const tableProps = { columns, name, place, refs }
  return (
    <div className="entry-differences">
      {differingRows.length > 0 ? (
        <EntryTable {...tableProps} rows={differingRows} />
      ) : (
        <p>{t('resource.conflict.order')}</p>
      )}
      {equalRows.length > 0 && (
        <details>
          <summary>{t('resource.conflict.sameLines', { count: equalRows.length })}</summary>
          <EntryTable {...tableProps} rows={equalRows} />
        </details>
      )}
    </div>
  )
}
interface DisplayedEntry {
  /** Label of the version the entry belongs to. */
  versionLabel: string
  entry: ListEntry
  differingCells: ReadonlySet<string>
}
type VersionKey = 'mine' | 'theirs' | 'onlyMine' | 'onlyTheirs'
function toDisplayedEntries(difference: EntryMatch, translateKey: (key: VersionKey) => string): DisplayedEntry[] {
  if (difference.kind === 'same') return []
  if (difference.kind !== 'changed')
    return [
      {
        versionLabel: translateKey(difference.kind === 'mine' ? 'onlyMine' : 'onlyTheirs'),
        entry: difference.entry,
        differingCells: NO_CELLS,
      },
    ]
  return [
    { versionLabel: translateKey('mine'), entry: difference.mine, differingCells: difference.cells },
    { versionLabel: translateKey('theirs'), entry: difference.theirs, differingCells: difference.cells },
  ]
}
function EntryTable({
  columns,
  name,
  place,
  refs,
  rows,
}: Omit<EntryDifferenceTableProps, 'field' | 'mine' | 'theirs'> & {
  columns: readonly (readonly [string, Field])[]
  rows: readonly DisplayedEntry[]
}) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  const getEntryField = useEntryField()
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
          {rows.map(({ versionLabel, entry, differingCells }, index) => (
            <tr key={index}>
              <th scope="row">{versionLabel}</th>
              {columns.map(([key, cellField]) => {
                const value = (
                  <FieldView
                    field={getEntryField(name, cellField, entry)}
                    name={key}
                    place={listPlace}
                    value={entry[key]}
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
