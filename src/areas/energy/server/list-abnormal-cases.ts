import type { ListQuery, Row } from '@/contract/resource'
import { toLocalTime, toMillis } from '@/plant/rules/plant-time'
import { listStopsById } from '@/plant/server/queries/stops-in-period'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/list-scope'
import { energyAbnormal } from '../contract/energy-abnormal'

/** GET /ENERGY_ABNORMAL: labels stops by reason and time, because the case already shows the line. */
export async function listAbnormalCases(ctx: Context, input: ListQuery) {
  const page = await listPage(toListScope(ctx), energyAbnormal, input)
  return { ...page, refs: { ...page.refs, ...(await loadStopNames(ctx, page.list)) } }
}
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
