/** The states of a cutting 分切 and of its sets; sets that were a mistake are taken back, and with the last of them the cutting. */
export const cuttingStates = ['open', 'finished', 'undone'] as const
export type CuttingState = (typeof cuttingStates)[number]
export const setStates = ['made', 'undone'] as const
export type SetState = (typeof setStates)[number]

/** States of cuttings and sets that count. */
export const standingCuttings = cuttingStates.filter((state) => state !== 'undone')
export const standingSets = setStates.filter((state) => state !== 'undone')
