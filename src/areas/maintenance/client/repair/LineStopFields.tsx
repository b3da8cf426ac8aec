import { getPlantMoment } from '@/client/clock'
import { FormField } from '@/client/resource/FormField'
import type { CommandFormState } from '@/client/resource/use-form'
import { SwitchRow } from '../SwitchRow'

/** Fields for a stopped line and its start time, which is now by default. */
export function LineStopFields({ form }: { form: CommandFormState }) {
  const isStopped = form.values['lineStopped'] === true
  return (
    <>
      <SwitchRow
        label={form.labels.field(form.place, 'lineStopped')}
        checked={isStopped}
        isBad={isStopped}
        onChange={(checked) => form.set({ lineStopped: checked, stoppedAt: checked ? getPlantMoment() : null })}
      />
      {isStopped && <FormField form={form} name="stoppedAt" />}
    </>
  )
}
