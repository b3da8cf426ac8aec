/** 首检: limits for the values of a first inspection. */
import { isOutsideLimits } from '@/plant/rules/limits'
import type { TemplateItem } from './quality-check'

/** Sizes of the web that an order asks for; null if it does not specify one. */
export interface OrderedWeb {
  readonly gsm: number | null
  readonly widthMm: number | null
  readonly lengthM: number | null
}
/** Returns the web sizes of an order; the basis weight falls back to that of the product. */
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
/** Names that plants use for the sizes in their templates, in both languages. */
const ORDERED_SIZES = [
  { of: 'gsm', unit: 'g/m²', called: /^(克重|基重|定量|面密度|basis weight|grammage|gsm)/i },
  { of: 'widthMm', unit: 'mm', called: /^(门幅|幅宽|宽度|(web )?width)/i },
  { of: 'lengthM', unit: 'm', called: /^(卷长|长度|(roll )?length)/i },
] as const

/**
 * Returns target and limits of an item: those of the template item with the same name, with the size ordered as target
 * if the template has none. Null if neither specifies anything.
 */
export function findItemLimits(
  item: string,
  templateItems: readonly TemplateItem[],
  web: OrderedWeb,
): ItemLimits | null {
  const name = item.trim().toLowerCase()
  const templateItem = templateItems.find(
    (one) => one.kind === 'number' && [one.item, one.itemEn].some((word) => word?.trim().toLowerCase() === name),
  )
  const size = ORDERED_SIZES.find(({ called }) => called.test(item.trim()))
  const orderedTarget = size ? web[size.of] : null
  if (!templateItem && orderedTarget === null) return null
  return {
    unit: templateItem?.unit ?? size?.unit ?? null,
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
 * Returns the item with the limits of its order and template, replacing any limits it was sent with. A value outside
 * them sets the result to not OK.
 */
export function applyItemLimits<L extends InspectionItem>(
  line: L,
  templateItems: readonly TemplateItem[],
  web: OrderedWeb,
): L & ItemLimits {
  const noLimits = { unit: line.unit ?? null, low: null, target: null, high: null }
  const itemWithLimits = { ...line, ...(findItemLimits(line.item, templateItems, web) ?? noLimits) }
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
