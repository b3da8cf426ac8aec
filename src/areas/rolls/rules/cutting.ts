/**
 * States of a cutting 分切 and of its sets. Mistaken sets are taken back; taking back the last one undoes the cutting.
 */
export const cuttingStates = ['open', 'finished', 'undone'] as const
export type CuttingState = (typeof cuttingStates)[number]
export const setStates = ['made', 'undone'] as const
export type SetState = (typeof setStates)[number]

/** States of cuttings and sets that were not taken back. */
export const validCuttingStates = cuttingStates.filter((state) => state !== 'undone')
export const validSetStates = setStates.filter((state) => state !== 'undone')
