/** Moments (ISO 8601) of the newest rows in answers of a lagging standby, by endpoint name. */
const moments = new Map<string, string>()
const listeners = new Set<() => void>()

/** Records how old the last answer of an endpoint was; `asOf` is null if it was up to date. */
export function recordAnswerAge(endpointName: string, asOf: string | null): void {
  if (asOf === (moments.get(endpointName) ?? null)) return
  if (asOf === null) moments.delete(endpointName)
  else moments.set(endpointName, asOf)
  for (const listener of listeners) listener()
}
/** Returns the moments of the newest rows by endpoint name, of endpoints whose last answer was not up to date. */
export const getLaggingAnswers = (): ReadonlyMap<string, string> => moments
/** Calls back after each change. Returns an unsubscribe function. */
export function subscribeToLaggingAnswers(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
