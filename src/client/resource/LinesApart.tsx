import { useTranslation } from 'react-i18next'
import type { Field, ListField } from '@/contract/field'
import { useLineField } from '../fields/form-scope'
import { FieldShow } from '../fields/registry'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { EditIcon } from '../ui/icons'
import { linesApart, type ApartLine, type Line } from './lines-apart'

interface Props {
  field: ListField
  name: string
  place: FieldPlace
  mine: readonly Line[]
  theirs: readonly Line[]
  refs: Readonly<Record<string, string>>
}
const NONE: ReadonlySet<string> = new Set()

/** Differences of two versions of a list, line by line and cell by cell; equal lines are collapsed. */
export function LinesApart({ field, name, place, mine, theirs, refs }: Props) {
  const { t } = useTranslation('client')
  const columns = Object.entries(field.of).filter(([, one]) => !one.hidden)
  const lines = linesApart(
    mine,
    theirs,
    columns.map(([key]) => key),
  )
  const equal = lines.flatMap((one) => (one.kind === 'same' ? [{ said: '', line: one.line, cells: NONE }] : []))
  const apart = lines.flatMap((one) => rowsOf(one, (key) => t(`resource.conflict.${key}`)))
  const frame = { columns, name, place, refs }
  return (
    <div className="lines-apart">
      {apart.length > 0 ? <Lines {...frame} rows={apart} /> : <p>{t('resource.conflict.order')}</p>}
      {equal.length > 0 && (
        <details>
          <summary>{t('resource.conflict.sameLines', { count: equal.length })}</summary>
          <Lines {...frame} rows={equal} />
        </details>
      )}
    </div>
  )
}
interface ShownLine {
  /** Label of the version the line belongs to. */
  said: string
  line: Line
  cells: ReadonlySet<string>
}
type Word = 'mine' | 'theirs' | 'onlyMine' | 'onlyTheirs'
function rowsOf(one: ApartLine, word: (key: Word) => string): ShownLine[] {
  if (one.kind === 'same') return []
  if (one.kind !== 'changed')
    return [{ said: word(one.kind === 'mine' ? 'onlyMine' : 'onlyTheirs'), line: one.line, cells: NONE }]
  return [
    { said: word('mine'), line: one.mine, cells: one.cells },
    { said: word('theirs'), line: one.theirs, cells: one.cells },
  ]
}
function Lines({
  columns,
  name,
  place,
  refs,
  rows,
}: Omit<Props, 'field' | 'mine' | 'theirs'> & {
  columns: readonly (readonly [string, Field])[]
  rows: readonly ShownLine[]
}) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  const lineField = useLineField()
  const own = { area: place.area, owner: place.owner, list: name }
  return (
    <div className="lines-show">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('resource.conflict.whose')}</th>
            {columns.map(([key]) => (
              <th key={key} scope="col">
                {labels.field(own, key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ said, line, cells }, at) => (
            <tr key={at}>
              <th scope="row">{said}</th>
              {columns.map(([key, one]) => {
                const value = (
                  <FieldShow field={lineField(name, one, line)} name={key} place={own} value={line[key]} refs={refs} />
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
