/** Queries and actions of the quality area on rolls and packages. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { jumboRoll } from '../../contract/jumbo-roll'
import { rollPackage, slitRoll } from '../../contract/slitting'
import { newLines } from '../../rules/downgrades'
import { isInHall } from '../../rules/jumbo-roll'
import { gradeOf, jumboFigures } from '../../rules/order-figures'
import { storeProblem } from '../../rules/package'
import { gradeKg, isKeptHere, keptHere, type Downgrade, type Grade } from '../../rules/slit-roll'
import { inheritedDowngrades } from '../../rules/slit-set'
import { mustBeDowngrades } from '../jumbo-guards'
import { updateOrderFigures } from '../order-figures'
import { move } from '../packages'
import { changeRoll } from '../change-roll'
import { lockOrders, type SlitRoll } from '../slit-scope'

/** A roll for an inspection. Metres count from the roll's own start. */
export interface RollLooked {
  readonly jumboRollId: string
  /** Null if the jumbo itself is inspected. */
  readonly slitRollId: string | null
  /** Null while the roll is being wound. */
  readonly number: string | null
  readonly state: string
  readonly grade: Grade
  /** The line that wound it. */
  readonly lineId: string
  readonly workOrderId: string | null
  readonly productId: string
  /** Team that doffed the jumbo, or cut the slit roll. */
  readonly team: string | null
  readonly lane: number | null
  readonly lengthM: number | null
}
/** Finds a roll by id or label number (slit rolls before jumbos), or null. */
export async function rollLookedAt(
  ctx: Context,
  asked: { jumboRollId?: string | null; slitRollId?: string | null; number?: string | null },
): Promise<RollLooked | null> {
  const number = asked.number?.trim()
  const named = !asked.slitRollId && !asked.jumboRollId && number ? number : null
  const slitWhere = asked.slitRollId ? { id: asked.slitRollId } : named ? { number: named } : null
  const [slit] = slitWhere ? await ctx.rows.find(slitRoll, { where: slitWhere, limit: 1 }) : []
  if (asked.slitRollId && !slit) return null
  const jumboWhere = slit
    ? { id: slit.jumboRollId }
    : asked.jumboRollId
      ? { id: asked.jumboRollId }
      : named
        ? { number: named }
        : null
  const [jumbo] = jumboWhere ? await ctx.rows.find(jumboRoll, { where: jumboWhere, limit: 1 }) : []
  if (!jumbo) return null
  const { number: own, state, grade, workOrderId, productId, team, lengthM } = slit ?? jumbo
  return {
    jumboRollId: jumbo.id,
    slitRollId: slit?.id ?? null,
    number: own,
    state,
    grade: grade ?? 'good',
    lineId: jumbo.lineId,
    workOrderId,
    productId,
    team,
    lane: slit?.lane ?? null,
    lengthM,
  }
}

