import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPlantNow, useNow } from '@/client/clock'
import { useCommand } from '@/client/api/use-command'
import { useCanCall, useSession } from '@/client/session/use-session'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { ProgressIndicator } from '@/client/ui/ProgressIndicator'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { requestMonthReopening, closeMonth, keepMonthClosed, reopenMonth } from '@/plant/contract/plant-month'
import type { MonthChecklist } from './ClosingPage'

const COMMAND_OPTIONS = { changedResources: ['orderCost', 'plantMonth', 'lateItem', 'inputOutputMonth'] }
/** Buttons that close a month, request its reopening, or decide on that request. Each is hidden without its permission. */
export function ClosingButtons({ checklist }: { checklist: MonthChecklist }) {
  const { t } = useTranslation(['monthClosing', 'plant'])
  const { month } = checklist
  const { userId } = useSession()
  const [openDialog, setOpenDialog] = useState<'close' | 'requestReopening' | null>(null)
  const closeCommand = useCommand(closeMonth)
  const reopenCommand = useCommand(reopenMonth)
  const keepClosedCommand = useCommand(keepMonthClosed)
  const canClose = useCanCall(closeMonth)
  const canRequestReopening = useCanCall(requestMonthReopening)
  const canReopen = useCanCall(reopenMonth)
  const canKeepClosed = useCanCall(keepMonthClosed)
  const dialogProps = {
    row: null,
    objectName: month,
    values: { month },
    onClose: () => setOpenDialog(null),
    ...COMMAND_OPTIONS,
  }
  const isReopeningRequested = checklist.state === 'closed' && checklist.askedById !== null
  const startClosing = () =>
    checklist.open > 0 ? setOpenDialog('close') : void closeCommand.run({ month }, COMMAND_OPTIONS)
  if (closeCommand.busy || reopenCommand.busy)
    return (
      <ClosingProgress label={t(closeCommand.busy ? 'pages.closing.closing' : 'pages.closing.reopening', { month })} />
    )
  return (
    <>
      {checklist.state !== 'closed' && canClose && (
        <ExplainedButton disabledReason={checklist.why} onClick={startClosing}>
          {t('plant:actions.plantMonth_close')}
        </ExplainedButton>
      )}
      {checklist.state === 'closed' && !isReopeningRequested && canRequestReopening && (
        <Button onClick={() => setOpenDialog('requestReopening')}>{t('plant:actions.plantMonth_askToReopen')}</Button>
      )}
      {isReopeningRequested && canKeepClosed && (
        <Button
          disabled={keepClosedCommand.busy}
          onClick={() => void keepClosedCommand.run({ month }, COMMAND_OPTIONS)}
        >
          {t('plant:actions.plantMonth_keepClosed')}
        </Button>
      )}
      {isReopeningRequested && canReopen && (
        <ExplainedButton
          disabledReason={checklist.askedById === userId ? t('plant:refusals.month.ownAsking', { month }) : null}
          onClick={() => void reopenCommand.run({ month }, COMMAND_OPTIONS)}
        >
          {t('plant:actions.plantMonth_reopen')}
        </ExplainedButton>
      )}
      {openDialog === 'close' && (
        <CommandDialog
          command={closeMonth}
          {...dialogProps}
          requiredNames={['reason']}
          above={<p>{t('pages.closing.openLeft', { count: checklist.open })}</p>}
          progress={<ClosingProgress label={t('pages.closing.closing', { month })} />}
        />
      )}
      {openDialog === 'requestReopening' && <CommandDialog command={requestMonthReopening} {...dialogProps} />}
    </>
  )
}
/**
 * Progress of closing or reopening a month, with the duration so far. The server works in a single transaction, so the
 * completed share is unknown.
 */
function ClosingProgress({ label }: { label: string }) {
  const { t } = useTranslation('monthClosing')
  const [startedAt] = useState(getPlantNow)
  const seconds = Math.max(0, Math.round((useNow(1000) - startedAt) / 1000))
  return (
    <div role="status">
      <ProgressIndicator label={label} done={0} />
      <p className="quiet">{t('pages.closing.runningFor', { seconds })}</p>
    </div>
  )
}
