import { canCall, type EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { toMillis } from '@/plant/rules/plant-time'
import { formatPlantTime } from '@/server/excel/plant-time'
import { getFieldInLanguage } from '@/contract/language'
import type { AnyRow } from '@/contract/resource'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { openPoints } from '../rules/check-point'
import { doneInTime, startableAt } from '../rules/inspection-round'
import { inspectionRound } from '../contract/inspection-round'
import { claimRound, finishRound, startRound } from '../contract/round-calls'
import { happenedAt } from '@/plant/server/plant'
import { latestAnswers, pointsOfRound } from './round-answers'
import { mustBeTheirs, type RoundRow } from './round-guards'

type Step<In = unknown> = CommandExecution<typeof inspectionRound, In>
const closed = (ctx: Context, round: RoundRow) =>
  refuse('maintenance:refusals.round.tooLate', { closesAt: formatPlantTime(ctx.timeZone, round.closesAt) })

/** POST /polling/claim. Planners may take over a claimed round that has not been started. */
async function claim({ ctx, row, patch: change, person }: Step): Promise<RoundRow> {
  const round = known(row)
  const mayTakeOver = canCall('pollingPlanEdit', person)
  await mustBeTheirs(ctx, mayTakeOver ? { ...round, assignedTo: null } : round, person)
  return ctx.rows.update(inspectionRound, round.id, change)
}

/**
 * POST /polling/start. A round that was missed while the phone was offline keeps its state until it is finished; its
 * start time is stored, so that the following answers are accepted.
 */
async function start({
  ctx,
  row,
  patch: change,
  occurredAt: at,
  input,
  person,
}: Step<EndpointInput<typeof startRound>>): Promise<RoundRow> {
  const round = known(row)
  const within = startableAt(round, at)
  if (!within.ok)
    throw within.reason === 'tooLate'
      ? closed(ctx, round)
      : refuse('maintenance:refusals.round.tooEarly', { opensAt: formatPlantTime(ctx.timeZone, round.opensAt) })
  // Ignores a claim that the phone could not know when the round was started.
  const seen = input.version ?? ctx.origin.baseVersion
  const unaware = typeof seen === 'number' && seen < round.version
  await mustBeTheirs(ctx, unaware ? { ...round, assignedTo: null } : round, person)
  return ctx.rows.update(inspectionRound, round.id, change)
}

/** POST /polling/finish. Late delivery is accepted if the round was walked within its window. */
async function finish({
  ctx,
  row,
  patch: change,
  input,
  person,
}: Step<EndpointInput<typeof finishRound>>): Promise<RoundRow> {
  const round = known(row)
  await mustBeTheirs(ctx, round, person)
  const finishedAt = happenedAt(ctx, input.finishedAt, round.startedAt, 'finishedAt')
  if (!doneInTime(round, finishedAt) || round.startedAt === null) throw closed(ctx, round)
  const answers = await latestAnswers(ctx, round.id)
  const open = openPoints(await pointsOfRound(ctx, round), answers)
  if (open.length) throw refuse('maintenance:refusals.round.openPoints', { count: open.length }, { openPoints: open })
  const late = ctx.now.getTime() >= toMillis(round.closesAt)
  return ctx.rows.update(inspectionRound, round.id, { ...change, finishedAt, late })
}
/** Returns the row; only the job creates rounds, so a missing one is a programming error. */
function known(row: RoundRow | null): RoundRow {
  if (!row) throw new Error('a round is walked that was never made')
  return row
}

const label = (ctx: Context, row: AnyRow): string =>
  `${String(getFieldInLanguage(inspectionRound, row, 'planName', ctx.language))} ${formatPlantTime(ctx.timeZone, String(row['dueAt']))}`
/** Handlers of the commands of a round. */
export const roundHandlers: HandlerEntry[] = [
  handleCommand(claimRound, claim, { label }),
  handleCommand(startRound, start, { label }),
  handleCommand(finishRound, finish, { label }),
]
