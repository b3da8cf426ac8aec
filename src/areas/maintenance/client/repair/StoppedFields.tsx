import { getPlantMoment } from '@/client/clock'
import { FormField } from '@/client/resource/FormField'
import type { CommandFormState } from '@/client/resource/use-form'
import { SwitchRow } from '../SwitchRow'

/** Fields for a stopped line and its start time, which is now by default. */
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
