import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { Button } from '@/client/ui/Button'
import { recordTrouble } from '@/client/ui/trouble'
import { useConfirm } from '@/client/ui/use-confirm'
import type { DocumentRow, VersionedDocument } from '../../contract/document'
import { labelOf } from '../document-view'

const steps = {
  approve: {
    verb: 'ratify',
    input: ({ id, version }: DocumentRow) => ({ id, version, decision: 'approved' }),
    asks: false,
  },
  withdraw: {
    verb: 'withdraw',
    input: ({ id, version }: DocumentRow) => ({ id, version }),
    asks: true,
  },
  newVersion: { verb: 'newVersion', input: ({ id }: DocumentRow) => ({ id }), asks: false },
} as const

/** A step of one tap; taking back what others were asked to read is asked about first. */
export function StepButton({
  of,
  step,
  row,
  onDone,
}: {
  of: VersionedDocument
  step: keyof typeof steps
  row: DocumentRow
  onDone?: (id: string) => void
}) {
  const { t } = useTranslation('standards')
  const { verb, input, asks } = steps[step]
  const command = useCommand(of.steps[verb] as Endpoint<object, DocumentRow>)
  const [ask, dialog] = useConfirm()
  const thing = labelOf(row)
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
