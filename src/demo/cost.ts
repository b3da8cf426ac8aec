/** Standard cost rates and closed months of the demonstration. The server calculates the costs of orders itself. */
import type { PoolClient } from 'pg'
import { standardRate } from '@/areas/cost/contract/standard-rate'
import type { RateItem } from '@/areas/cost/rules/standard-rates'
import { plantMonth } from '@/plant/contract/plant-month'
import { addMonthsToMonth, toMonth, type Month } from '@/plant/rules/month'
import { HOUR_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import type { BulkStore } from './bulk'
import { toBatch, buildStamps } from './draft'
import type { Era } from './era'
import { loadPricedLines, buildShareSql } from './prices'
import type { WebLineKind } from './production/master-data'
import { Dice } from './random'

/** CNY without VAT per unit of `rateUnits` (kg, kWh or hour): rate of the first year, rate of the current year. */
const plantRates: readonly (readonly [RateItem, number, number])[] = [
  // Includes transmission and surcharges.
  ['electricity', 0.785, 0.807],
  ['gas', 0.27, 0.27],
  ['water', 0.02, 0.02],
  ['labour', 38.5, 40],
  ['packing', 0.16, 0.16],
  ['creditDowngraded', 5.2, 5.4],
  ['creditTrim', 4.1, 4.2],
  ['creditWaste', 2.6, 2.7],
]
/** Rates per line. `fixed` covers fixed and financial cost per machine hour at standard speed in a usual month. */
const lineRates: Readonly<Record<WebLineKind, readonly (readonly [RateItem, number, number])[]>> = {
  spunbond: [
    ['fixed', 565, 575],
    ['tools', 0.16, 0.16],
    ['other', 0.22, 0.23],
  ],
  composite: [
    ['fixed', 880, 900],
    ['tools', 0.09, 0.09],
    ['other', 0.22, 0.23],
  ],
  meltblown: [
    ['fixed', 202, 206],
    ['packing', 0.4, 0.4],
    ['tools', 0.38, 0.38],
    ['other', 0.36, 0.37],
  ],
}
/** Price of a fed material by its kind, close to the mean price. CNY/kg. */
const MATERIAL_PRICE_SQL = `case m.kind when 'main' then 7.4 when 'sub' then 21 when 'mid' then 4.3 else 24 end * (0.94 + 0.12 * ${buildShareSql('m.code')})`
/** Past months that are not closed yet. */
const OPEN_MONTHS = 2

/** Stores standard cost rates and closed months. Prices and materials must be stored already. */
export async function storeBooks(client: PoolClient, site: number, store: BulkStore, era: Era): Promise<void> {
  const dice = new Dice('plant/books')
  const firstDay = `${addMonthsToMonth(toMonth(era.firstDay), -1)}-01`
  const yearStart = `${era.today.slice(0, 4)}-01-01`
  const effectiveDays = yearStart > firstDay ? [firstDay, yearStart] : [firstDay]
  const toRateRows = ([item, ...prices]: (typeof plantRates)[number], lineId: string | null) =>
    effectiveDays.map((effectiveFrom: Day, i) => ({
      id: dice.id(era.toMillis(effectiveFrom, 600)),
      item,
      lineId,
      effectiveFrom,
      price: prices[i]!,
      key: `${item}||${lineId ?? ''}`,
      ...buildStamps(era.toMillis(effectiveFrom, 600), null),
    }))
  const lines = await loadPricedLines(client, site)
  await store.add(
    toBatch(standardRate, [
      ...plantRates.flatMap((rate) => toRateRows(rate, null)),
      ...lines.flatMap(({ id, kind }) => lineRates[kind].flatMap((rate) => toRateRows(rate, id))),
    ]),
  )
  await store.add(
    toBatch(
      plantMonth,
      buildClosedMonths(era).map((month) => {
        const closedMs = era.toMillis(`${addMonthsToMonth(month, 1)}-09`, 600)
        return {
          id: dice.id(closedMs),
          month,
          state: 'closed' as const,
          closedAt: toMoment(closedMs + HOUR_MS),
          ...buildStamps(closedMs, null),
        }
      }),
    ),
  )
  await store.flush()
  await client.query(
    `insert into standard_rate (site_id, id, item, material_id, effective_from, price, key, created_at, updated_at)
     select m.site_id, overlay(overlay(md5('rate' || m.id) placing '7' from 13) placing '8' from 17)::uuid, 'material', m.id, $2::date, ${MATERIAL_PRICE_SQL}, 'material|' || m.id || '|', $2::date, $2::date
     from material m where m.site_id = $1 and m.kind <> 'pack'`,
    [site, firstDay],
  )
  await client.query(
    `update plant_month p set closed_by = u.id, created_by = u.id from app_user u where p.site_id = $1 and u.site_id = p.site_id and u.user_name = 'accountant'`,
    [site],
  )
}
/** Lists the months of the era that are closed, oldest first. */
export function buildClosedMonths(era: Era): Month[] {
  const months: Month[] = []
  const lastClosedMonth = addMonthsToMonth(toMonth(era.today), -1 - OPEN_MONTHS)
  for (let month = toMonth(era.firstDay); month <= lastClosedMonth; month = addMonthsToMonth(month, 1))
    months.push(month)
  return months
}
