import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { allowedActions } from '@/contract/state-machine'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import type { AnyRow } from '@/client/resource/columns'
import { may, useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { noteTrouble } from '@/client/ui/trouble'
import { cancelOrder, closeOrder, reopenOrder } from '@/areas/orders/contract/work-order-calls'
import { workOrder as machine } from '@/areas/orders/rules/work-order'
import { ReasonSheet } from '@/client/ui/ReasonSheet'

const STEPS = { cancel: cancelOrder, reopen: reopenOrder, close: closeOrder }
type Action = keyof typeof STEPS

/** What planning may do with an order in its state: plan it, cancel it, take it up again, close it. By the same table as the server. */
export function OrderActions({ row }: { row: AnyRow }) {
  const { t } = useTranslation('orders')
  const person = useSession()
  const link = usePageLink()
  const [asking, setAsking] = useState<Action | null>(null)
  const open = (allowedActions(machine, String(row['state']), (key) => may(person, key)) as string[]).filter(
    (action): action is Action => action in STEPS,
  )
  const plan =
    row['state'] === 'planned' && may(person, ['productionScheduleEdit', 'productionScheduleAdd'])
      ? link('productionSchedule', { order: row.id })
      : null
  const progress = row['state'] !== 'planned' ? link('progressMonitoring', { id: row.id }) : null
  return (
    <>
      {open
        .filter((action) => action !== 'close')
        .map((action) => (
          <Button key={action} className="beside" onClick={() => setAsking(action)}>
            {t(`actions.workOrder_${action}`)}
          </Button>
        ))}
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
      {open.includes('close') && <StepButton action="close" row={row} />}
      {asking && <StepSheet action={asking} row={row} onClose={() => setAsking(null)} />}
    </>
  )
}
function useStep(action: Action, row: AnyRow) {
  const { t } = useTranslation('orders')
  const command = useCommand(STEPS[action])
  const run = async (reason?: string) => {
    try {
      await command.run(
        { id: row.id, version: row.version, ...(reason ? { reason } : {}) },
        { changes: ['scheduleEntry', 'erpOrder'] },
      )
      void notify(
        t('pages.schedule.done', { number: String(row['number']), action: t(`actions.workOrder_${action}`) }),
        'success',
      )
    } catch (error) {
      noteTrouble('told by a toast', error)
    }
  }
  return { run, busy: command.busy }
}
function StepButton({ action, row }: { action: Action; row: AnyRow }) {
  const { t } = useTranslation('orders')
  const step = useStep(action, row)
  return (
    <Button look="primary" disabled={step.busy} onClick={() => void step.run()}>
      {t(`actions.workOrder_${action}`)}
    </Button>
  )
}
function StepSheet({ action, row, onClose }: { action: Action; row: AnyRow; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const step = useStep(action, row)
  return (
    <ReasonSheet
      title={`${t(`actions.workOrder_${action}`)} · ${String(row['number'])}`}
      action={t(`actions.workOrder_${action}`)}
      rows={3}
      alert
      danger={action === 'cancel'}
      busy={step.busy}
      onReason={(reason) => void step.run(reason).then(onClose)}
      onClose={onClose}
    />
  )
}
