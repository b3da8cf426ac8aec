import { refuse, type Refusal } from '@/contract/errno'
import { line } from '@/plant/contract/line'
import { product } from '@/areas/standards/contract/product'
import type { Context } from '@/server/context'
import { isReadablePattern, widerThanWeb } from '../rules/slitting-pattern'
import { woundWidth } from '../rules/web'

/** Fields of an order or ERP line that determine if its slitting pattern can be cut. */
export interface Slit {
  readonly slittingPattern?: string | null
  readonly webWidthMm?: number | null
  readonly lineId?: string | null
  readonly productId?: string | null
}
const decides = ['slittingPattern', 'webWidthMm', 'lineId', 'productId'] as const

/**
 * Returns the refusal if the slitting pattern is unreadable or too wide for the web, as far as the web is known. A
 * pattern unchanged from `previous` is not checked again, so that other fields of an old order can be corrected.
 */
export async function patternProblem(ctx: Context, after: Slit, before: Slit | null = null): Promise<Refusal | null> {
  const { slittingPattern: text, webWidthMm = null, lineId, productId } = after
  if (before && decides.every((field) => (after[field] ?? null) === (before[field] ?? null))) return null
  if (!text) return null
  if (!isReadablePattern(text))
    return refuse(
      'orders:refusals.patternNotReadable',
      { text },
      { issues: [{ path: ['slittingPattern'], code: 'badFormat' }] },
    )
  const at = webWidthMm === null && lineId ? await ctx.rows.get(line, lineId) : null
  const made = webWidthMm === null && productId ? await ctx.rows.get(product, productId) : null
  const web = woundWidth(at?.width ?? null, made?.widthMm ?? null, webWidthMm)
  const wide = web ? widerThanWeb(text, web) : null
  return (
    wide &&
    refuse(
      'orders:refusals.patternTooWide',
      { ...wide, web: web ?? 0 },
      { issues: [{ path: ['slittingPattern'], code: 'tooBig', params: { limit: wide.limit } }] },
    )
  )
}
/** @throws 6000 if the slitting pattern of an order cannot be cut; see `findPatternProblem` */
export async function mustBeSlit(ctx: Context, after: Slit, before: Slit | null = null): Promise<void> {
  const problem = await patternProblem(ctx, after, before)
  if (problem) throw problem
}
