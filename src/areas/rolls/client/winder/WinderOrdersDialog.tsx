import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { plantSetting } from '@/plant/contract/plant-setting'
import { buildPlantSettings } from '@/plant/rules/settings'
import { isEndingShort, calculateWoundPercent, toDisplayedPercent } from '@/areas/orders/rules/order-progress'
import { openOrderStates } from '@/areas/orders/rules/work-order'
import { startOrder, changeRunState } from '@/areas/orders/contract/work-order-endpoints'
import { useShortReasons } from '@/areas/orders/client/shared/order-form'
import { remarkOrder } from '../../contract/jumbo-endpoints'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { useCommand } from '@/client/api/use-command'
import { ChangeoverDialog } from './ChangeoverDialog'
import type { WinderStatus } from './use-winder'
import { withWaitingRolls, type WinderOrder } from '../shared/winder-state'

const SETTINGS_QUERY = { size: 100 }
const OPEN_ORDERS_QUERY = { state: openOrderStates.join(','), sort: 'plannedStart', size: 100 }

/**
 * 工单: lists the orders that the line runs or may take. People start, pause, resume or finish an order, or add a remark.
 */
export function WinderOrdersDialog({
  lineId,
  winder,
  onDoff,
  onClose,
}: {
  lineId: string
  winder: Pick<WinderStatus, 'roll' | 'doffedRolls' | 'web'>
  /** Opens the doff dialog instead of this one. */
  onDoff: () => void
  onClose: () => void
}) {
  // Loads the texts of the changeover dialog early, so that it opens without a delay.
  const { t } = useTranslation(['rolls', 'orders', 'standards'])
  const list = useList(workOrder, OPEN_ORDERS_QUERY)
  const orders = list.rows.filter((order) => order.lineId === null || order.lineId === lineId)
  const isLineTaken = orders.some((order) => order.state === 'running')
  return (
    <Dialog open onClose={onClose} title={t('pages.winder.orders')}>
      {list.isLoading && <SkeletonList />}
      {!list.isLoading && orders.length === 0 && (
        <EmptyState title={t('pages.winder.noOrders')} advice={t('pages.winder.noOrdersNext')} />
      )}
      {isLineTaken && orders.length > 1 && <p role="status">{t('pages.winder.lineTaken')}</p>}
      <ul className="wd-orders stack">
        {orders.map((order) => (
          <WinderOrderRow
            key={order.id}
            order={withWaitingRolls(order, winder.doffedRolls, winder.web)}
            lineId={lineId}
            refs={list.refs}
            isLineFree={!isLineTaken}
            hasRollOnWinder={winder.roll?.workOrderId === order.id}
            onDoff={onDoff}
            onStarted={onClose}
          />
        ))}
      </ul>
    </Dialog>
  )
}

