import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { useCanCall, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { requestMonthReopening, closeMonth, keepMonthClosed, reopenMonth } from '@/plant/contract/plant-month'
import type { Checklist } from './ClosingPage'

const CHANGES = { changes: ['orderCost', 'plantMonth', 'lateItem', 'inputOutputMonth'] }
/** Buttons that close a month, request its reopening, or decide on that request, each for those permitted. */
export function ClosingButtons({ of }: { of: Checklist }) {
  const { t } = useTranslation(['sheets', 'plant'])
  const { month } = of
  const { userId } = useSession()
  const [asking, setAsking] = useState<'close' | 'ask' | null>(null)
  const [close, ask] = [useCommand(closeMonth), useCommand(requestMonthReopening)]
  const [agree, keep] = [useCommand(reopenMonth), useCommand(keepMonthClosed)]
  const may = {
    close: useCanCall(closeMonth),
    ask: useCanCall(requestMonthReopening),
    agree: useCanCall(reopenMonth),
    keep: useCanCall(keepMonthClosed),
  }
  const done = () => setAsking(null)
  const asked = of.state === 'closed' && of.askedById !== null
  const start = () => (of.open > 0 ? setAsking('close') : void close.run({ month }, CHANGES).catch(done))
  return (
    <>
      {of.state !== 'closed' && may.close && (
        <ExplainedButton disabledReason={of.why} onClick={start}>
          {t('plant:actions.plantMonth_close')}
        </ExplainedButton>
      )}
      {of.state === 'closed' && !asked && may.ask && (
        <Button onClick={() => setAsking('ask')}>{t('plant:actions.plantMonth_askToReopen')}</Button>
      )}
      {asked && may.keep && (
        <Button disabled={keep.busy} onClick={() => void keep.run({ month }, CHANGES).catch(done)}>
          {t('plant:actions.plantMonth_keepClosed')}
        </Button>
      )}
      {asked && may.agree && (
        <ExplainedButton
          disabledReason={of.askedById === userId ? t('plant:refusals.month.ownAsking', { month }) : null}
          onClick={() => void agree.run({ month }, CHANGES).catch(done)}
        >
          {t('plant:actions.plantMonth_reopen')}
        </ExplainedButton>
      )}
      {asking && (
        <ReasonDialog
          title={`${t(asking === 'close' ? 'plant:actions.plantMonth_close' : 'plant:actions.plantMonth_askToReopen')} · ${month}`}
          busy={close.busy || ask.busy}
          onClose={done}
          onReason={(reason) =>
            void (asking === 'close' ? close : ask).run({ month, reason }, CHANGES).then(done, done)
          }
        >
          {asking === 'close' && <p>{t('pages.closing.openLeft', { count: of.open })}</p>}
        </ReasonDialog>
      )}
    </>
  )
}
