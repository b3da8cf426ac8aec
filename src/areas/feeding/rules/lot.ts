/** Decision of quality on a lot 批次: allowed changes of state, and when they require a reason. */
export const lotStates = ['quarantine', 'released', 'concession', 'blocked'] as const
export type LotState = (typeof lotStates)[number]
export type LotDecision = { readonly ok: true } | { readonly ok: false; readonly reason: 'sameState' | 'reasonMissing' }

/** Checks a decision on a lot. Only the release from quarantine needs no reason. */
export function checkLotDecision(from: LotState, to: LotState, reason: string | null): LotDecision {
  if (from === to) return { ok: false, reason: 'sameState' }
  const isPlainRelease = from === 'quarantine' && to === 'released'
  return isPlainRelease || reason?.trim() ? { ok: true } : { ok: false, reason: 'reasonMissing' }
}
/** States in which a lot may be fed. */
export const feedableStates = ['released', 'concession'] as const satisfies readonly LotState[]

/** Number of days before expiry from which a lot is highlighted. */
export const EXPIRES_SOON_DAYS = 14
