import { refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { buildConflictRefusal } from '@/server/crud/merge-edit'
import { resolveTransition } from '@/server/resolve-transition'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '../contract/slitting'
import type { moveRoll } from '../contract/slitting-calls'
import { editSet, recycleRolls, takeBackSlitDowngrades } from '../contract/slitting-commands'
import { judgeWeight } from '../rules/dimensions'
import { mergedDowngrades } from '../rules/downgrades'
import { gradeOf } from '../rules/order-figures'
import { decideSlit } from '../rules/slit-roll'
import { expectedRollKg, inheritedDefects, overlapping } from '../rules/slit-set'
import { changeRoll } from './change-roll'
import { mustLeaveNone, takeBackOfSlit } from './downgrades-back'
import { mustNotBeHeld } from './hold/hold'
import { keptOfSet, updateSlitKg } from './slit-kept'
import { limitsOf } from './queries/slitters'
import {
  lockOrders,
  lockSlitRolls,
  mustBeCuttable,
  type Cutting,
  type Jumbo,
  type SlitRoll,
  type SlitSet,
} from './slit-scope'

/** Checks a weight and flags an unusual one. @throws 6000 for zero or less, and for a slip of the decimal point */
export function weighed(
  kg: number,
  expected: number | null,
  tolerance: number,
  lane: number,
): { kg: number; weightUnusual: boolean } {
  const judged = judgeWeight(kg, expected, tolerance)
  if (judged.verdict !== 'refused') return { kg, weightUnusual: judged.verdict === 'unusual' }
  if (judged.reason === 'notPositive') throw refuse('rolls:refusals.laneWeightNotPositive', { lane })
  throw refuse('rolls:refusals.laneWeightSlip', { lane, kg, expected: Math.round((expected ?? 0) * 10) / 10 })
}

type Edit = EndpointInput<typeof editSet>['rolls'][number]
/** @throws 6000 with both weights if somebody has entered another weight since the person saw the roll */
async function mustBeLastWeight(
  ctx: Context,
  roll: SlitRoll,
  { kg, seenKg }: { kg?: number | null; seenKg?: number | null },
): Promise<void> {
  const unseen = kg != null && seenKg !== undefined && roll.kg !== null && roll.kg !== seenKg && roll.kg !== kg
  if (unseen)
    throw await buildConflictRefusal(ctx, slitRoll, roll, { kg }, [
      { field: 'kg', base: seenKg, mine: kg, theirs: roll.kg },
    ])
}
type Patch = Partial<Pick<SlitRoll, 'kg' | 'weightUnusual' | 'workOrderId' | 'downgrades' | 'grade'>>

/** Locks orders, jumbo, cutting, set and rolls for a command on a set. */
async function lockedSet(
  ctx: Context,
  input: { id: string; cuttingId: string },
  moreOrders: readonly (string | null | undefined)[] = [],
) {
  const seen = await ctx.rows.get(slitSet, input.id)
  if (seen.cuttingId !== input.cuttingId) throw refuseInput([{ path: ['cuttingId'], code: 'unknownId' }])
  const before = await ctx.rows.find(slitRoll, { where: { slitSetId: seen.id }, orderBy: 'lane' })
  const orders = await lockOrders(ctx, [...before.map((r) => r.workOrderId), ...moreOrders])
  const jumbo = await ctx.rows.lock(jumboRoll, seen.jumboRollId)
  const run = await ctx.rows.lock(cutting, seen.cuttingId)
  const set = await ctx.rows.lock(slitSet, seen.id)
  if (set.state === 'undone')
    throw refuse('rolls:refusals.setUndone', { number: jumbo.number ?? '', set: set.setNumber })
  const rolls = await lockSlitRolls(ctx, set.id)
  return { orders, jumbo, run, set, rolls, limits: await limitsOf(ctx, set.slitterId) }
}
/** Finds a roll of a set by id, or by lane while a phone does not know the ids yet. */
function chosen(
  rolls: readonly SlitRoll[],
  wanted: { rollId?: string | null; lane?: number | null },
  at: number,
): SlitRoll {
  const roll = rolls.find((r) => (wanted.rollId ? r.id === wanted.rollId : r.lane === wanted.lane))
  if (!roll)
    throw refuseInput([
      {
        path: ['rolls', at, wanted.rollId ? 'rollId' : 'lane'],
        code: wanted.rollId || wanted.lane ? 'unknownId' : 'missing',
      },
    ])
  return roll
}
async function keptSet(ctx: Context, set: SlitSet, run: Cutting): Promise<SlitSet> {
  const saved = await ctx.rows.update(slitSet, set.id, await keptOfSet(ctx, set.id))
  await updateSlitKg(ctx, run)
  return saved
}

type Held = Awaited<ReturnType<typeof lockedSet>>
/** PUT /cut_first/doff: weighs, downgrades or reassigns rolls of a set. */
async function edit({
  ctx,
  input,
  occurredAt: at,
  preloaded: held,
}: CommandExecution<typeof slitSet, EndpointInput<typeof editSet>, Held>): Promise<SlitSet> {
  const { orders, jumbo, run, set, rolls, limits } = held
  for (const [i, wanted] of input.rolls.entries()) {
    const roll = chosen(rolls, wanted, i)
    mustBeInHand(ctx, roll)
    await mustBeLastWeight(ctx, roll, wanted)
    if (wanted.workOrderId)
      mustBeCuttable(jumbo, orders, [{ width: roll.widthMm, count: 1, workOrderId: wanted.workOrderId }], at)
    await changeRoll(ctx, roll, patchOf(wanted, roll, i, limits.weightTolerance))
  }
  return keptSet(ctx, set, run)
}
/** POST /rolls/slit_recycle. A recycled roll needs a mass, since otherwise the balance of its jumbo does not close. */
async function recycle({
  ctx,
  input,
  occurredAt: at,
  preloaded: held,
}: CommandExecution<typeof slitSet, EndpointInput<typeof recycleRolls>, Held>): Promise<SlitSet> {
  const { run, set, rolls, limits } = held
  for (const [i, wanted] of input.rolls.entries()) {
    const roll = chosen(rolls, wanted, i)
    await mustNotBeHeld(ctx, roll, at)
    const state = stepped(ctx, roll, 'recycle', { reason: input.reason })
    await mustBeLastWeight(ctx, roll, wanted)
    if (wanted.kg == null && roll.kg === null) throw refuse('rolls:refusals.recycleUnweighed', { number: roll.number })
    await changeRoll(ctx, roll, {
      ...(wanted.kg == null ? {} : weighed(wanted.kg, roll.expectedKg, limits.weightTolerance, roll.lane)),
      state,
      note: input.reason,
    })
  }
  return keptSet(ctx, set, run)
}
/** POST /rolls/slit_downgrade_back. Reworked rolls belong to the set too, but are not among the rolls that `lockSet` returns. */
async function takeBack(
  step: CommandExecution<typeof slitSet, EndpointInput<typeof takeBackSlitDowngrades>, Held>,
): Promise<SlitSet> {
  const { ctx, input, occurredAt: at, person, preloaded: held } = step
  const { set, run, rolls } = held
  const reworked = rolls.some(({ id }) => id === input.rollId)
    ? []
    : await ctx.rows.find(slitRoll, { where: { slitSetId: set.id, id: input.rollId ?? null }, lock: true })
  const roll = chosen([...rolls, ...reworked], input, 0)
  await takeBackOfSlit(ctx, roll, input.lines, { why: input.why.trim(), at, personId: person.id })
  return keptSet(ctx, set, run)
}
const row = ({ set }: Held): SlitSet => set
/** Handlers of the commands on rolls of a set. */
export const setHandlers: HandlerEntry[] = [
  handleCommand(editSet, edit, {
    first: (ctx, input) =>
      lockedSet(
        ctx,
        input,
        input.rolls.map((r) => r.workOrderId),
      ),
    row,
  }),
  handleCommand(takeBackSlitDowngrades, takeBack, { first: (ctx, input) => lockedSet(ctx, input), row }),
  handleCommand(recycleRolls, recycle, { first: (ctx, input) => lockedSet(ctx, input), row }),
]
function patchOf(wanted: Edit, roll: SlitRoll, at: number, tolerance: number): Patch {
  const patch: Patch = {}
  if (wanted.kg != null) Object.assign(patch, weighed(wanted.kg, roll.expectedKg, tolerance, roll.lane))
  if (wanted.workOrderId) patch.workOrderId = wanted.workOrderId
  if (wanted.downgrades) {
    for (const [j, d] of wanted.downgrades.entries()) {
      if (d.toM > roll.lengthM)
        throw refuseInput([
          { path: ['rolls', at, 'downgrades', j, 'toM'], code: 'tooBig', params: { limit: roll.lengthM } },
        ])
      if (d.toM <= d.fromM)
        throw refuseInput([
          { path: ['rolls', at, 'downgrades', j, 'toM'], code: 'tooSmall', params: { limit: d.fromM } },
        ])
    }
    const said = wanted.downgrades as SlitRoll['downgrades']
    const seen = wanted.seenDowngrades as SlitRoll['downgrades'] | null | undefined
    mustLeaveNone(roll.number, roll.downgrades, said, seen)
    const all = mergedDowngrades(roll.downgrades, said, seen)
    patch.downgrades = all
    patch.grade = gradeOf(all, roll.lengthM)
  }
  return patch
}
/** PUT /cut_first/roll_to_doff: moves a roll to another set. If that set has a roll in the same lane, the two rolls are swapped. */
export async function move(ctx: Context, input: EndpointInput<typeof moveRoll>): Promise<SlitRoll> {
  const seen = await ctx.rows.get(slitRoll, input.id)
  const target = await ctx.rows.get(slitSet, input.slitSetId)
  const inTarget = await ctx.rows.find(slitRoll, { where: { slitSetId: target.id } })
  await lockOrders(ctx, [seen.workOrderId, ...inTarget.map((r) => r.workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, seen.jumboRollId)
  if (target.jumboRollId !== jumbo.id)
    throw refuse('rolls:refusals.otherJumbo', { number: seen.number, jumbo: jumbo.number ?? '' })
  // A jumbo that was cut several times has several cuttings.
  const source = await ctx.rows.get(slitSet, seen.slitSetId)
  const runs: Cutting[] = []
  for (const id of [...new Set([source.cuttingId, target.cuttingId])].sort())
    runs.push(await ctx.rows.lock(cutting, id))
  const sets = new Map<string, SlitSet>()
  for (const id of [seen.slitSetId, target.id].sort()) sets.set(id, await ctx.rows.lock(slitSet, id))
  const roll = await ctx.rows.lock(slitRoll, seen.id)
  const [from, to] = [sets.get(roll.slitSetId), sets.get(target.id)]
  if (!from || !to || to.state === 'undone')
    throw refuse('rolls:refusals.setUndone', { number: jumbo.number ?? '', set: target.setNumber })
  if (from.id === to.id) throw refuse('rolls:refusals.sameSet', { number: roll.number, set: to.setNumber })
  mustBeInHand(ctx, roll)
  const there = await lockSlitRolls(ctx, to.id)
  const inTheWay = overlapping(there, roll)
  const other = inTheWay[0]
  if (inTheWay.length > 1 || (other && (other.fromMm !== roll.fromMm || other.widthMm !== roll.widthMm)))
    throw refuse('rolls:refusals.laneTaken', { number: roll.number, set: to.setNumber })
  if (other) {
    mustBeInHand(ctx, other)
    await changeRoll(ctx, other, placed(other, from, jumbo, input.reason))
  }
  const saved = await changeRoll(ctx, roll, placed(roll, to, jumbo, input.reason), input.version)
  for (const set of [from, to]) await ctx.rows.update(slitSet, set.id, await keptOfSet(ctx, set.id))
  for (const run of runs) await updateSlitKg(ctx, run)
  return saved
}
function mustBeInHand(ctx: Context, roll: SlitRoll): void {
  if (roll.state !== 'made')
    throw refuse('rolls:refusals.rollNotInHand', {
      number: roll.number,
      state: ctx.t(`rolls:slitRoll.options.state.${roll.state}`),
    })
}
/** Builds the values of a roll in another set of its jumbo: metres, and with them defects and expected mass. The number stays. */
function placed(roll: SlitRoll, set: SlitSet, jumbo: Jumbo, reason: string): Partial<SlitRoll> {
  const lengthM = Math.round((set.toM - set.fromM) * 10) / 10
  return {
    slitSetId: set.id,
    slitterId: set.slitterId,
    fromM: set.fromM,
    toM: set.toM,
    lengthM,
    expectedKg: expectedRollKg(jumbo, roll.widthMm, lengthM),
    defects: inheritedDefects(jumbo.defects, { ...roll, fromM: set.fromM, toM: set.toM }),
    note: reason,
    grade: gradeOf(roll.downgrades, lengthM),
  }
}

/** Returns the state of a slit roll after an action. @throws 6000 if the action is not allowed */
export const stepped = (ctx: Context, roll: SlitRoll, action: string, given: Record<string, unknown>) =>
  resolveTransition(
    ctx,
    { area: 'rolls', resource: 'slitRoll', label: roll.number, state: roll.state },
    action,
    decideSlit(roll.state, action, given),
  )