function WinderOrderRow({
  order,
  lineId,
  refs,
  isLineFree,
  hasRollOnWinder,
  onDoff,
  onStarted,
}: {
  order: WinderOrder
  lineId: string
  refs: Readonly<Record<string, string>>
  isLineFree: boolean
  /** True if a roll of the order is on the winder. */
  hasRollOnWinder: boolean
  onDoff: () => void
  /** Called when the order runs. */
  onStarted: () => void
}) {
  const { t } = useTranslation(['rolls', 'orders'])
  const language = useLanguage()
  const [openDialog, setOpenDialog] = useState<'start' | 'resume' | 'pause' | 'remark' | 'onWinder' | 'finish' | null>(
    null,
  )
  const shortReasonTexts = useShortReasons(openDialog === 'finish', lineId)
  const [startCommand, switchCommand] = [useCommand(startOrder), useCommand(changeRunState)]
  const [canRun, canRemark] = [useCanCall(changeRunState), useCanCall(remarkOrder)]
  const baseOptions = { baseVersion: order.version }
  const switchTo = (action: 'resume' | 'finish') => switchCommand.run({ id: order.id, action }, baseOptions)
  const tolerance = buildPlantSettings(useList(plantSetting, SETTINGS_QUERY).rows).orderTolerance
  const isShort = isEndingShort({ kg: order.orderedKg, rolls: order.orderedRolls }, order, tolerance)
  const lineTakenReason =
    !isLineFree && (order.state === 'planned' || order.state === 'paused') ? t('pages.winder.lineTaken') : null
  const finish = () => {
    setOpenDialog(isShort ? 'finish' : null)
    if (!isShort) void switchTo('finish')
  }
  const busy = startCommand.busy || switchCommand.busy
  const dialogProps = { row: order, objectName: order.number, onClose: () => setOpenDialog(null) }
  return (
    <li className="ui-card">
      <header>
        <b>{order.number}</b>
        <StateBadge tone={order.state === 'running' ? 'active' : 'wait'}>
          {t(`orders:workOrder.options.state.${order.state}`)}
        </StateBadge>
      </header>
      <p>
        {[
          refs[order.productId],
          order.gsm && formatNumber(order.gsm, { language, unit: 'g/m²' }),
          order.webWidthMm && formatNumber(order.webWidthMm, { language, unit: 'mm' }),
          order.orderedKg && formatNumber(order.orderedKg, { language, unit: 'kg' }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {order.pending !== undefined && <UnsentNotice pending={order.pending} />}
      <div className="ui-actions">
        {canRun && isLineFree && order.state === 'planned' && (
          <Button look="primary" disabled={busy} onClick={() => setOpenDialog('start')}>
            {t('orders:workOrder.steps.start')}
          </Button>
        )}
        {canRun && isLineFree && order.state === 'paused' && (
          <Button look="primary" disabled={busy} onClick={() => setOpenDialog('resume')}>
            {t('orders:workOrder.steps.resume')}
          </Button>
        )}
        {canRun && order.state === 'running' && (
          <Button disabled={busy} onClick={() => setOpenDialog('pause')}>
            {t('orders:workOrder.steps.pause')}
          </Button>
        )}
        {canRun && order.state !== 'planned' && (
          <Button disabled={busy} onClick={() => (hasRollOnWinder ? setOpenDialog('onWinder') : finish())}>
            {t('orders:workOrder.steps.finish')}
          </Button>
        )}
        {canRemark && (
          <Button disabled={busy} onClick={() => setOpenDialog('remark')}>
            {t('pages.winder.remark')}
          </Button>
        )}
      </div>
      {(openDialog === 'start' || openDialog === 'resume') && order.state !== 'running' && (
        <ChangeoverDialog
          order={order}
          lineId={lineId}
          refs={refs}
          actionLabel={t(`orders:workOrder.steps.${openDialog}`)}
          busy={busy}
          lineTakenReason={lineTakenReason}
          onClose={() => setOpenDialog(null)}
          onConfirm={() => {
            void (
              openDialog === 'start' ? startCommand.run({ id: order.id, lineId }, baseOptions) : switchTo('resume')
            ).then((result) => result && onStarted())
            setOpenDialog(null)
          }}
        />
      )}
      {openDialog === 'pause' && (
        <CommandDialog
          command={changeRunState}
          {...dialogProps}
          label={t('orders:workOrder.steps.pause')}
          values={{ action: 'pause' }}
          fieldNames={['reason']}
          requiredNames={['reason']}
        />
      )}
      {openDialog === 'onWinder' && (
        <Dialog open onClose={() => setOpenDialog(null)} title={t('orders:workOrder.steps.finish')}>
          <p className="ui-confirm-object">{order.number}</p>
          <p>{t('pages.winder.finishOnWinder')}</p>
          <div className="ui-actions">
            <Button disabled={busy} onClick={finish}>
              {t('pages.winder.finishWithRoll')}
            </Button>
            <Button look="primary" onClick={onDoff}>
              {t('pages.winder.doffFirst')}
            </Button>
          </div>
        </Dialog>
      )}
      {openDialog === 'finish' && (
        <CommandDialog
          command={changeRunState}
          {...dialogProps}
          label={t('orders:workOrder.steps.finish')}
          values={{ action: 'finish' }}
          fieldNames={['shortReason']}
          requiredNames={['shortReason']}
          phrases={{ shortReason: shortReasonTexts }}
          above={
            <p>
              {t('pages.winder.finishShort', {
                percent: toDisplayedPercent(calculateWoundPercent(order.orderedKg, order.jumboKg)),
              })}
            </p>
          }
        />
      )}
      {openDialog === 'remark' && (
        <CommandDialog
          command={remarkOrder}
          {...dialogProps}
          row={null}
          label={t('pages.winder.saveRemark')}
          values={{ workOrderId: order.id }}
        />
      )}
    </li>
  )
}
