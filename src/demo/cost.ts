/** Standard cost rates and closed months of the demonstration. The server calculates the costs of orders itself. */
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { standardRate } from '@/areas/cost/contract/standard-rate'
import { rateItems } from '@/areas/cost/rules/standard-rates'
import { plantMonth } from '@/plant/contract/plant-month'
import { addMonthsToMonth, toMonth, type Month } from '@/plant/rules/month'
import { webLineKinds } from '@/plant/rules/line'
import { HOUR_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import type { BulkStore } from './bulk'
import rates from './data/cost-rates.json' with { type: 'json' }
import { toBatch, buildAuditFields } from './draft'
import type { DemoEra } from './demo-era'
import { loadPricedLines, buildShareSql } from './prices'
import { Dice } from './random'
import { readRecords } from './read-data'

/** CNY without VAT per unit of `rateUnits` (kg, kWh or hour), for the plant or a kind of line. */
const rateSpecs = readRecords(
  rates,
  z.strictObject({
    line: z.enum(webLineKinds).nullable(),
    /** `fixed` covers fixed and financial cost per machine hour at standard speed in a usual month. */
    item: z.enum(rateItems),
    firstYear: z.number(),
    currentYear: z.number(),
  }),
)
/** Price of a fed material by its kind, close to the mean price. CNY/kg. */
const MATERIAL_PRICE_SQL = `case m.kind when 'main' then 7.4 when 'sub' then 21 when 'mid' then 4.3 else 24 end * (0.94 + 0.12 * ${buildShareSql('m.code')})`
/** Past months that are not closed yet. */
const OPEN_MONTHS = 2

/** Stores standard cost rates and closed months. Prices and materials must be stored already. */
export async function storeRatesAndClosedMonths(
  client: PoolClient,
  site: number,
  store: BulkStore,
  era: DemoEra,
): Promise<void> {
  const dice = new Dice('plant/books')
  const firstDay = `${addMonthsToMonth(toMonth(era.firstDay), -1)}-01`
  const yearStart = `${era.today.slice(0, 4)}-01-01`
  const effectiveDays = yearStart > firstDay ? [firstDay, yearStart] : [firstDay]
  const toRateRows = ({ item, firstYear, currentYear }: (typeof rateSpecs)[number], lineId: string | null) =>
    effectiveDays.map((effectiveFrom: Day, i) => ({
      id: dice.id(era.toMillis(effectiveFrom, 600)),
      item,
      lineId,
      effectiveFrom,
      price: i === 0 ? firstYear : currentYear,
      key: `${item}||${lineId ?? ''}`,
      ...buildAuditFields(era.toMillis(effectiveFrom, 600), null),
    }))
  const lines = await loadPricedLines(client, site)
  await store.add(
    toBatch(standardRate, [
      ...rateSpecs.filter(({ line }) => line === null).flatMap((rate) => toRateRows(rate, null)),
      ...lines.flatMap(({ id, kind }) =>
        rateSpecs.filter(({ line }) => line === kind).flatMap((rate) => toRateRows(rate, id)),
      ),
    ]),
  )
  await store.add(
    toBatch(
      plantMonth,
      listClosedDemoMonths(era).map((month) => {
        const closedMs = era.toMillis(`${addMonthsToMonth(month, 1)}-09`, 600)
        return {
          id: dice.id(closedMs),
          month,
          state: 'closed' as const,
          closedAt: toMoment(closedMs + HOUR_MS),
          ...buildAuditFields(closedMs, null),
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
export function listClosedDemoMonths(era: DemoEra): Month[] {
  const months: Month[] = []
  const lastClosedMonth = addMonthsToMonth(toMonth(era.today), -1 - OPEN_MONTHS)
  for (let month = toMonth(era.firstDay); month <= lastClosedMonth; month = addMonthsToMonth(month, 1))
    months.push(month)
  return months
}
