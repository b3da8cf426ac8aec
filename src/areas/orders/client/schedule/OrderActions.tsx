import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Endpoint } from '@/contract/endpoint'
import { barred, openTo } from '@/contract/command-rights'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useList } from '@/client/api/use-list'
import { plantSetting } from '@/plant/contract/plant-setting'
import { settingsFrom } from '@/plant/rules/settings'
import { isShort, progressPercent } from '@/areas/orders/rules/progress'
import type { AnyRow } from '@/client/resource/columns'
import { useDoer, useMay } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { recordTrouble } from '@/client/ui/trouble'
import { cancelOrder, closeOrder, reopenOrder } from '@/areas/orders/contract/work-order-calls'
import { ReasonSheet } from '@/client/ui/ReasonSheet'

const SETTINGS = { size: 100 }
/** What asks for a reason first. */
type Asked = typeof cancelOrder | typeof reopenOrder

/** What planning may do with an order in its state: plan it, cancel it, take it up again, close it. By the same table as the server. */
export function OrderActions({ row }: { row: AnyRow }) {
  const { t } = useTranslation('orders')
  const doer = useDoer()
  const mayPlan = useMay(['productionScheduleEdit', 'productionScheduleAdd'])
  const link = usePageLink()
  const [asking, setAsking] = useState<Asked | null>(null)
  const open = openTo<Asked>([reopenOrder, cancelOrder], row, doer)
  const mayClose = barred(closeOrder, row, doer) === null
  const plan = row['state'] === 'planned' && mayPlan ? link('productionSchedule', { order: row.id }) : null
  const progress = row['state'] !== 'planned' ? link('progressMonitoring', { id: row.id }) : null
  return (
    <>
      {open.map((one) => (
        <Button key={one.action} className="beside" onClick={() => setAsking(one)}>
          {t(`actions.workOrder_${one.action}`)}
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
      {mayClose && <CloseButton row={row} />}
      {asking && <StepSheet of={asking} row={row} onClose={() => setAsking(null)} />}
    </>
  )
}
function useStep<In>(of: Endpoint<In, unknown> & { readonly action: string }, row: AnyRow) {
  const { t } = useTranslation('orders')
  const command = useCommand(of)
  const run = async (input: In) => {
    try {
      await command.run(input, { changes: ['scheduleEntry', 'erpOrder'] })
      void notify(
        t('pages.schedule.done', { number: String(row['number']), action: t(`actions.workOrder_${of.action}`) }),
        'success',
      )
    } catch (error) {
      recordTrouble('told by a toast', error)
    }
  }
  return { run, busy: command.busy }
}
/** Closes the books; of an order with less than was ordered only after its reason. */
function CloseButton({ row }: { row: AnyRow }) {
  const { t } = useTranslation('orders')
  const step = useStep(closeOrder, row)
  const [asking, setAsking] = useState(false)
  const tolerance = settingsFrom(useList(plantSetting, SETTINGS).rows).orderTolerance
  const figure = (name: string): number | null => (row[name] == null ? null : Number(row[name]))
  const ordered = { kg: figure('orderedKg'), rolls: figure('orderedRolls') }
  const made = { goodKg: figure('goodKg') ?? 0, goodRolls: figure('goodRolls') ?? 0 }
  const short = !row['shortReason'] && isShort(ordered, made, tolerance)
  const word = t(`actions.workOrder_${closeOrder.action}`)
  const close = (reason?: string) =>
    step.run({ id: row.id, version: row.version, ...(reason ? { shortReason: reason } : {}) })
  return (
    <>
      <Button look="primary" disabled={step.busy} onClick={() => (short ? setAsking(true) : void close())}>
        {word}
      </Button>
      {asking && (
        <ReasonSheet
          title={`${word} · ${String(row['number'])}`}
          action={word}
          busy={step.busy}
          rows={3}
          onReason={(reason) => void close(reason).then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          <p>
            {t('pages.progress.short', {
              percent: Math.round(progressPercent(ordered, made) ?? 0),
            })}
          </p>
        </ReasonSheet>
      )}
    </>
  )
}
function StepSheet({ of, row, onClose }: { of: Asked; row: AnyRow; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const step = useStep(of, row)
  return (
    <ReasonSheet
      title={`${t(`actions.workOrder_${of.action}`)} · ${String(row['number'])}`}
      action={t(`actions.workOrder_${of.action}`)}
      danger={of === cancelOrder}
      busy={step.busy}
      rows={3}
      alert
      onReason={(reason) => void step.run({ id: row.id, version: row.version, reason }).then(onClose)}
      onClose={onClose}
    />
  )
}
