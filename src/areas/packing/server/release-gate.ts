import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { product } from '@/areas/standards/contract/product'
import { unreleasedRolls } from './events'
import { askQuestion } from '@/server/events'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { rework } from '@/areas/slitting/contract/rework'
import type { rollPackage } from '../contract/package'
import type { SlitRollRow } from '@/areas/slitting/server/writes/packed-rolls'

/** Maximum number of rolls that a refusal names. */
const MAX_NAMED_ROLLS = 5

/**
 * Asserts that quality has released the rolls of a package for shipping.
 * @throws 6000 naming the rolls that lack the check or certificate that their product requires
 */
export async function assertPackageReleased(
  ctx: Context,
  { number, workOrderId }: Row<typeof rollPackage>,
  rolls: readonly SlitRollRow[],
): Promise<void> {
  for (const productId of new Set(rolls.map((roll) => roll.productId))) {
    const { shipsWhen, code } = await ctx.rows.get(product, productId)
    if (shipsWhen !== 'checked' && shipsWhen !== 'certified') continue
    const regradedIds = await findRegradedRolls(ctx, rolls)
    const productRolls = rolls.filter((roll) => roll.productId === productId && !regradedIds.has(roll.id))
    const unreleasedIds = new Set(
      await askQuestion(ctx, unreleasedRolls, {
        orderId: workOrderId,
        rolls: productRolls.map(({ id, jumboRollId }) => ({ id, jumboRollId })),
        condition: shipsWhen,
      }),
    )
    if (unreleasedIds.size === 0) continue
    const unreleasedNumbers = productRolls
      .flatMap((roll) => (unreleasedIds.has(roll.id) ? [roll.number] : []))
      .toSorted()
    throw refuse('packing:refusals.notReleased', {
      package: number,
      product: code,
      condition: ctx.t(`standards:product.options.shipsWhen.${shipsWhen}`),
      count: unreleasedNumbers.length,
      rolls:
        unreleasedNumbers.slice(0, MAX_NAMED_ROLLS).join(', ') +
        (unreleasedNumbers.length > MAX_NAMED_ROLLS ? ' …' : ''),
    })
  }
}
/** Finds regraded rolls. They are sold at a lower grade and need no certificate. */
async function findRegradedRolls(ctx: Context, rolls: readonly SlitRollRow[]): Promise<Set<string>> {
  const rows = await ctx.query(
    sql`select ${columns(rework, ['slitRollId'])} from rework where site_id = ${ctx.site} and slit_roll_id = any(${rolls.map(({ id }) => id)}::uuid[])
      and kind = ${options(rework.fields.kind, 'regrade')}`,
  )
  return new Set(rows.map(({ slitRollId }) => slitRollId))
}
