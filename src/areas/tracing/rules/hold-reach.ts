/** Reach of holds and recalls: the kinds of subjects, the trace threshold, and the states of rolls. */
import { holdableKinds } from '@/areas/rolls/rules/hold'
import { scrappedJumboStates, takenBackJumboStates, type JumboState } from '@/areas/rolls/rules/jumbo-roll'
import { endedSlitStates, type SlitState } from '@/areas/slitting/rules/slit-roll'

/** Kinds of subjects of a recall list. A customer stands for all ordered goods and cannot be put on hold. */
export const recallableKinds = [...holdableKinds, 'customer'] as const
export type RecallableKind = (typeof recallableKinds)[number]

/**
 * Returns true if a pellet lot in store can contain at least the trace threshold of a lot, by its recorded sources. A
 * hold on the lot blocks such pellet lots.
 */
export const isAboveTrace = (
  pelletLot: { readonly maxKg: number; readonly leftKg: number },
  traceKg: number,
): boolean => pelletLot.leftKg > 0 && pelletLot.maxKg > 0 && pelletLot.maxKg >= traceKg

/** States of rolls that have left the plant; a recall notifies their customers. */
export const departedStates = {
  jumboRoll: ['consumed'] satisfies JumboState[],
  slitRoll: ['shipped'] satisfies SlitState[],
} as const
/** States of rolls that no longer exist: slit, scrapped, taken back, pelletised or reworked. */
export const endedStates = {
  jumboRoll: ['cut', ...scrappedJumboStates, ...takenBackJumboStates] satisfies JumboState[],
  slitRoll: endedSlitStates,
} as const
