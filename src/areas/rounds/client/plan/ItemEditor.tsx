import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnreadableNumber, parseNumberText } from '@/client/fields/number-input'
import { Button } from '@/client/ui/Button'
import { DeleteIcon } from '@/client/ui/icons'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { TextInput } from '@/client/ui/TextInput'
import { SwitchRow } from '@/plant/client/forms/form-inputs'
import type { RouteItem } from './edit-route'

const ITEM_KINDS = ['okNotOk', 'number', 'text', 'photo'] as const
const LIMIT_FIELDS = ['low', 'warnLow', 'warnHigh', 'high'] as const

/** Edits a check item: names, kind of answer, and the limits of a numeric item. */
export function ItemEditor({
  item,
  onChange,
  onRemove,
}: {
  item: RouteItem
  onChange: (change: Partial<RouteItem>) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('rounds')
  const getFieldLabel = (field: string) => t(`inspectionPlan.sub.items.${field}`)
  return (
    <fieldset className="item-editor">
      <legend>{item.label || t('pages.pollingPlan.newItem')}</legend>
      <label>
        {getFieldLabel('label')}
        <TextInput value={item.label} maxLength={120} required onChange={(typed) => onChange({ label: typed })} />
      </label>
      <label>
        {getFieldLabel('labelEn')}
        <TextInput
          value={item.labelEn ?? ''}
          maxLength={120}
          lang="en"
          onChange={(typed) => onChange({ labelEn: typed || null })}
        />
      </label>
      <div className="is-wide">
        <ChoiceGrid
          inOneRow
          label={getFieldLabel('kind')}
          options={ITEM_KINDS.map((kind) => ({ key: kind, label: t(`inspectionPlan.subOptions.items.kind.${kind}`) }))}
          value={item.kind}
          onChange={(kind) => onChange({ kind })}
        />
      </div>
      {item.kind === 'number' && (
        <div className="limits is-wide">
          <label>
            {getFieldLabel('unit')}
            <TextInput value={item.unit ?? ''} maxLength={20} onChange={(typed) => onChange({ unit: typed || null })} />
          </label>
          {LIMIT_FIELDS.map((limit) => (
            <label key={limit}>
              {getFieldLabel(limit)}
              <LimitField
                value={item[limit]}
                label={getFieldLabel(limit)}
                onChange={(value) => onChange({ [limit]: value })}
              />
            </label>
          ))}
        </div>
      )}
      <SwitchRow
        label={getFieldLabel('optional')}
        checked={item.optional === true}
        onChange={(optional) => onChange({ optional })}
      />
      <Button look="quiet" icon={<DeleteIcon size={20} />} onClick={onRemove}>
        {t('pages.pollingPlan.removeItem')}
      </Button>
    </fieldset>
  )
}

/** Numeric input that keeps the text as typed while it is incomplete, e.g. "1." before "1.5". */
function LimitField({
  value,
  label,
  onChange,
}: {
  value: number | null
  label: string
  onChange: (value: number | null) => void
}) {
  const [text, setText] = useState(value === null ? '' : String(value))
  return (
    <input
      className="ui-input"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={isUnreadableNumber(parseNumberText(text))}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        const enteredValue = parseNumberText(event.target.value)
        if (!isUnreadableNumber(enteredValue)) onChange(enteredValue)
      }}
    />
  )
}
