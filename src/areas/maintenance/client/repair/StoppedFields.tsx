import { FormField } from '@/client/resource/FormField'
import type { CommandFormState } from '@/client/resource/use-form'

/** Does the line stand because of it, and since when: now unless told. */
export function StoppedFields({ form }: { form: CommandFormState }) {
  const stopped = form.values['lineStopped'] === true
  return (
    <>
      <label className={`switch-row${stopped ? ' is-bad' : ''}`}>
        <span>{form.labels.field(form.place, 'lineStopped')}</span>
        <input className="flag" type="checkbox" role="switch" checked={stopped} onChange={(event) => form.set({ lineStopped: event.target.checked, stoppedAt: event.target.checked ? new Date().toISOString() : null })} />
      </label>
      {stopped && <FormField form={form} name="stoppedAt" />}
    </>
  )
}
