import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { product } from '@/areas/standards/contract/product'
import { notReleased } from '@/plant/server/events'
import { askQuestion } from '@/server/events'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { rework } from '../contract/rework'
import type { rollPackage } from '../contract/slitting'
import type { SlitRoll } from './slit-scope'

/** Maximum of roll numbers in a refusal. */
const NAMED = 5

/** Release gate: rolls ship only with the check or certificate that their product requires. @throws 6000 naming the requirement and the rolls without it */
export async function mustBeReleased(
  ctx: Context,
  { number, workOrderId }: Row<typeof rollPackage>,
  rolls: readonly SlitRoll[],
): Promise<void> {
  for (const productId of new Set(rolls.map((roll) => roll.productId))) {
    const { shipsWhen, code } = await ctx.rows.get(product, productId)
    if (shipsWhen !== 'checked' && shipsWhen !== 'certified') continue
    const lower = await soldLower(ctx, rolls)
    const of = rolls.filter((roll) => roll.productId === productId && !lower.has(roll.id))
    const lacking = new Set(
      await askQuestion(ctx, notReleased, {
        orderId: workOrderId,
        rolls: of.map(({ id, jumboRollId }) => ({ id, jumboRollId })),
        condition: shipsWhen,
      }),
    )
    if (lacking.size === 0) continue
    const named = of.flatMap(({ id, number: roll }) => (lacking.has(id) ? [roll] : [])).toSorted()
    throw refuse('rolls:refusals.notReleased', {
      package: number,
      product: code,
      condition: ctx.t(`standards:product.options.shipsWhen.${shipsWhen}`),
      count: named.length,
      rolls: named.slice(0, NAMED).join(', ') + (named.length > NAMED ? ' …' : ''),
    })
  }
}
/** Finds regraded rolls, which are sold at a lower grade and need no certificate. */
async function soldLower(ctx: Context, rolls: readonly SlitRoll[]): Promise<Set<string>> {
  const rows = await ctx.query(
    sql`select ${columns(rework, ['slitRollId'])} from rework where site_id = ${ctx.site} and slit_roll_id = any(${rolls.map(({ id }) => id)}::uuid[])
      and kind = ${options(rework.fields.kind, 'regrade')}`,
  )
  return new Set(rows.map(({ slitRollId }) => slitRollId))
}
