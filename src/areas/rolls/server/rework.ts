/** Rework of slit rolls. */
import { refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import { cutting, slitRoll, slitSet } from '../contract/slitting'
import { jumboRoll } from '../contract/jumbo-roll'
import { rework, reworkRoll } from '../contract/rework'
import { gradeOf, noFigures, slitFigures } from '../rules/order-figures'
import { makesRolls, reworkCost, reworkKg, reworkProblem, type ReworkPiece } from '../rules/rework'
import { expectedRollKg } from '../rules/slit-set'
import { mustNotBeHeld } from './hold/hold'
import { updateOrderFigures } from './order-figures'
import { keptOfSet, updateSlitKg } from './slit-kept'
import { changeRoll } from './change-roll'
import { downgradeWhole } from './downgrades-back'
import { stepped } from './slit-rolls'
import { lockOrders, type Jumbo, type SlitRoll } from './slit-scope'
import { madeBy } from './slit-sets'

type Input = EndpointInput<typeof reworkRoll>
type Doing = CommandExecution<typeof rework, Input, Taken>
/** The reworked roll and its jumbo, locked in the lock order of the slitter (`slit-scope`). */
interface Taken {
  roll: SlitRoll
  jumbo: Jumbo
}
async function lockTaken(ctx: Context, { slitRollId }: Input): Promise<Taken> {
  const seen = await ctx.rows.get(slitRoll, slitRollId)
  await lockOrders(ctx, [seen.workOrderId])
  const jumbo = await ctx.rows.lock(jumboRoll, seen.jumboRollId)
  const set = await ctx.rows.get(slitSet, seen.slitSetId)
  await ctx.rows.lock(cutting, set.cuttingId)
  await ctx.rows.lock(slitSet, set.id)
  return { roll: await ctx.rows.lock(slitRoll, seen.id), jumbo }
}
/** POST /rolls/rework: records a rework and creates its new rolls. */
async function save(doing: Doing): Promise<Row<typeof rework>> {
  const { ctx, input, patch: change, occurredAt: at, preloaded: held } = doing
  const { roll } = held
  await mustNotBeHeld(ctx, roll, at)
  stepped(ctx, roll, 'rework', { reason: input.reason })
  const pieces: readonly ReworkPiece[] = input.pieces ?? []
  const problem = reworkProblem(input.kind, roll, pieces)
  // A roll without weight is a problem that `reworkProblem` reports.
  const kg = roll.kg ?? 0
  if (problem)
    throw refuse(`rolls:refusals.rework.${problem}`, {
      number: roll.number,
      kg,
      width: roll.widthMm,
      length: roll.lengthM,
    })
  if (input.kind === 'regrade' && !input.defect) throw refuseInput([{ path: ['defect'], code: 'missing' }])
  const figures = reworkKg(input.kind, kg, pieces)
  const made = await madeBy(ctx, at)
  const day = made.businessDate.slice(2).replaceAll('-', '')
  const number = `FX${day}-${String(await takeNextNumber(ctx, `rework:${made.businessDate}`)).padStart(3, '0')}`
  await become(doing, number, figures.kgOut)
  const rolls = makesRolls(input.kind) ? await makeRolls(doing, pieces, made) : []
  return ctx.rows.insert(rework, {
    ...change,
    ...made,
    number,
    jumboRollId: roll.jumboRollId,
    workOrderId: roll.workOrderId,
    productId: roll.productId,
    kgIn: kg,
    ...figures,
    pieces: rolls.map((one) => ({ widthMm: one.widthMm, lengthM: one.lengthM, kg: one.kg ?? 0, number: one.number })),
    cost: reworkCost(input.cost ?? null, input.minutes ?? null, input.ratePerHour ?? null),
  })
}
/** Updates the reworked roll: reworked, regraded or recycled. */
async function become(
  { ctx, input, occurredAt: at, person, preloaded: { roll } }: Doing,
  number: string,
  kgOut: number,
): Promise<void> {
  const { reason, defect, kind } = input
  if (makesRolls(kind)) {
    await changeRoll(ctx, roll, {
      state: stepped(ctx, roll, 'rework', { reason }),
      reworkedKg: kgOut,
      note: reason,
    })
  } else if (kind === 'regrade') {
    const line = {
      fromM: 0,
      toM: roll.lengthM,
      grade: 'downgraded',
      defect: defect!,
      reason: reason.slice(0, 400),
    } as const
    // The withdrawal reason of the previous downgrades names the rework that replaced them.
    const why = `${number} ${reason}`.slice(0, 1000)
    await downgradeWhole(ctx, roll, line, { why, note: reason, at, personId: person.id })
  } else {
    await changeRoll(ctx, roll, { state: stepped(ctx, roll, 'recycle', { reason }), note: reason })
    const set = await ctx.rows.update(slitSet, roll.slitSetId, await keptOfSet(ctx, roll.slitSetId))
    await updateSlitKg(ctx, await ctx.rows.get(cutting, set.cuttingId))
  }
}
/** Creates the new rolls, side by side at the position of the old one, with the same jumbo, set, order and downgrades. */
async function makeRolls(
  { ctx, occurredAt: at, preloaded: { roll, jumbo } }: Doing,
  pieces: readonly ReworkPiece[],
  made: Awaited<ReturnType<typeof madeBy>>,
): Promise<SlitRoll[]> {
  const rolls: SlitRoll[] = []
  let { fromMm } = roll
  for (const [i, piece] of pieces.entries()) {
    const widthMm = piece.widthMm ?? roll.widthMm
    const lengthM = piece.lengthM || roll.lengthM
    const { fromM, toM, lane, slitSetId, slitterId, workOrderId, productId, jumboRollId } = roll
    const downgrades = roll.downgrades
      .map((one) => ({ ...one, toM: Math.min(one.toM, lengthM) }))
      .filter((one) => one.fromM < one.toM)
    const saved = await ctx.rows.insert(slitRoll, {
      ...made,
      number: `${roll.number}-F${i + 1}`,
      state: 'made',
      jumboRollId,
      slitSetId,
      slitterId,
      workOrderId,
      productId,
      lane,
      widthMm,
      fromMm,
      fromM,
      toM,
      lengthM,
      doffedAt: at,
      expectedKg: expectedRollKg(jumbo, widthMm, lengthM),
      kg: piece.kg,
      grade: gradeOf(downgrades, lengthM),
      downgrades,
      reworkedFromId: roll.id,
    })
    if (workOrderId) await updateOrderFigures(ctx, workOrderId, noFigures, slitFigures(saved))
    rolls.push(saved)
    fromMm += widthMm
  }
  return rolls
}
export const reworkHandlers: HandlerEntry[] = [
  handleCommand(reworkRoll, save, { first: lockTaken, since: ({ roll }) => roll.doffedAt }),
]
