/** A fault that does not concern the user, stored for diagnostics. */
export type Trouble = { what: string; reason: string; at: number }

const MAX_TROUBLES = 50
const troubles: Trouble[] = []

/** Records a fault that was handled (a camera that did not stop, storage that could not be written). */
export function recordTrouble(what: string, error: unknown): void {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  troubles.push({ what, reason, at: Date.now() })
  if (troubles.length > MAX_TROUBLES) troubles.shift()
}

/** Returns the last 50 faults, oldest first, for a diagnostics page or a report to support. */
export function listRecentTroubles(): readonly Trouble[] {
  return [...troubles]
}
