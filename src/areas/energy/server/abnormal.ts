import { DAY, HOUR, toMillis, toMoment } from '@/plant/rules/plant-time'
import { dayOf, settingsOf } from '@/plant/server/plant'
import { usageSums, missingHours } from '@/areas/telemetry/server/queries'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { command } from '@/server/crud/command'
import { columns, computed, limit, sql } from '@/server/sql'
import { energyAbnormal, explainAbnormal } from '../contract/energy-abnormal'
import { BEFORE_DAYS, judgeUse, type AbnormalJudgement } from '../rules/abnormal-use'
import { round } from './figures'
import { treeOf, type EnergyMeter } from './meters'

export const abnormalHandlers: HandlerEntry[] = [command(explainAbnormal)]

/** Hours that are looked back at, should the server have stood. */
const LATEST_HOURS = 6
/** Readings of a gateway may come so much later than the hour they are of. */
const SETTLED_MS = HOUR / 4
/** By the clock: judges each hour that is over and was not judged yet. */
export async function findAbnormal(ctx: Context): Promise<void> {
  const settled = Math.floor((ctx.now.getTime() - SETTLED_MS) / HOUR) * HOUR
  const [last] = await ctx.query(
    sql<{ at: string | null }>`select value as at from setting where site_id = ${ctx.site} and name = ${MARK}`,
  )
  const done = last?.at ? Number(last.at) : settled - HOUR
  for (let end = Math.max(done + HOUR, settled - LATEST_HOURS * HOUR); end <= settled; end += HOUR)
    await judgeHour(ctx, end - HOUR)
  if (settled > done)
    await ctx.query(
      sql`insert into setting (site_id, name, value, updated_at) values (${ctx.site}, ${MARK}, ${String(settled)}::jsonb, ${ctx.now})
       on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at`,
    )
}
const MARK = 'energyJudgedUntil'

/** Judges one hour of all meters that count. @param at its begin, ms since 1970 */
export async function judgeHour(ctx: Context, at: number): Promise<number> {
  const tree = await treeOf(ctx)
  const { energySpreads } = await settingsOf(ctx)
  const hour = (days: number) => ({
    key: String(days),
    from: toMoment(at - days * DAY),
    to: toMoment(at - days * DAY + HOUR),
  })
  const periods = Array.from({ length: BEFORE_DAYS + 1 }, (_, days) => hour(days))
  const sums = await usageSums(ctx, { meterIds: tree.meterIds, periods })
  const missing = await missingHours(ctx, { meterIds: tree.meterIds, day: dayOf(ctx, toMoment(at)) })
  // An hour without readings is no low use; it stands in the list of missing hours.
  const unread = new Set(missing.filter((one) => toMillis(one.at) === at).map(({ meterId }) => meterId))
  let found = 0
  for (const one of tree.counting) {
    const mine = sums.filter(({ meterId }) => meterId === one.meterId)
    const value = mine.find(({ key }) => key === '0')
    if (!value || unread.has(one.meterId)) continue
    const judged = judgeUse(
      value.used,
      mine.filter(({ key }) => key !== '0').map(({ used }) => used),
      energySpreads,
    )
    if (!judged || judged.verdict === 'usual') continue
    await keep(ctx, one, at, value.used, judged)
    found++
  }
  return found
}

/** An hour after an open case of the same meter and direction belongs to it. */
async function keep(
  ctx: Context,
  one: EnergyMeter,
  at: number,
  used: number,
  judged: AbnormalJudgement,
): Promise<void> {
  const [startsAt, endsAt] = [toMoment(at), toMoment(at + HOUR)]
  const direction = judged.verdict as 'high' | 'low'
  const [known] = await ctx.query(
    sql`select ${columns(energyAbnormal, ['id', 'startsAt', 'endsAt', 'hours', 'used', 'usual', 'excess', 'deviations'])}, ${computed<{ covered: boolean }>`ends_at > ${startsAt} as covered`} from energy_abnormal
     where site_id = ${ctx.site} and energy_meter_id = ${one.id} and direction = ${direction} and starts_at <= ${startsAt} and ends_at >= ${startsAt} order by starts_at desc ${limit(1)}`,
  )
  if (known?.covered) return
  const worse = (before: number): number =>
    Math.abs(judged.deviations) > Math.abs(before) ? round(judged.deviations, 1) : before
  if (known) {
    await ctx.query(
      sql`update energy_abnormal set ends_at = ${endsAt}, hours = hours + 1, used = used + ${round(used)}, usual = usual + ${round(judged.median)},
       excess = excess + ${round(used - judged.median)}, deviations = ${worse(known.deviations)}, updated_at = ${ctx.now} where site_id = ${ctx.site} and id = ${known.id}`,
    )
    ctx.touch('energyAbnormal')
    return
  }
  await ctx.rows.insert(energyAbnormal, {
    state: 'open',
    energyMeterId: one.id,
    medium: one.medium,
    lineId: one.lineId,
    direction,
    day: dayOf(ctx, startsAt),
    startsAt,
    endsAt,
    hours: 1,
    used: round(used),
    usual: round(judged.median),
    excess: round(used - judged.median),
    deviations: round(judged.deviations, 1),
  })
}