/** Metres that are not good, counted from the start of the inspected roll; `lane` null means all lanes. */
export interface BadMetres extends Downgrade {
  readonly lane: number | null
  readonly defect: Row<typeof slitRoll>['downgrades'][number]['defect']
  readonly reason: string | null
}
/** Locked rolls of a downgrade. */
export interface RollToDowngrade {
  readonly jumbo: Row<typeof jumboRoll>
  /** The slit roll itself, or those cut from the jumbo. */
  readonly rolls: readonly SlitRoll[]
  readonly isSlit: boolean
}
/** Locks orders, jumbo and slit rolls in the common lock order, before any record that references the roll. */
export async function lockToDowngrade(
  ctx: Context,
  roll: Pick<RollLooked, 'jumboRollId' | 'slitRollId'>,
): Promise<RollToDowngrade> {
  const seen = await ctx.rows.find(slitRoll, {
    where: roll.slitRollId ? { id: roll.slitRollId } : { jumboRollId: roll.jumboRollId, state: keptHere },
    orderBy: 'id',
  })
  const known = await ctx.rows.get(jumboRoll, roll.jumboRollId)
  await lockOrders(ctx, [known.workOrderId, ...seen.map(({ workOrderId }) => workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, roll.jumboRollId)
  const rolls: SlitRoll[] = []
  for (const { id } of seen) rolls.push(await ctx.rows.lock(slitRoll, id))
  return { jumbo, rolls, isSlit: roll.slitRollId !== null }
}
/**
 * 降等: adds downgrades to a roll. For a jumbo they apply to its uncut part and to the slit rolls cut from those metres.
 * @returns for each line the kg that are no longer good. @throws 6000 if the roll is no longer in the plant
 */
export async function downgradeMetres(
  ctx: Context,
  { jumbo, rolls, isSlit }: RollToDowngrade,
  bad: readonly BadMetres[],
): Promise<number[]> {
  if (isSlit) {
    const [own] = rolls
    if (!own) throw refuse('rolls:refusals.rollNotInHand', { number: '', state: '' })
    return worsened(ctx, own, bad)
  }
  let kg = bad.map(() => 0)
  const isHere = isInHall(jumbo.state)
  if (isHere) {
    const downgrades = [...jumbo.downgrades, ...newOnes(jumbo.downgrades, bad)]
    mustBeDowngrades(downgrades, jumbo.lengthM ?? 0)
    const after = await ctx.rows.update(jumboRoll, jumbo.id, {
      downgrades,
      grade: gradeOf(downgrades, jumbo.lengthM ?? 0),
    })
    await updateOrderFigures(ctx, jumbo.workOrderId, jumboFigures(jumbo), jumboFigures(after))
    kg = lostByEach(jumbo.netKg ?? jumbo.expectedKg, jumbo.lengthM ?? 0, jumbo.downgrades, bad)
  }
  // Downgrade the parts that are already cut in the slit rolls; their kg are not counted twice.
  let slitKg = bad.map(() => 0)
  for (const one of rolls.filter(({ state }) => isKeptHere(state))) {
    const here = bad.map((line) =>
      line.lane === null || line.lane === one.lane ? inheritedDowngrades([line], one)[0] : undefined,
    )
    if (!here.some(Boolean)) continue
    const lost = await worsened(ctx, one, here)
    slitKg = slitKg.map((sum, i) => gram(sum + (lost[i] ?? 0)))
  }
  if (!isHere && slitKg.every((one) => one === 0) && rolls.length === 0)
    throw refuse('rolls:refusals.rollNotInHand', {
      number: jumbo.number ?? '',
      state: ctx.t(`rolls:jumboRoll.options.state.${jumbo.state}`),
    })
  return isHere ? kg : slitKg
}
/** Adds downgrades to a slit roll. `badLines` has undefined for lines that do not lie in this roll. */
async function worsened(ctx: Context, roll: SlitRoll, bad: readonly (BadMetres | undefined)[]): Promise<number[]> {
  const downgrades = [
    ...roll.downgrades,
    ...newOnes(
      roll.downgrades,
      bad.filter((line) => line !== undefined),
    ),
  ]
  mustBeDowngrades(downgrades, roll.lengthM)
  const grade = gradeOf(downgrades, roll.lengthM)
  // Packages contain no waste: a packed roll must be unpacked first.
  if (!isKeptHere(roll.state) || (roll.state !== 'made' && grade === 'waste'))
    throw refuse('rolls:refusals.rollNotInHand', {
      number: roll.number,
      state: ctx.t(`rolls:slitRoll.options.state.${roll.state}`),
    })
  await changeRoll(ctx, roll, { downgrades, grade })
  return lostByEach(roll.kg ?? roll.expectedKg, roll.lengthM, roll.downgrades, bad)
}
const newOnes = (before: SlitRoll['downgrades'], bad: readonly BadMetres[]): SlitRoll['downgrades'] =>
  newLines(
    bad.map(({ fromM, toM, grade, defect, reason }) => ({ fromM, toM, grade, defect, reason })),
    before,
  )
/** Calculates the kg that each line newly downgrades; metres that are already bad do not count again. */
function lostByEach(
  kg: number | null,
  lengthM: number,
  before: readonly Downgrade[],
  bad: readonly (Downgrade | undefined)[],
): number[] {
  let said = [...before]
  return bad.map((line) => {
    const now = line ? [...said, line] : said
    const lost = gradeKg(kg ?? 0, lengthM, said).good - gradeKg(kg ?? 0, lengthM, now).good
    said = now
    return gram(lost)
  })
}
const gram = (kg: number): number => Math.round(kg * 1000) / 1000

/** Finds a package by the number on its label, or null. */
export async function packageLabelled(ctx: Context, number: string): Promise<string | null> {
  const [row] = await ctx.rows.find(rollPackage, { where: { number }, limit: 1 })
  return row?.id ?? null
}
/**
 * Stores a packed package by `package.move`, at the moment reported by a phone; does nothing if it is already stored there.
 * @throws 6000 from any other state, if it is stored elsewhere, or if it was held at that moment
 */
export async function storePackage(
  ctx: Context,
  id: string,
  place: string,
  at: string,
): Promise<Row<typeof rollPackage>> {
  const row = await ctx.rows.lock(rollPackage, id)
  if (storeProblem(row, place) === 'elsewhere')
    throw refuse('rolls:refusals.storedElsewhere', { package: row.number, place: row.place ?? '' })
  return row.state === 'stored' ? row : move(ctx, { id, action: 'store', place }, at)
}
export { undoStore } from '../packages'
