import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { useList } from '@/client/api/use-list'
import { useMayCall } from '@/client/session/use-session'
import { OfferedButton } from '@/client/ui/OfferedButton'
import { ReasonSheet } from '@/client/ui/ReasonSheet'
import { useToday } from '@/plant/client/use-today'
import { closeMonth, plantMonth, reopenMonth } from '@/plant/contract/plant-month'
import { closingProblem, reopeningProblem, type Month } from '@/plant/rules/month'

const CHANGES = { changes: ['orderCost', 'plantMonth'] }
/** Whether the books of a month are closed, and the buttons that close them or open them again. */
export function MonthLock({ month }: { month: Month }) {
  const { t } = useTranslation(['cost', 'plant'])
  const { rows } = useList(plantMonth, { size: 100 })
  const [asked, setAsked] = useState(false)
  const today = useToday()
  const close = useCommand(closeMonth)
  const reopen = useCommand(reopenMonth)
  const mayClose = useMayCall(closeMonth)
  const mayReopen = useMayCall(reopenMonth)
  const closed = rows.filter(({ state }) => state === 'closed').map((row) => row.month)
  const isClosed = closed.includes(month)
  const problem = isClosed ? reopeningProblem(month, { closed }) : closingProblem(month, { today, closed })
  const why = problem && t(`plant:refusals.month.${problem}`, { month })
  const done = () => setAsked(false)
  return (
    <div className="cost-lock">
      <span>{t(isClosed ? 'pages.comparison.closed' : 'pages.comparison.open', { month })}</span>
      {!isClosed && mayClose && (
        <OfferedButton why={close.busy ? '' : why} onClick={() => void close.run({ month }, CHANGES).catch(done)}>
          {t('plant:actions.plantMonth_close')}
        </OfferedButton>
      )}
      {isClosed && mayReopen && (
        <OfferedButton why={why} onClick={() => setAsked(true)}>
          {t('plant:actions.plantMonth_reopen')}
        </OfferedButton>
      )}
      {asked && (
        <ReasonSheet
          title={`${t('plant:actions.plantMonth_reopen')} · ${month}`}
          action={t('plant:actions.plantMonth_reopen')}
          danger
          busy={reopen.busy}
          onClose={done}
          onReason={(reason) => void reopen.run({ month, reason }, CHANGES).then(done, done)}
        />
      )}
    </div>
  )
}
