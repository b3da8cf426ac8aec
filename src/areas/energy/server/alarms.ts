/** Alarms for water and gas: settings of the limits, and the job that notifies the chat robot. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { addDays, HOUR_MS, toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'
import { getDayStart, getToday } from '@/plant/server/plant'
import { sumMeterUsage } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { openSealedField } from '@/server/seals'
import { enqueueMessage, assertHookAllowed } from '@/server/outbound/outbound-messages'
import { sql } from '@/server/sql'
import {
  energyAlarm,
  energyAlarmSent,
  type AlarmMedium,
  type setWaterAlarm,
  type waterAlarm,
} from '../contract/energy-alarm'
import { findExceedances, type LimitExceedance } from '@/areas/energy/rules/abnormal-use'
import { loadMeterTree, type MeterTree, formatMeterLabel } from './meters'
import { getTopMeterWeights } from './load-energy-day'
import { roundToDigits } from './energy-metrics'

type Alarm = Row<typeof energyAlarm>
type AlarmAnswer = EndpointOutput<typeof waterAlarm>
const defaultAlarm = {
  enabled: false,
  robot: 'dingtalk',
  energyMeterId: null,
  limitHour: null,
  limitDay: null,
  language: 'zh',
} as const
/** Builds the answer with the settings of an alarm. Address and secret are only reported as present. */
async function buildAlarmAnswer(ctx: Context, medium: AlarmMedium, row: Alarm | undefined): Promise<AlarmAnswer> {
  if (!row) return { medium, ...defaultAlarm, hasAddress: false, hasSecret: false, host: null, version: 0 }
  const { enabled, robot, energyMeterId, limitHour, limitDay, language, version } = row
  const { address, secret } = await loadWebhook(ctx, medium)
  const host = address && URL.canParse(address) ? new URL(address).host : null
  return {
    medium,
    enabled,
    robot,
    energyMeterId,
    limitHour,
    limitDay,
    language,
    version,
    hasAddress: address !== null,
    hasSecret: secret !== null,
    host,
  }
}
/** Reads address and secret by SQL, because resource rows never contain secret fields. */
async function loadWebhook(
  ctx: Context,
  medium: AlarmMedium,
): Promise<{ address: string | null; secret: string | null }> {
  const [webhookRow] = await ctx.query(
    sql<{
      address: string | null
      secret: string | null
    }>`select address, secret from energy_alarm where site_id = ${ctx.site} and medium = ${medium}`,
  )
  const { app } = ctx as AppContext
  return {
    address: openSealedField(app, energyAlarm, 'address', webhookRow?.address ?? null),
    secret: openSealedField(app, energyAlarm, 'secret', webhookRow?.secret ?? null),
  }
}
const findAlarm = async (ctx: Context, medium: AlarmMedium): Promise<Alarm | undefined> =>
  (await ctx.rows.find(energyAlarm, { where: { medium }, limit: 1 }))[0]
/** Creates the handler of GET /energy/ding_water or /energy/ding_gas. */
export const createAlarmReader = (medium: AlarmMedium) => async (ctx: Context) =>
  buildAlarmAnswer(ctx, medium, await findAlarm(ctx, medium))
/** Creates the handler of PUT /energy/ding_water or /energy/ding_gas. An omitted address or secret stays as it is. */
export const createAlarmWriter =
  (medium: AlarmMedium) =>
  async (
    ctx: Context,
    { version, address, secret, ...fields }: EndpointInput<typeof setWaterAlarm>,
  ): Promise<AlarmAnswer> => {
    const row = await findAlarm(ctx, medium)
    const robotKind = fields.robot ?? row?.robot ?? defaultAlarm.robot
    // If only the kind of robot changes, the stored address must be checked again, because its host may not suit the
    // new kind.
    const url = address ?? (row && robotKind !== row.robot ? (await loadWebhook(ctx, medium)).address : null)
    if (url) assertHookAllowed(ctx, { url, kind: robotKind }, 'address')
    const secrets = { ...(address ? { address } : {}), ...(secret ? { secret } : {}) }
    const storedAlarm = row
      ? await ctx.rows.update(energyAlarm, row.id, { ...fields, ...secrets } as Partial<Alarm>, {
          version: version ?? null,
        })
      : await ctx.rows.insert(energyAlarm, { ...defaultAlarm, ...fields, medium, ...secrets } as Partial<Alarm>)
    return buildAlarmAnswer(ctx, medium, storedAlarm)
  }

