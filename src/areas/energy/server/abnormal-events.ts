/** Relates cases of abnormal use to line stops, and joins cases that are one event. */
import { DAY_MS, toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import { listLines } from '@/plant/server/queries/list-lines'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import { energyAbnormal } from '../contract/energy-abnormal'
import { spanOf, type CaseMeter } from '../rules/abnormal-case'
import { caseFields, joinedMeters, oneEvent, type Around, type CaseFields } from '../rules/abnormal-cause'
import { treeOf, type Tree } from './meters'

type Case = Row<typeof energyAbnormal>
const MOST_STOPS = 20_000

/** Loads the meter positions, line stops and follower lines needed to attribute the causes of a period. */
export async function aroundOf(ctx: Context, tree: Tree, span: { from: Moment; to: Moment }): Promise<Around> {
  const [found, lines] = await Promise.all([
    listStopsInPeriod(ctx, { ...span, keepFirst: 'newest', maxRows: MOST_STOPS }),
    listLines(ctx),
  ])
  return {
    places: tree.byId,
    stops: found.map(({ id, lineId, startsAt, endsAt }) => ({
      id,
      lineId,
      from: toMillis(startsAt),
      to: endsAt ? toMillis(endsAt) : Number.POSITIVE_INFINITY,
    })),
    followers: new Set(lines.filter(({ kind }) => kind === 'slitting').map(({ id }) => id)),
  }
}

/** Updates a case by SQL without raising its version, so that an explanation saved offline by a phone still applies. */
export async function writeCase(ctx: Context, id: string, of: CaseFields): Promise<void> {
  await ctx.query(
    sql`update energy_abnormal set energy_meter_id = ${of.energyMeterId}, medium = ${of.medium}, starts_at = ${of.startsAt}, ends_at = ${of.endsAt},
       hours = ${of.hours}, used = ${of.used}, usual = ${of.usual}, excess = ${of.excess}, deviations = ${of.deviations},
       meters = ${JSON.stringify(of.meters)}::jsonb, meter_ids = ${JSON.stringify(of.meterIds)}::jsonb, stop_ids = ${JSON.stringify(of.stopIds)}::jsonb,
       updated_at = ${ctx.now} where site_id = ${ctx.site} and id = ${id}`,
  )
  ctx.touch('energyAbnormal')
}

/** Older cases are not joined any more. */
const JOINED_MS = 60 * DAY_MS
const MOST_CASES = 5_000
/**
 * Joins stored cases that are one event, e.g. because the stop was entered late or an older version kept meters
 * separate. The case of the line remains with all explanations. The stops of every case are updated.
 */
export async function joinCases(ctx: Context): Promise<void> {
  const since = toMoment(ctx.now.getTime() - JOINED_MS)
  const all = await ctx.rows.find(energyAbnormal, { orderBy: '-startsAt', limit: MOST_CASES })
  const cases = all.filter(({ endsAt }) => endsAt > since)
  if (cases.length === 0) return
  const around = await aroundOf(ctx, await treeOf(ctx), { from: since, to: ctx.now.toISOString() })
  const gone = new Set<string>()
  for (const [stays, ...others] of oneEvent(cases, around)) {
    const meters = joinedMeters([stays!, ...others])
    for (const { id } of others) {
      gone.add(id)
      await ctx.rows.remove(energyAbnormal, id)
    }
    await takeOver(ctx, stays!, others)
    await writeCase(ctx, stays!.id, caseFields(stays!.lineId, spanOf(meters), around))
    gone.add(stays!.id)
  }
  for (const one of cases) {
    if (gone.has(one.id)) continue
    const fields = caseFields(one.lineId, spanOf(one.meters as readonly CaseMeter[]), around)
    if (fields.stopIds.join() !== one.stopIds.join()) await writeCase(ctx, one.id, fields)
  }
}
/** Copies the explanations of joined cases to the remaining case, without duplicates. */
async function takeOver(ctx: Context, stays: Case, others: readonly Case[]): Promise<void> {
  const said = [stays, ...others].filter(({ state }) => state === 'explained')
  const [first] = said
  if (!first || (said.length === 1 && first === stays)) return
  const text = (name: 'cause' | 'measure') => [...new Set(said.flatMap((one) => one[name] ?? []))].join('\n') || null
  await ctx.rows.update(energyAbnormal, stays.id, {
    state: 'explained',
    causeKind: first.causeKind,
    cause: text('cause'),
    measure: text('measure'),
    images: said.flatMap(({ images }) => images).slice(0, energyAbnormal.fields.images.max),
    explainedBy: first.explainedBy,
    explainedAt: first.explainedAt,
  })
}
