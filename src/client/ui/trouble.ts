/** Something that went wrong without being worth a person's attention: kept for whoever looks into it. */
export type Trouble = { what: string; reason: string; at: number }

const KEPT = 50
const troubles: Trouble[] = []

/** Notes a trouble that was lived through (a camera that would not stop, storage that would not write). */
export function recordTrouble(what: string, error: unknown): void {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  troubles.push({ what, reason, at: Date.now() })
  if (troubles.length > KEPT) troubles.shift()
}

/** The last 50, oldest first: for a page of diagnostics or a report to support. */
export function recentTroubles(): readonly Trouble[] {
  return [...troubles]
}
