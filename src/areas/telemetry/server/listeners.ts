/** Takes in readings from other modules: manual meter readings and line speeds. */
import { toMillis } from '@/plant/rules/plant-time'
import { meter } from '@/areas/equipment/contract/meter'
import { meterRead } from '@/areas/equipment/server/events'
import { speedsReceived } from '@/plant/server/events'
import { listenTo, type AreaEventListener } from '@/server/events'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { tag } from '../contract/tag'
import type { PlantSource } from '@/areas/telemetry/rules/tag'
import { judgeStoredReading } from './decide-odd-readings'
import { findTagsByCode } from './take/assign-to-tags'
import { takeReadings } from './take-readings'

type MeterReadEvent = NonNullable<(typeof meterRead)['payload']>
const HAND_SOURCE: PlantSource = 'hand'
const LINE_SPEED_SOURCE: PlantSource = 'lineSpeed'
const DAY_S = 86_400

/** Stores a meter reading as a reading of the meter's tag. The first reading creates the tag. */
async function storeMeterReading(ctx: Context, { meterId, at, value, exchange }: MeterReadEvent): Promise<void> {
  const code = await ensureMeterTag(ctx, meterId)
  if (value === null) return withdrawReading(ctx, code, at)
  // The person who read the meter has confirmed the value already.
  await takeReadings(ctx, { source: HAND_SOURCE, readings: [{ tag: code, at: toMillis(at), value, exchange }] })
}
async function ensureMeterTag(ctx: Context, meterId: string): Promise<string> {
  const [existingTag] = await ctx.query(
    sql`select ${columns(tag, ['code'])} from tag where site_id = ${ctx.site} and meter_id = ${meterId}`,
  )
  if (existingTag) return existingTag.code
  const meterRow = await ctx.rows.get(meter, meterId)
  const isCodeTaken = (await ctx.rows.find(tag, { where: { code: meterRow.code } })).length > 0
  const newTag = await ctx.rows.insert(tag, {
    code: isCodeTaken ? `${meterRow.code}.${meterId.slice(-6)}` : meterRow.code,
    name: meterRow.name,
    nameEn: meterRow.nameEn,
    kind: meterRow.counter ? 'counter' : 'gauge',
    unit: meterRow.unit,
    lineId: meterRow.lineId,
    equipmentId: meterRow.equipmentId,
    meterId,
    low: meterRow.counter ? null : meterRow.rangeLow,
    high: meterRow.counter ? null : meterRow.rangeHigh,
    rollsOverAt: meterRow.counter ? meterRow.rollsOverAt : null,
    everyS: DAY_S,
  })
  return newTag.code
}
/**
 * Takes a withdrawn reading out of the totals, deletes it, and makes the reading before it the live value. The same
 * reading can be entered again afterwards.
 */
async function withdrawReading(ctx: Context, code: string, readAt: string): Promise<void> {
  const tagRow = (await findTagsByCode(ctx, [code])).get(code)
  if (!tagRow) return
  await judgeStoredReading(ctx, tagRow, readAt, 'excluded')
  await ctx.query(sql`delete from reading where site_id = ${ctx.site} and tag_id = ${tagRow.id} and at = ${readAt}`)
  // `one` gives a row even if no reading is left; the live value is then empty.
  await ctx.query(
    sql`update tag_state s set at = r.at, value = r.value, quality = coalesce(r.quality, 0) from (select 1) one
     left join lateral (select at, value, quality from reading where site_id = ${ctx.site} and tag_id = ${tagRow.id} order by at desc limit 1) r on true
     where s.site_id = ${ctx.site} and s.tag_id = ${tagRow.id}`,
  )
}

type LineSpeedsEvent = NonNullable<(typeof speedsReceived)['payload']>
/** Stores speeds that the line endpoint received, for lines with a speed tag. */
async function storeLineSpeeds(ctx: Context, { speeds }: LineSpeedsEvent): Promise<void> {
  const tags = await ctx.query(
    sql`select ${columns(tag, ['code', 'lineId'])} from tag where site_id = ${ctx.site} and line_key = ${options(tag.fields.lineKey, 'speed')} and line_id = any(${[...new Set(speeds.map((s) => s.lineId))]}::uuid[])`,
  )
  const codeByLine = new Map(tags.map(({ code, lineId }) => [lineId, code]))
  const readings = speeds.flatMap(({ lineId, at, speed }) => {
    const code = codeByLine.get(lineId)
    return code ? [{ tag: code, at: toMillis(at), value: speed }] : []
  })
  if (readings.length > 0)
    await takeReadings(ctx, { source: LINE_SPEED_SOURCE, readings, speedsAlreadyForwarded: true })
}
export const listeners: AreaEventListener[] = [
  listenTo(meterRead, storeMeterReading),
  listenTo(speedsReceived, storeLineSpeeds),
]
