import { useTranslation } from 'react-i18next'
import { createBlankEntry, type Field, type ListField } from '@/contract/field'
import { MISSING_TEXT } from '../format/number'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { Button } from '../ui/Button'
import { RequiredMark } from '../ui/TextInput'
import { DeleteIcon, PlusIcon } from '../ui/icons'
import { NameList } from './reference'
import type { FieldParts, InputProps, ValueProps } from './field-parts'
import { useEntryField } from './form-scope'
import { useEntryNames } from './entry-names'

type Entry = Record<string, unknown>
const toEntries = (value: unknown): Entry[] => (Array.isArray(value) ? (value as Entry[]) : [])
const toListPlace = (place: FieldPlace, name: string): FieldPlace => ({
  area: place.area,
  owner: place.owner,
  list: name,
})

/** Editable entries that are stored with their parent row. */
function Input({ field, name, place, id, label, value, onChange, disabled, nestedComponents }: InputProps<ListField>) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  const entries = toEntries(value)
  const listPlace = toListPlace(place, name)
  const getEntryField = useEntryField()
  const setCell = (index: number, key: string, next: unknown) =>
    onChange?.(entries.map((entry, entryIndex) => (entryIndex === index ? { ...entry, [key]: next } : entry)))
  return (
    <fieldset id={id} aria-label={label} className="lines-input stack gap-3" tabIndex={-1}>
      {entries.map((entry, index) => (
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
                    {columnField.required && <RequiredMark />}
                  </span>
                  {nestedComponents && (
                    <nestedComponents.Input
                      field={getEntryField(name, columnField, entry)}
                      name={key}
                      place={listPlace}
                      id={`${id}-${index}-${key}`}
                      label={title}
                      value={entry[key]}
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
              onClick={() => onChange?.(entries.filter((_, entryIndex) => entryIndex !== index))}
            >
              {t('fields.removeRow', { number: index + 1 })}
            </Button>
          )}
        </fieldset>
      ))}
      {!disabled && entries.length < field.max && (
        <Button icon={<PlusIcon size={20} />} onClick={() => onChange?.([...entries, createBlankEntry(field.of)])}>
          {t('fields.addRow')}
        </Button>
      )}
    </fieldset>
  )
}
function ListValue(props: ValueProps<ListField>) {
  const entries = toEntries(props.value)
  if (entries.length === 0) return MISSING_TEXT
  return props.isDetail ? <EntryTable {...props} entries={entries} /> : <EntryNames {...props} entries={entries} />
}
function EntryNames({ field, name, place, refs, entries }: ValueProps<ListField> & { entries: readonly Entry[] }) {
  return <NameList names={useEntryNames(field, name, place, entries, refs)} />
}
function EntryTable({
  field,
  name,
  place,
  entries,
  refs,
  nestedComponents,
}: ValueProps<ListField> & { entries: readonly Entry[] }) {
  const labels = useLabels(place.area)
  const getEntryField = useEntryField()
  const listPlace = toListPlace(place, name)
  const isFilled = (key: string) =>
    entries.some((entry) => {
      const value = entry[key]
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
          {entries.map((entry, index) => (
            <tr key={index}>
              {columns.map(([key, columnField]) => (
                <td key={key} className={getNumberClass(columnField)}>
                  {nestedComponents && (
                    <nestedComponents.Value
                      field={getEntryField(name, columnField, entry)}
                      name={key}
                      place={listPlace}
                      value={entry[key]}
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
/** Components of a list field, whose entries have fields of their own. */
export const listParts: FieldParts<ListField> = { Input, Value: ListValue, Filter: null }
