/** Stores the sums of a report, and loads the sums that somebody stored earlier. */
import type { EndpointInput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { sumFeeds } from '@/areas/feeding/server/queries/feed-sums'
import { loadTotalMetrics } from '@/areas/figures/server/queries'
import { sumFinishedRolls } from '@/areas/slitting/server/queries/finished-output'
import { requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { storedReport, type storeMaterialReport, type storedReportKinds } from '../contract/detail-reports'
import { resolveReportDays, type ReportDays } from './report-period'
import { roundToThousandth } from '@/plant/rules/quantity'

type StoredReportKind = (typeof storedReportKinds)[number]
type ReportScope = ReportDays & { readonly lineId: string | null }
const MAX_STORED_REPORTS = 5
const MAX_STORED_SUMS = 20
/** Exceeds the number of material kinds and of grades. */
const MAX_GROUPS = 10

/** Loads the sums stored for exactly these days and this line, newest first, one row per sum. */
export async function loadStoredSums(ctx: Context, kind: StoredReportKind, { from, to, lineId }: ReportScope) {
  const rows = await ctx.rows.find(storedReport, {
    where: { kind, from, to, lineId },
    orderBy: '-keptAt',
    limit: MAX_STORED_REPORTS,
  })
  return rows
    .flatMap(({ sums, keptAt, keptBy }) =>
      sums.map(({ name, value }) => ({ keptAt: keptAt ?? '', keptBy, name, value })),
    )
    .slice(0, MAX_STORED_SUMS)
}

const sumLoaders: Readonly<
  Record<StoredReportKind, (ctx: Context, scope: ReportScope) => Promise<Record<string, number>>>
> = {
  material: async (ctx, scope) => {
    const rows = await sumFeeds(ctx, { ...scope, groupKeys: ['kind'], maxRows: MAX_GROUPS })
    return Object.fromEntries(rows.map(({ key, kg }) => [String(key.kind), kg]))
  },
  finished: async (ctx, scope) => {
    const rows = await sumFinishedRolls(ctx, { ...scope, groupBy: ['grade'], maxRows: MAX_GROUPS })
    return Object.fromEntries(rows.map(({ key, kg }) => [String(key.grade), kg]))
  },
  energy: async (ctx, { lineId, ...dayRange }) => {
    const { sums } = await loadTotalMetrics(ctx, { ...dayRange, lineIds: lineId ? [lineId] : null })
    const { kwh, gas, water, energyCost } = sums
    return { kwh, gas, water, energyCost }
  },
}
/** Creates the handler that stores the current sums of a report. */
export const createStoreHandler =
  (kind: StoredReportKind) =>
  async (ctx: Context, input: EndpointInput<typeof storeMaterialReport>): Promise<Row<typeof storedReport>> => {
    const dayRange = await resolveReportDays(ctx, input, ['day'])
    const scope = { ...dayRange, lineId: input.lineId ?? null }
    const sums = Object.entries(await sumLoaders[kind](ctx, scope))
    return ctx.rows.insert(storedReport, {
      kind,
      ...scope,
      note: input.note ?? null,
      sums: sums.map(([name, value]) => ({ name, value: roundToThousandth(value) })),
      keptBy: requirePerson(ctx).id,
      keptAt: ctx.now.toISOString(),
    })
  }
