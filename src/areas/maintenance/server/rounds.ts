import { mayCall, type InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { decide } from '@/contract/state-machine'
import { localClock, toMillis } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { openPoints } from '../rules/check-point'
import { doneInTime, pollingRound as machine, startableAt, type RoundState } from '../rules/polling'
import { pollingRound } from '../contract/polling-round'
import type { claimRound, finishRound, startRound } from '../contract/polling-calls'
import { happenedAt, personOf } from '@/plant/server/plant'
import { latestAnswers, pointsOfRound } from './round-answers'
import { mustBeTheirs, wrongState, type RoundRow } from './round-guards'

/** Refuses with a sentence unless the action leads on from where the round is. */
function decided(
  ctx: Context,
  round: RoundRow,
  action: 'start' | 'finish' | 'deliverLate',
  given: object = {},
): RoundState {
  const decision = decide(machine, round.state, action, given as Record<string, unknown>)
  if (!decision.ok) throw wrongState(ctx, round, action === 'start' ? 'pollingRound_start' : 'pollingRound_finish')
  return decision.to
}
const closed = (ctx: Context, round: RoundRow) =>
  refuse('maintenance:refusals.round.tooLate', { closesAt: clockOf(ctx, round.closesAt) })
const clockOf = (ctx: Context, moment: string): string => {
  const { day, minute } = localClock(moment, ctx.timeZone)
  return `${day} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** POST /polling/claim. Claiming one's own again changes nothing; whoever plans rounds may take one over before it is begun. */
export async function claim(ctx: Context, input: InOf<typeof claimRound>): Promise<RoundRow> {
  const person = personOf(ctx)
  const round = await ctx.rows.lock(pollingRound, input.roundId)
  if (round.state !== 'due' && !(round.state === 'inProgress' && round.userId === person.id))
    throw wrongState(ctx, round, 'pollingRound_claim')
  const mayTakeOver = mayCall('pollingPlanEdit', person)
  await mustBeTheirs(ctx, mayTakeOver ? { ...round, assignedTo: null } : round, person)
  return ctx.rows.update(pollingRound, round.id, { assignedTo: person.id })
}

/**
 * POST /polling/start. A round the clock gave up while the phone had no signal keeps its state until it is finished; that
 * it was begun in time is written down, so that the answers that follow are taken.
 */
export async function start(ctx: Context, input: InOf<typeof startRound>): Promise<RoundRow> {
  const person = personOf(ctx)
  const round = await ctx.rows.lock(pollingRound, input.roundId)
  const startedAt = happenedAt(ctx, input.occurredAt)
  const within = startableAt(round, startedAt)
  const given = round.state === 'missed' && within.ok && round.startedAt === null
  const state = given ? round.state : decided(ctx, round, 'start')
  if (!within.ok)
    throw within.reason === 'tooLate'
      ? closed(ctx, round)
      : refuse('maintenance:refusals.round.tooEarly', { opensAt: clockOf(ctx, round.opensAt) })
  await mustBeTheirs(ctx, round, person)
  return ctx.rows.update(pollingRound, round.id, { state, startedAt, userId: person.id, assignedTo: person.id })
}

/** POST /polling/finish. Late delivery counts when the round was in truth walked within its window. */
export async function finish(ctx: Context, input: InOf<typeof finishRound>): Promise<RoundRow> {
  const person = personOf(ctx)
  const round = await ctx.rows.lock(pollingRound, input.roundId)
  const state = decided(ctx, round, round.state === 'missed' ? 'deliverLate' : 'finish', input)
  await mustBeTheirs(ctx, round, person)
  const finishedAt = happenedAt(ctx, input.finishedAt, round.startedAt, 'finishedAt')
  if (!doneInTime(round, finishedAt) || round.startedAt === null) throw closed(ctx, round)
  const answers = await latestAnswers(ctx, round.id)
  const open = openPoints(await pointsOfRound(ctx, round), answers)
  if (open.length) throw refuse('maintenance:refusals.round.openPoints', { count: open.length }, { openPoints: open })
  const late = ctx.now.getTime() >= toMillis(round.closesAt)
  return ctx.rows.update(pollingRound, round.id, {
    state,
    finishedAt,
    userId: person.id,
    late,
    note: input.note ?? round.note,
  })
}
