import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { openTo } from '@/contract/command-rights'
import { useStep } from '@/client/api/use-step'
import type { AnyRow } from '@/client/resource/columns'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { useDoer, useMay } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { cancelOrder, closeOrder, reopenOrder } from '@/areas/orders/contract/work-order-calls'
import { ReasonSheet } from '@/client/ui/ReasonSheet'

/** What asks for a reason first. */
const asked = [reopenOrder, cancelOrder] as const
type Asked = (typeof asked)[number]
type Offered = Asked | typeof closeOrder

/** What planning may do with an order in its state: plan it, cancel it, take it up again, close it. By the same table as the server. */
export function OrderActions({ row }: { row: AnyRow }) {
  const { t } = useTranslation('orders')
  const mayPlan = useMay(['productionScheduleEdit', 'productionScheduleAdd'])
  const link = usePageLink()
  const [asking, setAsking] = useState<Asked | null>(null)
  const plan = row['state'] === 'planned' && mayPlan ? link('productionSchedule', { order: row.id }) : null
  const progress = row['state'] !== 'planned' ? link('progressMonitoring', { id: row.id }) : null
  return (
    <>
      <CommandButtons
        commands={openTo<Offered>([reopenOrder, cancelOrder, closeOrder], row, useDoer())}
        row={row}
        aside={asked}
        onAsk={(command) => setAsking(asked.find((one) => one === command) ?? null)}
        done={(action) => t('pages.schedule.done', { number: String(row['number']), action })}
        changes={CHANGED}
      >
        {progress && (
          <Link className="ui-button beside" to={progress}>
            {t('pages.sync.toProgress')}
          </Link>
        )}
        {plan && (
          <Link className="ui-button is-primary" to={plan}>
            {t('actions.scheduleEntry_place')}
          </Link>
        )}
      </CommandButtons>
      {asking && <StepSheet of={asking} row={row} onClose={() => setAsking(null)} />}
    </>
  )
}
/** What else a step of an order shows in. */
const CHANGED = ['scheduleEntry', 'erpOrder']
/** Asked for its reason, and done with it. */
function StepSheet({ of, row, onClose }: { of: Asked; row: AnyRow; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const step = useStep(of)
  const action = t(`actions.workOrder_${of.action}`)
  const take = async (reason: string) => {
    const done = t('pages.schedule.done', { number: String(row['number']), action })
    await step.run({ id: row.id, version: row.version, reason }, { changes: CHANGED, done })
    onClose()
  }
  return (
    <ReasonSheet
      title={`${action} · ${String(row['number'])}`}
      action={action}
      danger={of === cancelOrder}
      busy={step.busy}
      rows={3}
      alert
      onReason={(reason) => void take(reason)}
      onClose={onClose}
    />
  )
}
