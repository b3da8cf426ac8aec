/** Calculates and stores the totals of sets and cuttings. */
import type { Context } from '@/server/context'
import { options, sql } from '@/server/sql'
import { cutting, slitRoll, slitSet } from '../contract/slitting'
import { takenBackSlitStates, validSetStates } from '../rules/slit-roll'
import { calculateJumboBalance } from '../rules/mass-balance'
import type { CuttingRow } from './slit-scope'

/** Calculates the number of rolls and the weighed kg of a set from its rolls. */
export async function calculateSetTotals(ctx: Context, setId: string): Promise<{ rolls: number; kg: number | null }> {
  const [totals] = await ctx.query(
    sql<{ rolls: number; kg: number | null }>`select count(*)::int as rolls, sum(kg) as kg from slit_roll
      where site_id = ${ctx.site} and slit_set_id = ${setId} and reworked_from_id is null and state not in (${options(slitRoll.fields.state, ...takenBackSlitStates)})`,
  )
  return { rolls: totals?.rolls ?? 0, kg: totals?.kg ?? null }
}
/**
 * Updates the number and the weighed kg of a cutting's sets and, if the cutting is finished, the gap of its mass
 * balance. The caller has locked the row.
 */
export async function updateCuttingTotals(
  ctx: Context,
  cuttingRow: CuttingRow,
  extraValues: Partial<CuttingRow> = {},
): Promise<CuttingRow> {
  const [totals] = await ctx.query(
    sql<{ sets: number; kg: number | null }>`select count(*)::int as sets, sum(kg) as kg from slit_set
      where site_id = ${ctx.site} and cutting_id = ${cuttingRow.id} and state in (${options(slitSet.fields.state, ...validSetStates)})`,
  )
  const slitKg = totals?.kg ?? null
  return ctx.rows.update(cutting, cuttingRow.id, {
    sets: totals?.sets ?? 0,
    slitKg,
    ...(cuttingRow.state === 'finished' ? recalculateGap(cuttingRow, slitKg ?? 0) : {}),
    ...extraValues,
  })
}
/** Passed where a tolerance is required but unused: the gap does not depend on the tolerance. */
const ANY_TOLERANCE_PERCENT = 0
/** Recalculates the gap of a finished cutting after its rolls changed weight; the input mass stays the same. */
function recalculateGap(
  { slitKg, trimKg, wasteKg, gapKg }: CuttingRow,
  newSlitKg: number,
): Pick<CuttingRow, 'gapKg' | 'gapPercent'> {
  const inputKg = (slitKg ?? 0) + (trimKg ?? 0) + (wasteKg ?? 0) + (gapKg ?? 0)
  const balance = calculateJumboBalance(inputKg, [newSlitKg], trimKg ?? 0, wasteKg ?? 0, ANY_TOLERANCE_PERCENT)
  return { gapKg: balance.gapKg, gapPercent: balance.gapPercent }
}
