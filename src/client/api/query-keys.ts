import type { QueryKey } from '@tanstack/react-query'

/** Builds a query key: [resources in the answer, endpoint, input]. Live changes are matched against the first part. */
export const buildQueryKey = (resources: readonly string[], endpoint: string, input: unknown): QueryKey => [
  resources,
  endpoint,
  input,
]
/** True if the query's answer contains any of the changed resources. */
export const includesResource = (key: QueryKey, changed: readonly string[]): boolean => {
  const resources = key[0]
  return (
    Array.isArray(resources) && resources.some((name: unknown) => typeof name === 'string' && changed.includes(name))
  )
}
/** Returns the resource of an endpoint: the part of its name before the dot. */
export const getResourceName = (endpoint: { name: string }): string => endpoint.name.split('.')[0] ?? endpoint.name
