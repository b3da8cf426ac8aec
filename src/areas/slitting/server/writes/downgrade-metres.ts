import type { Row } from '@/contract/resource'
import { slitRoll } from '../../contract/slitting'
import { inPlantSlitStates, isInPlant } from '../../rules/slit-roll'
import { divideKgByGrade, type Downgrade } from '@/areas/rolls/rules/grade'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { changeSlitRoll, type SlitRollRow } from '../slit-scope'
import type { Context } from '@/server/context'
import { lockOrders } from '../queries/cut-checks'
import type { InspectedRoll } from '../queries/for-quality'
import { refuse } from '@/contract/errno'
import { roundToGram } from '@/plant/rules/quantity'
import { isInHall } from '@/areas/rolls/rules/jumbo-roll'
import { determineGrade, calculateJumboMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import { getJumboKg, getSlitRollKg } from '@/areas/rolls/rules/roll-mass'
import { getInheritedDowngrades } from '../../rules/slit-set'
import { assertDowngradesWithinRoll } from '@/areas/rolls/server/queries/roll-checks'
import { updateOrderMetrics } from '@/areas/rolls/server/writes/update-order-metrics'
import { filterNewDowngrades } from '@/areas/rolls/rules/downgrades'

/**
 * A downgrade to add: metres that are not good, counted from the start of the inspected roll. If `lane` is null, the
 * metres are bad in all lanes.
 */
export interface DefectiveMetres extends Downgrade {
  readonly lane: number | null
  readonly defect: Row<typeof slitRoll>['downgrades'][number]['defect']
  readonly reason: string | null
}
/** Locked rolls of a downgrade. */
export interface DowngradeScope {
  readonly jumbo: Row<typeof jumboRoll>
  /** The downgraded slit roll, or all slit rolls cut from the jumbo. */
  readonly rolls: readonly SlitRollRow[]
  /** True if a slit roll is downgraded, false if the jumbo is. */
  readonly isSlit: boolean
}
/**
 * Locks orders, jumbo and slit rolls in the common lock order. Call this before locking a record that references them.
 */
export async function lockForDowngrade(
  ctx: Context,
  roll: Pick<InspectedRoll, 'jumboRollId' | 'slitRollId'>,
): Promise<DowngradeScope> {
  const unlockedRolls = await ctx.rows.find(slitRoll, {
    where: roll.slitRollId ? { id: roll.slitRollId } : { jumboRollId: roll.jumboRollId, state: inPlantSlitStates },
    orderBy: 'id',
  })
  const unlockedJumbo = await ctx.rows.get(jumboRoll, roll.jumboRollId)
  await lockOrders(ctx, [unlockedJumbo.workOrderId, ...unlockedRolls.map(({ workOrderId }) => workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, roll.jumboRollId)
  const rolls: SlitRollRow[] = []
  for (const { id } of unlockedRolls) rolls.push(await ctx.rows.lock(slitRoll, id))
  return { jumbo, rolls, isSlit: roll.slitRollId !== null }
}
/**
 * 降等: adds downgrades to a roll. Downgrades of a jumbo also apply to the slit rolls that were cut from those metres.
 * @returns the kg that each entry of `defectiveMetres` newly downgrades
 * @throws 6000 if the roll is no longer in the plant
 */
export async function downgradeMetres(
  ctx: Context,
  { jumbo, rolls, isSlit }: DowngradeScope,
  defectiveMetres: readonly DefectiveMetres[],
): Promise<number[]> {
  if (isSlit) {
    const [slitRow] = rolls
    if (!slitRow) throw refuse('slitting:refusals.rollNotInHand', { number: '', state: '' })
    return downgradeSlitRoll(ctx, slitRow, defectiveMetres)
  }
  let downgradedKgs = defectiveMetres.map(() => 0)
  const isJumboInHall = isInHall(jumbo.state)
  if (isJumboInHall) {
    const downgrades = [...jumbo.downgrades, ...getNewDowngrades(jumbo.downgrades, defectiveMetres)]
    assertDowngradesWithinRoll(downgrades, jumbo.lengthM ?? 0)
    const savedJumbo = await ctx.rows.update(jumboRoll, jumbo.id, {
      downgrades,
      grade: determineGrade(downgrades, jumbo.lengthM ?? 0),
    })
    await updateOrderMetrics(ctx, jumbo.workOrderId, calculateJumboMetrics(jumbo), calculateJumboMetrics(savedJumbo))
    downgradedKgs = calculateDowngradedKg(getJumboKg(jumbo), jumbo.lengthM ?? 0, jumbo.downgrades, defectiveMetres)
  }
  // Metres that are already cut are downgraded in the slit rolls; their kg are not counted twice.
  let slitDowngradedKgs = defectiveMetres.map(() => 0)
  for (const roll of rolls.filter(({ state }) => isInPlant(state))) {
    const metresInRoll = defectiveMetres.map((metres) =>
      metres.lane === null || metres.lane === roll.lane ? getInheritedDowngrades([metres], roll)[0] : undefined,
    )
    if (!metresInRoll.some(Boolean)) continue
    const rollDowngradedKgs = await downgradeSlitRoll(ctx, roll, metresInRoll)
    slitDowngradedKgs = slitDowngradedKgs.map((sum, i) => roundToGram(sum + (rollDowngradedKgs[i] ?? 0)))
  }
  if (!isJumboInHall && slitDowngradedKgs.every((kg) => kg === 0) && rolls.length === 0)
    throw refuse('slitting:refusals.rollNotInHand', {
      number: jumbo.number ?? '',
      state: ctx.t(`rolls:jumboRoll.options.state.${jumbo.state}`),
    })
  return isJumboInHall ? downgradedKgs : slitDowngradedKgs
}
/** Adds downgrades to a slit roll. An entry of `defectiveMetres` is undefined if its metres do not lie in this roll. */
export async function downgradeSlitRoll(
  ctx: Context,
  roll: SlitRollRow,
  defectiveMetres: readonly (DefectiveMetres | undefined)[],
): Promise<number[]> {
  const downgrades = [
    ...roll.downgrades,
    ...getNewDowngrades(
      roll.downgrades,
      defectiveMetres.filter((metres) => metres !== undefined),
    ),
  ]
  assertDowngradesWithinRoll(downgrades, roll.lengthM)
  const grade = determineGrade(downgrades, roll.lengthM)
  // Packages contain no waste: a packed roll must be unpacked first.
  if (!isInPlant(roll.state) || (roll.state !== 'made' && grade === 'waste'))
    throw refuse('slitting:refusals.rollNotInHand', {
      number: roll.number,
      state: ctx.t(`slitting:slitRoll.options.state.${roll.state}`),
    })
  await changeSlitRoll(ctx, roll, { downgrades, grade })
  return calculateDowngradedKg(getSlitRollKg(roll), roll.lengthM, roll.downgrades, defectiveMetres)
}
/** Returns the defective metres that are not downgrades of the roll yet, as downgrades of the roll. */
export const getNewDowngrades = (
  currentDowngrades: SlitRollRow['downgrades'],
  defectiveMetres: readonly DefectiveMetres[],
): SlitRollRow['downgrades'] =>
  filterNewDowngrades(
    defectiveMetres.map(({ fromM, toM, grade, defect, reason }) => ({ fromM, toM, grade, defect, reason })),
    currentDowngrades,
  )
/** Calculates the kg that each entry newly downgrades; metres that are already bad do not count again. */
export function calculateDowngradedKg(
  kg: number | null,
  lengthM: number,
  currentDowngrades: readonly Downgrade[],
  defectiveMetres: readonly (Downgrade | undefined)[],
): number[] {
  let downgradesSoFar = [...currentDowngrades]
  return defectiveMetres.map((metres) => {
    const downgradesWithNext = metres ? [...downgradesSoFar, metres] : downgradesSoFar
    const newlyDowngradedKg =
      divideKgByGrade(kg ?? 0, lengthM, downgradesSoFar).good -
      divideKgByGrade(kg ?? 0, lengthM, downgradesWithNext).good
    downgradesSoFar = downgradesWithNext
    return roundToGram(newlyDowngradedKg)
  })
}
