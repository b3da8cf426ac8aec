/** Electricity bills of the closed months: the grid's meter differs slightly from the plant's, prices are the same. */
import type { energyMeter } from '@/areas/energy/contract/energy-meter'
import { billedCnyFields, billedKwhFields, electricBill } from '@/areas/energy/contract/electric-bill'
import { calculateBill, type DayUse } from '@/areas/energy/rules/bill'
import { billCharges } from '@/areas/prices/rules/dated-price'
import { bands } from '@/areas/prices/rules/tariff'
import { listElectricCharges, listSlotPrices } from '@/areas/prices/server/queries'
import { usageOf } from '@/areas/telemetry/server/queries'
import type { Row } from '@/contract/resource'
import { getMonthDays, type Month } from '@/plant/rules/month'
import { addDays, type Moment } from '@/plant/rules/plant-time'
import { toPlantDay, getDayStart } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { closedOf } from './cost'
import type { Draft } from './draft'
import type { Era } from './era'
import { Dice, rounded } from './random'
import { both } from './said'

type Bill = Omit<Draft<typeof electricBill>, 'id' | 'createdAt'>
export type TopMeter = Pick<Row<typeof energyMeter>, 'medium'> & { meterId: string }
/** Largest relative deviation between two meters of class 0.5 on the same wires. */
const APART = 0.0015
/** The last but one closed month has a peak that deviates more than the class allows, with a note that explains it. */
const ODD_PEAK = 1.014
const ODD_NOTE = both(
  '峰段电量比本厂表计多1.4%：当月12日供电局更换关口表，停表期间的电量按前三日同时段补收。已核对更换记录与计算单，无异议。',
  "Peak energy 1.4 % above the plant's own meter: the grid operator exchanged the billing meter on the 12th, and the time without it was charged by the same hours of the three days before. Exchange record and calculation checked, no objection.",
)

/** Inserts the bills directly, as the closed months are, because the endpoints refuse bills of a closed month. */
export async function addBills(
  ctx: Context,
  era: Era,
  { tops, by }: { tops: readonly TopMeter[]; by: string },
): Promise<void> {
  const meterIds = tops.filter(({ medium }) => medium === 'electricity').map(({ meterId }) => meterId)
  // The era may begin in the middle of a month; there is no bill for a partial month.
  const months = closedOf(era).filter((month) => `${month}-01` >= era.firstDay)
  const dice = new Dice('plant/bills')
  for (const month of months) {
    const bill = await billOf(ctx, era, dice, { month, meterIds, odd: month === months.at(-2) })
    if (bill) await ctx.rows.insert(electricBill, { ...bill, writtenBy: by })
  }
}
async function billOf(
  ctx: Context,
  era: Era,
  dice: Dice,
  { month, meterIds, odd }: { month: Month; meterIds: readonly string[]; odd: boolean },
): Promise<Bill | null> {
  const days = getMonthDays(month)
  const span = { from: getDayStart(ctx, days.from), to: getDayStart(ctx, addDays(days.to, 1)) }
  const quarters = new Map<Moment, number>()
  for (const { at, used } of await usageOf(ctx, { meterIds, ...span, step: 'quarter' }))
    quarters.set(at, (quarters.get(at) ?? 0) + used)
  if (quarters.size === 0) return null
  const prices = new Map((await listSlotPrices(ctx, span)).map((slot) => [slot.at, slot]))
  const uses = [...quarters].map(([at, used]): DayUse => {
    const slot = prices.get(at)
    return {
      day: toPlantDay(ctx, at),
      band: slot?.band ?? 'none',
      used,
      cost: used * (slot?.price ?? 0),
      estimated: 0,
      unpriced: 0,
    }
  })
  const demandKw = rounded(Math.max(...quarters.values()) * 4, 1)
  const own = calculateBill({ first: days.from, uses, demandKw, charges: await listElectricCharges(ctx, span) })
  const apart = 1 + APART * (2 * dice.next() - 1)
  const lines: Partial<Record<string, number>> = {}
  let [kwh, cny] = [0, 0]
  for (const line of [...bands, ...billCharges]) {
    const { quantity, cny: amount } = own[line] ?? { quantity: null, cny: null }
    const factor = odd && line === 'peak' ? ODD_PEAK : apart
    if (amount) cny += lines[billedCnyFields[line]] = rounded(amount * factor, 2)
    if (line in billedKwhFields && quantity)
      kwh += lines[billedKwhFields[line as keyof typeof billedKwhFields]] = rounded(quantity * factor, 1)
  }
  return {
    month: days.from,
    number: `DL${month.replace('-', '')}0086`,
    ...lines,
    demandKw: rounded(demandKw * apart, 1),
    totalKwh: rounded(kwh, 1),
    totalCny: rounded(cny, 2),
    note: odd ? era.say(ODD_NOTE) : null,
  }
}
