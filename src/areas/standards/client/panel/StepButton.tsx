import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { Button } from '@/client/ui/Button'
import { recordTrouble } from '@/client/ui/trouble'
import { useConfirm } from '@/client/ui/use-confirm'
import type { DocumentRow, VersionedDocument } from '../../contract/document'
import { isLastAsked } from '../../rules/approval'
import { labelOf } from '../document-view'

const steps = {
  approve: {
    verb: 'ratify',
    input: ({ id, version }: DocumentRow) => ({ id, version, decision: 'approved' }),
  },
  withdraw: {
    verb: 'withdraw',
    input: ({ id, version }: DocumentRow) => ({ id, version }),
  },
  newVersion: { verb: 'newVersion', input: ({ id }: DocumentRow) => ({ id }) },
} as const

/** Button of an action without input. Approving and withdrawing ask for confirmation, a new version does not. */
export function StepButton({
  of,
  step,
  row,
  before = null,
  onDone,
}: {
  of: VersionedDocument
  step: keyof typeof steps
  row: DocumentRow
  /** The version in force that this one replaces. */
  before?: DocumentRow | null
  onDone?: (id: string) => void
}) {
  const { t } = useTranslation('standards')
  const { verb, input } = steps[step]
  const command = useCommand(of.steps[verb] as Endpoint<object, DocumentRow>)
  const [ask, dialog] = useConfirm()
  const thing = labelOf(row)
  const sure = {
    approve: {
      thing: `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`,
      sentence: t(`pages.standard.approveSure.${isLastAsked(row) ? 'last' : 'next'}${before ? 'Instead' : ''}`, {
        before: before?.revision,
      }),
      danger: false,
    },
    withdraw: { thing, sentence: t('pages.standard.withdrawSure') },
    newVersion: null,
  }[step]
  const run = async () => {
    if (sure && !(await ask({ ...sure, confirmLabel: t(`pages.standard.steps.${step}`) }))) return
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
        {...(step === 'withdraw' ? { className: 'beside' } : { look: 'primary' as const })}
        disabled={command.busy}
        onClick={() => void run()}
      >
        {t(`pages.standard.steps.${step}`)}
      </Button>
      {dialog}
    </>
  )
}
