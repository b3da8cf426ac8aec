/**
 * Electricity bills of the closed months. The grid operator's meter deviates slightly from the plant's; the prices are
 * the same.
 */
import type { energyMeter } from '@/areas/energy/contract/energy-meter'
import { cnyFieldByLine, kwhFieldByBand, electricBill } from '@/areas/energy/contract/electric-bill'
import { calculateBill, type DayUse } from '@/areas/energy/rules/bill'
import { billCharges } from '@/areas/prices/rules/dated-price'
import { bands } from '@/areas/prices/rules/tariff'
import { listElectricCharges, listSlotPrices } from '@/areas/prices/server/queries'
import { loadMeterUsage } from '@/areas/telemetry/server/queries'
import type { Row } from '@/contract/resource'
import { getMonthDays, type Month } from '@/plant/rules/month'
import { addDays, type Moment } from '@/plant/rules/plant-time'
import { toPlantDay, getDayStart } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { listClosedDemoMonths } from './cost'
import type { RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import { Dice, roundDecimals } from './random'
import { toBilingualText } from './bilingual-text'

type Bill = Omit<RowDraft<typeof electricBill>, 'id' | 'createdAt'>
export type TopMeter = Pick<Row<typeof energyMeter>, 'medium'> & { meterId: string }
/** Largest relative deviation between two meters of class 0.5 on the same wires. */
const MAX_METER_DEVIATION = 0.0015
/**
 * Factor on the peak energy in the bill of the last closed month but one. The deviation exceeds the class of the
 * meters, and a note on the bill explains it.
 */
const DISPUTED_PEAK_FACTOR = 1.014
const DISPUTED_PEAK_NOTE = toBilingualText(
  '峰段电量比本厂表计多1.4%：当月12日供电局更换关口表，停表期间的电量按前三日同时段补收。已核对更换记录与计算单，无异议。',
  "Peak energy 1.4 % above the plant's own meter: the grid operator exchanged the billing meter on the 12th, and the time without it was charged by the same hours of the three days before. Exchange record and calculation checked, no objection.",
)

/** Inserts the bills directly, because the endpoints refuse bills of a closed month. */
export async function addBills(
  ctx: Context,
  era: DemoEra,
  { topMeters, authorId }: { topMeters: readonly TopMeter[]; authorId: string },
): Promise<void> {
  const meterIds = topMeters.filter(({ medium }) => medium === 'electricity').map(({ meterId }) => meterId)
  // The era may begin in the middle of a month; there is no bill for a partial month.
  const months = listClosedDemoMonths(era).filter((month) => `${month}-01` >= era.firstDay)
  const dice = new Dice('plant/bills')
  for (const month of months) {
    const bill = await buildBill(ctx, era, dice, { month, meterIds, isDisputed: month === months.at(-2) })
    if (bill) await ctx.rows.insert(electricBill, { ...bill, writtenBy: authorId })
  }
}
async function buildBill(
  ctx: Context,
  era: DemoEra,
  dice: Dice,
  { month, meterIds, isDisputed }: { month: Month; meterIds: readonly string[]; isDisputed: boolean },
): Promise<Bill | null> {
  const dayRange = getMonthDays(month)
  const span = { from: getDayStart(ctx, dayRange.from), to: getDayStart(ctx, addDays(dayRange.to, 1)) }
  const kwhByQuarterHour = new Map<Moment, number>()
  for (const { at: moment, used } of await loadMeterUsage(ctx, { meterIds, ...span, step: 'quarter' }))
    kwhByQuarterHour.set(moment, (kwhByQuarterHour.get(moment) ?? 0) + used)
  if (kwhByQuarterHour.size === 0) return null
  const prices = new Map((await listSlotPrices(ctx, span)).map((slot) => [slot.at, slot]))
  const quarterHourUses = [...kwhByQuarterHour].map(([moment, used]): DayUse => {
    const slot = prices.get(moment)
    return {
      day: toPlantDay(ctx, moment),
      band: slot?.band ?? 'none',
      used,
      cost: used * (slot?.price ?? 0),
      estimated: 0,
      unpriced: 0,
    }
  })
  // An amount of kWh in a quarter of an hour is a mean power of four times as many kW.
  const demandKw = roundDecimals(Math.max(...kwhByQuarterHour.values()) * 4, 1)
  const calculatedBill = calculateBill({
    monthStart: dayRange.from,
    dayUses: quarterHourUses,
    demandKw,
    charges: await listElectricCharges(ctx, span),
  })
  const deviationFactor = 1 + MAX_METER_DEVIATION * (2 * dice.next() - 1)
  const lineFields: Partial<Record<string, number>> = {}
  let totalKwh = 0
  let totalCny = 0
  for (const billLine of [...bands, ...billCharges]) {
    const { quantity, cny: calculatedCny } = calculatedBill[billLine] ?? { quantity: null, cny: null }
    const factor = isDisputed && billLine === 'peak' ? DISPUTED_PEAK_FACTOR : deviationFactor
    if (calculatedCny) {
      const lineCny = roundDecimals(calculatedCny * factor, 2)
      lineFields[cnyFieldByLine[billLine]] = lineCny
      totalCny += lineCny
    }
    if (billLine in kwhFieldByBand && quantity) {
      const bandKwh = roundDecimals(quantity * factor, 1)
      lineFields[kwhFieldByBand[billLine as keyof typeof kwhFieldByBand]] = bandKwh
      totalKwh += bandKwh
    }
  }
  return {
    month: dayRange.from,
    number: `DL${month.replace('-', '')}0086`,
    ...lineFields,
    demandKw: roundDecimals(demandKw * deviationFactor, 1),
    totalKwh: roundDecimals(totalKwh, 1),
    totalCny: roundDecimals(totalCny, 2),
    note: isDisputed ? era.localize(DISPUTED_PEAK_NOTE) : null,
  }
}
