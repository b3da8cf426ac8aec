import { refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import { type HandlerEntry, handle } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { buildConflictRefusal } from '@/server/crud/merge-edit'
import { resolveTransition } from '@/server/crud/state-refusal'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '../contract/slitting'
import { moveRoll } from '../contract/slitting-endpoints'
import { editSet, recycleRolls, takeBackSlitDowngrades } from '../contract/slitting-commands'
import { judgeWeight } from '@/areas/rolls/rules/dimensions'
import { mergeDowngrades } from '@/areas/rolls/rules/downgrades'
import { determineGrade } from '@/areas/rolls/rules/order-roll-metrics'
import { decideSlitRollTransition, slitRollLifecycle } from '../rules/slit-roll'
import { calculateExpectedRollKg, getInheritedDefects, findOverlappingRolls } from '../rules/slit-set'
import { lockSlitRolls, type CuttingRow, type SlitRollRow, type SlitSetRow, changeSlitRoll } from './slit-scope'
import { lockOrders, assertLaneOrdersUsable } from './queries/cut-checks'
import { type JumboRow, assertNoDowngradeOmitted } from '@/areas/rolls/server/queries/roll-checks'
import { resolveMomentOfUse } from '@/plant/server/chronology'
import { revokeSlitDowngrades } from './revoke-downgrades'
import { assertNotHeld } from '@/areas/rolls/server/queries/holds'
import { calculateSetTotals, updateCuttingTotals } from './cutting-totals'
import { findSlitterLimits } from './queries/slitters'

/** Checks a weight and flags an unusual one. @throws 6000 for zero or less, and for an implausible weight */
export function judgeRollWeight(
  kg: number,
  expectedKg: number | null,
  tolerance: number,
  lane: number,
): { kg: number; weightUnusual: boolean } {
  const judgement = judgeWeight(kg, expectedKg, tolerance)
  if (judgement.verdict !== 'refused') return { kg, weightUnusual: judgement.verdict === 'unusual' }
  if (judgement.reason === 'notPositive') throw refuse('slitting:refusals.laneWeightNotPositive', { lane })
  throw refuse('slitting:refusals.laneWeightSlip', { lane, kg, expected: Math.round((expectedKg ?? 0) * 10) / 10 })
}

type RollEdit = EndpointInput<typeof editSet>['rolls'][number]
/** @throws 6000 with both weights if somebody has entered another weight since the person saw the roll */
async function assertWeightSeen(
  ctx: Context,
  roll: SlitRollRow,
  { kg, seenKg }: { kg?: number | null; seenKg?: number | null },
): Promise<void> {
  const isUnseenWeight = kg != null && seenKg !== undefined && roll.kg !== null && roll.kg !== seenKg && roll.kg !== kg
  if (isUnseenWeight)
    throw await buildConflictRefusal(ctx, slitRoll, roll, { kg }, [
      { field: 'kg', base: seenKg, mine: kg, theirs: roll.kg },
    ])
}
type RollPatch = Partial<Pick<SlitRollRow, 'kg' | 'weightUnusual' | 'workOrderId' | 'downgrades' | 'grade'>>

/** Locks orders, jumbo, cutting, set and rolls for a command on a set. */
async function lockSet(
  ctx: Context,
  input: { id: string; cuttingId: string },
  moreOrderIds: readonly (string | null | undefined)[] = [],
) {
  const unlockedSet = await ctx.rows.get(slitSet, input.id)
  if (unlockedSet.cuttingId !== input.cuttingId) throw refuseInput([{ path: ['cuttingId'], code: 'unknownId' }])
  const unlockedRolls = await ctx.rows.find(slitRoll, { where: { slitSetId: unlockedSet.id }, orderBy: 'lane' })
  const orders = await lockOrders(ctx, [...unlockedRolls.map((r) => r.workOrderId), ...moreOrderIds])
  const jumbo = await ctx.rows.lock(jumboRoll, unlockedSet.jumboRollId)
  const cuttingRow = await ctx.rows.lock(cutting, unlockedSet.cuttingId)
  const set = await ctx.rows.lock(slitSet, unlockedSet.id)
  if (set.state === 'undone')
    throw refuse('slitting:refusals.setUndone', { number: jumbo.number ?? '', set: set.setNumber })
  const rolls = await lockSlitRolls(ctx, set.id)
  return { orders, jumbo, cuttingRow, set, rolls, limits: await findSlitterLimits(ctx, set.slitterId) }
}
/** Finds a roll of a set by id, or by lane while a phone does not know the ids yet. @throws 4013 for an unknown roll */
function findSelectedRoll(
  rolls: readonly SlitRollRow[],
  selection: { rollId?: string | null; lane?: number | null },
  index: number,
): SlitRollRow {
  const roll = rolls.find((r) => (selection.rollId ? r.id === selection.rollId : r.lane === selection.lane))
  if (!roll)
    throw refuseInput([
      {
        path: ['rolls', index, selection.rollId ? 'rollId' : 'lane'],
        code: selection.rollId || selection.lane ? 'unknownId' : 'missing',
      },
    ])
  return roll
}
async function updateSetTotals(ctx: Context, set: SlitSetRow, cuttingRow: CuttingRow): Promise<SlitSetRow> {
  const savedSet = await ctx.rows.update(slitSet, set.id, await calculateSetTotals(ctx, set.id))
  await updateCuttingTotals(ctx, cuttingRow)
  return savedSet
}

type LockedSet = Awaited<ReturnType<typeof lockSet>>
/** PUT /cut_first/doff: weighs, downgrades or reassigns rolls of a set. */
async function editRolls({
  ctx,
  input,
  occurredAt,
  preloaded: { orders, jumbo, cuttingRow, set, rolls, limits },
}: CommandExecution<typeof slitSet, EndpointInput<typeof editSet>, LockedSet>): Promise<SlitSetRow> {
  for (const [i, rollEdit] of input.rolls.entries()) {
    const roll = findSelectedRoll(rolls, rollEdit, i)
    assertStillMade(ctx, roll)
    await assertWeightSeen(ctx, roll, rollEdit)
    resolveMomentOfUse(ctx, { name: roll.number, madeAt: roll.doffedAt, at: occurredAt, field: 'occurredAt' })
    if (rollEdit.workOrderId)
      assertLaneOrdersUsable(
        jumbo,
        orders,
        [{ width: roll.widthMm, count: 1, workOrderId: rollEdit.workOrderId }],
        occurredAt,
      )
    await changeSlitRoll(ctx, roll, buildRollPatch(rollEdit, roll, i, limits.weightTolerance))
  }
  return updateSetTotals(ctx, set, cuttingRow)
}
/** POST /rolls/slit_recycle: recycles rolls. A recycled roll needs a mass for the mass balance of its jumbo. */
async function recycleSlitRolls({
  ctx,
  input,
  occurredAt,
  preloaded: { cuttingRow, set, rolls, limits },
}: CommandExecution<typeof slitSet, EndpointInput<typeof recycleRolls>, LockedSet>): Promise<SlitSetRow> {
  for (const [i, rollInput] of input.rolls.entries()) {
    const roll = findSelectedRoll(rolls, rollInput, i)
    await assertNotHeld(ctx, roll, occurredAt)
    const state = await resolveSlitRollState(ctx, roll, 'recycle', { reason: input.reason })
    await assertWeightSeen(ctx, roll, rollInput)
    if (rollInput.kg == null && roll.kg === null)
      throw refuse('slitting:refusals.recycleUnweighed', { number: roll.number })
    await changeSlitRoll(ctx, roll, {
      ...(rollInput.kg == null
        ? {}
        : judgeRollWeight(rollInput.kg, roll.expectedKg, limits.weightTolerance, roll.lane)),
      state,
      note: input.reason,
    })
  }
  return updateSetTotals(ctx, set, cuttingRow)
}
/**
 * POST /rolls/slit_downgrade_back: revokes downgrades of one roll. A roll made by rework is loaded here, because
 * `lockSet` omits such rolls.
 */
async function revokeDowngradesInSet(
  execution: CommandExecution<typeof slitSet, EndpointInput<typeof takeBackSlitDowngrades>, LockedSet>,
): Promise<SlitSetRow> {
  const { ctx, input, occurredAt, person } = execution
  const { set, cuttingRow, rolls } = execution.preloaded
  const rollsMadeByRework = rolls.some(({ id }) => id === input.rollId)
    ? []
    : await ctx.rows.find(slitRoll, { where: { slitSetId: set.id, id: input.rollId ?? null }, lock: true })
  const roll = findSelectedRoll([...rolls, ...rollsMadeByRework], input, 0)
  await revokeSlitDowngrades(ctx, roll, input.lines, { why: input.why.trim(), at: occurredAt, personId: person.id })
  return updateSetTotals(ctx, set, cuttingRow)
}
const getSet = ({ set }: LockedSet): SlitSetRow => set
/** Handlers of the commands on rolls of a set. */
export const setHandlers: HandlerEntry[] = [
  handleCommand(editSet, editRolls, {
    preload: (ctx, input) =>
      lockSet(
        ctx,
        input,
        input.rolls.map((r) => r.workOrderId),
      ),
    getPreloadedRow: getSet,
  }),
  handleCommand(takeBackSlitDowngrades, revokeDowngradesInSet, {
    preload: (ctx, input) => lockSet(ctx, input),
    getPreloadedRow: getSet,
  }),
  handleCommand(recycleRolls, recycleSlitRolls, {
    preload: (ctx, input) => lockSet(ctx, input),
    getPreloadedRow: getSet,
  }),
]
function buildRollPatch(rollEdit: RollEdit, roll: SlitRollRow, index: number, tolerance: number): RollPatch {
  const patch: RollPatch = {}
  if (rollEdit.kg != null) Object.assign(patch, judgeRollWeight(rollEdit.kg, roll.expectedKg, tolerance, roll.lane))
  if (rollEdit.workOrderId) patch.workOrderId = rollEdit.workOrderId
  if (rollEdit.downgrades) {
    for (const [downgradeIndex, downgrade] of rollEdit.downgrades.entries()) {
      if (downgrade.toM > roll.lengthM)
        throw refuseInput([
          {
            path: ['rolls', index, 'downgrades', downgradeIndex, 'toM'],
            code: 'tooBig',
            params: { limit: roll.lengthM },
          },
        ])
      if (downgrade.toM <= downgrade.fromM)
        throw refuseInput([
          {
            path: ['rolls', index, 'downgrades', downgradeIndex, 'toM'],
            code: 'tooSmall',
            params: { limit: downgrade.fromM },
          },
        ])
    }
    const enteredDowngrades = rollEdit.downgrades as SlitRollRow['downgrades']
    const seenDowngrades = rollEdit.seenDowngrades as SlitRollRow['downgrades'] | null | undefined
    assertNoDowngradeOmitted(roll.number, roll.downgrades, enteredDowngrades, seenDowngrades)
    const mergedDowngrades = mergeDowngrades(roll.downgrades, enteredDowngrades, seenDowngrades)
    patch.downgrades = mergedDowngrades
    patch.grade = determineGrade(mergedDowngrades, roll.lengthM)
  }
  return patch
}
/**
 * PUT /cut_first/roll_to_doff: moves a roll to another set. If the other set has a roll in this lane, swaps both rolls.
 */
export const moveSlitRoll = handle(moveRoll, async (ctx, input) => {
  const unlockedRoll = await ctx.rows.get(slitRoll, input.id)
  const targetSet = await ctx.rows.get(slitSet, input.slitSetId)
  const unlockedTargetRolls = await ctx.rows.find(slitRoll, { where: { slitSetId: targetSet.id } })
  await lockOrders(ctx, [unlockedRoll.workOrderId, ...unlockedTargetRolls.map((r) => r.workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, unlockedRoll.jumboRollId)
  if (targetSet.jumboRollId !== jumbo.id)
    throw refuse('slitting:refusals.otherJumbo', { number: unlockedRoll.number, jumbo: jumbo.number ?? '' })
  // A jumbo that was cut several times has several cuttings.
  const sourceSet = await ctx.rows.get(slitSet, unlockedRoll.slitSetId)
  const cuttingRows: CuttingRow[] = []
  for (const id of [...new Set([sourceSet.cuttingId, targetSet.cuttingId])].sort())
    cuttingRows.push(await ctx.rows.lock(cutting, id))
  const setById = new Map<string, SlitSetRow>()
  for (const id of [unlockedRoll.slitSetId, targetSet.id].sort()) setById.set(id, await ctx.rows.lock(slitSet, id))
  const roll = await ctx.rows.lock(slitRoll, unlockedRoll.id)
  const fromSet = setById.get(roll.slitSetId)
  const toSet = setById.get(targetSet.id)
  if (!fromSet || !toSet || toSet.state === 'undone')
    throw refuse('slitting:refusals.setUndone', { number: jumbo.number ?? '', set: targetSet.setNumber })
  if (fromSet.id === toSet.id) throw refuse('slitting:refusals.sameSet', { number: roll.number, set: toSet.setNumber })
  assertStillMade(ctx, roll)
  const targetRolls = await lockSlitRolls(ctx, toSet.id)
  const overlappingRolls = findOverlappingRolls(targetRolls, roll)
  const swappedRoll = overlappingRolls[0]
  if (
    overlappingRolls.length > 1 ||
    (swappedRoll && (swappedRoll.fromMm !== roll.fromMm || swappedRoll.widthMm !== roll.widthMm))
  )
    throw refuse('slitting:refusals.laneTaken', { number: roll.number, set: toSet.setNumber })
  if (swappedRoll) {
    assertStillMade(ctx, swappedRoll)
    await changeSlitRoll(ctx, swappedRoll, buildMovePatch(swappedRoll, fromSet, jumbo, input.reason))
  }
  const savedRoll = await changeSlitRoll(ctx, roll, buildMovePatch(roll, toSet, jumbo, input.reason), input.version)
  for (const set of [fromSet, toSet]) await ctx.rows.update(slitSet, set.id, await calculateSetTotals(ctx, set.id))
  for (const cuttingRow of cuttingRows) await updateCuttingTotals(ctx, cuttingRow)
  return savedRoll
})
function assertStillMade(ctx: Context, roll: SlitRollRow): void {
  if (roll.state !== 'made')
    throw refuse('slitting:refusals.rollNotInHand', {
      number: roll.number,
      state: ctx.t(`slitting:slitRoll.options.state.${roll.state}`),
    })
}
/**
 * Builds the patch of a roll that moves to another set of its jumbo. The patch has the set, slitter and metres, and
 * what follows from the metres: defects, expected mass and grade. The roll keeps its number.
 */
function buildMovePatch(roll: SlitRollRow, set: SlitSetRow, jumbo: JumboRow, reason: string): Partial<SlitRollRow> {
  const lengthM = Math.round((set.toM - set.fromM) * 10) / 10
  return {
    slitSetId: set.id,
    slitterId: set.slitterId,
    fromM: set.fromM,
    toM: set.toM,
    lengthM,
    expectedKg: calculateExpectedRollKg(jumbo, roll.widthMm, lengthM),
    defects: getInheritedDefects(jumbo.defects, { ...roll, fromM: set.fromM, toM: set.toM }),
    note: reason,
    grade: determineGrade(roll.downgrades, lengthM),
  }
}

/** Returns the state of a slit roll after an action. @throws 6000 if the action is not allowed */
export const resolveSlitRollState = (ctx: Context, roll: SlitRollRow, action: string, input: Record<string, unknown>) =>
  resolveTransition(
    ctx,
    { resource: slitRoll, lifecycle: slitRollLifecycle, row: roll, label: roll.number },
    action,
    decideSlitRollTransition(roll.state, action, input),
  )
