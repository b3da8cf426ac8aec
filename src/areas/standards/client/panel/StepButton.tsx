import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { Button } from '@/client/ui/Button'
import { recordTrouble } from '@/client/ui/trouble'
import { useConfirm } from '@/client/ui/use-confirm'
import { newVersion, ratifyStandard, withdrawStandard } from '../../contract/process-standard-calls'
import type { Standard } from '../variant'

const steps = {
  approve: {
    endpoint: ratifyStandard,
    input: ({ id, version }: Standard) => ({ id, version, decision: 'approved' }),
    asks: false,
  },
  withdraw: {
    endpoint: withdrawStandard,
    input: ({ id, version }: Standard) => ({ id, version }),
    asks: true,
  },
  newVersion: { endpoint: newVersion, input: ({ id }: Standard) => ({ id }), asks: false },
} as const

/** A step of one tap; taking back what others were asked to read is asked about first. */
export function StepButton({
  step,
  row,
  onDone,
}: {
  step: keyof typeof steps
  row: Standard
  onDone?: (id: string) => void
}) {
  const { t } = useTranslation('standards')
  const { endpoint, input, asks } = steps[step]
  const command = useCommand(endpoint)
  const [ask, dialog] = useConfirm()
  const thing = `${row.code} ${row.revision}`
  const run = async () => {
    if (
      asks &&
      !(await ask({ thing, sentence: t('pages.standard.withdrawSure'), action: t(`pages.standard.steps.${step}`) }))
    )
      return
    try {
      const result = await command.run(input(row))
      void notify(t(`pages.standard.done.${step}`, { standard: thing }), 'success')
      if (!result.queued) onDone?.(result.data.id)
    } catch (error) {
      recordTrouble('told by a toast', error)
    }
  }
  return (
    <>
      <Button
        {...(asks ? { className: 'beside' } : { look: 'primary' as const })}
        disabled={command.busy}
        onClick={() => void run()}
      >
        {t(`pages.standard.steps.${step}`)}
      </Button>
      {dialog}
    </>
  )
}
