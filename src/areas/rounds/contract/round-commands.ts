import { defineCommand } from '@/contract/command'
import { moment, note, references } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { inspectionRoundLifecycle, checkRoundStart, addWalker, isWalker } from '@/areas/rounds/rules/inspection-round'
import { pointAnswerFields, inspectionResult, inspectionRound } from './inspection-round'

const WALK_PERMISSION = 'pollingWork'
// Input with the id of the round. The outbox of a phone groups commands by this id and sends each group in order.
const ROUND_ID_INPUT = 'roundId'

/** Assigns a due round to the caller, so that two people do not walk it. */
export const claimRound = defineCommand(inspectionRound, null, 'claim', {
  routes: 'POST /polling/claim',
  idInput: ROUND_ID_INPUT,
  access: WALK_PERMISSION,
  fromStates: ['due', 'inProgress'],
  apply: (_row, _input, { personId }) => ({ assignedTo: personId }),
})
/**
 * Starts a round within its window. A round missed in the meantime stays missed until it is finished. If somebody else
 * has already started it, the command counts as done and both walk the round.
 */
export const startRound = defineCommand(inspectionRound, inspectionRoundLifecycle, 'start', {
  routes: 'POST /polling/start',
  idInput: ROUND_ID_INPUT,
  lifecycleActions: ['start', 'startLate'],
  selectLifecycleAction: (row) => (row?.state === 'missed' ? 'startLate' : 'start'),
  isDone: ({ startedAt }) => startedAt !== null,
  mergeWhenDone: (row, _input, { at, personId }) =>
    isWalker(row, personId) || !checkRoundStart(row, at).ok
      ? null
      : { walkers: addWalker(row, personId), startedAt: getEarlierMoment(row.startedAt, at) },
  apply: (row, _input, { at, personId }) => ({
    startedAt: at,
    userId: personId,
    assignedTo: personId,
    walkers: addWalker(row, personId),
  }),
})
const getEarlierMoment = (storedMoment: string | null, otherMoment: string): string =>
  storedMoment !== null && Date.parse(storedMoment) <= Date.parse(otherMoment) ? storedMoment : otherMoment
/** Estimates the progress of a round after an answer. Only the server knows if the point was answered before. */
function estimateProgress(
  round: Row<typeof inspectionRound>,
  state: 'done' | 'skipped',
): Partial<Row<typeof inspectionRound>> {
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
  // The answer may replace an answer that another phone has given for the point.
  provisionalFields: ['pointsDone', 'pointsSkipped'],
  access: WALK_PERMISSION,
  creates: true,
  input: { ...pointAnswerFields, repairIds: references('repair', { max: 20 }) },
  apply: (_row, _input, { personId }) => ({ userId: personId }),
  affects: {
    resource: inspectionRound,
    idInput: ROUND_ID_INPUT,
    apply: (round, input) => estimateProgress(round, input.state),
  },
})
const isSameNote = (addedNote: { userId: string; note: string }, personId: string, text: string): boolean =>
  addedNote.userId === personId && addedNote.note === text
/**
 * Finishes a round when every point is answered or skipped with a reason. The note of a second walker is added to a
 * round that is already finished.
 */
export const finishRound = defineCommand(inspectionRound, inspectionRoundLifecycle, 'finish', {
  routes: 'POST /polling/finish',
  serverFields: ['late'],
  idInput: ROUND_ID_INPUT,
  lifecycleActions: ['finish', 'deliverLate'],
  selectLifecycleAction: (row) => (row?.state === 'missed' ? 'deliverLate' : 'finish'),
  input: { finishedAt: moment({ required: true }), note: note({ max: 1000 }) },
  isDone: (row, personId) => row.state === 'done' && isWalker(row, personId),
  mergeWhenDone: ({ note: storedNote, userId, addedNotes = [] }, { note: newNote }, { personId }) =>
    !newNote ||
    (storedNote === newNote && userId === personId) ||
    addedNotes.some((addedNote) => isSameNote(addedNote, personId, newNote))
      ? null
      : { addedNotes: [...addedNotes, { userId: personId, note: newNote }] },
  apply: (_row, _input, { personId }) => ({ userId: personId }),
  // A refusal because of an open point resolves itself when that point is answered.
  offline: { schemaVersion: 1, isFinalStep: true },
})

export const roundCommands = [claimRound, startRound, answerPoint, finishRound] as const
