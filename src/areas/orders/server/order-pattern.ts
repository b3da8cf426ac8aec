import { refuse, type Refusal } from '@/contract/errno'
import { line } from '@/plant/contract/line'
import { product } from '@/areas/standards/contract/product'
import type { Context } from '@/server/context'
import {
  findLineWidthExceeded,
  isReadablePattern,
  findPatternWidthExcess,
  getWoundWidthMm,
} from '../rules/slitting-pattern'

/** Fields of an order or ERP line that determine if its slitting pattern can be cut. */
export interface PatternInput {
  readonly slittingPattern?: string | null
  readonly webWidthMm?: number | null
  readonly lineId?: string | null
  readonly productId?: string | null
}
const PATTERN_FIELDS = ['slittingPattern', 'webWidthMm', 'lineId', 'productId'] as const

/**
 * Returns the refusal of an order whose web is wider than its line, or whose slitting pattern is unreadable or too wide
 * for the web. The width of the pattern is checked only if the width of the web is known. Fields that equal those of
 * `previousOrder` are not checked again, so that other fields of an old order can be corrected.
 */
export async function findPatternRefusal(
  ctx: Context,
  order: PatternInput,
  previousOrder: PatternInput | null = null,
): Promise<Refusal | null> {
  const { slittingPattern: patternText, webWidthMm = null, lineId, productId } = order
  if (previousOrder && PATTERN_FIELDS.every((field) => (order[field] ?? null) === (previousOrder[field] ?? null)))
    return null
  const orderLine = lineId ? await ctx.rows.get(line, lineId) : null
  const widthRefusal = orderLine && findWidthRefusal(webWidthMm, orderLine)
  if (widthRefusal) return widthRefusal
  if (!patternText) return null
  if (!isReadablePattern(patternText))
    return refuse(
      'orders:refusals.patternNotReadable',
      { text: patternText },
      { issues: [{ path: ['slittingPattern'], code: 'badFormat' }] },
    )
  const orderProduct = webWidthMm === null && productId ? await ctx.rows.get(product, productId) : null
  const woundWidthMm = getWoundWidthMm(orderLine?.width ?? null, orderProduct?.widthMm ?? null, webWidthMm)
  const widthExcess = woundWidthMm ? findPatternWidthExcess(patternText, woundWidthMm) : null
  return (
    widthExcess &&
    refuse(
      'orders:refusals.patternTooWide',
      { ...widthExcess, web: woundWidthMm ?? 0 },
      { issues: [{ path: ['slittingPattern'], code: 'tooBig', params: { limit: widthExcess.limit } }] },
    )
  )
}
/** Returns the refusal of a web that is wider than the line can make; null if it fits or the line has no width. */
export function findWidthRefusal(
  webWidthMm: number | null,
  { code, width }: { readonly code: string; readonly width: number | null },
): Refusal | null {
  const limit = findLineWidthExceeded(webWidthMm, width)
  return limit === null
    ? null
    : refuse(
        'orders:refusals.webTooWide',
        { web: webWidthMm ?? 0, line: code, limit },
        { issues: [{ path: ['webWidthMm'], code: 'tooBig', params: { limit } }] },
      )
}
/** @throws a refusal if the slitting pattern of an order cannot be cut; see `findPatternRefusal` */
export async function assertCanBeSlit(
  ctx: Context,
  order: PatternInput,
  previousOrder: PatternInput | null = null,
): Promise<void> {
  const problem = await findPatternRefusal(ctx, order, previousOrder)
  if (problem) throw problem
}
