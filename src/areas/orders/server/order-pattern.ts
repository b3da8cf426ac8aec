import { refuse, type Refusal } from '@/contract/errno'
import { line } from '@/plant/contract/line'
import { product } from '@/areas/standards/contract/product'
import type { Context } from '@/server/context'
import { isReadablePattern, widerThanWeb } from '../rules/slitting-pattern'
import { woundWidth } from '../rules/web'

/** What of an order, or of a line of the ERP, says whether its slitting pattern can be cut. */
export interface Slit {
  readonly slittingPattern?: string | null
  readonly webWidthMm?: number | null
  readonly lineId?: string | null
  readonly productId?: string | null
}
const decides = ['slittingPattern', 'webWidthMm', 'lineId', 'productId'] as const

/**
 * What keeps the slitting pattern of an order, as it would be, from being cut: nobody can read it, or the web, as far as it is
 * known, has no room for it. One that stays as it was `before` is not judged again: other things may be put right on an order
 * that was saved when nobody looked.
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
/** @throws 6000 when the slitting pattern of an order can't be cut; `patternProblem` */
export async function mustBeSlit(ctx: Context, after: Slit, before: Slit | null = null): Promise<void> {
  const problem = await patternProblem(ctx, after, before)
  if (problem) throw problem
}
