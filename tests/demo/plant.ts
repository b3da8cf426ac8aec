/** The demonstration plant as rows, for the tests. */
import { seededRoles } from '@/areas/access/server/seeded-roles'
import { buildDemo } from '@/demo'
import { completeRow } from '@/demo/draft'
import { toTexts, type DemoLanguage } from '@/demo/bilingual-text'
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

/** What they are called, which the plant has from its own words. */
const reasonWords = new Map([...reasonIds].map(([code, id]) => [id, toTexts(`因${code}`, code)]))

/** Days of production: enough for every kind of row. `npm run test:long` sets DEMO_DAYS to more than there are. */
export const DAYS = Number(process.env['DEMO_DAYS'] ?? 21)
export const build = (seed: number, scale = 1, days = DAYS, language: DemoLanguage = 'zh'): DemoPart[] => [
  ...buildDemo({ seed, scale, now, zone, roleIds, reasons: reasonIds, reasonWords, days, language }),
]
/** Only what comes first: enough to see that the seed matters. */
export const buildPeople = (seed: number): DemoPart | undefined =>
  buildDemo({ seed, scale: 1, now, zone, roleIds, language: 'zh' }).next().value as DemoPart | undefined

export type Plain = Record<string, unknown>
/** All rows by the resource they belong to, complete as they are stored. */
export function rowsOf(parts: readonly DemoPart[]): Map<Resource, Plain[]> {
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
/** The rows that all tests look at; nobody changes them. */
export const demoRows = (): Map<Resource, Plain[]> => (first ??= rowsOf(build(1)))

type Rowed<R> = R extends Resource<string, infer _F, infer _O> ? R : never
export function of<R>(rows: ReadonlyMap<Resource, Plain[]>, resource: Rowed<R>): Row<R>[] {
  return (rows.get(resource as unknown as Resource) ?? []) as Row<R>[]
}
/** Rows by what they have in common. */
export function grouped<R>(all: readonly R[], keyOf: (row: R) => string | null): Map<string | null, R[]> {
  const groups = new Map<string | null, R[]>()
  for (const row of all) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
