/** Standard cost rates and closed months of the demonstration. The server calculates the costs of orders itself. */
import type { PoolClient } from 'pg'
import { standardRate } from '@/areas/cost/contract/standard-rate'
import type { RateItem } from '@/areas/cost/rules/standard-rates'
import { plantMonth } from '@/plant/contract/plant-month'
import { addMonthsToMonth, toMonth, type Month } from '@/plant/rules/month'
import { HOUR_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import type { BulkStore } from './bulk'
import { batch, stamps } from './draft'
import type { Era } from './era'
import { linesOf, share } from './prices'
import type { WebLineKind } from './production/master-data'
import { Dice } from './random'

/** CNY without VAT per unit of `rateUnits` (kg, kWh or hour): rate of the first year, rate of the current year. */
const rates: readonly (readonly [RateItem, number, number])[] = [
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
const ofLines: Readonly<Record<WebLineKind, readonly (readonly [RateItem, number, number])[]>> = {
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
const MATERIAL = `case m.kind when 'main' then 7.4 when 'sub' then 21 when 'mid' then 4.3 else 24 end * (0.94 + 0.12 * ${share('m.code')})`
/** Past months that are not closed yet. */
const OPEN = 2

/** Stores standard cost rates and closed months. Prices and materials must be stored already. */
export async function storeBooks(client: PoolClient, site: number, store: BulkStore, era: Era): Promise<void> {
  const dice = new Dice('plant/books')
  const first = `${addMonthsToMonth(toMonth(era.firstDay), -1)}-01`
  const later = `${era.today.slice(0, 4)}-01-01`
  const from = later > first ? [first, later] : [first]
  const dated = ([item, ...prices]: (typeof rates)[number], lineId: string | null) =>
    from.map((effectiveFrom: Day, i) => ({
      id: dice.id(era.at(effectiveFrom, 600)),
      item,
      lineId,
      effectiveFrom,
      price: prices[i]!,
      key: `${item}||${lineId ?? ''}`,
      ...stamps(era.at(effectiveFrom, 600), null),
    }))
  const lines = await linesOf(client, site)
  await store.add(
    batch(standardRate, [
      ...rates.flatMap((rate) => dated(rate, null)),
      ...lines.flatMap(({ id, kind }) => ofLines[kind].flatMap((rate) => dated(rate, id))),
    ]),
  )
  await store.add(
    batch(
      plantMonth,
      closedOf(era).map((month) => {
        const at = era.at(`${addMonthsToMonth(month, 1)}-09`, 600)
        return {
          id: dice.id(at),
          month,
          state: 'closed' as const,
          closedAt: toMoment(at + HOUR_MS),
          ...stamps(at, null),
        }
      }),
    ),
  )
  await store.settled()
  await client.query(
    `insert into standard_rate (site_id, id, item, material_id, effective_from, price, key, created_at, updated_at)
     select m.site_id, overlay(overlay(md5('rate' || m.id) placing '7' from 13) placing '8' from 17)::uuid, 'material', m.id, $2::date, ${MATERIAL}, 'material|' || m.id || '|', $2::date, $2::date
     from material m where m.site_id = $1 and m.kind <> 'pack'`,
    [site, first],
  )
  await client.query(
    `update plant_month p set closed_by = u.id, created_by = u.id from app_user u where p.site_id = $1 and u.site_id = p.site_id and u.user_name = 'accountant'`,
    [site],
  )
}
/** Lists the months of the era that are closed, oldest first. */
export function closedOf(era: Era): Month[] {
  const months: Month[] = []
  const last = addMonthsToMonth(toMonth(era.today), -1 - OPEN)
  for (let month = toMonth(era.firstDay); month <= last; month = addMonthsToMonth(month, 1)) months.push(month)
  return months
}
