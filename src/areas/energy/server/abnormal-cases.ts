/** Relates cases of abnormal use to line stops, and joins cases that are one event. */
import { DAY_MS, toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import { listLines } from '@/plant/server/queries/list-lines'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import { energyAbnormal } from '../contract/energy-abnormal'
import { summarizeMeters, type CaseMeter } from '../rules/abnormal-case'
import {
  buildCaseFields,
  mergeCaseMeters,
  groupByEvent,
  type CaseContext,
  type CaseFields,
} from '../rules/abnormal-cause'
import { loadMeterTree, type MeterTree } from './meters'

type AbnormalCaseRow = Row<typeof energyAbnormal>
const MAX_STOPS = 20_000

/** Loads the meter positions, line stops and follower lines needed to attribute the causes of a period. */
export async function loadCaseContext(
  ctx: Context,
  tree: MeterTree,
  span: { from: Moment; to: Moment },
): Promise<CaseContext> {
  const [stops, lines] = await Promise.all([
    listStopsInPeriod(ctx, { ...span, keepFirst: 'newest', maxRows: MAX_STOPS }),
    listLines(ctx),
  ])
  return {
    places: tree.byId,
    stops: stops.map(({ id, lineId, startsAt, endsAt }) => ({
      id,
      lineId,
      from: toMillis(startsAt),
      to: endsAt ? toMillis(endsAt) : Number.POSITIVE_INFINITY,
    })),
    followers: new Set(lines.filter(({ kind }) => kind === 'slitting').map(({ id }) => id)),
  }
}

/** Updates a case by SQL without raising its version, so that an explanation saved offline by a phone still applies. */
export async function writeCase(ctx: Context, id: string, fields: CaseFields): Promise<void> {
  await ctx.query(
    sql`update energy_abnormal set energy_meter_id = ${fields.energyMeterId}, medium = ${fields.medium}, starts_at = ${fields.startsAt}, ends_at = ${fields.endsAt},
       hours = ${fields.hours}, used = ${fields.used}, usual = ${fields.usual}, excess = ${fields.excess}, deviations = ${fields.deviations},
       meters = ${JSON.stringify(fields.meters)}::jsonb, meter_ids = ${JSON.stringify(fields.meterIds)}::jsonb, stop_ids = ${JSON.stringify(fields.stopIds)}::jsonb,
       updated_at = ${ctx.now} where site_id = ${ctx.site} and id = ${id}`,
  )
  ctx.touch('energyAbnormal')
}

/** Older cases are not joined any more. */
const MAX_JOIN_AGE_MS = 60 * DAY_MS
const MAX_CASES = 5_000
/**
 * Joins stored cases that are one event, e.g. because the stop was entered late or an older version kept meters
 * separate. The case of the line remains with all explanations. The stops of every case are updated.
 */
export async function joinCases(ctx: Context): Promise<void> {
  const since = toMoment(ctx.now.getTime() - MAX_JOIN_AGE_MS)
  const recentCases = await ctx.rows.find(energyAbnormal, { orderBy: '-startsAt', limit: MAX_CASES })
  const cases = recentCases.filter(({ endsAt }) => endsAt > since)
  if (cases.length === 0) return
  const context = await loadCaseContext(ctx, await loadMeterTree(ctx), { from: since, to: ctx.now.toISOString() })
  const joinedIds = new Set<string>()
  for (const [remainingCase, ...joinedCases] of groupByEvent(cases, context)) {
    const meters = mergeCaseMeters([remainingCase!, ...joinedCases])
    for (const { id } of joinedCases) {
      joinedIds.add(id)
      await ctx.rows.remove(energyAbnormal, id)
    }
    await mergeExplanations(ctx, remainingCase!, joinedCases)
    await writeCase(ctx, remainingCase!.id, buildCaseFields(remainingCase!.lineId, summarizeMeters(meters), context))
    joinedIds.add(remainingCase!.id)
  }
  for (const one of cases) {
    if (joinedIds.has(one.id)) continue
    const fields = buildCaseFields(one.lineId, summarizeMeters(one.meters as readonly CaseMeter[]), context)
    if (fields.stopIds.join() !== one.stopIds.join()) await writeCase(ctx, one.id, fields)
  }
}
/** Copies the explanations of joined cases to the remaining case, without duplicates. */
async function mergeExplanations(
  ctx: Context,
  remainingCase: AbnormalCaseRow,
  joinedCases: readonly AbnormalCaseRow[],
): Promise<void> {
  const explainedCases = [remainingCase, ...joinedCases].filter(({ state }) => state === 'explained')
  const [first] = explainedCases
  if (!first || (explainedCases.length === 1 && first === remainingCase)) return
  const joinTexts = (name: 'cause' | 'measure') =>
    [...new Set(explainedCases.flatMap((one) => one[name] ?? []))].join('\n') || null
  await ctx.rows.update(energyAbnormal, remainingCase.id, {
    state: 'explained',
    causeKind: first.causeKind,
    cause: joinTexts('cause'),
    measure: joinTexts('measure'),
    images: explainedCases.flatMap(({ images }) => images).slice(0, energyAbnormal.fields.images.max),
    explainedBy: first.explainedBy,
    explainedAt: first.explainedAt,
  })
}
