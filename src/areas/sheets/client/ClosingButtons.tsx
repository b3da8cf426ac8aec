import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { useCanCall, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { requestMonthReopening, closeMonth, keepMonthClosed, reopenMonth } from '@/plant/contract/plant-month'
import type { MonthChecklist } from './ClosingPage'

const CHANGES = { changes: ['orderCost', 'plantMonth', 'lateItem', 'inputOutputMonth'] }
/** Buttons that close a month, request its reopening, or decide on that request, each for those permitted. */
export function ClosingButtons({ checklist }: { checklist: MonthChecklist }) {
  const { t } = useTranslation(['sheets', 'plant'])
  const { month } = checklist
  const { userId } = useSession()
  const [openDialog, setOpenDialog] = useState<'close' | 'ask' | null>(null)
  const [closeCommand, requestCommand] = [useCommand(closeMonth), useCommand(requestMonthReopening)]
  const [reopenCommand, keepClosedCommand] = [useCommand(reopenMonth), useCommand(keepMonthClosed)]
  const allowed = {
    close: useCanCall(closeMonth),
    ask: useCanCall(requestMonthReopening),
    agree: useCanCall(reopenMonth),
    keep: useCanCall(keepMonthClosed),
  }
  const closeDialog = () => setOpenDialog(null)
  const isReopeningRequested = checklist.state === 'closed' && checklist.askedById !== null
  const startClosing = () =>
    checklist.open > 0 ? setOpenDialog('close') : void closeCommand.run({ month }, CHANGES).catch(closeDialog)
  return (
    <>
      {checklist.state !== 'closed' && allowed.close && (
        <ExplainedButton disabledReason={checklist.why} onClick={startClosing}>
          {t('plant:actions.plantMonth_close')}
        </ExplainedButton>
      )}
      {checklist.state === 'closed' && !isReopeningRequested && allowed.ask && (
        <Button onClick={() => setOpenDialog('ask')}>{t('plant:actions.plantMonth_askToReopen')}</Button>
      )}
      {isReopeningRequested && allowed.keep && (
        <Button
          disabled={keepClosedCommand.busy}
          onClick={() => void keepClosedCommand.run({ month }, CHANGES).catch(closeDialog)}
        >
          {t('plant:actions.plantMonth_keepClosed')}
        </Button>
      )}
      {isReopeningRequested && allowed.agree && (
        <ExplainedButton
          disabledReason={checklist.askedById === userId ? t('plant:refusals.month.ownAsking', { month }) : null}
          onClick={() => void reopenCommand.run({ month }, CHANGES).catch(closeDialog)}
        >
          {t('plant:actions.plantMonth_reopen')}
        </ExplainedButton>
      )}
      {openDialog && (
        <ReasonDialog
          title={`${t(openDialog === 'close' ? 'plant:actions.plantMonth_close' : 'plant:actions.plantMonth_askToReopen')} · ${month}`}
          busy={closeCommand.busy || requestCommand.busy}
          onClose={closeDialog}
          onReason={(reason) =>
            void (openDialog === 'close' ? closeCommand : requestCommand)
              .run({ month, reason }, CHANGES)
              .then(closeDialog, closeDialog)
          }
        >
          {openDialog === 'close' && <p>{t('pages.closing.openLeft', { count: checklist.open })}</p>}
        </ReasonDialog>
      )}
    </>
  )
}
