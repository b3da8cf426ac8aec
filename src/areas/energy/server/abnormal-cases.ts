/** Relates cases of abnormal use to line stops, and joins cases that are one event. */
import { DAY_MS, toMillis, toMoment, type Moment, toLocalTime } from '@/plant/rules/plant-time'
import { listLines } from '@/plant/server/queries/list-lines'
import { listStopsInPeriod, listStopsById } from '@/plant/server/queries/stops-in-period'
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
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/refs'
import { handle } from '@/server/area'

type AbnormalCaseRow = Row<typeof energyAbnormal>
const MAX_STOPS = 20_000

/** Loads the meter positions, line stops and follower lines by which the cause of abnormal use is found. */
export async function loadCaseContext(
  ctx: Context,
  tree: MeterTree,
  span: { from: Moment; to: Moment },
): Promise<CaseContext> {
  const [stops, lines] = await Promise.all([
    listStopsInPeriod(ctx, { ...span, keepIfTooMany: 'newest', maxRows: MAX_STOPS }),
    listLines(ctx),
  ])
  return {
    meterPositions: tree.meterById,
    stops: stops.map(({ id, lineId, startsAt, endsAt }) => ({
      id,
      lineId,
      from: toMillis(startsAt),
      to: endsAt ? toMillis(endsAt) : Number.POSITIVE_INFINITY,
    })),
    followerLines: new Set(lines.filter(({ kind }) => kind === 'slitting').map(({ id }) => id)),
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

/** Maximum age of the cases that are joined. */
const MAX_JOIN_AGE_MS = 60 * DAY_MS
const MAX_CASES = 5_000
/**
 * Joins stored cases that are one event. Such cases were stored separately if, for example, the stop was entered late.
 * The case of the line remains, with all explanations. The stops of every case are updated.
 */
export async function joinCases(ctx: Context): Promise<void> {
  const joinedSince = toMoment(ctx.now.getTime() - MAX_JOIN_AGE_MS)
  const recentCases = await ctx.rows.find(energyAbnormal, { orderBy: '-startsAt', limit: MAX_CASES })
  const cases = recentCases.filter(({ endsAt }) => endsAt > joinedSince)
  if (cases.length === 0) return
  const caseContext = await loadCaseContext(ctx, await loadMeterTree(ctx), {
    from: joinedSince,
    to: ctx.now.toISOString(),
  })
  const handledIds = new Set<string>()
  for (const [remainingCase, ...joinedCases] of groupByEvent(cases, caseContext)) {
    const meters = mergeCaseMeters([remainingCase!, ...joinedCases])
    for (const { id } of joinedCases) {
      handledIds.add(id)
      await ctx.rows.remove(energyAbnormal, id)
    }
    await mergeExplanations(ctx, remainingCase!, joinedCases)
    await writeCase(
      ctx,
      remainingCase!.id,
      buildCaseFields(remainingCase!.lineId, summarizeMeters(meters), caseContext),
    )
    handledIds.add(remainingCase!.id)
  }
  for (const singleCase of cases) {
    if (handledIds.has(singleCase.id)) continue
    const fields = buildCaseFields(
      singleCase.lineId,
      summarizeMeters(singleCase.meters as readonly CaseMeter[]),
      caseContext,
    )
    if (fields.stopIds.join() !== singleCase.stopIds.join()) await writeCase(ctx, singleCase.id, fields)
  }
}
/** Copies the explanations of joined cases to the remaining case, without duplicates. */
async function mergeExplanations(
  ctx: Context,
  remainingCase: AbnormalCaseRow,
  joinedCases: readonly AbnormalCaseRow[],
): Promise<void> {
  const explainedCases = [remainingCase, ...joinedCases].filter(({ state }) => state === 'explained')
  const [firstExplanation] = explainedCases
  if (!firstExplanation || (explainedCases.length === 1 && firstExplanation === remainingCase)) return
  const joinTexts = (name: 'cause' | 'measure') =>
    [...new Set(explainedCases.flatMap((explainedCase) => explainedCase[name] ?? []))].join('\n') || null
  await ctx.rows.update(energyAbnormal, remainingCase.id, {
    state: 'explained',
    causeKind: firstExplanation.causeKind,
    cause: joinTexts('cause'),
    measure: joinTexts('measure'),
    images: explainedCases.flatMap(({ images }) => images).slice(0, energyAbnormal.fields.images.max),
    explainedBy: firstExplanation.explainedBy,
    explainedAt: firstExplanation.explainedAt,
  })
}

/** GET /ENERGY_ABNORMAL: labels stops with reason and time, because the case already shows the line. */
export const listAbnormalCases = handle(energyAbnormal.endpoints.list, async (ctx, input) => {
  const page = await listPage(toListScope(ctx), energyAbnormal, input)
  return { ...page, refs: { ...page.refs, ...(await loadStopNames(ctx, page.list)) } }
})
async function loadStopNames(
  ctx: Context,
  cases: readonly Row<typeof energyAbnormal>[],
): Promise<Record<string, string>> {
  const stops = await listStopsById(ctx, [...new Set(cases.flatMap(({ stopIds }) => stopIds))])
  return Object.fromEntries(
    stops.map(({ id, startsAt, endsAt, reason }) => [
      id,
      `${reason ?? ctx.t('energy:unexplainedStop')} ${formatDayAndTime(startsAt, ctx.timeZone)}–${endsAt ? formatEndTime(startsAt, endsAt, ctx.timeZone) : ''}`,
    ]),
  )
}
const padTwoDigits = (value: number): string => String(value).padStart(2, '0')
const formatClockTime = (moment: string, timeZone: string): string => {
  const { minute } = toLocalTime(moment, timeZone)
  return `${padTwoDigits(Math.floor(minute / 60))}:${padTwoDigits(minute % 60)}`
}
const formatDayAndTime = (moment: string, timeZone: string): string =>
  `${toLocalTime(moment, timeZone).day.slice(5)} ${formatClockTime(moment, timeZone)}`
/** Omits the day if both moments lie on it, or less than half a day apart. */
const formatEndTime = (from: string, to: string, timeZone: string): string =>
  toLocalTime(from, timeZone).day === toLocalTime(to, timeZone).day || toMillis(to) - toMillis(from) < HALF_DAY_MS
    ? formatClockTime(to, timeZone)
    : formatDayAndTime(to, timeZone)
const HALF_DAY_MS = 12 * 3_600_000
