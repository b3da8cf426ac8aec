import type { InOf } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { shareKg } from '../rules/mass-balance'
import { cuttingFigures, gradeOf, jumboFigures, jumboKg } from '../rules/order-figures'
import { inHall, isWeighable } from '../rules/jumbo-roll'
import { lengthOpen, notesOpen } from '../rules/winding'
import {
  undoRollKeys,
  type downgradeRoll,
  type editRoll,
  type removeRoll,
  type retireRoll,
  type weighRoll,
} from '../contract/jumbo-calls'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutting } from '../contract/slitting'
import {
  decided,
  expectedOf,
  lockRoll,
  mustBeDowngrades,
  mustBeLength,
  mustBeOpen,
  mustLieOn,
  rollName,
  weighed,
  type JumboRow,
  type JumboValues,
  type OrderRow,
} from './jumbo-guards'
import { lotsOfRoll, withoutRoll } from './lots/count'
import { keepFigures } from './order-figures'
import { mustTakeBack } from './take-back'

const seen = (ctx: Context, input: { version?: number | null }): number | null =>
  input.version ?? ctx.origin.baseVersion
function mustAllow(ctx: Context, roll: JumboRow, allowed: boolean, action: string): void {
  if (!allowed)
    throw refuse('contract:errors.stepRefused', {
      name: `${ctx.t('rolls:jumboRoll.name')} ${rollName(ctx, roll)}`,
      state: ctx.t(`rolls:jumboRoll.options.state.${roll.state}`),
      action: ctx.t(`rolls:jumboRoll.steps.${action}`),
    })
}
/** Writes a roll and brings the figures of its order in line. One change a command, so that its version rises by one. */
async function save(ctx: Context, order: OrderRow, before: JumboRow, values: JumboValues): Promise<JumboRow> {
  const after = await ctx.rows.update(jumboRoll, before.id, values)
  await keepFigures(ctx, order.id, jumboFigures(before), jumboFigures(after))
  return after
}

/** PUT /jumbo_second/add_roll and /production/jumbo_roll */
export async function edit(
  ctx: Context,
  { id, version, occurredAt: _at, ...patch }: InOf<typeof editRoll>,
): Promise<JumboRow> {
  const { order, roll } = await lockRoll(ctx, id)
  mustAllow(ctx, roll, notesOpen(roll.state), 'edit')
  const mine = await ctx.rows.merge(jumboRoll, id, patch as JumboValues, seen(ctx, { version }))
  const sized = mine.lengthM !== undefined || mine.widthMm !== undefined
  if (sized) mustAllow(ctx, roll, lengthOpen(roll.state), 'edit')
  const after = { ...roll, ...mine }
  if (roll.state === 'winding') {
    mustLieOn(after.defects, { lengthM: null, widthMm: after.widthMm })
    return ctx.rows.update(jumboRoll, id, mine)
  }
  if (!after.lengthM) throw refuseInput([{ path: ['lengthM'], code: 'tooSmall', params: { limit: 1 } }])
  mustLieOn(after.defects, after)
  if (!sized) return ctx.rows.update(jumboRoll, id, mine)
  mustBeOpen(order)
  mustBeDowngrades(after.downgrades, after.lengthM)
  if (mine.lengthM) mustBeLength(order, mine.lengthM, after)
  const expectedKg = expectedOf(after)
  const weight = await weighed(ctx, order, { ...after, expectedKg })
  return save(ctx, order, roll, {
    ...mine,
    expectedKg,
    leftM: after.lengthM,
    grade: gradeOf(after.downgrades, after.lengthM),
    ...weight,
    ...(await lotsAfter(ctx, { ...after, expectedKg, ...weight })),
  })
}
/** The lots of a roll that weighs something else now. */
async function lotsAfter(ctx: Context, roll: JumboRow): Promise<Pick<JumboRow, 'lots' | 'unknownKg'>> {
  const { doffedAt, lots, unknownKg } = roll
  return doffedAt ? lotsOfRoll(ctx, roll.lineId, { ...roll, doffedAt }) : { lots, unknownKg }
}

