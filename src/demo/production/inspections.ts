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
import { batch, type Batch, type Draft } from '../draft'
import { rounded } from '../random'
import { both, type Said } from '../said'
import { basisWeight, firstItems, lineItems, postItems, posts } from './inspection-words'
import type { Floor, Order } from './orders'
import { head, signed, type At } from './sheet-head'

/** Builds the daily and station inspections, with their due times, of ended shifts. */
export function inspections(floor: Floor, all: readonly At[]): Batch[] {
  const { dice, era } = floor
  const judged = (names: readonly Said[]) =>
    names.map((item) => ({
      item: era.say(item),
      result: dice.chance(0.985) ? ('ok' as const) : ('notOk' as const),
      value: null,
      unit: null,
      note: null,
    }))
  const worst = (items: readonly { result: string }[]) =>
    items.some(({ result }) => result === 'notOk') ? ('notOk' as const) : ('ok' as const)
  const daily = all
    .filter(({ shift }) => shift.shift === 'early')
    .map((at): Draft<typeof dailyInspection> => {
      const items = judged(lineItems)
      return { id: dice.id(at.end), ...head(at), items, result: worst(items), ...signed(floor, at.end - 6 * HOUR_MS) }
    })
  const post = all
    .filter(({ end }) => end > era.now - 14 * DAY_MS)
    .map((at): Draft<typeof postInspection> => {
      const items = judged(postItems)
      return {
        id: dice.id(at.end),
        ...head(at),
        post: era.say(dice.pick(Object.values(posts))),
        items,
        result: worst(items),
        ...signed(floor, at.end - 5 * HOUR_MS),
      }
    })
  const times = all
    .filter(({ end }) => end > era.now - 7 * DAY_MS)
    .map((at): Draft<typeof inspectionTime> => {
      const due = at.end - 4 * HOUR_MS
      const { userId, ...rest } = signed(floor, due)
      return {
        id: dice.id(due),
        ...head(at),
        inspection: dice.pick(['daily', 'post', 'process1'] as const),
        dueAt: toMoment(due),
        doneAt: dice.chance(0.96) ? toMoment(due + dice.int(-10, 25) * MINUTE_MS) : null,
        userId,
        createdAt: rest.createdAt,
        updatedAt: rest.updatedAt,
        createdBy: rest.createdBy,
      }
    })
  const postTimes = all
    .filter(({ end }) => end > era.now - 7 * DAY_MS)
    .flatMap((at) =>
      Object.values(posts).map((name): Draft<typeof postTime> => ({
        id: dice.id(at.end),
        ...head(at),
        post: era.say(name),
        personId: dice.pick(floor.staff.onShift('line', at.end - HOUR_MS)).id,
        startsAt: at.shift.startsAt,
        endsAt: at.shift.endsAt,
        ...signed(floor, at.end - MINUTE_MS),
      })),
    )
  return [
    batch(dailyInspection, daily),
    batch(postInspection, post),
    batch(inspectionTime, times),
    batch(postTime, postTimes),
  ]
}

/** Builds the process inspections of each order against its standard, and the inspection of its first roll. */
export function processCheck(floor: Floor, orders: readonly Order[]): Batch[] {
  const { dice, era } = floor
  const where = (order: Order, at: number) => {
    const { businessDate, shift, team } = era.shiftAt(at)
    return { lineId: order.line.id, workOrderId: order.row.id, businessDate, shift, team }
  }
  const value = (key: string, label: Said, unit: string, target: number, spread: number) => ({
    key,
    label: era.say(label),
    unit,
    actual: rounded(dice.normal(target, spread * 0.4), 1),
    low: rounded(target - spread, 1),
    target: rounded(target, 1),
    high: rounded(target + spread, 1),
  })
  const out = (values: readonly { actual: number; low: number; high: number }[]) =>
    values.filter((one) => isOutsideLimits(one.actual, one)).length
  const one = orders.map((order): Draft<typeof processInspection1> => {
    const at = order.startsAt + 50 * MINUTE_MS
    const melt = order.line.kind === 'meltblown'
    // Targets as in the process standards of these products.
    const values = [
      value('extruderTemp', both('挤出机温度', 'Extruder temperature'), '°C', melt ? 255 : 232, 5),
      melt
        ? value('airTemp', both('热风温度', 'Hot air temperature'), '°C', 280, 8)
        : value('calenderTemp', both('热轧温度', 'Calender temperature'), '°C', 148 + order.product.gsm / 10, 4),
      value('speed', both('线速度', 'Line speed'), 'm/min', order.product.idealSpeed, order.product.idealSpeed * 0.08),
    ]
    return {
      id: dice.id(at),
      ...where(order, at),
      processStandardId: order.product.standardId,
      measuredAt: toMoment(at),
      values,
      outOfLimits: out(values),
      result: out(values) ? 'notOk' : 'ok',
      ...signed(floor, at),
    }
  })
  const two = orders.map((order): Draft<typeof processInspection2> => {
    const at = order.startsAt + 7 * HOUR_MS
    const values = [
      value('tension', both('放卷张力', 'Unwind tension'), 'N/m', 20 + order.product.gsm, 9),
      value('hardness', both('卷硬度', 'Roll hardness'), 'HS', 62, 7),
    ]
    return {
      id: dice.id(at),
      ...where(order, at),
      measuredAt: toMoment(at),
      values,
      outOfLimits: out(values),
      result: out(values) ? 'notOk' : 'ok',
      ...signed(floor, at, 'slit'),
    }
  })
  const first = orders
    .filter(({ jumbos }) => jumbos[0]?.doffedAt)
    .map((order): Draft<typeof firstInspection> => {
      const at = Date.parse(order.jumbos[0]?.doffedAt ?? '') + 10 * MINUTE_MS
      const items = firstItems.map((item) => ({
        item: era.say(item),
        result: 'ok' as const,
        value: item === basisWeight ? rounded(dice.normal(order.product.gsm, 0.2), 2) : null,
        unit: item === basisWeight ? 'g/m²' : null,
        note: null,
        low: null,
        target: null,
        high: null,
      }))
      return {
        id: dice.id(at),
        ...where(order, at),
        jumboRollId: order.jumbos[0]?.id,
        items,
        result: 'ok',
        released: true,
        ...signed(floor, at),
      }
    })
  const before = <T extends { filledAt?: string | null }>(rows: readonly T[]): T[] =>
    rows.filter(({ filledAt }) => Date.parse(filledAt ?? '') < era.now)
  return [
    batch(processInspection1, before(one)),
    batch(processInspection2, before(two)),
    batch(firstInspection, before(first)),
  ]
}
