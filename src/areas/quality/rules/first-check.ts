/** 首检: what the numbers of a first inspection are held against. */
import { isOutsideLimits } from '@/plant/rules/limits'
import type { SheetItem } from './quality-check'

/** Sizes of the web that an order asks for; null where it asks for none. */
export interface OrderedWeb {
  readonly gsm: number | null
  readonly widthMm: number | null
  readonly lengthM: number | null
}
/** The web as the order asks for it, its product's weight where it says none. */
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
/** What plants call the sizes on their sheets, in either language. */
const sizes = [
  { of: 'gsm', unit: 'g/m²', called: /^(克重|基重|定量|面密度|basis weight|grammage|gsm)/i },
  { of: 'widthMm', unit: 'mm', called: /^(门幅|幅宽|宽度|(web )?width)/i },
  { of: 'lengthM', unit: 'm', called: /^(卷长|长度|(roll )?length)/i },
] as const

/**
 * Target and limits of an item: those that the check sheet of the product has under the same name, with the size that the
 * order asks for as target where the sheet names none. Null for one of which nobody said what it should be.
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
 * An item of a first inspection with the limits that its order and the sheet of its product ask for, whatever it carried of an
 * earlier order or was sent with; a number outside of them is not in order by itself.
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
/** Of first inspections those that failed and that no later one of the same order on that line has answered. */
export const standingFailures = <T extends Inspected>(rows: readonly T[]): T[] =>
  rows.filter(
    (row) =>
      row.result === 'notOk' &&
      !rows.some(
        (other) =>
          other.workOrderId === row.workOrderId && other.lineId === row.lineId && other.createdAt > row.createdAt,
      ),
  )