/** PUT /jumbo_second/doff_team */
export async function weigh(
  ctx: Context,
  { id, version, occurredAt: _at, ...scale }: InOf<typeof weighRoll>,
): Promise<JumboRow> {
  const { order, roll } = await lockRoll(ctx, id)
  mustAllow(ctx, roll, isWeighable(roll.state), 'weigh')
  mustBeOpen(order)
  const mine = await ctx.rows.merge(
    jumboRoll,
    id,
    { grossKg: scale.grossKg, coreKg: scale.coreKg ?? roll.coreKg, weighedBy: scale.weighedBy ?? 'typed' },
    seen(ctx, { version }),
  )
  const weight = await weighed(ctx, order, { ...roll, ...mine })
  return save(ctx, order, roll, { ...mine, ...weight, ...(await lotsAfter(ctx, { ...roll, ...weight })) })
}

/** POST /rolls/jumbo_downgrade */
export async function downgrade(
  ctx: Context,
  { id, version, downgrades }: InOf<typeof downgradeRoll>,
): Promise<JumboRow> {
  const { order, roll } = await lockRoll(ctx, id)
  mustAllow(ctx, roll, isInHall(roll), 'downgrade')
  const mine = await ctx.rows.merge(
    jumboRoll,
    id,
    { downgrades: (downgrades ?? []) as JumboRow['downgrades'] },
    seen(ctx, { version }),
  )
  const all = mine.downgrades ?? []
  mustBeDowngrades(all, roll.lengthM ?? 0)
  return save(ctx, order, roll, { downgrades: all, grade: gradeOf(all, roll.lengthM ?? 0) })
}

/** DELETE /jumbo_second/roll_del, /jumbo_second/doff_team and /production/jumbo_roll. The row stays readable, its number used. */
export async function remove(ctx: Context, input: InOf<typeof removeRoll>): Promise<JumboRow> {
  const { order, roll } = await lockRoll(ctx, input.id)
  mustTakeBack(ctx, undoRollKeys, { by: roll.userId ?? roll.createdBy, at: roll.doffedAt ?? roll.startedAt })
  const state = decided(ctx, roll, 'remove', input)
  mustBeOpen(order)
  await ctx.rows.merge(jumboRoll, roll.id, { state }, seen(ctx, input))
  return save(ctx, order, roll, { state, reason: input.reason, leftM: null, ...(await withoutRoll(ctx, roll)) })
}
/** POST /rolls/jumbo_retire. Of a part-used roll it is the rest: thrown away, it is waste of the cutting that left it. */
export async function retire(ctx: Context, input: InOf<typeof retireRoll>): Promise<JumboRow> {
  const { order, roll } = await lockRoll(ctx, input.id)
  const ofRest = input.action === 'scrap' && roll.state === 'rest'
  const state = decided(ctx, roll, ofRest ? 'scrapRest' : input.action, input)
  await ctx.rows.merge(jumboRoll, roll.id, { state }, seen(ctx, input))
  if (ofRest) await wasteRest(ctx, order, roll)
  return save(ctx, order, roll, {
    state,
    reason: input.reason,
    leftM: roll.state === 'rest' && !ofRest ? roll.leftM : 0,
  })
}
/** What the last cutting gave back to the hall is its waste after all; its gap stays what it was. */
async function wasteRest(ctx: Context, order: OrderRow, roll: JumboRow): Promise<void> {
  const [last] = await ctx.rows.find(cutting, {
    where: { jumboRollId: roll.id, state: 'finished' },
    orderBy: '-startedAt',
    limit: 1,
    lock: true,
  })
  if (!last) return
  const wasteKg =
    Math.round(((last.wasteKg ?? 0) + shareKg(jumboKg(roll), roll.lengthM, roll.leftM ?? 0)) * 1000) / 1000
  await keepFigures(
    ctx,
    order.id,
    cuttingFigures(last),
    cuttingFigures(await ctx.rows.update(cutting, last.id, { wasteKg, restM: null })),
  )
}
const isInHall = (roll: JumboRow): boolean => (inHall as readonly string[]).includes(roll.state)
