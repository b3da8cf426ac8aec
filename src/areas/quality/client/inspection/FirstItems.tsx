import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useList, useRow } from '@/client/api/use-list'
import { FieldInput } from '@/client/fields/registry'
import type { CommandFormState } from '@/client/resource/use-form'
import { StateBadge } from '@/client/ui/StateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { product } from '@/areas/standards/contract/product'
import { isOutsideLimits } from '@/plant/rules/limits'
import { ItemLineList, type ItemLine } from '@/plant/client/sheet/ItemLineList'
import { tableTemplate } from '../../contract/table-template'
import { limitedItem, webOrdered } from '../../rules/first-check'
import { isItemBad } from '../../rules/inspection'
import { templateFor } from '../../rules/quality-check'
import { resultTones } from '../tones'
import { limitsOf } from './limits-of'
import { useUsualOrder } from './use-usual-order'

const SHEETS = { use: 'check', active: true, size: 500 } as const
const isBad = (lines: readonly ItemLine[]) => lines.some((line) => isItemBad(line))
const linesOf = (form: CommandFormState) => (form.values['items'] ?? []) as ItemLine[]
const outside = (line: ItemLine) => isOutsideLimits(line.value, line)

/**
 * Returns the items with the limits of the order and of its product's template; a value outside them sets the item to
 * not OK.
 */
function useLimited(form: CommandFormState): ItemLine[] {
  const { row: order } = useRow(workOrder, (form.values['workOrderId'] as string | null | undefined) ?? null)
  const { row: made } = useRow(product, order?.productId ?? null)
  const sheets = useList(tableTemplate, SHEETS, order !== null)
  const sheet = order ? templateFor(sheets.rows, 'check', made ?? { id: order.productId }) : null
  if (!order) return linesOf(form)
  const web = webOrdered(order, made)
  return linesOf(form).map((line) => limitedItem(line, sheet?.items ?? [], web))
}
/** Edits the items of a first inspection and derives its result. */
export function FirstItems({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('quality')
  useUsualOrder(form)
  const lines = useLimited(form)
  const put = (items: ItemLine[]) => {
    const [was, is] = [isBad(linesOf(form)), isBad(items)]
    form.set({ items, ...(is ? { result: 'notOk' } : was ? { result: 'ok' } : {}) })
  }
  // The limits are known only after the order is chosen; items entered before are judged again then.
  const stale = JSON.stringify(lines) !== JSON.stringify(linesOf(form))
  useEffect(() => {
    if (stale) put(lines)
  })
  return (
    <ItemLineList
      hasValues
      resultWordsKey="quality:dailyInspection.subOptions.items.result"
      lines={lines}
      disabled={form.submit.busy}
      judge={{
        outside,
        formatLimits: ({ low, target, high, unit }) =>
          limitsOf({ low: low ?? null, target: target ?? null, high: high ?? null, unit: unit ?? null }, t),
        words: { inside: t('pages.inspection.inside'), outside: t('pages.inspection.outside') },
      }}
      onChange={put}
    />
  )
}
/** Result of a first inspection. The inspector chooses it only while every item is in order. */
export function FirstResult({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('quality')
  const field = form.fields['result']
  if (isBad(linesOf(form)))
    return (
      <p role="status">
        <StateBadge tone={resultTones.notOk}>{t('firstInspection.options.result.notOk')}</StateBadge>{' '}
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
        onChange={(value) => form.set({ result: value })}
      />
    )
  )
}
