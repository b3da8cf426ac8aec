/** 撤销降等: withdraws downgrades of a roll and updates stock, order metrics and the rolls cut from it. */
import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { certifiedAs, downgradesGone } from '@/plant/server/events'
import type { Context } from '@/server/context'
import type { CommandExecution } from '@/server/crud/handle-command'
import { askQuestion, publishEvent } from '@/server/events'
import type { takeBackJumboDowngrades } from '../contract/jumbo-commands'
import { jumboRoll } from '../contract/jumbo-roll'
import { slitRoll } from '../contract/slitting'
import {
  isSameDowngrade,
  leftOut,
  newLines,
  unknownLines,
  withoutDowngrades,
  type DowngradeLine,
} from '../rules/downgrades'
import { gradeOf, jumboFigures } from '../rules/order-figures'
import { isKeptHere } from '../rules/slit-roll'
import { inheritedDowngrades } from '../rules/slit-set'
import type { JumboRow } from './jumbo-guards'
import { updateOrderFigures } from './order-figures'
import { changeRoll } from './change-roll'
import { lockOrders, type SlitRoll } from './slit-scope'

type Back = { readonly why: string; readonly at: string; readonly personId: string }

/** @throws 6000 if an existing downgrade is left out: withdrawing it needs a reason and its own command */
export function mustLeaveNone(
  name: string,
  now: readonly DowngradeLine[],
  wanted: readonly DowngradeLine[],
  seen: readonly DowngradeLine[] | null | undefined,
): void {
  const [first] = leftOut(now, wanted, seen)
  if (first) throw refuse('rolls:refusals.downgradeLeftOut', { number: name, fromM: first.fromM, toM: first.toM })
}
/** @throws 6000 for a line that is neither a current nor a withdrawn downgrade of the roll */
export function mustBeKnown(
  name: string,
  roll: Pick<SlitRoll, 'downgrades' | 'takenBackDowngrades'>,
  lines: readonly DowngradeLine[],
): void {
  const [first] = unknownLines(roll, lines)
  if (first) throw refuse('rolls:refusals.noSuchDowngrade', { number: name, fromM: first.fromM, toM: first.toM })
}
interface Regraded {
  readonly id: string
  readonly number: string
  readonly workOrderId: string | null
  readonly grade: string
  readonly becomes: string
}
/** @throws 6000 naming the certificates that state the current grade of a roll whose grade would change */
async function mustNotBeCertified(ctx: Context, rolls: readonly Regraded[]): Promise<void> {
  const other = rolls.filter(({ grade, becomes }) => grade !== becomes)
  if (other.length === 0) return
  const numbers = await askQuestion(ctx, certifiedAs, {
    rolls: other.map(({ id, workOrderId, grade }) => ({ id, orderId: workOrderId, grade })),
  })
  if (numbers.length > 0)
    throw refuse('rolls:refusals.downgradeCertified', {
      numbers: other.map(({ number }) => number).join(', '),
      certificates: numbers.join(', '),
    })
}
const slitWithout = (roll: SlitRoll, lines: readonly DowngradeLine[], back: Back) =>
  withoutDowngrades({ ...roll, kg: roll.kg ?? roll.expectedKg }, lines, back)

type Line = SlitRoll['takenBackDowngrades'][number]
/** Returns the lines that a patch adds to the history of a roll. */
const goneWith = (
  roll: { takenBackDowngrades: readonly Line[] },
  { takenBackDowngrades: all }: { takenBackDowngrades: Line[] },
) => all.slice(roll.takenBackDowngrades.length)
const tellOfSlit = (ctx: Context, roll: SlitRoll, lines: readonly Line[], at: string, by: DowngradeLine | null) =>
  publishEvent(ctx, downgradesGone, { jumboRollId: roll.jumboRollId, slit: roll, lines, by, at })

