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
import { filterNewLines } from '@/areas/rolls/rules/downgrades'

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
 * @returns for each line the kg that it newly downgrades
 * @throws 6000 if the roll is no longer in the plant
 */
export async function downgradeMetres(
  ctx: Context,
  { jumbo, rolls, isSlit }: DowngradeScope,
  badLines: readonly DefectiveMetres[],
): Promise<number[]> {
  if (isSlit) {
    const [slitRow] = rolls
    if (!slitRow) throw refuse('slitting:refusals.rollNotInHand', { number: '', state: '' })
    return downgradeSlitRoll(ctx, slitRow, badLines)
  }
  let downgradedKgByLine = badLines.map(() => 0)
  const isJumboInHall = isInHall(jumbo.state)
  if (isJumboInHall) {
    const downgrades = [...jumbo.downgrades, ...getNewLines(jumbo.downgrades, badLines)]
    assertDowngradesWithinRoll(downgrades, jumbo.lengthM ?? 0)
    const savedJumbo = await ctx.rows.update(jumboRoll, jumbo.id, {
      downgrades,
      grade: determineGrade(downgrades, jumbo.lengthM ?? 0),
    })
    await updateOrderMetrics(ctx, jumbo.workOrderId, calculateJumboMetrics(jumbo), calculateJumboMetrics(savedJumbo))
    downgradedKgByLine = calculateDowngradedKg(getJumboKg(jumbo), jumbo.lengthM ?? 0, jumbo.downgrades, badLines)
  }
  // Metres that are already cut are downgraded in the slit rolls; their kg are not counted twice.
  let slitKgByLine = badLines.map(() => 0)
  for (const roll of rolls.filter(({ state }) => isInPlant(state))) {
    const rollLines = badLines.map((line) =>
      line.lane === null || line.lane === roll.lane ? getInheritedDowngrades([line], roll)[0] : undefined,
    )
    if (!rollLines.some(Boolean)) continue
    const rollKgByLine = await downgradeSlitRoll(ctx, roll, rollLines)
    slitKgByLine = slitKgByLine.map((sum, i) => roundToGram(sum + (rollKgByLine[i] ?? 0)))
  }
  if (!isJumboInHall && slitKgByLine.every((kg) => kg === 0) && rolls.length === 0)
    throw refuse('slitting:refusals.rollNotInHand', {
      number: jumbo.number ?? '',
      state: ctx.t(`rolls:jumboRoll.options.state.${jumbo.state}`),
    })
  return isJumboInHall ? downgradedKgByLine : slitKgByLine
}
/** Adds downgrades to a slit roll. An entry of `badLines` is undefined if its metres do not lie in this roll. */
export async function downgradeSlitRoll(
  ctx: Context,
  roll: SlitRollRow,
  badLines: readonly (DefectiveMetres | undefined)[],
): Promise<number[]> {
  const downgrades = [
    ...roll.downgrades,
    ...getNewLines(
      roll.downgrades,
      badLines.filter((line) => line !== undefined),
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
  return calculateDowngradedKg(getSlitRollKg(roll), roll.lengthM, roll.downgrades, badLines)
}
/** Returns the lines that are not downgrades of the roll yet, as downgrades of the roll. */
export const getNewLines = (
  currentLines: SlitRollRow['downgrades'],
  badLines: readonly DefectiveMetres[],
): SlitRollRow['downgrades'] =>
  filterNewLines(
    badLines.map(({ fromM, toM, grade, defect, reason }) => ({ fromM, toM, grade, defect, reason })),
    currentLines,
  )
/** Calculates the kg that each line newly downgrades; metres that are already bad do not count again. */
export function calculateDowngradedKg(
  kg: number | null,
  lengthM: number,
  currentLines: readonly Downgrade[],
  badLines: readonly (Downgrade | undefined)[],
): number[] {
  let linesSoFar = [...currentLines]
  return badLines.map((line) => {
    const linesWithNext = line ? [...linesSoFar, line] : linesSoFar
    const newlyDowngradedKg =
      divideKgByGrade(kg ?? 0, lengthM, linesSoFar).good - divideKgByGrade(kg ?? 0, lengthM, linesWithNext).good
    linesSoFar = linesWithNext
    return roundToGram(newlyDowngradedKg)
  })
}
