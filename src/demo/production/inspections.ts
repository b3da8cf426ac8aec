/** Inspections of lines and stations per shift, and of the process and first roll per order. */
import {
  dailyInspection,
  firstInspection,
  inspectionTime,
  postInspection,
  processInspection1,
  processInspection2,
} from '@/areas/quality/contract/inspections'
import { postTime } from '@/areas/handover/contract/production-records'
import { isOutsideLimits } from '@/plant/rules/limits'
import { DAY_MS, HOUR_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import texts from '../data/texts.json' with { type: 'json' }
import { toBatch, type RowBatch, type RowDraft } from '../draft'
import { roundDecimals } from '../random'
import { toBilingualText, type BilingualText } from '../bilingual-text'
import type { ShopFloor, ProductionOrder } from './orders'
import { buildRecordHead, buildSignature, type ShiftEnd } from './record-head'

/** Builds the daily and station inspections, with their due times, of ended shifts. */
export function buildLineInspections(floor: ShopFloor, shiftEnds: readonly ShiftEnd[]): RowBatch[] {
  const { dice, era } = floor
  const buildItems = (names: readonly BilingualText[]) =>
    names.map((item) => ({
      item: era.localize(item),
      result: dice.chance(0.985) ? ('ok' as const) : ('notOk' as const),
      value: null,
      unit: null,
      note: null,
    }))
  const getWorstResult = (items: readonly { result: string }[]) =>
    items.some(({ result }) => result === 'notOk') ? ('notOk' as const) : ('ok' as const)
  const dailyRows = shiftEnds
    .filter(({ shift }) => shift.shift === 'early')
    .map((shiftEnd): RowDraft<typeof dailyInspection> => {
      const items = buildItems(texts.lineInspectionItems)
      return {
        id: dice.id(shiftEnd.endMs),
        ...buildRecordHead(shiftEnd),
        items,
        result: getWorstResult(items),
        ...buildSignature(floor, shiftEnd.endMs - 6 * HOUR_MS),
      }
    })
  const stationRows = shiftEnds
    .filter(({ endMs }) => endMs > era.now - 14 * DAY_MS)
    .map((shiftEnd): RowDraft<typeof postInspection> => {
      const items = buildItems(texts.stationItems)
      return {
        id: dice.id(shiftEnd.endMs),
        ...buildRecordHead(shiftEnd),
        post: era.localize(dice.pick(texts.stations)),
        items,
        result: getWorstResult(items),
        ...buildSignature(floor, shiftEnd.endMs - 5 * HOUR_MS),
      }
    })
  const timeRows = shiftEnds
    .filter(({ endMs }) => endMs > era.now - 7 * DAY_MS)
    .map((shiftEnd): RowDraft<typeof inspectionTime> => {
      const dueMs = shiftEnd.endMs - 4 * HOUR_MS
      const { userId, ...signature } = buildSignature(floor, dueMs)
      return {
        id: dice.id(dueMs),
        ...buildRecordHead(shiftEnd),
        inspection: dice.pick(['daily', 'post', 'process1'] as const),
        dueAt: toMoment(dueMs),
        doneAt: dice.chance(0.96) ? toMoment(dueMs + dice.int(-10, 25) * MINUTE_MS) : null,
        userId,
        createdAt: signature.createdAt,
        updatedAt: signature.updatedAt,
        createdBy: signature.createdBy,
      }
    })
  const stationTimeRows = shiftEnds
    .filter(({ endMs }) => endMs > era.now - 7 * DAY_MS)
    .flatMap((shiftEnd) =>
      texts.stations.map((name): RowDraft<typeof postTime> => ({
        id: dice.id(shiftEnd.endMs),
        ...buildRecordHead(shiftEnd),
        post: era.localize(name),
        personId: dice.pick(floor.staff.listOnShift('line', shiftEnd.endMs - HOUR_MS)).id,
        startsAt: shiftEnd.shift.startsAt,
        endsAt: shiftEnd.shift.endsAt,
        ...buildSignature(floor, shiftEnd.endMs - MINUTE_MS),
      })),
    )
  return [
    toBatch(dailyInspection, dailyRows),
    toBatch(postInspection, stationRows),
    toBatch(inspectionTime, timeRows),
    toBatch(postTime, stationTimeRows),
  ]
}

/** Builds the process inspections of each order against its standard, and the inspection of its first roll. */
export function buildProcessInspections(floor: ShopFloor, orders: readonly ProductionOrder[]): RowBatch[] {
  const { dice, era } = floor
  const buildHead = (order: ProductionOrder, inspectedMs: number) => {
    const { businessDate, shift, team } = era.getShift(inspectedMs)
    return { lineId: order.line.id, workOrderId: order.row.id, businessDate, shift, team }
  }
  const buildValue = (key: string, label: BilingualText, unit: string, target: number, spread: number) => ({
    key,
    label: era.localize(label),
    unit,
    actual: roundDecimals(dice.normal(target, spread * 0.4), 1),
    low: roundDecimals(target - spread, 1),
    target: roundDecimals(target, 1),
    high: roundDecimals(target + spread, 1),
  })
  const countOutside = (values: readonly { actual: number; low: number; high: number }[]) =>
    values.filter((value) => isOutsideLimits(value.actual, value)).length
  const mainLineRows = orders.map((order): RowDraft<typeof processInspection1> => {
    const inspectedMs = order.startMs + 50 * MINUTE_MS
    const isMeltblown = order.line.kind === 'meltblown'
    // Targets as in the process standards of these products.
    const values = [
      buildValue(
        'extruderTemp',
        toBilingualText('挤出机温度', 'Extruder temperature'),
        '°C',
        isMeltblown ? 255 : 232,
        5,
      ),
      isMeltblown
        ? buildValue('airTemp', toBilingualText('热风温度', 'Hot air temperature'), '°C', 280, 8)
        : buildValue(
            'calenderTemp',
            toBilingualText('热轧温度', 'Calender temperature'),
            '°C',
            148 + order.product.gsm / 10,
            4,
          ),
      buildValue(
        'speed',
        toBilingualText('线速度', 'Line speed'),
        'm/min',
        order.product.idealSpeed,
        order.product.idealSpeed * 0.08,
      ),
    ]
    return {
      id: dice.id(inspectedMs),
      ...buildHead(order, inspectedMs),
      processStandardId: order.product.standardId,
      measuredAt: toMoment(inspectedMs),
      values,
      outOfLimits: countOutside(values),
      result: countOutside(values) ? 'notOk' : 'ok',
      ...buildSignature(floor, inspectedMs),
    }
  })
  const slittingRows = orders.map((order): RowDraft<typeof processInspection2> => {
    const inspectedMs = order.startMs + 7 * HOUR_MS
    const values = [
      buildValue('tension', toBilingualText('放卷张力', 'Unwind tension'), 'N/m', 20 + order.product.gsm, 9),
      buildValue('hardness', toBilingualText('卷硬度', 'Roll hardness'), 'HS', 62, 7),
    ]
    return {
      id: dice.id(inspectedMs),
      ...buildHead(order, inspectedMs),
      measuredAt: toMoment(inspectedMs),
      values,
      outOfLimits: countOutside(values),
      result: countOutside(values) ? 'notOk' : 'ok',
      ...buildSignature(floor, inspectedMs, 'slit'),
    }
  })
  const firstRows = orders
    .filter(({ jumbos }) => jumbos[0]?.doffedAt)
    .map((order): RowDraft<typeof firstInspection> => {
      const inspectedMs = Date.parse(order.jumbos[0]?.doffedAt ?? '') + 10 * MINUTE_MS
      const items = texts.firstInspectionItems.map((item) => ({
        item: era.localize(item),
        result: 'ok' as const,
        value: item.unit ? roundDecimals(dice.normal(order.product.gsm, 0.2), 2) : null,
        unit: item.unit,
        note: null,
        low: null,
        target: null,
        high: null,
      }))
      return {
        id: dice.id(inspectedMs),
        ...buildHead(order, inspectedMs),
        jumboRollId: order.jumbos[0]?.id,
        items,
        result: 'ok',
        released: true,
        ...buildSignature(floor, inspectedMs),
      }
    })
  const removeFutureRows = <T extends { filledAt?: string | null }>(rows: readonly T[]): T[] =>
    rows.filter(({ filledAt }) => Date.parse(filledAt ?? '') < era.now)
  return [
    toBatch(processInspection1, removeFutureRows(mainLineRows)),
    toBatch(processInspection2, removeFutureRows(slittingRows)),
    toBatch(firstInspection, removeFutureRows(firstRows)),
  ]
}
