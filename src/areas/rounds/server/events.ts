/** Events that this area publishes to the areas above it. */
import { defineEvent } from '@/server/events'

/** An answer at a point, to which repairs may belong. */
export interface AnsweredPoint {
  readonly resultId: string
  /** Earlier answers at the same point of the same round, which this one may correct. */
  readonly otherResultIds: readonly string[]
  /** Repairs that the person reported at the point before the answer was complete. */
  readonly repairIds: readonly string[]
}
/** People report repairs at a point before its answer exists, so the repairs are linked to the answer afterwards. */
export const pointAnswered = defineEvent<AnsweredPoint>(
  'pointAnswered',
  'A point of an inspection round was answered.',
  {
    resultId: 'the answer',
    otherResultIds: 'earlier answers at the same point of the round',
    repairIds: 'repairs reported at the point before it was answered',
  },
)

/** All events, for the API documents. */
export const roundsEvents = [pointAnswered]
