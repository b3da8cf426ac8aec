import './forms.css'
import type { CommandFormState } from '@/client/resource/use-form'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { Switch } from '@/client/ui/Toggles'

/** Options that are shown in red when chosen. */
const BAD_OPTIONS = ['critical', 'notOk']
/** Maximum number of options that are displayed in one row. */
const MAX_OPTIONS_IN_ROW = 4
function getOptionTone(key: string): 'bad' | 'ok' | undefined {
  if (BAD_OPTIONS.includes(key)) return 'bad'
  return key === 'ok' ? 'ok' : undefined
}
/** A form's choice field as a grid of large buttons. */
export function ChoiceGridField({ form, name }: { form: CommandFormState; name: string }) {
  const field = form.fields[name]
  if (field?.kind !== 'choice') return null
  const options = field.options.map((key) => ({
    key,
    label: form.labels.option(form.place, name, key),
    tone: getOptionTone(key),
  }))
  return (
    <ChoiceGrid
      label={form.labels.field(form.place, name)}
      inOneRow={options.length <= MAX_OPTIONS_IN_ROW}
      options={options}
      value={(form.values[name] as string | null) ?? null}
      onChange={(key) => form.setValues({ [name]: key })}
    />
  )
}

/** A switch over the whole width, so that a thumb can hit it anywhere in the row. */
export function SwitchRow({
  label,
  hint,
  checked,
  isBad,
  onChange,
}: {
  label: string
  hint?: string | null
  checked: boolean
  /** Marks the row in red. */
  isBad?: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className={`switch-row strip gap-4 middle between${isBad ? ' is-bad' : ''}`}>
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
      <Switch checked={checked} onChange={(event) => onChange(event.target.checked)} />
    </label>
  )
}
