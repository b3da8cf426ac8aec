/** Production records that people at the lines fill in. */
import { productConversion, productInfo, wasteDisposal } from '@/areas/handover/contract/production-records'
import { DAY_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import { batch, type Batch, type Draft } from '../draft'
import type { PlantLine } from '../lines'
import { rounded } from '../random'
import { both } from '../said'
import { inspections, processCheck } from './inspections'
import type { Floor, Order } from './orders'
import { signed, type At } from './sheet-head'
import { slitterWaste, teamSheets, type ShiftsKnown } from './team-sheets'

/** Shift records go back this far. */
const WEEKS = 30 * DAY_MS
/** Process inspections go back as far as the search for the cheapest runs of a product, which uses them. */
const HALF_A_YEAR = 190 * DAY_MS

/** Builds the records of ended shifts and of the orders that ran in them. */
export function sheetRows(
  floor: Floor,
  lines: readonly PlantLine[],
  orders: readonly Order[],
  known: ShiftsKnown,
  slitters: readonly PlantLine[],
): Batch[] {
  const { era } = floor
  const shifts = getShiftsBetween(
    toMoment(Math.max(floor.from, era.now - WEEKS)),
    toMoment(era.now),
    era.calendar.pattern,
    era.zone,
  ).filter(({ endsAt }) => toMillis(endsAt) < era.now)
  const at = (line: PlantLine) =>
    shifts.map((shift): At => ({
      line,
      shift,
      end: toMillis(shift.endsAt),
      order: orders.findLast((o) => o.line.id === line.id && o.startsAt < toMillis(shift.endsAt)),
    }))
  const all = lines.flatMap(at)
  const ofHalfAYear = orders.filter(({ startsAt }) => startsAt > era.now - HALF_A_YEAR)
  return [
    ...inspections(floor, all),
    ...processCheck(floor, ofHalfAYear),
    ...teamSheets(floor, all, known),
    ...conversions(floor, orders),
    batch(wasteDisposal, slitterWaste(floor, slitters.flatMap(at), known.tallies)),
  ]
}
function conversions(floor: Floor, orders: readonly Order[]): Batch[] {
  const { dice, era, masters } = floor
  const rows = orders.flatMap((order): Draft<typeof productConversion>[] => {
    const before = orders.findLast((o) => o.line.id === order.line.id && o.startsAt < order.startsAt)
    if (!before || order.startsAt < era.now - 60 * DAY_MS) return []
    const { businessDate, shift, team } = era.shiftAt(order.startsAt)
    return [
      {
        id: dice.id(order.startsAt),
        lineId: order.line.id,
        workOrderId: order.row.id,
        businessDate,
        shift,
        team,
        fromOrderId: before.row.id,
        toOrderId: order.row.id,
        startsAt: toMoment(order.changeover.startsAt),
        endsAt: toMoment(order.startsAt),
        wasteKg: rounded(order.changeover.minutes * dice.between(0.6, 1.4), 1),
        changes: era.say(
          before.product.colour === order.product.colour
            ? both('更换克重与参数', 'Basis weight and parameters changed')
            : both('清洗料斗，更换色母粒', 'Hoppers cleaned, masterbatch changed'),
        ),
        ...signed(floor, order.startsAt),
      },
    ]
  })
  const infos = masters.products.map((p): Draft<typeof productInfo> => {
    const at = era.now - dice.int(2, 90) * DAY_MS
    const { businessDate, shift, team } = era.shiftAt(at)
    return {
      id: dice.id(at),
      lineId: p.line.id,
      businessDate,
      shift,
      team,
      productId: p.id,
      requirements: era.say(
        both(
          `克重偏差不超过±4%，布面无明显晶点、条纹；目标线速度 ${p.idealSpeed} m/min。`,
          `Basis weight within ±4 %, no visible gels or streaks; target line speed ${p.idealSpeed} m/min.`,
        ),
      ),
      packing: era.say(
        both(
          '每卷缠膜，托盘码放，贴中英文标签。',
          'Each roll stretch-wrapped, stacked on pallets, labelled in Chinese and English.',
        ),
      ),
      validFrom: businessDate,
      ...signed(floor, at),
    }
  })
  return [batch(productConversion, rows), batch(productInfo, infos)]
}
