import { useTranslation } from 'react-i18next'
import { createBlankEntry, type Field, type ListField } from '@/contract/field'
import { MISSING } from '../format/number'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { Button } from '../ui/Button'
import { DeleteIcon, PlusIcon } from '../ui/icons'
import { NameList } from './reference'
import type { FieldParts, InputProps, ValueProps } from './field-parts'
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
function Input({ field, name, place, id, label, value, onChange, disabled, nestedComponents }: InputProps<ListField>) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  const lines = toLines(value)
  const listPlace = toListPlace(place, name)
  const getLineField = useLineField()
  const setCell = (index: number, key: string, next: unknown) =>
    onChange?.(lines.map((line, lineIndex) => (lineIndex === index ? { ...line, [key]: next } : line)))
  return (
    <fieldset id={id} aria-label={label} className="lines-input" tabIndex={-1}>
      {lines.map((line, index) => (
        <fieldset key={index}>
          <legend>{t('fields.row', { number: index + 1 })}</legend>
          {Object.entries(field.of)
            .filter(([, columnField]) => !columnField.hidden && !columnField.readonly)
            .map(([key, columnField]) => {
              const title = labels.field(listPlace, key)
              return (
                <label
                  key={key}
                  htmlFor={`${id}-${index}-${key}`}
                  className={getNumberClass(columnField) ?? (columnField.kind === 'flag' ? 'is-flag' : undefined)}
                >
                  <span>
                    {title}
                    {columnField.required && ' *'}
                  </span>
                  {nestedComponents && (
                    <nestedComponents.Input
                      field={getLineField(name, columnField, line)}
                      name={key}
                      place={listPlace}
                      id={`${id}-${index}-${key}`}
                      label={title}
                      value={line[key]}
                      onChange={(next) => setCell(index, key, next)}
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
        <Button icon={<PlusIcon size={20} />} onClick={() => onChange?.([...lines, createBlankEntry(field.of)])}>
          {t('fields.addRow')}
        </Button>
      )}
    </fieldset>
  )
}
function ListValue(props: ValueProps<ListField>) {
  const lines = toLines(props.value)
  if (lines.length === 0) return MISSING
  return props.isDetail ? <LineTable {...props} lines={lines} /> : <LineNames {...props} lines={lines} />
}
function LineNames({ field, name, place, refs, lines }: ValueProps<ListField> & { lines: readonly Line[] }) {
  return <NameList names={useLineNames(field, name, place, lines, refs)} />
}
function LineTable({
  field,
  name,
  place,
  lines,
  refs,
  nestedComponents,
}: ValueProps<ListField> & { lines: readonly Line[] }) {
  const labels = useLabels(place.area)
  const getLineField = useLineField()
  const listPlace = toListPlace(place, name)
  const isFilled = (key: string) =>
    lines.some((line) => {
      const value = line[key]
      return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
    })
  // Omit empty columns to leave room for the others.
  const columns = Object.entries(field.of).filter(([key, columnField]) => !columnField.hidden && isFilled(key))
  return (
    <div className="lines-show">
      <table>
        <thead>
          <tr>
            {columns.map(([key, columnField]) => (
              <th key={key} scope="col" className={getNumberClass(columnField)}>
                {labels.field(listPlace, key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              {columns.map(([key, columnField]) => (
                <td key={key} className={getNumberClass(columnField)}>
                  {nestedComponents && (
                    <nestedComponents.Value
                      field={getLineField(name, columnField, line)}
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
export const listParts: FieldParts<ListField> = { Input, Value: ListValue, Filter: null }
