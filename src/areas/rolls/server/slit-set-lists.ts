import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/refs'
import { resolveShift } from '@/plant/server/plant'
import { slitRoll, slitSet } from '../contract/slitting'
import { setHistory, setsWithRolls } from '../contract/slitting-endpoints'
import { isTakenBack } from '../rules/slit-roll'
import { handle } from '@/server/area'

const MAX_SETS = 100
/** GET /cut_first/doff: sets of a cutting or a jumbo, else of the slitter's last shift. Newest first, at most a hundred sets. */
export const listSlitSets = handle(setsWithRolls, async (ctx, input) => {
  const lastShiftKey = input.cuttingId || input.jumboRollId ? null : await findLastShift(ctx, input.slitterId ?? null)
  const where = {
    state: 'made' as const,
    ...(input.cuttingId ? { cuttingId: input.cuttingId } : {}),
    ...(input.jumboRollId ? { jumboRollId: input.jumboRollId } : {}),
    ...(input.slitterId ? { slitterId: input.slitterId } : {}),
    ...(lastShiftKey ? { businessDate: lastShiftKey.businessDate, shift: lastShiftKey.shift } : {}),
  }
  const setRows = await ctx.rows.find(slitSet, { where, orderBy: '-doffedAt', limit: MAX_SETS })
  const rolls = setRows.length
    ? await ctx.rows.find(slitRoll, {
        where: { slitSetId: setRows.map((s) => s.id), reworkedFromId: null },
        orderBy: 'lane',
        limit: MAX_SETS * 200,
      })
    : []
  return setRows.map((set) => ({ ...set, slit: rolls.filter((r) => r.slitSetId === set.id && !isTakenBack(r.state)) }))
})
/** Returns the shift of the last doffed set; before the first set the current shift. */
async function findLastShift(
  ctx: Context,
  slitterId: string | null,
): Promise<{ businessDate: string; shift: string | null }> {
  const [lastSet] = await ctx.rows.find(slitSet, {
    where: { state: 'made', ...(slitterId ? { slitterId } : {}) },
    orderBy: '-doffedAt',
    limit: 1,
  })
  return lastSet ?? resolveShift(ctx)
}
/** GET /cut_first/history_doff: pages of earlier sets. */
export const listSetHistory = handle(setHistory, (ctx, { businessDate, ...input }) => {
  const query = Object.fromEntries(
    Object.entries({ ...input, businessDateFrom: businessDate, businessDateTo: businessDate }).filter(
      ([, value]) => value != null,
    ),
  )
  return listPage(toListScope(ctx), slitSet, query)
})
