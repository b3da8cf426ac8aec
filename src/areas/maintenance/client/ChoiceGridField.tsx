import type { CommandFormState } from '@/client/resource/use-form'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'

const BAD_OPTIONS = ['critical', 'notOk']
/** A form's choice field as a grid of large buttons. */
export function ChoiceGridField({ form, name }: { form: CommandFormState; name: string }) {
  const field = form.fields[name]
  if (field?.kind !== 'choice') return null
  const options = field.options.map((key) => ({
    key,
    word: form.labels.option(form.place, name, key),
    tone: BAD_OPTIONS.includes(key) ? ('bad' as const) : key === 'ok' ? ('ok' as const) : undefined,
  }))
  return (
    <ChoiceGrid
      label={form.labels.field(form.place, name)}
      inOneRow={options.length <= 4}
      options={options}
      value={(form.values[name] as string | null) ?? null}
      onChange={(key) => form.set({ [name]: key })}
    />
  )
}
