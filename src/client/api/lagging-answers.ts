/** By endpoint name: the moment (ISO 8601) of the newest row in an answer of a standby database that lags behind. */
const asOfByEndpoint = new Map<string, string>()
const listeners = new Set<() => void>()

/** Records how old the last answer of an endpoint was; `asOf` is null if it was up to date. */
export function recordAnswerAge(endpointName: string, asOf: string | null): void {
  if (asOf === (asOfByEndpoint.get(endpointName) ?? null)) return
  if (asOf === null) asOfByEndpoint.delete(endpointName)
  else asOfByEndpoint.set(endpointName, asOf)
  for (const listener of listeners) listener()
}
/** Returns the moments of the newest rows by endpoint name, for endpoints whose last answer was not up to date. */
export const getLaggingAnswers = (): ReadonlyMap<string, string> => asOfByEndpoint
/** Calls back after each change. Returns an unsubscribe function. */
export function subscribeToLaggingAnswers(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
