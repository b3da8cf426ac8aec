import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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
  const { t } = useTranslation(['sheets', 'plant'])
  const { month } = checklist
  const { userId } = useSession()
  const [openDialog, setOpenDialog] = useState<'close' | 'ask' | null>(null)
  const closeCommand = useCommand(closeMonth)
  const reopenCommand = useCommand(reopenMonth)
  const keepClosedCommand = useCommand(keepMonthClosed)
  const permitted = {
    close: useCanCall(closeMonth),
    ask: useCanCall(requestMonthReopening),
    agree: useCanCall(reopenMonth),
    keep: useCanCall(keepMonthClosed),
  }
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
      <ProgressIndicator
        label={t(closeCommand.busy ? 'pages.closing.closing' : 'pages.closing.reopening', { month })}
        done={0}
      />
    )
  return (
    <>
      {checklist.state !== 'closed' && permitted.close && (
        <ExplainedButton disabledReason={checklist.why} onClick={startClosing}>
          {t('plant:actions.plantMonth_close')}
        </ExplainedButton>
      )}
      {checklist.state === 'closed' && !isReopeningRequested && permitted.ask && (
        <Button onClick={() => setOpenDialog('ask')}>{t('plant:actions.plantMonth_askToReopen')}</Button>
      )}
      {isReopeningRequested && permitted.keep && (
        <Button
          disabled={keepClosedCommand.busy}
          onClick={() => void keepClosedCommand.run({ month }, COMMAND_OPTIONS)}
        >
          {t('plant:actions.plantMonth_keepClosed')}
        </Button>
      )}
      {isReopeningRequested && permitted.agree && (
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
        />
      )}
      {openDialog === 'ask' && <CommandDialog command={requestMonthReopening} {...dialogProps} />}
    </>
  )
}
