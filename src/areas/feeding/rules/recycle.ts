/** Kinds of material that came out of the line without becoming a roll. */
export const recycleKinds = ['edgeTrim', 'offGrade', 'purge', 'startUp'] as const
export type RecycleKind = (typeof recycleKinds)[number]
/**
 * Kinds that are waste, wherever they go afterwards (ISO 22400-2: scrap is produced quantity that is scrapped or recycled). Edge
 * trim is no waste: every web loses it. Off-grade goods were rolls, and count as waste of those rolls.
 */
export const startUpWasteKinds = ['purge', 'startUp'] as const satisfies readonly RecycleKind[]
/** What a row adds to the waste of its order, kg. */
export const startUpWasteKg = ({ kind, kg }: { readonly kind: RecycleKind; readonly kg: number }): number =>
  (startUpWasteKinds as readonly RecycleKind[]).includes(kind) ? kg : 0
