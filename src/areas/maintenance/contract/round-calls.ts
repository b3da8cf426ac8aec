import { defineCommand } from '@/contract/command'
import { moment, note, references } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { inspectionRound as life, startableAt, walkersWith, walks } from '@/areas/maintenance/rules/inspection-round'
import { answerFields, inspectionResult, inspectionRound } from './inspection-round'

const access = 'pollingWork'
// All steps of a round stay in order on the phone.
const key = 'roundId'

/** Takes a due round for oneself, so that two people do not walk it. */
export const claimRound = defineCommand(inspectionRound, null, 'claim', {
  routes: 'POST /polling/claim',
  idInput: key,
  access,
  fromStates: ['due', 'inProgress'],
  apply: (_row, _input, { personId }) => ({ assignedTo: personId }),
})
/**
 * Begins a round within its window; one that the clock has given up meanwhile stays so until it is finished. Of one that
 * somebody else began meanwhile it counts as done, and both walk it.
 */
export const startRound = defineCommand(inspectionRound, life, 'start', {
  routes: 'POST /polling/start',
  idInput: key,
  lifecycleActions: ['start', 'startLate'],
  selectLifecycleAction: (row) => (row?.state === 'missed' ? 'startLate' : 'start'),
  isDone: ({ startedAt }) => startedAt !== null,
  mergeWhenDone: (row, _input, { at, personId }) =>
    walks(row, personId) || !startableAt(row, at).ok
      ? null
      : { walkers: walkersWith(row, personId), startedAt: earlier(row.startedAt, at) },
  apply: (row, _input, { at, personId }) => ({
    startedAt: at,
    userId: personId,
    assignedTo: personId,
    walkers: walkersWith(row, personId),
  }),
})
const earlier = (known: string | null, at: string): string =>
  known !== null && Date.parse(known) <= Date.parse(at) ? known : at
/** What the round takes note of with an answer: of a point that is answered again only the server knows. */
function counted(round: Row<typeof inspectionRound>, state: 'done' | 'skipped'): Partial<Row<typeof inspectionRound>> {
  if (round.pointsDone + round.pointsSkipped >= round.pointsTotal) return {}
  return state === 'done' ? { pointsDone: round.pointsDone + 1 } : { pointsSkipped: round.pointsSkipped + 1 }
}
/**
 * Answers or skips one point; `id` is the result's own. Answers the result with its findings, each of which may become a
 * repair. `repairIds`: what was reported while the point was being checked, before the answer was complete.
 */
export const answerPoint = defineCommand(inspectionResult, null, 'answer', {
  routes: 'POST /polling/answer',
  serverFields: ['findings'],
  // An answer may replace one that another phone gave of the point.
  estimatedFields: ['pointsDone', 'pointsSkipped'],
  access,
  creates: true,
  input: { ...answerFields, repairIds: references('repair', { max: 20 }) },
  apply: (_row, _input, { personId }) => ({ userId: personId }),
  affects: { resource: inspectionRound, idInput: key, apply: (round, input) => counted(round, input.state) },
})
const isOf = (one: { userId: string; note: string }, personId: string, said: string): boolean =>
  one.userId === personId && one.note === said
/** Ends a round when every point is answered or skipped with a reason. What a second walker says to one that is ended is added. */
export const finishRound = defineCommand(inspectionRound, life, 'finish', {
  routes: 'POST /polling/finish',
  serverFields: ['late'],
  idInput: key,
  lifecycleActions: ['finish', 'deliverLate'],
  selectLifecycleAction: (row) => (row?.state === 'missed' ? 'deliverLate' : 'finish'),
  input: { finishedAt: moment({ required: true }), note: note({ max: 1000 }) },
  isDone: (row, personId) => row.state === 'done' && walks(row, personId),
  mergeWhenDone: ({ note: said, userId, addedNotes = [] }, { note: added }, { personId }) =>
    !added || (said === added && userId === personId) || addedNotes.some((one) => isOf(one, personId, added))
      ? null
      : { addedNotes: [...addedNotes, { userId: personId, note: added }] },
  apply: (_row, _input, { personId }) => ({ userId: personId }),
  // What is refused for an open point is heard of when that point is answered.
  offline: { schemaVersion: 1, isFinalStep: true },
})

export const roundCalls = [claimRound, startRound, answerPoint, finishRound] as const
