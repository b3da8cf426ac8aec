import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getFormInputs } from '@/contract/command'
import { getAllowedCommands } from '@/contract/command-rights'
import { useList } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { plantSetting } from '@/plant/contract/plant-setting'
import { buildPlantSettings } from '@/plant/rules/settings'
import { isShort, progressPercent } from '@/areas/orders/rules/progress'
import type { ListRow } from '@/client/resource/build-columns'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { CommandRefusedNotice } from '@/client/resource/CommandRefusedNotice'
import { useDoer, useHasPermission } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { cancelOrder, closeOrder, reopenOrder } from '@/areas/orders/contract/work-order-calls'
import { ReasonDialog } from '@/client/ui/ReasonDialog'

const SETTINGS = { size: 100 }
/** Secondary commands, which always ask for a reason. */
const aside = [reopenOrder, cancelOrder] as const
type Aside = (typeof aside)[number]
type Offered = Aside | typeof closeOrder

/** Planning actions for an order in its state: plan, cancel, reopen, close; by the same lifecycle as on the server. */
export function OrderActions({ row }: { row: ListRow }) {
  const { t } = useTranslation('orders')
  const mayPlan = useHasPermission(['productionScheduleEdit', 'productionScheduleAdd'])
  const link = usePageLink()
  const [asking, setAsking] = useState<Offered | null>(null)
  const short = useShort(row)
  const plan = row['state'] === 'planned' && mayPlan ? link('productionSchedule', { order: row.id }) : null
  const progress = row['state'] !== 'planned' ? link('progressMonitoring', { id: row.id }) : null
  const close = () => setAsking(null)
  const stepAside = aside.find((one) => one === asking)
  return (
    <>
      <CommandButtons
        commands={getAllowedCommands<Offered>([reopenOrder, cancelOrder, closeOrder], row, useDoer())}
        row={row}
        aside={aside}
        getInputs={(command) =>
          command === closeOrder ? (short === null ? [] : ['shortReason']) : getFormInputs(command)
        }
        onAsk={setAsking}
        getDoneText={(_word, action) => t(`pages.schedule.done.${action}`, { number: String(row['number']) })}
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
      {stepAside && <StepSheet of={stepAside} row={row} onClose={close} />}
      {asking === closeOrder && <CloseSheet percent={short ?? 0} row={row} onClose={close} />}
    </>
  )
}
/** Other resources that an order command changes. */
const CHANGED = ['scheduleEntry', 'erpOrder']

/** Returns the finished percentage of a short order; null if it is not short or already has a reason. */
function useShort(row: ListRow): number | null {
  const tolerance = buildPlantSettings(useList(plantSetting, SETTINGS).rows).orderTolerance
  const figure = (name: string): number | null => (row[name] == null ? null : Number(row[name]))
  const ordered = { kg: figure('orderedKg'), rolls: figure('orderedRolls') }
  const made = { goodKg: figure('goodKg') ?? 0, goodRolls: figure('goodRolls') ?? 0 }
  if (row['shortReason'] || !isShort(ordered, made, tolerance)) return null
  return Math.round(progressPercent(ordered, made) ?? 0)
}
type SheetProps = { row: ListRow; onClose: () => void }
/** Asks for the reason of a command and runs it. */
function StepSheet({ of, row, onClose }: SheetProps & { of: Aside }) {
  const step = useInstantCommand(of)
  const said = useSaid(of, row)
  return (
    <ReasonDialog
      title={said.title}
      submitLabel={said.action}
      danger={of === cancelOrder}
      busy={step.busy}
      rows={3}
      requiresAnswer
      onReason={(reason) =>
        void step.run({ id: row.id, version: row.version, reason }, said.options).then((done) => done && onClose())
      }
      onClose={onClose}
    >
      <CommandRefusedNotice of={step} />
    </ReasonDialog>
  )
}
/** Closes the books of a short order with a reason. */
function CloseSheet({ percent, row, onClose }: SheetProps & { percent: number }) {
  const { t } = useTranslation('orders')
  const step = useInstantCommand(closeOrder)
  const said = useSaid(closeOrder, row)
  return (
    <ReasonDialog
      title={said.title}
      submitLabel={said.action}
      busy={step.busy}
      rows={3}
      onReason={(shortReason) =>
        void step.run({ id: row.id, version: row.version, shortReason }, said.options).then((done) => done && onClose())
      }
      onClose={onClose}
    >
      <p>{t('pages.progress.short', { percent })}</p>
      <CommandRefusedNotice of={step} />
    </ReasonDialog>
  )
}
function useSaid(of: Offered, row: ListRow) {
  const { t } = useTranslation('orders')
  const [number, action] = [String(row['number']), t(`actions.workOrder_${of.action}`)]
  return {
    title: `${action} · ${number}`,
    action,
    options: { quiet: true, changes: CHANGED, done: t(`pages.schedule.done.${of.action}`, { number }) },
  }
}
