/** Jumbos as they are wound and doffed, with grade and defects. */
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { calculateWebKg } from '@/areas/orders/rules/web-dimensions'
import { buildJumboNumber } from '@/areas/rolls/rules/roll-number'
import { MINUTE_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import { stamps } from '../draft'
import { rounded, type Dice } from '../random'
import { capacity, type Making } from './masters'
import type { Floor, Jumbo, Order } from './orders'
import type { Running } from './running'

/** Mass of the core and shaft of a jumbo. */
export const CORE_KG = 38

/** Winds the jumbos of an order; a jumbo that is not full by now stays on the winder. */
export function wind(floor: Floor, order: Order, running: Running, wanted: number, serials: Map<Day, number>): void {
  const { dice, era, staff } = floor
  const { widthMm } = capacity[order.line.kind as Making]
  const { product, row, line } = order
  const full = row.jumboLengthM ?? 0
  let at = running.past(order.startsAt)
  let good = 0
  while (good < wanted && at < era.now) {
    const speed = rounded(product.idealSpeed * Math.min(1.04, dice.normal(0.94, 0.03)), 1)
    const lengthM = rounded(full + dice.between(60, 170), 0)
    const doffed = running.until(at, lengthM / speed)
    const base = {
      id: dice.id(at),
      workOrderId: row.id,
      productId: product.id,
      lineId: line.id,
      gsm: product.gsm,
      widthMm,
      speed,
      startedAt: toMoment(at),
    }
    const by = dice.pick(staff.onShift('line', Math.min(doffed, era.now))).id
    if (doffed > era.now) {
      const { businessDate, shift, team } = era.shiftAt(at)
      order.jumbos.push({
        ...base,
        state: 'winding',
        number: null,
        lengthM: null,
        businessDate,
        shift,
        team,
        userId: by,
        ...stamps(at, by),
      })
      at = era.now
      break
    }
    const splices = running.breaks(at, doffed) + (dice.chance(0.05) ? 1 : 0)
    const roll = doffedRoll(floor, order, { ...base, lengthM, splices }, doffed, by, serials)
    order.jumbos.push(roll)
    // A downgraded jumbo does not count and is replaced.
    if (roll.grade === 'good') good += 1
    // If the roll came off just now, the next one has already started.
    at = doffed + MINUTE_MS < era.now ? doffed + MINUTE_MS : Math.max(doffed, era.now - 1000)
  }
  order.endsAt = at
  row.plannedEnd = toMoment(order.startsAt + (wanted * full * MINUTE_MS) / (product.idealSpeed * 0.9))
  row.ranMinutes = rounded((order.endsAt - order.startsAt) / MINUTE_MS, 1)
}

function doffedRoll(
  { dice, era }: Floor,
  { row, line, product }: Order,
  base: Pick<Jumbo, 'id' | 'startedAt'> & Partial<Jumbo>,
  doffed: number,
  by: string,
  serials: Map<Day, number>,
): Jumbo {
  const { businessDate, shift, team } = era.shiftAt(doffed)
  const serial = (serials.get(businessDate) ?? 0) + 1
  serials.set(businessDate, serial)
  const lengthM = base.lengthM ?? 0
  const widthMm = base.widthMm ?? 0
  const expectedKg = rounded(calculateWebKg(product.gsm, widthMm, lengthM), 3)
  const netKg = rounded(expectedKg * dice.normal(1, 0.007), 1)
  const off = Math.abs(netKg / expectedKg - 1) > 0.04
  return {
    ...base,
    number: buildJumboNumber(row.batch ?? '', line.code, businessDate, serial),
    state: 'uncut',
    doffedAt: toMoment(doffed),
    businessDate,
    shift,
    team,
    userId: by,
    grossKg: rounded(netKg + CORE_KG, 1),
    coreKg: CORE_KG,
    netKg,
    expectedKg,
    weightUnusual: off,
    weighedBy: 'scale',
    ...(dice.chance(0.012) ? downgraded(dice, lengthM) : { grade: 'good' as const }),
    defects: defectsOf(dice, lengthM, widthMm),
    leftM: lengthM,
    labels: 1,
    ...stamps(Date.parse(base.startedAt), by, Math.min(era.now, doffed + 4 * MINUTE_MS)),
  }
}
/** Downgrades a jumbo over its whole length. */
const downgraded = (dice: Dice, lengthM: number): Pick<Jumbo, 'grade' | 'downgrades'> => ({
  grade: 'downgraded',
  downgrades: [{ fromM: 0, toM: lengthM, grade: 'downgraded', defect: dice.pick(defectKinds), reason: null }],
})
function defectsOf(dice: Dice, lengthM: number, widthMm: number): NonNullable<Jumbo['defects']> {
  return Array.from(
    {
      length: dice.weighted([
        [0, 62],
        [1, 24],
        [2, 10],
        [3, 4],
      ] as const),
    },
    () => {
      const fromM = Math.round(dice.between(0, lengthM * 0.98))
      const across = dice.chance(0.75) ? Math.round(dice.between(0, widthMm * 0.95)) : null
      return {
        kind: dice.weighted(defectKinds.map((kind, i) => [kind, Math.max(1, 14 - i)] as const)),
        fromM,
        toM: Math.min(lengthM, Math.round(fromM + dice.lognormal(25, 1))),
        fromMm: across,
        toMm: across === null ? null : Math.min(widthMm, across + dice.int(10, 180)),
        images: [],
        note: null,
      }
    },
  ).sort((a, b) => a.fromM - b.fromM)
}
