/** The demonstration plant as rows, for the tests. */
import { seededRoles } from '@/areas/access/server/seeded-roles'
import { buildDemo } from '@/demo'
import { completeRow } from '@/demo/draft'
import { toBilingualText, type DemoLanguage } from '@/demo/bilingual-text'
import type { DemoPart } from '@/demo/build'
import type { ReasonIds } from '@/demo/production/stop-rows'
import { stopReasons } from '@/plant/rules/stop-reasons'
import type { Resource, Row } from '@/contract/resource'

export const now = new Date('2026-11-20T06:20:00.000Z')
export const zone = 'Asia/Shanghai'
export const roleIds = new Map(
  seededRoles.map((role, i) => [role.code, `018f0000-0000-7000-8000-${String(i).padStart(12, '0')}`]),
)
/** Ids of the reasons for stops, which a plant has before its history. */
export const reasonIds: ReasonIds = new Map(
  Object.values(stopReasons)
    .flat()
    .map((code, i) => [code, `018f0000-0000-7000-8000-${String(1000 + i).padStart(12, '0')}`]),
)

/** Names of these reasons, from the plant's own texts. */
const reasonNames = new Map([...reasonIds].map(([code, id]) => [id, toBilingualText(`因${code}`, code)]))

/** Days of production: enough for every kind of row. `npm run test:long` sets DEMO_DAYS higher. */
export const DAYS = Number(process.env['DEMO_DAYS'] ?? 21)
export const buildPlant = (seed: number, scale = 1, days = DAYS, language: DemoLanguage = 'zh'): DemoPart[] => [
  ...buildDemo({ seed, scale, now, zone, roleIds, reasonIds, reasonNames, days, language }),
]
/** Only the first day: enough to see that the seed matters. */
export const buildPeople = (seed: number): DemoPart | undefined =>
  buildDemo({ seed, scale: 1, now, zone, roleIds, language: 'zh' }).next().value as DemoPart | undefined

export type Plain = Record<string, unknown>
/** All rows by resource, complete as stored. */
export function groupByResource(parts: readonly DemoPart[]): Map<Resource, Plain[]> {
  const all = new Map<Resource, Plain[]>()
  for (const { batches } of parts)
    for (const { resource, rows } of batches) {
      const known = all.get(resource) ?? []
      all.set(resource, known)
      for (const row of rows) known.push(completeRow(resource, row))
    }
  return all
}
let first: Map<Resource, Plain[]> | undefined
/** Rows shared by all tests; no test changes them. */
export const getDemoRows = (): Map<Resource, Plain[]> => (first ??= groupByResource(buildPlant(1)))

type Rowed<R> = R extends Resource<string, infer _F, infer _O> ? R : never
export function getRows<R>(rows: ReadonlyMap<Resource, Plain[]>, resource: Rowed<R>): Row<R>[] {
  return (rows.get(resource as unknown as Resource) ?? []) as Row<R>[]
}
/** Groups rows by a common key. */
export function groupRows<R>(all: readonly R[], keyOf: (row: R) => string | null): Map<string | null, R[]> {
  const groups = new Map<string | null, R[]>()
  for (const row of all) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
