import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getFormInputs } from '@/contract/command'
import { getAllowedCommands } from '@/contract/command-rights'
import { useList } from '@/client/api/use-list'
import { plantSetting } from '@/plant/contract/plant-setting'
import { buildPlantSettings } from '@/plant/rules/settings'
import { isShort, calculateProgressPercent, toDisplayedPercent } from '@/areas/orders/rules/order-progress'
import type { ListRow } from '@/client/resource/build-columns'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { useActor, useHasPermission } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { useShortReasons } from '@/areas/orders/client/shared/order-form'
import { cancelOrder, closeOrder, reopenOrder } from '@/areas/orders/contract/work-order-endpoints'

const SETTINGS_QUERY = { size: 100 }
/** Secondary commands, which always ask for a reason. */
const SECONDARY_COMMANDS = [reopenOrder, cancelOrder] as const
type SecondaryCommand = (typeof SECONDARY_COMMANDS)[number]
type PlanningCommand = SecondaryCommand | typeof closeOrder

/** Planning actions that the lifecycle allows for an order in its state: plan, cancel, reopen, close. */
export function OrderActionButtons({ row }: { row: ListRow }) {
  const { t } = useTranslation(['scheduling', 'orders'])
  const canPlan = useHasPermission(['productionScheduleEdit', 'productionScheduleAdd'])
  const buildPageLink = usePageLink()
  const shortPercent = useShortPercent(row)
  const shortReasonTexts = useShortReasons(shortPercent !== null)
  const planLink = row['state'] === 'planned' && canPlan ? buildPageLink('productionSchedule', { order: row.id }) : null
  const progressLink = row['state'] !== 'planned' ? buildPageLink('progressMonitoring', { id: row.id }) : null
  return (
    <>
      <CommandButtons
        commands={getAllowedCommands<PlanningCommand>([reopenOrder, cancelOrder, closeOrder], row, useActor())}
        row={row}
        secondaryCommands={SECONDARY_COMMANDS}
        getInputs={(command) => {
          if (command !== closeOrder) return getFormInputs(command)
          return shortPercent === null ? [] : ['shortReason']
        }}
        dangerousCommands={[cancelOrder]}
        renderDialog={(command, onClose) =>
          command === closeOrder && shortPercent !== null ? (
            <CommandDialog
              command={closeOrder}
              row={row}
              requiredNames={['shortReason']}
              phrases={{ shortReason: shortReasonTexts }}
              above={<p>{t('orders:pages.progress.short', { percent: shortPercent })}</p>}
              changedResources={CHANGED_RESOURCES}
              savedMessage={t('pages.schedule.done.close', { number: String(row['number']) })}
              onClose={onClose}
            />
          ) : undefined
        }
        getSavedMessage={(_word, action) => t(`pages.schedule.done.${action}`, { number: String(row['number']) })}
        changedResources={CHANGED_RESOURCES}
      >
        {progressLink && (
          <Link className="ui-button beside" to={progressLink}>
            {t('orders:pages.sync.toProgress')}
          </Link>
        )}
        {planLink && (
          <Link className="ui-button is-primary" to={planLink}>
            {t('actions.scheduleEntry_place')}
          </Link>
        )}
      </CommandButtons>
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
  return toDisplayedPercent(calculateProgressPercent(ordered, produced))
}
