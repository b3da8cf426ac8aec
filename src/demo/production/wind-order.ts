/** Jumbos as they are wound and doffed, with grade and defects. */
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { calculateWebKg } from '@/areas/orders/rules/slitting-pattern'
import { buildJumboNumber } from '@/areas/rolls/rules/roll-number'
import { MINUTE_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import { buildAuditFields } from '../draft'
import { roundDecimals, type Dice } from '../random'
import { lineCapacity, type WebLineKind } from './master-data'
import type { ShopFloor, JumboDraft, ProductionOrder } from './orders'
import type { LineClock } from './line-clock'

/** Mass of the core and shaft of a jumbo. */
export const JUMBO_CORE_KG = 38

/** Winds the jumbos of an order; a jumbo that is not full by now stays on the winder. */
export function windOrder(
  floor: ShopFloor,
  order: ProductionOrder,
  clock: LineClock,
  jumbosToWind: number,
  serials: Map<Day, number>,
): void {
  const { dice, era, staff } = floor
  const { widthMm } = lineCapacity[order.line.kind as WebLineKind]
  const { product, row, line } = order
  const jumboLengthM = row.jumboLengthM ?? 0
  let rollStartMs = clock.getTimeAfterStop(order.startMs)
  let goodRolls = 0
  while (goodRolls < jumbosToWind && rollStartMs < era.now) {
    const speed = roundDecimals(product.idealSpeed * Math.min(1.04, dice.normal(0.94, 0.03)), 1)
    const lengthM = roundDecimals(jumboLengthM + dice.between(60, 170), 0)
    const doffedMs = clock.getRunEnd(rollStartMs, lengthM / speed)
    const startedRoll = {
      id: dice.id(rollStartMs),
      workOrderId: row.id,
      productId: product.id,
      lineId: line.id,
      gsm: product.gsm,
      widthMm,
      speed,
      startedAt: toMoment(rollStartMs),
    }
    const operatorId = dice.pick(staff.listOnShift('line', Math.min(doffedMs, era.now))).id
    if (doffedMs > era.now) {
      const { businessDate, shift, team } = era.getShift(rollStartMs)
      order.jumbos.push({
        ...startedRoll,
        state: 'winding',
        number: null,
        lengthM: null,
        businessDate,
        shift,
        team,
        userId: operatorId,
        ...buildAuditFields(rollStartMs, operatorId),
      })
      rollStartMs = era.now
      break
    }
    const splices = clock.countWebBreaks(rollStartMs, doffedMs) + (dice.chance(0.05) ? 1 : 0)
    const roll = buildDoffedRoll(floor, order, { ...startedRoll, lengthM, splices }, doffedMs, operatorId, serials)
    order.jumbos.push(roll)
    // A downgraded jumbo does not count and is replaced.
    if (roll.grade === 'good') goodRolls += 1
    // If the roll came off just now, the next one has already started.
    rollStartMs = doffedMs + MINUTE_MS < era.now ? doffedMs + MINUTE_MS : Math.max(doffedMs, era.now - 1000)
  }
  order.endMs = rollStartMs
  row.plannedEnd = toMoment(order.startMs + (jumbosToWind * jumboLengthM * MINUTE_MS) / (product.idealSpeed * 0.9))
  row.ranMinutes = roundDecimals((order.endMs - order.startMs) / MINUTE_MS, 1)
}

function buildDoffedRoll(
  { dice, era }: ShopFloor,
  { row, line, product }: ProductionOrder,
  startedRoll: Pick<JumboDraft, 'id' | 'startedAt'> & Partial<JumboDraft>,
  doffedMs: number,
  operatorId: string,
  serials: Map<Day, number>,
): JumboDraft {
  const { businessDate, shift, team } = era.getShift(doffedMs)
  const serial = (serials.get(businessDate) ?? 0) + 1
  serials.set(businessDate, serial)
  const lengthM = startedRoll.lengthM ?? 0
  const widthMm = startedRoll.widthMm ?? 0
  const expectedKg = roundDecimals(calculateWebKg(product.gsm, widthMm, lengthM), 3)
  const netKg = roundDecimals(expectedKg * dice.normal(1, 0.007), 1)
  const isUnusual = Math.abs(netKg / expectedKg - 1) > 0.04
  return {
    ...startedRoll,
    number: buildJumboNumber(row.batch ?? '', line.code, businessDate, serial),
    state: 'uncut',
    doffedAt: toMoment(doffedMs),
    businessDate,
    shift,
    team,
    userId: operatorId,
    grossKg: roundDecimals(netKg + JUMBO_CORE_KG, 1),
    coreKg: JUMBO_CORE_KG,
    netKg,
    expectedKg,
    weightUnusual: isUnusual,
    weighedBy: 'scale',
    ...(dice.chance(0.012) ? buildDowngrade(dice, lengthM) : { grade: 'good' as const }),
    defects: generateDefects(dice, lengthM, widthMm),
    leftM: lengthM,
    labels: 1,
    ...buildAuditFields(Date.parse(startedRoll.startedAt), operatorId, Math.min(era.now, doffedMs + 4 * MINUTE_MS)),
  }
}
/** Downgrades a jumbo over its whole length. */
const buildDowngrade = (dice: Dice, lengthM: number): Pick<JumboDraft, 'grade' | 'downgrades'> => ({
  grade: 'downgraded',
  downgrades: [{ fromM: 0, toM: lengthM, grade: 'downgraded', defect: dice.pick(defectKinds), reason: null }],
})
function generateDefects(dice: Dice, lengthM: number, widthMm: number): NonNullable<JumboDraft['defects']> {
  return Array.from(
    {
      length: dice.pickWeighted([
        [0, 62],
        [1, 24],
        [2, 10],
        [3, 4],
      ] as const),
    },
    () => {
      const fromM = Math.round(dice.between(0, lengthM * 0.98))
      const fromMm = dice.chance(0.75) ? Math.round(dice.between(0, widthMm * 0.95)) : null
      return {
        kind: dice.pickWeighted(defectKinds.map((kind, i) => [kind, Math.max(1, 14 - i)] as const)),
        fromM,
        toM: Math.min(lengthM, Math.round(fromM + dice.lognormal(25, 1))),
        fromMm,
        toMm: fromMm === null ? null : Math.min(widthMm, fromMm + dice.int(10, 180)),
        images: [],
        note: null,
      }
    },
  ).sort((a, b) => a.fromM - b.fromM)
}
