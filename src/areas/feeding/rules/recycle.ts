/** Kinds of material that left the line without becoming a roll. */
export const recycleKinds = ['edgeTrim', 'offGrade', 'purge', 'startUp'] as const
export type RecycleKind = (typeof recycleKinds)[number]
/**
 * Kinds that are waste regardless of their destination (ISO 22400-2: scrap is produced quantity that is scrapped or
 * recycled). Edge trim is not waste, because every web loses it. Off-grade goods count as waste of their rolls.
 */
export const startUpWasteKinds = ['purge', 'startUp'] as const satisfies readonly RecycleKind[]
/** Returns the mass that a row adds to the waste of its order, kg. */
export const getStartUpWasteKg = ({ kind, kg }: { readonly kind: RecycleKind; readonly kg: number }): number =>
  (startUpWasteKinds as readonly RecycleKind[]).includes(kind) ? kg : 0
