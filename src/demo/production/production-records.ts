/** Production records that people at the lines fill in. */
import { productConversion, productInfo, wasteDisposal } from '@/areas/handover/contract/production-records'
import { DAY_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import { toBatch, type RowBatch, type RowDraft } from '../draft'
import type { PlantLine } from '../lines'
import { roundDecimals } from '../random'
import { toBilingualText } from '../bilingual-text'
import { buildLineInspections, buildProcessInspections } from './inspections'
import type { ShopFloor, ProductionOrder } from './orders'
import { buildSignature, type ShiftEnd } from './record-head'
import { buildSlitterWaste, buildTeamRecords, type TeamRecordSources } from './team-records'

/** Shift records go back this far. */
const RECORD_HISTORY_MS = 30 * DAY_MS
/**
 * Process inspections go back as far as the search for the cheapest runs of a product, because the search uses them.
 */
const INSPECTION_HISTORY_MS = 190 * DAY_MS

/** Builds the records of ended shifts and of the orders that ran in them. */
export function buildProductionRecords(
  floor: ShopFloor,
  lines: readonly PlantLine[],
  orders: readonly ProductionOrder[],
  sources: TeamRecordSources,
  slitters: readonly PlantLine[],
): RowBatch[] {
  const { era } = floor
  const shifts = getShiftsBetween(
    toMoment(Math.max(floor.fromMs, era.now - RECORD_HISTORY_MS)),
    toMoment(era.now),
    era.calendar.rotation,
    era.zone,
  ).filter(({ endsAt }) => toMillis(endsAt) < era.now)
  const toShiftEnds = (line: PlantLine) =>
    shifts.map((shift): ShiftEnd => ({
      line,
      shift,
      endMs: toMillis(shift.endsAt),
      order: orders.findLast((o) => o.line.id === line.id && o.startMs < toMillis(shift.endsAt)),
    }))
  const shiftEnds = lines.flatMap(toShiftEnds)
  const recentOrders = orders.filter(({ startMs }) => startMs > era.now - INSPECTION_HISTORY_MS)
  return [
    ...buildLineInspections(floor, shiftEnds),
    ...buildProcessInspections(floor, recentOrders),
    ...buildTeamRecords(floor, shiftEnds, sources),
    ...buildProductRecords(floor, orders),
    toBatch(wasteDisposal, buildSlitterWaste(floor, slitters.flatMap(toShiftEnds), sources.tallies)),
  ]
}
/** Builds the records of product changes on the lines, and the requirements of each product. */
function buildProductRecords(floor: ShopFloor, orders: readonly ProductionOrder[]): RowBatch[] {
  const { dice, era, masters } = floor
  const conversions = orders.flatMap((order): RowDraft<typeof productConversion>[] => {
    const previousOrder = orders.findLast((o) => o.line.id === order.line.id && o.startMs < order.startMs)
    if (!previousOrder || order.startMs < era.now - 60 * DAY_MS) return []
    const { businessDate, shift, team } = era.getShift(order.startMs)
    return [
      {
        id: dice.id(order.startMs),
        lineId: order.line.id,
        workOrderId: order.row.id,
        businessDate,
        shift,
        team,
        fromOrderId: previousOrder.row.id,
        toOrderId: order.row.id,
        startsAt: toMoment(order.changeover.startMs),
        endsAt: toMoment(order.startMs),
        wasteKg: roundDecimals(order.changeover.minutes * dice.between(0.6, 1.4), 1),
        changes: era.localize(
          previousOrder.product.colour === order.product.colour
            ? toBilingualText('更换克重与参数', 'Basis weight and parameters changed')
            : toBilingualText('清洗料斗，更换色母粒', 'Hoppers cleaned, masterbatch changed'),
        ),
        ...buildSignature(floor, order.startMs),
      },
    ]
  })
  const productInfos = masters.products.map((product): RowDraft<typeof productInfo> => {
    const filledMs = era.now - dice.int(2, 90) * DAY_MS
    const { businessDate, shift, team } = era.getShift(filledMs)
    return {
      id: dice.id(filledMs),
      lineId: product.line.id,
      businessDate,
      shift,
      team,
      productId: product.id,
      requirements: era.localize(
        toBilingualText(
          `克重偏差不超过±4%，布面无明显晶点、条纹；目标线速度 ${product.idealSpeed} m/min。`,
          `Basis weight within ±4 %, no visible gels or streaks; target line speed ${product.idealSpeed} m/min.`,
        ),
      ),
      packing: era.localize(
        toBilingualText(
          '每卷缠膜，托盘码放，贴中英文标签。',
          'Each roll stretch-wrapped, stacked on pallets, labelled in Chinese and English.',
        ),
      ),
      validFrom: businessDate,
      ...buildSignature(floor, filledMs),
    }
  })
  return [toBatch(productConversion, conversions), toBatch(productInfo, productInfos)]
}
