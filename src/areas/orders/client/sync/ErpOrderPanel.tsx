import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Endpoint } from '@/contract/endpoint'
import { notifyUndoable } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useRow } from '@/client/api/use-list'
import type { Cells } from '@/client/resource/build-columns'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { useReturnState } from '@/client/resource/return-with-row'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { useHasPermission, useCanCall } from '@/client/session/use-session'
import { useAddFormLink } from '@/client/shell/row-address'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { EditIcon, WarnIcon } from '@/client/ui/icons'
import { Notice } from '@/client/ui/Notice'
import { PageFrame } from '@/client/ui/PageFrame'
import { useBusinessDate } from '@/plant/client/use-today'
import { erpOrder, ignoreErpOrder, releaseErpOrder, undoErpRelease } from '@/areas/orders/contract/erp-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isOverdue } from '@/areas/orders/rules/order-progress'
import { OtherGsmNotice } from '../shared/order-form'

const resource = erpOrder

/** One ERP order: release it, ignore it, or settle a conflict with a running order. */
export function ErpOrderPanel({
  row,
  refs,
  onBack,
  onEdit,
  onRemoved,
  cells,
  onSettle,
}: OpenRow & { cells: Cells; onSettle: () => void }) {
  const { t } = useTranslation(['orders', 'client'])
  const canDecide = useHasPermission('orderSyncEdit')
  const canEdit = useCanCall(resource.endpoints.update)
  // The server refuses edits once the order has begun.
  const order = useRow(workOrder, (row['workOrderId'] as string | null) ?? null).row
  const isEditable = canEdit && (row['workOrderId'] ? order?.state === 'planned' : true)
  const buildPageLink = usePageLink()
  const buildAddFormLink = useAddFormLink()
  const addCustomerLink = buildAddFormLink('customer')
  const returnState = useReturnState(null)
  const releaseCommand = useCommand(releaseErpOrder)
  const undoCommand = useCommand(undoErpRelease)
  const ignoreCommand = useCommand(ignoreErpOrder)
  const today = useBusinessDate()
  const state = String(row['state'])
  const orderId = row['workOrderId'] as string | null
  const progressLink = orderId ? buildPageLink('progressMonitoring', { id: orderId }) : null
  const setIgnored = (ignored: boolean) =>
    ignoreCommand.run(
      { id: row.id, version: row.version, ignored },
      { savedMessage: t(ignored ? 'pages.sync.nowIgnored' : 'pages.sync.nowUnignored') },
    )
  const dueOn = row['dueOn']
  const release = async () => {
    const result = await releaseCommand.run(
      { id: row.id, version: row.version },
      { changedResources: ['workOrder'], savedMessage: null },
    )
    if (!result || result.queued) return
    const { version } = result.data
    void notifyUndoable(
      isOverdue(dueOn, today) ? t('pages.sync.nowReleasedOverdue', { day: dueOn }) : t('pages.sync.nowReleased'),
      {
        label: t('client:ui.undo'),
        onChoose: () =>
          void undoCommand.run(
            { id: row.id, version },
            { changedResources: ['workOrder'], savedMessage: t('pages.sync.releaseUndone') },
          ),
      },
    )
  }
  return (
    <PageFrame
      title={String(row['externalNumber'])}
      subtitle={[row['customerName'], row['productName'] ?? row['productCode']].filter(Boolean).join(' · ')}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          {isEditable && (
            <Button
              look="quiet"
              icon={<EditIcon size={20} />}
              aria-label={t('client:resource.edit')}
              title={t('client:resource.edit')}
              onClick={onEdit}
            />
          )}
          {!orderId && (
            <RemoveRowButton
              endpoint={resource.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>}
              row={row}
              title={String(row['externalNumber'])}
              onRemoved={onRemoved}
            />
          )}
        </>
      }
      primary={
        canDecide && (
          <>
            {state === 'new' && (
              <Button className="beside" disabled={ignoreCommand.busy} onClick={() => void setIgnored(true)}>
                {t('pages.sync.ignore')}
              </Button>
            )}
            {state === 'new' && (
              <Button look="primary" disabled={releaseCommand.busy} onClick={() => void release()}>
                {t('actions.erpOrder_release')}
              </Button>
            )}
            {state === 'ignored' && (
              <Button look="primary" disabled={ignoreCommand.busy} onClick={() => void setIgnored(false)}>
                {t('pages.sync.unignore')}
              </Button>
            )}
            {state === 'conflict' && (
              <Button look="primary" onClick={onSettle}>
                {t('actions.erpOrder_settle')}
              </Button>
            )}
          </>
        )
      }
    >
      {state === 'conflict' && (
        <Notice
          icon={WarnIcon}
          tone="warn"
          title={t('pages.sync.conflictOf', { count: Object.keys(row['conflict'] as object).length })}
          lines={[t('pages.sync.conflictWhy')]}
        />
      )}
      {state === 'new' && !row['productId'] && (
        <Notice
          icon={WarnIcon}
          tone="warn"
          title={t('refusals.unknownProduct', { code: String(row['productCode']) })}
          lines={[t('pages.sync.unknownWhy')]}
        />
      )}
      {state !== 'ignored' && Boolean(row['customerCode']) && !row['customerId'] && (
        <Notice
          icon={WarnIcon}
          tone="warn"
          title={t('refusals.unknownCustomer', { code: String(row['customerCode']) })}
          lines={[t('pages.sync.unknownCustomerWhy')]}
        >
          {addCustomerLink && (
            <Link className="ui-button" to={`${addCustomerLink}&for=${row.id}`} state={returnState}>
              {t('pages.sync.addCustomer')}
            </Link>
          )}
        </Notice>
      )}
      <OtherGsmNotice values={row} />
      <ResourceDetailView resource={resource} row={row} refs={refs} cells={cells} />
      {progressLink && (
        <Link className="ui-button" to={progressLink}>
          {t('pages.sync.toProgress')}
        </Link>
      )}
    </PageFrame>
  )
}