/** Job: sends each exceeded limit to the chat robot of its alarm, once per hour or day. */
export async function checkLimits(ctx: Context): Promise<void> {
  const alarms = await ctx.rows.find(energyAlarm, { where: { enabled: true } })
  if (alarms.length === 0) return
  const tree = await loadMeterTree(ctx)
  for (const alarm of alarms)
    for (const exceedance of await findAlarmExceedances(ctx, tree, alarm))
      await notifyRobot(ctx, tree, alarm, exceedance)
}
/**
 * Returns the exceeded limits of the current hour and day, and of the previous ones, whose last readings arrive after
 * their end. Yesterday is checked in the first hour of the day only.
 */
async function findAlarmExceedances(ctx: Context, tree: MeterTree, alarm: Alarm): Promise<LimitExceedance[]> {
  const weights = alarm.energyMeterId
    ? (tree.weightsByMeter.get(alarm.energyMeterId) ?? new Map<string, number>())
    : getTopMeterWeights(tree, { medium: alarm.medium })
  const meterIdByEnergyMeterId = new Map(tree.physicalMeters.map(({ id, meterId }) => [id, meterId]))
  const meterIds = [...weights.keys()].flatMap((id) => meterIdByEnergyMeterId.get(id) ?? [])
  const hourStartMs = Math.floor(ctx.now.getTime() / HOUR_MS) * HOUR_MS
  const day = getToday(ctx)
  const dayStart = getDayStart(ctx, day)
  const yesterday = addDays(day, -1)
  const now = ctx.now.toISOString()
  const periods = [
    { key: 'previousHour', from: toMoment(hourStartMs - HOUR_MS), to: toMoment(hourStartMs) },
    { key: 'currentHour', from: toMoment(hourStartMs), to: now },
    { key: 'today', from: dayStart, to: now },
    ...(hourStartMs - HOUR_MS < toMillis(dayStart)
      ? [{ key: 'yesterday', from: getDayStart(ctx, yesterday), to: dayStart }]
      : []),
  ].filter(({ from, to }) => toMillis(from) < toMillis(to))
  const sums = await sumMeterUsage(ctx, { meterIds, periods })
  const getUsed = (key: string, energyMeterId: string): number => {
    const meterId = meterIdByEnergyMeterId.get(energyMeterId)
    return sums.find((meterSum) => meterSum.key === key && meterSum.meterId === meterId)?.used ?? 0
  }
  const sumUsed = (key: string): number =>
    [...weights].reduce((sum, [id, factor]) => sum + factor * getUsed(key, id), 0)
  const limits = { perHour: alarm.limitHour, perDay: alarm.limitDay }
  const formatHourSlot = (startMs: number): string => {
    const localTime = toLocalTime(toMoment(startMs), ctx.timeZone)
    return `${localTime.day}T${String(Math.floor(localTime.minute / 60)).padStart(2, '0')}`
  }
  return [
    ...findExceedances(limits, {
      hour: formatHourSlot(hourStartMs - HOUR_MS),
      usedHour: sumUsed('previousHour'),
      day: yesterday,
      usedDay: sumUsed('yesterday'),
    }),
    ...findExceedances(limits, {
      hour: formatHourSlot(hourStartMs),
      usedHour: sumUsed('currentHour'),
      day,
      usedDay: sumUsed('today'),
    }),
  ]
}
async function notifyRobot(
  ctx: Context,
  tree: MeterTree,
  alarm: Alarm,
  { span, slot, used, limit }: LimitExceedance,
): Promise<void> {
  const { address, secret } = await loadWebhook(ctx, alarm.medium)
  if (!address) return
  const sentRows = await ctx.rows.find(energyAlarmSent, { where: { medium: alarm.medium, span, slot }, limit: 1 })
  if (sentRows.length > 0) return
  await ctx.rows.insert(energyAlarmSent, {
    medium: alarm.medium,
    span,
    slot,
    used: roundToDigits(used),
    limit,
    sentAt: ctx.now.toISOString(),
  })
  const { translations } = (ctx as AppContext).app
  const t = translations.t(alarm.language)
  const meter = alarm.energyMeterId ? tree.meterById.get(alarm.energyMeterId) : null
  await enqueueMessage(ctx, {
    receiver: { kind: alarm.robot, url: address, secret },
    key: `energyAlarm:${alarm.medium}:${span}:${slot}`,
    text: t(`energy:robot.${span}`, {
      what: meter ? formatMeterLabel({ language: alarm.language }, meter) : t(`energy:robot.${alarm.medium}`),
      slot: slot.replace('T', ' '),
      used: roundToDigits(used, 1),
      limit,
    }),
  })
}
