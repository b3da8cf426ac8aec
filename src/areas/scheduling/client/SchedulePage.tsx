import './schedule.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lookUpRow } from '@/client/api/look-up-rows'
import type { FormFill } from '@/client/resource/CommandForm'
import { ResourcePage, type ResourceFormParts } from '@/client/resource/ResourcePage'
import type { FormValues } from '@/client/resource/form-values'
import { Tabs } from '@/client/ui/Tabs'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { useBusinessDate } from '@/plant/client/use-today'
import { workOrder } from '@/areas/orders/contract/work-order'
import { product } from '@/areas/standards/contract/product'
import { isOverdue } from '@/areas/orders/rules/order-progress'
import { isOrderSettled } from '@/areas/orders/rules/work-order'
import { orderCells } from '@/areas/orders/client/shared/tones'
import { useQueryParams } from '@/client/use-query-params'
import { useOrderForm } from '@/areas/orders/client/shared/order-form'
import { OrderActionButtons } from './OrderActionButtons'
import { PlanSection } from './PlanSection'

const VIEWS = ['plan', 'orders'] as const
type View = (typeof VIEWS)[number]
const COLUMNS = [
  'number',
  'state',
  'productId',
  'customerId',
  'lineId',
  'orderedKg',
  'jumboKg',
  'goodKg',
  'dueOn',
  'priority',
  'plannedStart',
  'plannedEnd',
  'startedAt',
  'finishedAt',
  'batch',
  'gsm',
  'webWidthMm',
  'widthMm',
  'colour',
  'slittingPattern',
  'erpOrderId',
] as const

/** 排产: the plan of the lines and the list of work orders. */
export default function SchedulePage() {
  const { t } = useTranslation(['scheduling', 'client'])
  const today = useBusinessDate()
  const [confirm, confirmDialog] = useConfirm()
  const [params, changeParams] = useQueryParams()
  const view: View = VIEWS.find((key) => key === params.get('view')) ?? 'plan'
  const tabs = useMemo(
    () => (
      <Tabs
        isNavigation
        label={t('pages.schedule.views')}
        chosen={view}
        onChoose={(next) =>
          changeParams({ view: next === 'plan' ? null : next, id: null, order: null, q: null, sort: null })
        }
        tabs={VIEWS.map((key) => ({ key, label: t(`pages.schedule.view.${key}`) }))}
      />
    ),
    [t, view, changeParams],
  )
  const orderForm = useOrderForm()
  const form = useMemo(
    (): ResourceFormParts => ({
      ...orderForm,
      fillIn: fillFromProduct,
      canEdit: (row) => !isOrderSettled(String(row['state'])),
      // Only new orders with a past due date need confirmation.
      confirmSave: async ({ number, dueOn }) =>
        params.get('new') === null ||
        !isOverdue(dueOn, today) ||
        confirm({
          objectName: String(number ?? ''),
          question: t('pages.schedule.dueOver', { day: dueOn }),
          confirmLabel: t('client:resource.add'),
          isDangerous: false,
        }),
      renderAround: (fields, values) => (
        <>
          {orderForm.renderAround?.(fields, values)}
          <MissingFieldsNotice values={values} />
          {confirmDialog}
        </>
      ),
    }),
    [orderForm, t, params, today, confirm, confirmDialog],
  )
  if (view === 'orders')
    return (
      <ResourcePage
        resource={workOrder}
        columns={COLUMNS}
        cells={orderCells}
        form={form}
        actions={(row) => <OrderActionButtons row={row} />}
        parts={{ above: tabs }}
      />
    )
  return <PlanSection tabs={tabs} />
}

/** Fills grammage and colour from the product; the sizes belong to the order. */
const fillFromProduct: FormFill = async ({ productId }) => {
  const chosenProduct = productId ? await lookUpRow(product, String(productId)) : null
  return chosenProduct && { gsm: chosenProduct.gsm, colour: chosenProduct.colour }
}
/** Warns about a missing amount or due date of an order. */
function MissingFieldsNotice({ values }: { values: Readonly<FormValues> }) {
  const { t } = useTranslation('scheduling')
  if (!values['productId']) return null
  const missingFields = [
    ...(values['orderedKg'] == null && values['orderedRolls'] == null ? (['amount'] as const) : []),
    ...(values['dueOn'] == null ? (['due'] as const) : []),
  ]
  return missingFields.map((field) => (
    <p key={field} className="ui-card is-warned" role="status">
      {t(`pages.schedule.without.${field}`)}
    </p>
  ))
}
