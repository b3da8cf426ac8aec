/** Quality's decision over a lot 批次: what it may come to from where, and when a reason is owed. */
export const lotStates = ['quarantine', 'released', 'concession', 'blocked'] as const
export type LotState = (typeof lotStates)[number]
export type LotDecision = { readonly ok: true } | { readonly ok: false; readonly reason: 'sameState' | 'reasonMissing' }

/** A plain release of what came in needs no words; everything else does. */
export function decideLot(from: LotState, to: LotState, reason: string | null): LotDecision {
  if (from === to) return { ok: false, reason: 'sameState' }
  const plainRelease = from === 'quarantine' && to === 'released'
  return plainRelease || reason?.trim() ? { ok: true } : { ok: false, reason: 'reasonMissing' }
}
/** Lots in these states may be fed. */
export const feedableStates = ['released', 'concession'] as const satisfies readonly LotState[]

/** Days ahead at which a lot's end of use is told. */
export const EXPIRES_SOON_DAYS = 14
