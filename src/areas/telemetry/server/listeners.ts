/** Takes in readings from other modules: manual meter readings and line speeds. */
import { toMillis } from '@/plant/rules/plant-time'
import { meter } from '@/areas/equipment/contract/meter'
import { meterRead, speedsTaken } from '@/plant/server/events'
import { listenTo, type AreaEventListener } from '@/server/events'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { tag } from '../contract/tag'
import type { PlantSource } from '../rules/source'
import { judgeAnew } from './judge-anew'
import { tagsByCode } from './take/entry'
import { takeReadings } from './take-readings'

type Read = NonNullable<(typeof meterRead)['payload']>
const BY_HAND: PlantSource = 'hand'
const OF_LINE: PlantSource = 'lineSpeed'
const A_DAY_S = 86_400

/** Stores a meter reading as a reading of the meter's tag. The first reading creates the tag. */
async function takeMeterReading(ctx: Context, { meterId, at, value, exchange }: Read): Promise<void> {
  const code = await tagOfMeter(ctx, meterId)
  if (value === null) return forget(ctx, code, at)
  // The person who read the meter has confirmed the value already.
  await takeReadings(ctx, { source: BY_HAND, readings: [{ tag: code, at: toMillis(at), value, exchange }] })
}
async function tagOfMeter(ctx: Context, meterId: string): Promise<string> {
  const [known] = await ctx.query(
    sql`select ${columns(tag, ['code'])} from tag where site_id = ${ctx.site} and meter_id = ${meterId}`,
  )
  if (known) return known.code
  const of = await ctx.rows.get(meter, meterId)
  const taken = (await ctx.rows.find(tag, { where: { code: of.code } })).length > 0
  const made = await ctx.rows.insert(tag, {
    code: taken ? `${of.code}.${meterId.slice(-6)}` : of.code,
    name: of.name,
    nameEn: of.nameEn,
    kind: of.counter ? 'counter' : 'gauge',
    unit: of.unit,
    lineId: of.lineId,
    equipmentId: of.equipmentId,
    meterId,
    low: of.counter ? null : of.rangeLow,
    high: of.counter ? null : of.rangeHigh,
    rollsOverAt: of.counter ? of.rollsOverAt : null,
    everyS: A_DAY_S,
  })
  return made.code
}
/** Deletes a withdrawn meter reading, so that the same reading can be entered again. */
async function forget(ctx: Context, code: string, moment: string): Promise<void> {
  const of = (await tagsByCode(ctx, [code])).get(code)
  if (!of) return
  await judgeAnew(ctx, of, moment, 'left')
  await ctx.query(sql`delete from reading where site_id = ${ctx.site} and tag_id = ${of.id} and at = ${moment}`)
  await ctx.query(
    sql`update tag_state s set at = r.at, value = r.value, quality = coalesce(r.quality, 0) from (select 1) one
     left join lateral (select at, value, quality from reading where site_id = ${ctx.site} and tag_id = ${of.id} order by at desc limit 1) r on true
     where s.site_id = ${ctx.site} and s.tag_id = ${of.id}`,
  )
}

type Speeds = NonNullable<(typeof speedsTaken)['payload']>
/** Stores speeds that were sent to the line endpoint, for lines that have a speed tag. */
async function takeSpeeds(ctx: Context, { speeds }: Speeds): Promise<void> {
  const tags = await ctx.query(
    sql`select ${columns(tag, ['code', 'lineId'])} from tag where site_id = ${ctx.site} and line_key = ${options(tag.fields.lineKey, 'speed')} and line_id = any(${[...new Set(speeds.map((s) => s.lineId))]}::uuid[])`,
  )
  const codes = new Map(tags.map(({ code, lineId }) => [lineId, code]))
  const readings = speeds.flatMap(({ lineId, at, speed }) => {
    const code = codes.get(lineId)
    return code ? [{ tag: code, at: toMillis(at), value: speed }] : []
  })
  if (readings.length > 0) await takeReadings(ctx, { source: OF_LINE, readings, fromLine: true })
}
export const listeners: AreaEventListener[] = [listenTo(meterRead, takeMeterReading), listenTo(speedsTaken, takeSpeeds)]
