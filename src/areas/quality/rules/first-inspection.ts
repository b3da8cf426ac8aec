/** 首检: determines the limits for the values of a first inspection, and finds failed first inspections. */
import { isOutsideLimits } from '@/plant/rules/limits'
import type { TemplateItem } from './quality-check'

/** Sizes of the web that an order specifies; null for a size that the order does not specify. */
export interface OrderedWeb {
  readonly gsm: number | null
  readonly widthMm: number | null
  readonly lengthM: number | null
}
/** Returns the web sizes of an order. If the order has no grammage, the grammage of the product applies. */
export const toOrderedWeb = (
  order: { readonly gsm: number | null; readonly webWidthMm: number | null; readonly jumboLengthM: number | null },
  product: { readonly gsm: number | null } | null,
): OrderedWeb => ({ gsm: order.gsm ?? product?.gsm ?? null, widthMm: order.webWidthMm, lengthM: order.jumboLengthM })
export interface ItemLimits {
  readonly unit: string | null
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
}
/** Sizes that an order can specify, with the names that plants use for them in their templates, in both languages. */
const ORDERED_SIZES = [
  { field: 'gsm', unit: 'g/m²', namePattern: /^(克重|基重|定量|面密度|basis weight|grammage|gsm)/i },
  { field: 'widthMm', unit: 'mm', namePattern: /^(门幅|幅宽|宽度|(web )?width)/i },
  { field: 'lengthM', unit: 'm', namePattern: /^(卷长|长度|(roll )?length)/i },
] as const

/**
 * Returns target and limits of an item from the measured template item of the same name. If the template has no target,
 * the ordered size is the target. Null if neither template nor order says anything about the item.
 * @param item name of the item, Chinese or English
 */
export function findItemLimits(
  item: string,
  templateItems: readonly TemplateItem[],
  orderedWeb: OrderedWeb,
): ItemLimits | null {
  const name = item.trim().toLowerCase()
  const templateItem = templateItems.find(
    ({ kind, item: itemName, itemEn }) =>
      kind === 'number' && [itemName, itemEn].some((text) => text?.trim().toLowerCase() === name),
  )
  const orderedSize = ORDERED_SIZES.find(({ namePattern }) => namePattern.test(item.trim()))
  const orderedTarget = orderedSize ? orderedWeb[orderedSize.field] : null
  if (!templateItem && orderedTarget === null) return null
  return {
    unit: templateItem?.unit ?? orderedSize?.unit ?? null,
    low: templateItem?.low ?? null,
    target: templateItem?.target ?? orderedTarget,
    high: templateItem?.high ?? null,
  }
}

interface InspectionItem {
  readonly item: string
  readonly result: string | null
  readonly value?: number | null
  readonly unit?: string | null
}
/**
 * Returns the item with the limits of its order and template, which replace the limits that a phone sent. A value
 * outside the limits sets the result to `notOk`.
 */
export function applyItemLimits<L extends InspectionItem>(
  inspectedItem: L,
  templateItems: readonly TemplateItem[],
  orderedWeb: OrderedWeb,
): L & ItemLimits {
  const noLimits = { unit: inspectedItem.unit ?? null, low: null, target: null, high: null }
  const itemWithLimits = {
    ...inspectedItem,
    ...(findItemLimits(inspectedItem.item, templateItems, orderedWeb) ?? noLimits),
  }
  return isOutsideLimits(itemWithLimits.value, itemWithLimits) ? { ...itemWithLimits, result: 'notOk' } : itemWithLimits
}

interface FirstInspectionRow {
  readonly workOrderId: string
  readonly lineId: string
  readonly result: 'ok' | 'notOk' | null
  readonly createdAt: string
}
/** Returns the failed inspections that no later inspection of the same order and line follows. */
export const findUnresolvedFailures = <T extends FirstInspectionRow>(rows: readonly T[]): T[] =>
  rows.filter(
    (row) =>
      row.result === 'notOk' &&
      !rows.some(
        (laterRow) =>
          laterRow.workOrderId === row.workOrderId &&
          laterRow.lineId === row.lineId &&
          laterRow.createdAt > row.createdAt,
      ),
  )
