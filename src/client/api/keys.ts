import type { QueryKey } from '@tanstack/react-query'

/**
 * Query keys: [resources the answer shows, call, input]. What the server says has changed is matched against the first
 * part.
 */
export const keyOf = (resources: readonly string[], endpoint: string, input: unknown): QueryKey => [
  resources,
  endpoint,
  input,
]
/** Whether a query shows any of these resources. */
export const shows = (key: QueryKey, changed: readonly string[]): boolean => {
  const shown = key[0]
  return Array.isArray(shown) && shown.some((name: unknown) => typeof name === 'string' && changed.includes(name))
}
/** The resource an endpoint belongs to: the part of its name before the dot. */
export const resourceOf = (endpoint: { name: string }): string => endpoint.name.split('.')[0] ?? endpoint.name
