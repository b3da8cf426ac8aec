import { getPlantMoment } from '@/client/clock'
import { FormField } from '@/client/resource/FormField'
import type { CommandFormState } from '@/client/resource/use-form'
import { SwitchRow } from '../SwitchRow'

/** Does the line stand because of it, and since when: now unless told. */
export function StoppedFields({ form }: { form: CommandFormState }) {
  const stopped = form.values['lineStopped'] === true
  return (
    <>
      <SwitchRow
        label={form.labels.field(form.place, 'lineStopped')}
        checked={stopped}
        bad={stopped}
        onChange={(yes) => form.set({ lineStopped: yes, stoppedAt: yes ? getPlantMoment() : null })}
      />
      {stopped && <FormField form={form} name="stoppedAt" />}
    </>
  )
}
