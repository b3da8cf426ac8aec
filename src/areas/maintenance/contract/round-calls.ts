import { defineCommand } from '@/contract/command'
import { moment, note, references } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { inspectionRound as life, startableAt, walkersWith, walks } from '@/areas/maintenance/rules/inspection-round'
import { answerFields, inspectionResult, inspectionRound } from './inspection-round'

const access = 'pollingWork'
// Groups the commands of a round, so that the outbox of a phone sends them in order.
const key = 'roundId'

/** Assigns a due round to the caller, so that two people do not walk it. */
export const claimRound = defineCommand(inspectionRound, null, 'claim', {
  routes: 'POST /polling/claim',
  idInput: key,
  access,
  fromStates: ['due', 'inProgress'],
  apply: (_row, _input, { personId }) => ({ assignedTo: personId }),
})
/**
 * Starts a round within its window. A round missed in the meantime stays missed until it is finished. If somebody else
 * has already started it, the command counts as done and both walk the round.
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
/** Patch of a round's progress for an answer. An estimate: only the server knows if the point is answered again. */
function counted(round: Row<typeof inspectionRound>, state: 'done' | 'skipped'): Partial<Row<typeof inspectionRound>> {
  if (round.pointsDone + round.pointsSkipped >= round.pointsTotal) return {}
  return state === 'done' ? { pointsDone: round.pointsDone + 1 } : { pointsSkipped: round.pointsSkipped + 1 }
}
/**
 * Answers or skips one point; `id` identifies the new result. Returns the result with its findings, each of which may
 * be reported as a repair. `repairIds`: repairs reported at the point before the answer was complete.
 */
export const answerPoint = defineCommand(inspectionResult, null, 'answer', {
  routes: 'POST /polling/answer',
  serverFields: ['findings'],
  // The answer may replace one that another phone has given for the point.
  estimatedFields: ['pointsDone', 'pointsSkipped'],
  access,
  creates: true,
  input: { ...answerFields, repairIds: references('repair', { max: 20 }) },
  apply: (_row, _input, { personId }) => ({ userId: personId }),
  affects: { resource: inspectionRound, idInput: key, apply: (round, input) => counted(round, input.state) },
})
const isOf = (one: { userId: string; note: string }, personId: string, said: string): boolean =>
  one.userId === personId && one.note === said
/**
 * Finishes a round when every point is answered or skipped with a reason. The note of a second walker is added to a
 * round that is already finished.
 */
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
  // A refusal because of an open point resolves itself when that point is answered.
  offline: { schemaVersion: 1, isFinalStep: true },
})

export const roundCalls = [claimRound, startRound, answerPoint, finishRound] as const