/** Downgrades a whole slit roll; its previous downgrades move to its history. */
export async function downgradeWhole(
  ctx: Context,
  roll: SlitRoll,
  line: SlitRoll['downgrades'][number],
  { note, ...back }: Back & { note: string },
): Promise<void> {
  const change = slitWithout(roll, newLines(roll.downgrades, [line]), back)
  const downgrades = [roll.downgrades.find((one) => isSameDowngrade(one, line)) ?? line]
  await changeRoll(ctx, roll, { ...change, downgrades, grade: gradeOf(downgrades, roll.lengthM), note })
  if (change) await tellOfSlit(ctx, roll, goneWith(roll, change), back.at, line)
}
/** Withdraws downgrades of one slit roll; repeating it changes nothing. */
export async function takeBackOfSlit(
  ctx: Context,
  roll: SlitRoll,
  lines: readonly DowngradeLine[],
  back: Back,
): Promise<void> {
  mustBeKnown(roll.number, roll, lines)
  const change = slitWithout(roll, lines, back)
  if (!change) return
  mustBeHere(ctx, roll)
  await mustNotBeCertified(ctx, [{ ...roll, becomes: change.grade }])
  await changeRoll(ctx, roll, change)
  await tellOfSlit(ctx, roll, goneWith(roll, change), back.at, null)
}
function mustBeHere(ctx: Context, roll: SlitRoll): void {
  if (isKeptHere(roll.state)) return
  throw refuse('rolls:refusals.downgradeLeft', {
    number: roll.number,
    state: ctx.t(`rolls:slitRoll.options.state.${roll.state}`),
  })
}

/** A locked jumbo with the slit rolls that were cut from it. */
interface Family {
  roll: JumboRow
  slit: SlitRoll[]
}
/** Locks the orders, the jumbo and its slit rolls, in this order. */
export async function lockFamily(ctx: Context, { id }: { id: string }): Promise<Family> {
  const known = await ctx.rows.get(jumboRoll, id)
  const seen = await ctx.rows.find(slitRoll, { where: { jumboRollId: id }, orderBy: 'id' })
  await lockOrders(ctx, [known.workOrderId, ...seen.map(({ workOrderId }) => workOrderId)])
  const roll = await ctx.rows.lock(jumboRoll, id)
  const slit = await ctx.rows.find(slitRoll, { where: { jumboRollId: id }, orderBy: 'id', lock: true })
  return { roll, slit }
}
/** POST /rolls/jumbo_downgrade_back: withdraws downgrades of a jumbo and of the slit rolls that inherited them. */
export async function takeBackOfJumbo({
  ctx,
  input,
  patch: change,
  nextRow: after,
  occurredAt: at,
  person,
  preloaded: { roll, slit },
}: CommandExecution<typeof jumboRoll, EndpointInput<typeof takeBackJumboDowngrades>, Family>): Promise<JumboRow> {
  const name = roll.number ?? ''
  mustBeKnown(name, roll, input.lines)
  if (!change.downgrades) return roll
  const back = { why: input.why.trim(), at, personId: person.id }
  const gone = roll.downgrades.filter((one) => !change.downgrades?.includes(one))
  const cut = slit.flatMap((one) => {
    const less = slitWithout(one, inheritedDowngrades(gone, one), back)
    return less ? [{ one, less }] : []
  })
  // Shipped rolls were sold with that grade, so the remaining rolls must be handled one by one.
  for (const { one } of cut) if (one.state === 'shipped') mustBeHere(ctx, one)
  const kept = cut.filter(({ one }) => isKeptHere(one.state))
  await mustNotBeCertified(ctx, [
    { ...roll, number: name, becomes: after.grade },
    ...kept.map(({ one, less }) => ({ ...one, becomes: less.grade })),
  ])
  const saved = await ctx.rows.update(jumboRoll, roll.id, change)
  await updateOrderFigures(ctx, roll.workOrderId, jumboFigures(roll), jumboFigures(saved))
  for (const { one, less } of kept) await changeRoll(ctx, one, less)
  const lines = goneWith(roll, saved)
  await publishEvent(ctx, downgradesGone, { jumboRollId: roll.id, slit: null, lines, by: null, at })
  for (const { one, less } of kept) await tellOfSlit(ctx, one, goneWith(one, less), at, null)
  return saved
}
