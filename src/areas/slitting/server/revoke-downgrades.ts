/** 撤销降等: takes back ("revokes") downgrades of a roll and updates order metrics and the rolls cut from it. */
import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { certificatesOfGrade, downgradesRevoked } from './events'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { askQuestion, publishEvent } from '@/server/events'
import { takeBackJumboDowngrades } from '@/areas/rolls/contract/jumbo-commands'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '../contract/slitting'
import {
  isSameDowngrade,
  filterNewDowngrades,
  findUnknownDowngrades,
  takeBackDowngrades,
  type DowngradeEntry,
} from '@/areas/rolls/rules/downgrades'
import { determineGrade, calculateJumboMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import { isInPlant } from '../rules/slit-roll'
import { getInheritedDowngrades } from '../rules/slit-set'
import { formatRollLabel, type JumboRow } from '@/areas/rolls/server/queries/roll-checks'
import { updateOrderMetrics } from '@/areas/rolls/server/writes/update-order-metrics'
import { type SlitRollRow, changeSlitRoll } from './slit-scope'
import { lockOrders } from './queries/cut-checks'
import { getSlitRollKg } from '@/areas/rolls/rules/roll-mass'

type RevocationInput = { readonly why: string; readonly at: string; readonly personId: string }

/** @throws 6000 for an entry that is neither a current nor a revoked downgrade of the roll */
export function assertDowngradesExist(
  name: string,
  roll: Pick<SlitRollRow, 'downgrades' | 'takenBackDowngrades'>,
  downgrades: readonly DowngradeEntry[],
): void {
  const [firstUnknown] = findUnknownDowngrades(roll, downgrades)
  if (firstUnknown)
    throw refuse('slitting:refusals.noSuchDowngrade', {
      number: name,
      fromM: firstUnknown.fromM,
      toM: firstUnknown.toM,
    })
}
interface RegradedRoll {
  readonly id: string
  readonly number: string
  readonly workOrderId: string | null
  readonly grade: string
  readonly nextGrade: string
}
/** @throws 6000 naming the certificates that state the present grade of a roll whose grade is about to change */
async function assertNotCertified(ctx: Context, rolls: readonly RegradedRoll[]): Promise<void> {
  const regradedRolls = rolls.filter(({ grade, nextGrade }) => grade !== nextGrade)
  if (regradedRolls.length === 0) return
  const numbers = await askQuestion(ctx, certificatesOfGrade, {
    rolls: regradedRolls.map(({ id, workOrderId, grade }) => ({ id, orderId: workOrderId, grade })),
  })
  if (numbers.length > 0)
    throw refuse('slitting:refusals.downgradeCertified', {
      numbers: regradedRolls.map(({ number }) => number).join(', '),
      certificates: numbers.join(', '),
    })
}
const buildSlitRevocation = (roll: SlitRollRow, downgrades: readonly DowngradeEntry[], revocation: RevocationInput) =>
  takeBackDowngrades({ ...roll, kg: getSlitRollKg(roll) }, downgrades, revocation)

type RevokedDowngrade = SlitRollRow['takenBackDowngrades'][number]
/** Returns the revoked downgrades that a change adds to the history of a roll. */
const getAddedHistory = (
  roll: { takenBackDowngrades: readonly RevokedDowngrade[] },
  { takenBackDowngrades: history }: { takenBackDowngrades: RevokedDowngrade[] },
) => history.slice(roll.takenBackDowngrades.length)
const publishSlitRevocation = (
  ctx: Context,
  roll: SlitRollRow,
  revokedDowngrades: readonly RevokedDowngrade[],
  revokedAt: string,
  replacement: DowngradeEntry | null,
) =>
  publishEvent(ctx, downgradesRevoked, {
    jumboRollId: roll.jumboRollId,
    slit: roll,
    lines: revokedDowngrades,
    by: replacement,
    at: revokedAt,
  })

/** Downgrades a slit roll as a whole. Its previous downgrades move to its history. */
export async function downgradeWholeRoll(
  ctx: Context,
  roll: SlitRollRow,
  newDowngrade: SlitRollRow['downgrades'][number],
  { note, ...revocation }: RevocationInput & { note: string },
): Promise<void> {
  const patch = buildSlitRevocation(roll, filterNewDowngrades(roll.downgrades, [newDowngrade]), revocation)
  const downgrades = [roll.downgrades.find((downgrade) => isSameDowngrade(downgrade, newDowngrade)) ?? newDowngrade]
  await changeSlitRoll(ctx, roll, { ...patch, downgrades, grade: determineGrade(downgrades, roll.lengthM), note })
  if (patch) await publishSlitRevocation(ctx, roll, getAddedHistory(roll, patch), revocation.at, newDowngrade)
}
/** Revokes downgrades of one slit roll; repeating it changes nothing. */
export async function revokeSlitDowngrades(
  ctx: Context,
  roll: SlitRollRow,
  downgrades: readonly DowngradeEntry[],
  revocation: RevocationInput,
): Promise<void> {
  assertDowngradesExist(roll.number, roll, downgrades)
  const patch = buildSlitRevocation(roll, downgrades, revocation)
  if (!patch) return
  assertInPlant(ctx, roll)
  await assertNotCertified(ctx, [{ ...roll, nextGrade: patch.grade }])
  await changeSlitRoll(ctx, roll, patch)
  await publishSlitRevocation(ctx, roll, getAddedHistory(roll, patch), revocation.at, null)
}
function assertInPlant(ctx: Context, roll: SlitRollRow): void {
  if (isInPlant(roll.state)) return
  throw refuse('slitting:refusals.downgradeLeft', {
    number: roll.number,
    state: ctx.t(`slitting:slitRoll.options.state.${roll.state}`),
  })
}

/** A locked jumbo with the slit rolls that were cut from it. */
interface JumboWithSlitRolls {
  jumbo: JumboRow
  slitRolls: SlitRollRow[]
}
/** Locks the orders, the jumbo and its slit rolls, in this order. */
async function lockJumboWithSlitRolls(ctx: Context, { id }: { id: string }): Promise<JumboWithSlitRolls> {
  const unlockedJumbo = await ctx.rows.get(jumboRoll, id)
  const unlockedRolls = await ctx.rows.find(slitRoll, { where: { jumboRollId: id }, orderBy: 'id' })
  await lockOrders(ctx, [unlockedJumbo.workOrderId, ...unlockedRolls.map(({ workOrderId }) => workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, id)
  const slitRolls = await ctx.rows.find(slitRoll, { where: { jumboRollId: id }, orderBy: 'id', lock: true })
  return { jumbo, slitRolls }
}
/** POST /rolls/jumbo_downgrade_back: revokes downgrades of a jumbo and of the slit rolls that inherited them. */
async function revokeJumboDowngrades({
  ctx,
  input,
  patch,
  nextRow,
  occurredAt,
  person,
  preloaded: { jumbo, slitRolls },
}: CommandExecution<
  typeof jumboRoll,
  EndpointInput<typeof takeBackJumboDowngrades>,
  JumboWithSlitRolls
>): Promise<JumboRow> {
  const name = jumbo.number ?? ''
  assertDowngradesExist(name, jumbo, input.lines)
  if (!patch.downgrades) return jumbo
  const revocation = { why: input.why.trim(), at: occurredAt, personId: person.id }
  const downgradesToRevoke = jumbo.downgrades.filter((downgrade) => !patch.downgrades?.includes(downgrade))
  const slitRevocations = slitRolls.flatMap((cutRoll) => {
    const rollPatch = buildSlitRevocation(cutRoll, getInheritedDowngrades(downgradesToRevoke, cutRoll), revocation)
    return rollPatch ? [{ cutRoll, rollPatch }] : []
  })
  // A shipped roll was sold with its grade, so the command is refused. People then revoke downgrades of single rolls.
  for (const { cutRoll } of slitRevocations) if (cutRoll.state === 'shipped') assertInPlant(ctx, cutRoll)
  const revocationsInPlant = slitRevocations.filter(({ cutRoll }) => isInPlant(cutRoll.state))
  await assertNotCertified(ctx, [
    { ...jumbo, number: name, nextGrade: nextRow.grade },
    ...revocationsInPlant.map(({ cutRoll, rollPatch }) => ({ ...cutRoll, nextGrade: rollPatch.grade })),
  ])
  const savedRow = await ctx.rows.update(jumboRoll, jumbo.id, patch)
  await updateOrderMetrics(ctx, jumbo.workOrderId, calculateJumboMetrics(jumbo), calculateJumboMetrics(savedRow))
  for (const { cutRoll, rollPatch } of revocationsInPlant) await changeSlitRoll(ctx, cutRoll, rollPatch)
  const revokedDowngrades = getAddedHistory(jumbo, savedRow)
  await publishEvent(ctx, downgradesRevoked, {
    jumboRollId: jumbo.id,
    slit: null,
    lines: revokedDowngrades,
    by: null,
    at: occurredAt,
  })
  for (const { cutRoll, rollPatch } of revocationsInPlant)
    await publishSlitRevocation(ctx, cutRoll, getAddedHistory(cutRoll, rollPatch), occurredAt, null)
  return savedRow
}
/**
 * Handler of the command that revokes downgrades of a jumbo. It locks the slit rolls too, as they inherit downgrades.
 */
export const revokeJumboHandler = handleCommand(takeBackJumboDowngrades, revokeJumboDowngrades, {
  preload: lockJumboWithSlitRolls,
  getPreloadedRow: ({ jumbo }) => jumbo,
  formatLabel: formatRollLabel,
})
