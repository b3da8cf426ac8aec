import { useTranslation } from 'react-i18next'
import { createBlankLine, type Field, type ListField } from '@/contract/field'
import { MISSING } from '../format/number'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { Button } from '../ui/Button'
import { DeleteIcon, PlusIcon } from '../ui/icons'
import { NameList } from './NameList'
import type { FieldParts, InputProps, ShowProps } from './field-parts'
import { useLineField } from './form-scope'
import { useLineNames } from './line-names'

type Line = Record<string, unknown>
const toLines = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : [])
const toListPlace = (place: FieldPlace, name: string): FieldPlace => ({
  area: place.area,
  owner: place.owner,
  list: name,
})

/** Editable lines that are stored with their parent row. */
function Input({ field, name, place, id, label, value, onChange, disabled, nested }: InputProps<ListField>) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  const lines = toLines(value)
  const listPlace = toListPlace(place, name)
  const lineField = useLineField()
  const set = (index: number, key: string, next: unknown) =>
    onChange?.(lines.map((line, at) => (at === index ? { ...line, [key]: next } : line)))
  return (
    <fieldset id={id} aria-label={label} className="lines-input" tabIndex={-1}>
      {lines.map((line, index) => (
        <fieldset key={index}>
          <legend>{t('fields.row', { number: index + 1 })}</legend>
          {Object.entries(field.of)
            .filter(([, one]) => !one.hidden && !one.readonly)
            .map(([key, one]) => {
              const title = labels.field(listPlace, key)
              return (
                <label
                  key={key}
                  htmlFor={`${id}-${index}-${key}`}
                  className={getNumberClass(one) ?? (one.kind === 'flag' ? 'is-flag' : undefined)}
                >
                  <span>
                    {title}
                    {one.required && ' *'}
                  </span>
                  {nested && (
                    <nested.Input
                      field={lineField(name, one, line)}
                      name={key}
                      place={listPlace}
                      id={`${id}-${index}-${key}`}
                      label={title}
                      value={line[key]}
                      onChange={(next) => set(index, key, next)}
                      {...(disabled ? { disabled } : {})}
                    />
                  )}
                </label>
              )
            })}
          {!disabled && (
            <Button
              look="quiet"
              icon={<DeleteIcon size={20} />}
              onClick={() => onChange?.(lines.filter((_, at) => at !== index))}
            >
              {t('fields.removeRow', { number: index + 1 })}
            </Button>
          )}
        </fieldset>
      ))}
      {!disabled && lines.length < field.max && (
        <Button icon={<PlusIcon size={20} />} onClick={() => onChange?.([...lines, createBlankLine(field.of)])}>
          {t('fields.addRow')}
        </Button>
      )}
    </fieldset>
  )
}
function Show(props: ShowProps<ListField>) {
  const lines = toLines(props.value)
  if (lines.length === 0) return MISSING
  return props.full ? <LineTable {...props} lines={lines} /> : <LineNames {...props} lines={lines} />
}
function LineNames({ field, name, place, refs, lines }: ShowProps<ListField> & { lines: readonly Line[] }) {
  return <NameList names={useLineNames(field, name, place, lines, refs)} />
}
function LineTable({ field, name, place, lines, refs, nested }: ShowProps<ListField> & { lines: readonly Line[] }) {
  const labels = useLabels(place.area)
  const lineField = useLineField()
  const listPlace = toListPlace(place, name)
  const isFilled = (key: string) =>
    lines.some((line) => {
      const one = line[key]
      return one !== null && one !== undefined && one !== '' && !(Array.isArray(one) && one.length === 0)
    })
  // Omit empty columns to leave room for the others.
  const columns = Object.entries(field.of).filter(([key, one]) => !one.hidden && isFilled(key))
  return (
    <div className="lines-show">
      <table>
        <thead>
          <tr>
            {columns.map(([key, one]) => (
              <th key={key} scope="col" className={getNumberClass(one)}>
                {labels.field(listPlace, key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              {columns.map(([key, one]) => (
                <td key={key} className={getNumberClass(one)}>
                  {nested && (
                    <nested.Show
                      field={lineField(name, one, line)}
                      name={key}
                      place={listPlace}
                      value={line[key]}
                      refs={refs}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
/** Aligns numbers in columns. */
const getNumberClass = (field: Field): string | undefined =>
  field.kind === 'amount' || field.kind === 'integer' ? 'is-number' : undefined
export const listParts: FieldParts<ListField> = { Input, Show, Filter: null }
