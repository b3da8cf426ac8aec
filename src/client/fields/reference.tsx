import type { ReferenceField, ReferencesField } from '@/contract/field'
import { MISSING_TEXT } from '../format/number'
import type { FieldParts, InputProps, ValueProps, FilterProps } from './field-parts'
import { useNames } from './options'
import { Picker } from './picker'
import { useTranslation } from 'react-i18next'
import { useLanguage, joinWords } from '../format/use-language'

/** Filter for fields that refer to one or several rows: matches any of the picked rows. */
export function ReferenceFilter({
  field,
  name,
  label,
  values,
  onChange,
}: FilterProps<ReferenceField> | FilterProps<ReferencesField>) {
  const ids = String(values[name] ?? '')
    .split(',')
    .filter(Boolean)
  return (
    <div className="filter">
      <span>{label}</span>
      <Picker
        resource={field.to}
        id={`filter-${name}`}
        label={label}
        multiple
        ids={ids}
        onPick={(next) => onChange({ [name]: next.join(',') || null })}
      />
    </div>
  )
}

function ReferenceInput({ field, value, onChange, ...props }: InputProps<ReferenceField>) {
  return (
    <Picker
      {...props}
      resource={field.to}
      field={props.place.list ? undefined : props.name}
      multiple={false}
      clearable={field.required !== true}
      ids={value ? [String(value)] : []}
      onPick={(ids) => onChange?.(ids[0] ?? null)}
    />
  )
}
function ReferenceValue({ field, value, refs }: ValueProps<ReferenceField>) {
  const names = useNames(field.to, value ? [String(value)] : [], refs)
  return <span>{value ? (names[String(value)] ?? '…') : MISSING_TEXT}</span>
}
/** Components of a reference to one row of a resource. */
export const referenceParts: FieldParts<ReferenceField> = {
  Input: ReferenceInput,
  Value: ReferenceValue,
  Filter: ReferenceFilter,
}

const toIdList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
function ReferencesInput({ field, value, onChange, ...props }: InputProps<ReferencesField>) {
  return (
    <Picker
      {...props}
      resource={field.to}
      field={props.place.list ? undefined : props.name}
      multiple
      ids={toIdList(value)}
      onPick={(ids) => onChange?.(ids.slice(0, field.max))}
    />
  )
}
function ReferencesValue({ field, value, refs, isDetail }: ValueProps<ReferencesField>) {
  const ids = toIdList(value)
  const names = useNames(field.to, ids, refs)
  return ids.length === 0 ? MISSING_TEXT : <NameList names={ids.map((id) => names[id] ?? '…')} showsAll={isDetail} />
}
/** Components of references to several rows of a resource. */
export const referencesParts: FieldParts<ReferencesField> = {
  Input: ReferencesInput,
  Value: ReferencesValue,
  Filter: ReferenceFilter,
}

/** Maximum number of names in a cell. */
const MAX_NAMES = 3

/**
 * Displays the first names and the total number, with all names in the tooltip. `showsAll` displays all names, where
 * there is room.
 */
export function NameList({ names, showsAll }: { names: readonly string[]; showsAll?: boolean | undefined }) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const hiddenCount = showsAll ? 0 : Math.max(0, names.length - MAX_NAMES)
  if (hiddenCount === 0) return <span>{joinWords(names, language)}</span>
  return (
    <span title={joinWords(names, language)}>
      {joinWords(names.slice(0, MAX_NAMES), language)} {t('fields.more', { count: hiddenCount, total: names.length })}
    </span>
  )
}
