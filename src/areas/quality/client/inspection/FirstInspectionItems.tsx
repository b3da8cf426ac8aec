import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useList, useRow } from '@/client/api/use-list'
import { FieldInput } from '@/client/fields/registry'
import type { CommandFormState } from '@/client/resource/use-form'
import { StateBadge } from '@/client/ui/StateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { product } from '@/areas/standards/contract/product'
import { isOutsideLimits } from '@/plant/rules/limits'
import { ItemAnswerList, type ItemAnswer } from '@/plant/client/shift-record/ItemAnswerList'
import { tableTemplate } from '../../contract/table-template'
import { applyItemLimits, toOrderedWeb } from '../../rules/first-inspection'
import { hasItemFailed } from '../../rules/inspection'
import { selectTemplate } from '../../rules/quality-check'
import { productionInspectionTones } from '../tones'
import { formatInspectionLimits } from './ParameterInputList'
import { useDefaultOrder } from './use-default-order'

const TEMPLATES_QUERY = { use: 'check', active: true, size: 500 } as const
const hasFailedItem = (answers: readonly ItemAnswer[]) => answers.some((answer) => hasItemFailed(answer))
const getItems = (form: CommandFormState) => (form.values['items'] ?? []) as ItemAnswer[]
const isValueOutsideLimits = (answer: ItemAnswer) => isOutsideLimits(answer.value, answer)

/**
 * Returns the items with the limits of the order and of the product's template. A value outside the limits sets its
 * item to not OK.
 */
function useItemsWithLimits(form: CommandFormState): ItemAnswer[] {
  const { row: order } = useRow(workOrder, (form.values['workOrderId'] as string | null | undefined) ?? null)
  const { row: orderedProduct } = useRow(product, order?.productId ?? null)
  const templates = useList(tableTemplate, TEMPLATES_QUERY, { enabled: order !== null })
  const template = order ? selectTemplate(templates.rows, 'check', orderedProduct ?? { id: order.productId }) : null
  if (!order) return getItems(form)
  const web = toOrderedWeb(order, orderedProduct)
  return getItems(form).map((answer) => applyItemLimits(answer, template?.items ?? [], web))
}
/** Edits the items of a first inspection and derives its result. */
export function FirstInspectionItemList({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('quality')
  useDefaultOrder(form)
  const items = useItemsWithLimits(form)
  const storeItems = (newItems: ItemAnswer[]) => {
    const hadFailedItem = hasFailedItem(getItems(form))
    if (hasFailedItem(newItems)) form.setValues({ items: newItems, result: 'notOk' })
    else form.setValues({ items: newItems, ...(hadFailedItem ? { result: 'ok' } : {}) })
  }
  // The limits are known only after the order is chosen. Items that were entered earlier are then judged again.
  const needsJudging = JSON.stringify(items) !== JSON.stringify(getItems(form))
  useEffect(() => {
    if (needsJudging) storeItems(items)
  })
  return (
    <ItemAnswerList
      hasValues
      resultTextPrefix="quality:dailyInspection.subOptions.items.result"
      answers={items}
      disabled={form.submit.busy}
      limitCheck={{
        isOutside: isValueOutsideLimits,
        formatLimits: ({ low, target, high, unit }) =>
          formatInspectionLimits(
            { low: low ?? null, target: target ?? null, high: high ?? null, unit: unit ?? null },
            t,
          ),
        texts: { inside: t('pages.inspection.inside'), outside: t('pages.inspection.outside') },
      }}
      onChange={storeItems}
    />
  )
}
/** Result of a first inspection. The inspector chooses it only while every item is in order. */
export function FirstInspectionResultField({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('quality')
  const field = form.fields['result']
  if (hasFailedItem(getItems(form)))
    return (
      <p role="status">
        <StateBadge tone={productionInspectionTones.notOk}>{t('firstInspection.options.result.notOk')}</StateBadge>{' '}
        <small>{t('pages.inspection.badItem')}</small>
      </p>
    )
  return (
    field && (
      <FieldInput
        field={field}
        name="result"
        place={form.place}
        id="first-result"
        label={form.labels.field(form.place, 'result')}
        value={form.values['result']}
        invalid={false}
        disabled={form.submit.busy}
        onChange={(value) => form.setValues({ result: value })}
      />
    )
  )
}
