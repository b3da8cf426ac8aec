import { defineEndpoint, one } from '@/contract/endpoint'
import { integer, moment, note, reference, references } from '@/contract/field'
import { rowOf } from '@/contract/resource'
import { answerFields, pollingResult, pollingRound } from './polling-round'

const area = 'maintenance'
const access = 'pollingWork'
// All steps of a round stay in order on the phone.
const offline = { entity: 'pollingRound', id: 'roundId', schema: 1 } as const
const step = { roundId: reference('pollingRound', { required: true }), occurredAt: moment() } as const

/** Takes a due round for oneself, so that two people do not walk it. */
export const claimRound = defineEndpoint('pollingRound.claim', {
  area,
  routes: 'POST /polling/claim',
  access,
  effect: 'write',
  input: step,
  output: rowOf(pollingRound),
  offline,
})
/** Begins a round within its window. */
export const startRound = defineEndpoint('pollingRound.start', {
  area,
  routes: 'POST /polling/start',
  access,
  effect: 'write',
  input: step,
  output: rowOf(pollingRound),
  offline,
})
/**
 * Answers or skips one point; `id` is the result's own. Answers the result with its findings, each of which may become a
 * repair. `repairIds`: what was reported while the point was being checked, before the answer was complete.
 */
export const answerPoint = defineEndpoint('pollingResult.answer', {
  area,
  routes: 'POST /polling/answer',
  access,
  effect: 'write',
  input: { id: reference('pollingResult'), ...answerFields, repairIds: references('repair', { max: 20 }) },
  output: rowOf(pollingResult),
  offline,
})
/** Ends a round when every point is answered or skipped with a reason. */
export const finishRound = defineEndpoint('pollingRound.finish', {
  area,
  routes: 'POST /polling/finish',
  access,
  effect: 'write',
  input: {
    roundId: reference('pollingRound', { required: true }),
    finishedAt: moment({ required: true }),
    note: note({ max: 1000 }),
  },
  output: rowOf(pollingRound),
  offline,
})

const figure = integer({ required: true, min: 0 })
/** Operation and maintenance at a glance: today's rounds by state, open repairs, upkeep due, weekly tasks left, parts at their minimum. */
export const oamCount = defineEndpoint('pollingRound.count', {
  area,
  routes: 'GET /oam/count',
  access: 'signedIn',
  effect: 'read',
  output: one({
    total: figure,
    today: figure,
    due: figure,
    inProgress: figure,
    done: figure,
    missed: figure,
    mine: figure,
    openRepairs: figure,
    upkeepDue: figure,
    upkeepOverdue: figure,
    weeklyOpen: figure,
    belowMinimum: figure,
  }),
})
export const pollingCalls = [claimRound, startRound, answerPoint, finishRound, oamCount] as const
