import type { AreaContract } from '@/contract/area'
import type { Resource } from '@/contract/resource'
import { systemTables } from './system'
import { setResourceResolver, getResourceTable } from './tables'

/** Builds every table of the database, by name; migrations are derived from it. */
export function buildSchema(contracts: readonly AreaContract[]): Record<string, unknown> {
  const resources = contracts.flatMap((a) => a.resources) as Resource[]
  const byName = new Map(resources.map((r) => [r.name, r]))
  if (byName.size !== resources.length) throw new Error('two resources share a name')
  setResourceResolver((name) => (name === 'user' ? undefined : byName.get(name)))
  const resourceTables = Object.fromEntries(resources.map((r) => [r.name, getResourceTable(r)]))
  return { ...systemTables, ...resourceTables }
}
