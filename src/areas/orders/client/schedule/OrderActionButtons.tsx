import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getFormInputs } from '@/contract/command'
import { getAllowedCommands } from '@/contract/command-rights'
import { useList } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { plantSetting } from '@/plant/contract/plant-setting'
import { buildPlantSettings } from '@/plant/rules/settings'
import { isShort, calculateProgressPercent } from '@/areas/orders/rules/order-progress'
import type { ListRow } from '@/client/resource/build-columns'
import { CommandButtons, CommandRefusedNotice } from '@/client/resource/CommandButtons'
import { useActor, useHasPermission } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { cancelOrder, closeOrder, reopenOrder } from '@/areas/orders/contract/work-order-endpoints'
import { ReasonDialog } from '@/client/ui/ReasonDialog'

const SETTINGS_QUERY = { size: 100 }
/** Secondary commands, which always ask for a reason. */
const SECONDARY_COMMANDS = [reopenOrder, cancelOrder] as const
type SecondaryCommand = (typeof SECONDARY_COMMANDS)[number]
type PlanningCommand = SecondaryCommand | typeof closeOrder

/** Planning actions for an order in its state: plan, cancel, reopen, close; by the same lifecycle as on the server. */
export function OrderActionButtons({ row }: { row: ListRow }) {
  const { t } = useTranslation('orders')
  const canPlan = useHasPermission(['productionScheduleEdit', 'productionScheduleAdd'])
  const buildPageLink = usePageLink()
  const [openCommand, setOpenCommand] = useState<PlanningCommand | null>(null)
  const shortPercent = useShortPercent(row)
  const planLink = row['state'] === 'planned' && canPlan ? buildPageLink('productionSchedule', { order: row.id }) : null
  const progressLink = row['state'] !== 'planned' ? buildPageLink('progressMonitoring', { id: row.id }) : null
  const closeDialog = () => setOpenCommand(null)
  const openSecondaryCommand = SECONDARY_COMMANDS.find((command) => command === openCommand)
  return (
    <>
      <CommandButtons
        commands={getAllowedCommands<PlanningCommand>([reopenOrder, cancelOrder, closeOrder], row, useActor())}
        row={row}
        secondaryCommands={SECONDARY_COMMANDS}
        getInputs={(command) =>
          command === closeOrder ? (shortPercent === null ? [] : ['shortReason']) : getFormInputs(command)
        }
        onAsk={setOpenCommand}
        getSavedMessage={(_word, action) => t(`pages.schedule.done.${action}`, { number: String(row['number']) })}
        changedResources={CHANGED_RESOURCES}
      >
        {progressLink && (
          <Link className="ui-button beside" to={progressLink}>
            {t('pages.sync.toProgress')}
          </Link>
        )}
        {planLink && (
          <Link className="ui-button is-primary" to={planLink}>
            {t('actions.scheduleEntry_place')}
          </Link>
        )}
      </CommandButtons>
      {openSecondaryCommand && <CommandReasonDialog command={openSecondaryCommand} row={row} onClose={closeDialog} />}
      {openCommand === closeOrder && <CloseShortDialog percent={shortPercent ?? 0} row={row} onClose={closeDialog} />}
    </>
  )
}
/** Other resources that an order command changes. */
const CHANGED_RESOURCES = ['scheduleEntry', 'erpOrder']

/** Returns the finished percentage of a short order; null if it is not short or already has a reason. */
function useShortPercent(row: ListRow): number | null {
  const tolerance = buildPlantSettings(useList(plantSetting, SETTINGS_QUERY).rows).orderTolerance
  const getNumber = (name: string): number | null => (row[name] == null ? null : Number(row[name]))
  const ordered = { kg: getNumber('orderedKg'), rolls: getNumber('orderedRolls') }
  const produced = { goodKg: getNumber('goodKg') ?? 0, goodRolls: getNumber('goodRolls') ?? 0 }
  if (row['shortReason'] || !isShort(ordered, produced, tolerance)) return null
  return Math.round(calculateProgressPercent(ordered, produced) ?? 0)
}
type ReasonDialogProps = { row: ListRow; onClose: () => void }
/** Asks for the reason of a command and runs it. */
function CommandReasonDialog({ command, row, onClose }: ReasonDialogProps & { command: SecondaryCommand }) {
  const execution = useInstantCommand(command)
  const texts = useCommandTexts(command, row)
  return (
    <ReasonDialog
      title={texts.title}
      submitLabel={texts.action}
      isDangerous={command === cancelOrder}
      busy={execution.busy}
      rows={3}
      requiresAnswer
      onReason={(reason) =>
        void execution
          .run({ id: row.id, version: row.version, reason }, texts.options)
          .then((done) => done && onClose())
      }
      onClose={onClose}
    >
      <CommandRefusedNotice command={execution} />
    </ReasonDialog>
  )
}
/** Closes the books of a short order with a reason. */
function CloseShortDialog({ percent, row, onClose }: ReasonDialogProps & { percent: number }) {
  const { t } = useTranslation('orders')
  const execution = useInstantCommand(closeOrder)
  const texts = useCommandTexts(closeOrder, row)
  return (
    <ReasonDialog
      title={texts.title}
      submitLabel={texts.action}
      busy={execution.busy}
      rows={3}
      onReason={(shortReason) =>
        void execution
          .run({ id: row.id, version: row.version, shortReason }, texts.options)
          .then((done) => done && onClose())
      }
      onClose={onClose}
    >
      <p>{t('pages.progress.short', { percent })}</p>
      <CommandRefusedNotice command={execution} />
    </ReasonDialog>
  )
}
function useCommandTexts(command: PlanningCommand, row: ListRow) {
  const { t } = useTranslation('orders')
  const [number, action] = [String(row['number']), t(`actions.workOrder_${command.action}`)]
  return {
    title: `${action} · ${number}`,
    action,
    options: {
      quiet: true,
      changedResources: CHANGED_RESOURCES,
      savedMessage: t(`pages.schedule.done.${command.action}`, { number }),
    },
  }
}
