import type { TextField } from '@/contract/field'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { MISSING_TEXT } from '../format/number'
import type { FieldParts, FilterProps, InputProps, ValueProps } from './field-parts'
import { SuggestionsContext, TextChoicesContext, type TextChoice } from './form-scope'
import { PlainInput } from './plain-input'
import { SecretInput } from './secret-input'
import { DateInput } from '../ui/DateInput'
import { usePresets, PresetButtons, PresetText } from './presets'
import { Select } from '../ui/Select'

function Input({ field, value, ...props }: InputProps<TextField>) {
  const suggestions =
    useContext(SuggestionsContext)[props.place.list ? `${props.place.list}.${props.name}` : props.name]
  const choices = useTextChoices(field, props.name)
  const presetTexts = usePresets(field.presets)
  const text = presetTexts.toDisplayText(String(value ?? ''))
  if (choices)
    return (
      <ChoiceSelect
        id={props.id}
        label={props.label}
        choices={choices}
        value={String(value ?? '')}
        disabled={props.disabled}
        invalid={props.invalid}
        onChange={(key) => props.onChange?.(key)}
      />
    )
  if (field.format === 'time')
    return (
      <DateInput
        {...props}
        kind="time"
        value={text}
        onChange={(time) => props.onChange?.(time || null)}
        onUnreadable={() => props.onChange?.(null)}
      />
    )
  if (field.secret)
    return (
      <SecretInput {...props} value={value} maxLength={field.max} offersSuggestion={field.offersSuggestion === true} />
    )
  return (
    <>
      <PresetButtons
        label={props.label}
        presetTexts={presetTexts}
        text={text}
        disabled={props.disabled}
        onPick={(preset) => props.onChange?.(preset)}
      />
      <PlainInput
        {...props}
        text={text}
        parseText={(typed) => (typed === '' ? null : presetTexts.toStoredText(typed))}
        type={field.format === 'phone' ? 'tel' : 'text'}
        maxLength={field.max}
        autoComplete="off"
        {...(field.format === 'code' ? { autoCapitalize: 'characters', spellCheck: false } : {})}
        {...(suggestions ? { list: `${props.id}-offered` } : {})}
      />
      {suggestions && (
        <datalist id={`${props.id}-offered`}>
          {suggestions.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
/** Returns the options of a text field from `TextChoicesContext`, else from the locale; null for free text. */
function useTextChoices({ vocabulary }: TextField, name: string): readonly TextChoice[] | null {
  const { t } = useTranslation('contract')
  const pageChoices = useContext(TextChoicesContext)[name]
  if (pageChoices && pageChoices.length > 0) return pageChoices
  if (!vocabulary) return null
  return Object.entries(t(vocabulary, { returnObjects: true })).map(([key, label]) => ({ key, label: String(label) }))
}
function ChoiceSelect({
  id,
  label,
  choices,
  value,
  disabled,
  invalid,
  onChange,
}: {
  id: string
  label: string
  choices: readonly TextChoice[]
  value: string
  disabled?: boolean | undefined
  invalid?: boolean | undefined
  onChange: (key: string | null) => void
}) {
  const { t } = useTranslation('client')
  const isListed = choices.some(({ key }) => key === value)
  return (
    <Select
      id={id}
      label={label}
      disabled={disabled}
      invalid={invalid}
      value={value}
      options={[
        { value: '', label: t('fields.choose') },
        ...(value && !isListed ? [{ value, label: value }] : []),
        ...choices.map(({ key, label: choiceLabel }) => ({ value: key, label: choiceLabel })),
      ]}
      onChange={(chosen) => onChange(chosen || null)}
    />
  )
}
function TextValue({ field, value, isDetail }: ValueProps<TextField>) {
  const { t } = useTranslation('contract')
  const text = value ? String(value) : ''
  const word = field.vocabulary && text ? t(`${field.vocabulary}.${text}`, { defaultValue: text }) : text
  if (field.format === 'phone' && isDetail && text) return <a href={`tel:${text}`}>{text}</a>
  const content = word ? <PresetText text={word} /> : MISSING_TEXT
  return <span className={isDetail ? 'wrap' : undefined}>{field.secret ? '' : content}</span>
}
function Filter({ field, name, label, values, onChange }: FilterProps<TextField>) {
  const choices = useTextChoices(field, name)
  const text = String(values[name] ?? '')
  return (
    <div className="filter">
      <span>{label}</span>
      {choices ? (
        <ChoiceSelect
          id={`filter-${name}`}
          label={label}
          choices={choices}
          value={text}
          onChange={(key) => onChange({ [name]: key })}
        />
      ) : (
        <PlainInput
          id={`filter-${name}`}
          label={label}
          text={text}
          onChange={(value) => onChange({ [name]: value as string | null })}
        />
      )}
    </div>
  )
}
/** Components of a text field. The field's options and format determine the input: text, time, secret or select. */
export const textParts: FieldParts<TextField> = { Input, Value: TextValue, Filter }
