/** 首检: limits for the values of a first inspection. */
import { isOutsideLimits } from '@/plant/rules/limits'
import type { SheetItem } from './quality-check'

/** Sizes of the web that an order asks for; null if it does not specify one. */
export interface OrderedWeb {
  readonly gsm: number | null
  readonly widthMm: number | null
  readonly lengthM: number | null
}
/** Returns the web sizes of an order; the basis weight falls back to that of the product. */
export const webOrdered = (
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
const sizes = [
  { of: 'gsm', unit: 'g/m²', called: /^(克重|基重|定量|面密度|basis weight|grammage|gsm)/i },
  { of: 'widthMm', unit: 'mm', called: /^(门幅|幅宽|宽度|(web )?width)/i },
  { of: 'lengthM', unit: 'm', called: /^(卷长|长度|(roll )?length)/i },
] as const

/**
 * Returns target and limits of an item: those of the template item with the same name, with the size ordered as target
 * if the template has none. Null if neither specifies anything.
 */
export function limitsOfItem(item: string, sheet: readonly SheetItem[], web: OrderedWeb): ItemLimits | null {
  const name = item.trim().toLowerCase()
  const asked = sheet.find(
    (one) => one.kind === 'number' && [one.item, one.itemEn].some((word) => word?.trim().toLowerCase() === name),
  )
  const size = sizes.find(({ called }) => called.test(item.trim()))
  const ordered = size ? web[size.of] : null
  if (!asked && ordered === null) return null
  return {
    unit: asked?.unit ?? size?.unit ?? null,
    low: asked?.low ?? null,
    target: asked?.target ?? ordered,
    high: asked?.high ?? null,
  }
}

interface Line {
  readonly item: string
  readonly result: string | null
  readonly value?: number | null
  readonly unit?: string | null
}
/**
 * Returns the item with the limits of its order and template, replacing any limits it was sent with. A value outside
 * them sets the result to not OK.
 */
export function limitedItem<L extends Line>(line: L, sheet: readonly SheetItem[], web: OrderedWeb): L & ItemLimits {
  const none = { unit: line.unit ?? null, low: null, target: null, high: null }
  const limited = { ...line, ...(limitsOfItem(line.item, sheet, web) ?? none) }
  return isOutsideLimits(limited.value, limited) ? { ...limited, result: 'notOk' } : limited
}

interface Inspected {
  readonly workOrderId: string
  readonly lineId: string
  readonly result: 'ok' | 'notOk' | null
  readonly createdAt: string
}
/** Returns the failed inspections that no later inspection of the same order and line follows. */
export const standingFailures = <T extends Inspected>(rows: readonly T[]): T[] =>
  rows.filter(
    (row) =>
      row.result === 'notOk' &&
      !rows.some(
        (other) =>
          other.workOrderId === row.workOrderId && other.lineId === row.lineId && other.createdAt > row.createdAt,
      ),
  )
