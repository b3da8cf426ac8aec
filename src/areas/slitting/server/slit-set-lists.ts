import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/refs'
import { resolveShift } from '@/plant/server/plant'
import { errno, Refusal } from '@/contract/errno'
import { options, sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { doffedJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { getJumboKg, getSlitRollKg } from '@/areas/rolls/rules/roll-mass'
import { cutting, slitRoll, slitSet } from '../contract/slitting'
import { jumboInfo, setHistory, setsWithRolls } from '../contract/slitting-endpoints'
import { calculateJumboBalance } from '../rules/mass-balance'
import { isTakenBack, validCuttingStates } from '../rules/slit-roll'
import { handle } from '@/server/area'

const MAX_SETS = 100
const MAX_ROLLS_PER_SET = 200
/** GET /cut_first/doff: lists the sets of a cutting or a jumbo, else of the slitter's last shift, newest first. */
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
        limit: MAX_SETS * MAX_ROLLS_PER_SET,
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

/** Passed where a tolerance is required but unused: the gap does not depend on the tolerance. */
const ANY_TOLERANCE_PERCENT = 0
/**
 * GET /production/jumbo_roll_info: a jumbo by id or number, else the newest jumbo, with slit rolls and mass balance.
 */
export const findJumboInfo = handle(jumboInfo, async (ctx, input) => {
  const whereNumber = input.number ? { number: input.number.trim() } : { state: doffedJumboStates }
  const where = input.id ? { id: input.id } : whereNumber
  const [roll] = await ctx.rows.find(jumboRoll, { where, orderBy: '-startedAt', limit: 1 })
  if (!roll)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: ctx.t('rolls:jumboRoll.name') },
      issues: [{ path: [input.number ? 'number' : 'id'], code: 'unknownId' }],
    })
  const slitRolls = (
    await ctx.rows.find(slitRoll, { where: { jumboRollId: roll.id }, orderBy: 'number', limit: 2000 })
  ).filter((r) => !isTakenBack(r.state))
  const [cuttingSums] = await ctx.query(
    sql<{
      trim: number
      waste: number
    }>`select coalesce(sum(trim_kg), 0) as trim, coalesce(sum(waste_kg), 0) as waste from cutting
      where site_id = ${ctx.site} and jumbo_roll_id = ${roll.id} and state in (${options(cutting.fields.state, ...validCuttingStates)})`,
  )
  const balance = calculateJumboBalance(
    getJumboKg(roll) ?? 0,
    slitRolls.map((r) => getSlitRollKg(r) ?? 0),
    Number(cuttingSums?.trim ?? 0),
    Number(cuttingSums?.waste ?? 0),
    ANY_TOLERANCE_PERCENT,
  )
  const isCut = roll.state === 'cut'
  return {
    ...roll,
    slit: slitRolls,
    slitKg: balance.slitKg,
    trimKg: balance.trimKg,
    wasteKg: balance.wasteKg,
    gapKg: isCut ? balance.gapKg : null,
    gapPercent: isCut ? balance.gapPercent : null,
  }
})
