import { canCall, type EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { toMillis } from '@/plant/rules/plant-time'
import { formatPlantTime } from '@/server/excel/resource-columns'
import { getFieldInLanguage } from '@/contract/language'
import type { AnyRow } from '@/contract/resource'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { findOpenPoints } from '../rules/check-point'
import { isDoneInTime, checkRoundStart } from '../rules/inspection-round'
import { inspectionRound } from '../contract/inspection-round'
import { claimRound, finishRound, startRound } from '../contract/round-commands'
import { resolveOccurredAt } from '@/plant/server/plant'
import { loadEffectiveAnswers, loadRoundPoints, assertMayWalkRound, type RoundRow } from './round-answers'

type RoundExecution<In = unknown> = CommandExecution<typeof inspectionRound, In>
const refuseTooLate = (ctx: Context, round: RoundRow) =>
  refuse('rounds:refusals.round.tooLate', { closesAt: formatPlantTime(ctx.timeZone, round.closesAt) })

/** POST /polling/claim. Planners may take over a claimed round that has not been started. */
async function handleClaim({ ctx, row, patch, person }: RoundExecution): Promise<RoundRow> {
  const round = requireRound(row)
  const canTakeOver = canCall('pollingPlanEdit', person)
  await assertMayWalkRound(ctx, canTakeOver ? { ...round, assignedTo: null } : round, person)
  return ctx.rows.update(inspectionRound, round.id, patch)
}

/**
 * POST /polling/start. A round that was missed while the phone was offline stays missed until it is finished. Its start
 * time is stored, so that the following answers are accepted.
 */
async function handleStart({
  ctx,
  row,
  patch,
  occurredAt: startedAt,
  input,
  person,
}: RoundExecution<EndpointInput<typeof startRound>>): Promise<RoundRow> {
  const round = requireRound(row)
  const startCheck = checkRoundStart(round, startedAt)
  if (!startCheck.ok)
    throw startCheck.reason === 'tooLate'
      ? refuseTooLate(ctx, round)
      : refuse('rounds:refusals.round.tooEarly', { opensAt: formatPlantTime(ctx.timeZone, round.opensAt) })
  // Ignores a claim that the phone had not received when the person started the round.
  const seenVersion = input.version ?? ctx.origin.baseVersion
  const isSeenVersionOld = typeof seenVersion === 'number' && seenVersion < round.version
  await assertMayWalkRound(ctx, isSeenVersionOld ? { ...round, assignedTo: null } : round, person)
  return ctx.rows.update(inspectionRound, round.id, patch)
}

/** POST /polling/finish. Late delivery is accepted if the round was walked within its window. */
async function handleFinish({
  ctx,
  row,
  patch,
  input,
  person,
}: RoundExecution<EndpointInput<typeof finishRound>>): Promise<RoundRow> {
  const round = requireRound(row)
  await assertMayWalkRound(ctx, round, person)
  const finishedAt = resolveOccurredAt(ctx, input.finishedAt, round.startedAt, 'finishedAt')
  if (!isDoneInTime(round, finishedAt) || round.startedAt === null) throw refuseTooLate(ctx, round)
  const answers = await loadEffectiveAnswers(ctx, round.id)
  const unfinishedPoints = findOpenPoints(await loadRoundPoints(ctx, round), answers)
  if (unfinishedPoints.length)
    throw refuse(
      'rounds:refusals.round.openPoints',
      { count: unfinishedPoints.length },
      { openPoints: unfinishedPoints },
    )
  const isLate = ctx.now.getTime() >= toMillis(round.closesAt)
  return ctx.rows.update(inspectionRound, round.id, { ...patch, finishedAt, late: isLate })
}
/** Returns the row; only the job creates rounds, so a missing one is a programming error. */
function requireRound(row: RoundRow | null): RoundRow {
  if (!row) throw new Error('the round does not exist')
  return row
}

const buildRoundLabel = (ctx: Context, row: AnyRow): string =>
  `${String(getFieldInLanguage(inspectionRound, row, 'planName', ctx.language))} ${formatPlantTime(ctx.timeZone, String(row['dueAt']))}`
/** Handlers of the commands of a round. */
export const roundHandlers: HandlerEntry[] = [
  handleCommand(claimRound, handleClaim, { formatLabel: buildRoundLabel }),
  handleCommand(startRound, handleStart, { formatLabel: buildRoundLabel }),
  handleCommand(finishRound, handleFinish, { formatLabel: buildRoundLabel }),
]
