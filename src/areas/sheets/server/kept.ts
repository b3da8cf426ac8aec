/** Reports as of the time somebody stored them. */
import type { EndpointInput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { sumFeeds } from '@/areas/feeding/server/queries/feed-sums'
import { loadTotalMetrics } from '@/areas/figures/server/queries'
import { sumFinishedRolls } from '@/areas/rolls/server/queries/for-sheets'
import { requirePerson } from '@/plant/server/plant'
import { loadReferencedNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import { keptSheet, type keepMaterial, type keptKinds } from '../contract/detail-sheets'
import { daysOf, type Days } from './days'
import { toGrams } from './lines'

type Kind = (typeof keptKinds)[number]
type Scope = Days & { readonly lineId: string | null }
const MOST = 20

/** Loads the stored sums of the same days, newest first, one row per sum. */
export async function keptBefore(ctx: Context, kind: Kind, { from, to, lineId }: Scope) {
  const rows = await ctx.rows.find(keptSheet, { where: { kind, from, to, lineId }, orderBy: '-keptAt', limit: 5 })
  const names = await loadReferencedNames(ctx, 'user', rows, 'keptBy')
  return rows
    .flatMap(({ sums, keptAt, keptBy }) =>
      sums.map(({ name, value }) => ({
        keptAt: keptAt ?? '',
        keptBy: keptBy ? (names[keptBy] ?? null) : null,
        name,
        value,
      })),
    )
    .slice(0, MOST)
}

const sumsOf: Readonly<Record<Kind, (ctx: Context, scope: Scope) => Promise<Record<string, number>>>> = {
  material: async (ctx, scope) => {
    const rows = await sumFeeds(ctx, { ...scope, by: ['kind'], maxRows: 10 })
    return Object.fromEntries(rows.map(({ key, kg }) => [String(key.kind), kg]))
  },
  finished: async (ctx, scope) => {
    const rows = await sumFinishedRolls(ctx, { ...scope, by: ['grade'], most: 10 })
    return Object.fromEntries(rows.map(({ key, kg }) => [String(key.grade), kg]))
  },
  energy: async (ctx, { lineId, ...days }) => {
    const { sums } = await loadTotalMetrics(ctx, { ...days, lineIds: lineId ? [lineId] : null })
    const { kwh, gas, water, energyCost } = sums
    return { kwh, gas, water, energyCost }
  },
}
/** Creates the handler that stores the current sums of a report. */
export const keep =
  (kind: Kind) =>
  async (ctx: Context, input: EndpointInput<typeof keepMaterial>): Promise<Row<typeof keptSheet>> => {
    const days = daysOf(ctx, input, ['day'])
    const scope = { ...days, lineId: input.lineId ?? null }
    const sums = Object.entries(await sumsOf[kind](ctx, scope))
    return ctx.rows.insert(keptSheet, {
      kind,
      ...scope,
      note: input.note ?? null,
      sums: sums.map(([name, value]) => ({ name, value: toGrams(value) })),
      keptBy: requirePerson(ctx).id,
      keptAt: ctx.now.toISOString(),
    })
  }
