import type { CommandFormState } from '@/client/resource/use-form'

/** The options of a choice as big buttons, all in sight. */
export function ChoiceGrid({ form, name }: { form: CommandFormState; name: string }) {
  const field = form.fields[name]
  if (field?.kind !== 'choice') return null
  return (
    <div className={`grid-choices${field.options.length <= 4 ? ' is-row' : ''}`} role="radiogroup" aria-label={form.labels.field(form.place, name)}>
      {field.options.map((option) => (
        <button key={option} type="button" role="radio" aria-checked={form.values[name] === option} className={`is-${option}`} onClick={() => form.set({ [name]: option })}>
          {form.labels.option(form.place, name, option)}
        </button>
      ))}
    </div>
  )
}
