import { useTranslation } from 'react-i18next'
import type { ReferencesField } from '@/contract/field'
import { joined } from '../format/list'
import { MISSING } from '../format/number'
import { useLanguage } from '../format/use-language'
import type { FieldParts, InputProps, ShowProps } from './field-parts'
import { useNames } from './options'
import { PickedFilter } from './picked-filter'
import { Picker } from './picker'

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
function Input({ field, value, onChange, ...props }: InputProps<ReferencesField>) {
  return (
    <Picker
      {...props}
      of={field.to}
      field={props.place.list ? undefined : props.name}
      many
      ids={idsOf(value)}
      onPick={(ids) => onChange?.(ids.slice(0, field.max))}
    />
  )
}
function Show({ field, value, refs, full }: ShowProps<ReferencesField>) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const ids = idsOf(value)
  const shown = full ? ids : ids.slice(0, 2)
  const names = useNames(field.to, shown, refs)
  if (ids.length === 0) return MISSING
  return (
    <span>
      {joined(
        shown.map((id) => names[id] ?? '…'),
        language,
      )}
      {shown.length < ids.length && ` ${t('fields.more', { count: ids.length })}`}
    </span>
  )
}
export const referencesParts: FieldParts<ReferencesField> = { Input, Show, Filter: PickedFilter }
