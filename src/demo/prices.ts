import type { PoolClient } from 'pg'
import { z } from 'zod'
import {
  costDirectPrice,
  costFinancialPrice,
  costFixedPrice,
  costOtherPrice,
  electricCharge,
  gasWaterPrice,
} from '@/areas/prices/contract/dated-prices'
import { electricPrice } from '@/areas/prices/contract/electric-price'
import { bands, createTariff, type TariffEntry } from '@/areas/prices/rules/tariff'
import { buildDaySlots, type PricedSlot } from '@/areas/prices/rules/tariff-slots'
import { webLineKinds } from '@/plant/rules/line'
import { addDays, addMonths, toMoment, type Day } from '@/plant/rules/plant-time'
import type { BulkStore } from './bulk'
import priceData from './data/prices.json' with { type: 'json' }
import tariffWindows from './data/tariff-windows.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from './draft'
import { HISTORY_MONTHS, type DemoEra } from './demo-era'
import { lineCapacity, type WebLineKind } from './production/master-data'
import { Dice, roundDecimals } from './random'
import { bilingualTextSchema, readRecords, readRecordsByKey } from './read-data'
import { toBilingualText, type BilingualText } from './bilingual-text'

type TariffRow = RowDraft<typeof electricPrice> & { layer: TariffEntry['layer']; name: string; effectiveFrom: Day }
const windows = readRecordsByKey(
  tariffWindows,
  z.array(z.strictObject({ from: z.string(), to: z.string(), band: z.enum(bands) })),
)
const changeDayPricesSchema = z.tuple([z.number(), z.number(), z.number()])
/** Cost prices of the plant or of each kind of line, CNY; one for each of the three days of change. */
const costSpecs = readRecords(
  priceData.costs,
  z.strictObject({
    table: z.enum(['fixed', 'direct', 'other', 'financial']),
    item: bilingualTextSchema,
    basis: z.enum(['month', 'machineHour', 'labourHour', 'kg']),
    plant: changeDayPricesSchema.optional(),
    perLine: z.record(z.enum(webLineKinds), changeDayPricesSchema).optional(),
  }),
)
const chargeSpecs = readRecords(
  priceData.charges,
  z.strictObject({
    kind: z.enum(['demand', 'capacity', 'transmission', 'surcharge', 'powerFactor']),
    item: bilingualTextSchema,
    prices: changeDayPricesSchema,
  }),
)

/** Lists the days of price changes: one before the era, two within it. */
const listChangeDays = (era: DemoEra): [Day, Day, Day] => {
  const firstChange = addMonths(`${era.firstDay.slice(0, 7)}-01`, -1)
  // In a shorter history, the changes are closer together.
  const addScaledMonths = (months: number) => addMonths(firstChange, Math.round((months * era.months) / HISTORY_MONTHS))
  return [firstChange, addScaledMonths(6), addScaledMonths(11)]
}

/** Builds prices of energy and work, with their history. */
function buildPrices(
  dice: Dice,
  era: DemoEra,
  lines: readonly PricedLine[],
): { batches: RowBatch[]; tariff: readonly TariffRow[] } {
  const changeDays = listChangeDays(era)
  const buildChangeAuditFields = (day: Day) => buildAuditFields(era.toMillis(addDays(day, -3), 600), null)
  const buildDatedRows = (key: string, prices: readonly number[]) =>
    changeDays.map((effectiveFrom, i) => ({
      id: dice.id(era.toMillis(addDays(effectiveFrom, -3), 600)),
      effectiveFrom,
      effectiveTo: changeDays[i + 1] ? addDays(changeDays[i + 1]!, -1) : null,
      price: prices[i] ?? prices[0]!,
      key,
      ...buildChangeAuditFields(effectiveFrom),
    }))
  const toItemNames = (item: BilingualText) => ({ item: era.localize(item), itemEn: item.en })
  // The costs of a line depend on its kind.
  const buildCostRows = (table: (typeof costSpecs)[number]['table']) =>
    costSpecs
      .filter((spec) => spec.table === table)
      .flatMap(({ item, basis, plant, perLine }) => [
        ...(plant
          ? buildDatedRows(`${era.localize(item)}||`, plant).map((row) => ({
              ...row,
              ...toItemNames(item),
              basis,
              scope: 'plant' as const,
            }))
          : []),
        ...(perLine
          ? lines.flatMap(({ id, kind }) =>
              buildDatedRows(`${era.localize(item)}|${id}|`, perLine[kind]).map((row) => ({
                ...row,
                ...toItemNames(item),
                basis,
                lineId: id,
                scope: 'line' as const,
              })),
            )
          : []),
      ])
  const buildChargeRows = ({ kind, item, prices }: (typeof chargeSpecs)[number]) =>
    buildDatedRows(`${kind}|${era.localize(item)}`, prices).map((row) => ({
      ...row,
      kind,
      ...toItemNames(item),
      reason: prices.some((price) => price <= 0)
        ? era.localize(toBilingualText('力率高于标准，减收电费', 'Power factor above the standard, charge reduced'))
        : null,
    }))
  const tariff = buildTariffRows(dice, era, changeDays, buildChangeAuditFields)
  return {
    tariff,
    batches: [
      toBatch(electricPrice, tariff),
      toBatch(gasWaterPrice, [
        ...buildDatedRows('gas', priceData.media.gas).map((row) => ({ ...row, medium: 'gas' as const })),
        ...buildDatedRows('water', priceData.media.water).map((row) => ({ ...row, medium: 'water' as const })),
      ]),
      toBatch(electricCharge, chargeSpecs.flatMap(buildChargeRows)),
      toBatch(costFixedPrice, buildCostRows('fixed')),
      toBatch(costDirectPrice, buildCostRows('direct')),
      toBatch(costOtherPrice, buildCostRows('other')),
      toBatch(costFinancialPrice, buildCostRows('financial')),
    ],
  }
}

/**
 * Calculates the band prices by the ratios of Guangdong's time-of-use tariff: peak 1.7 and low 0.38 of the normal
 * price, critical peak 25 % above peak.
 */
const calculateBandPrices = (normal: number) => ({
  critical: roundDecimals(normal * 1.7 * 1.25, 4),
  peak: roundDecimals(normal * 1.7, 4),
  normal,
  low: roundDecimals(normal * 0.38, 4),
  deep: roundDecimals(normal * 0.25, 4),
})
function buildTariffRows(
  dice: Dice,
  era: DemoEra,
  changeDays: readonly Day[],
  buildChangeAuditFields: (day: Day) => ReturnType<typeof buildAuditFields>,
): TariffRow[] {
  const toTariffRow = (
    layer: TariffRow['layer'],
    entryName: BilingualText,
    effectiveFrom: Day,
    fields: Partial<TariffRow>,
  ): TariffRow => ({
    id: dice.id(era.toMillis(addDays(effectiveFrom, -3), 600)),
    layer,
    name: era.localize(entryName),
    nameEn: entryName.en,
    effectiveFrom,
    revision: 1,
    ...fields,
    ...buildChangeAuditFields(effectiveFrom),
  })
  const years = [...new Set([era.firstDay.slice(0, 4), era.today.slice(0, 4)])]
  const heatDays = years
    .flatMap((year) => [`${year}-06-18`, `${year}-06-19`, `${year}-06-25`, `${year}-10-09`])
    .filter((day) => day >= era.firstDay && day <= era.today)
  return [
    ...changeDays.map((day, i) =>
      toTariffRow('base', toBilingualText(`工商业分时 ${i + 1}`, `Time of use ${i + 1}`), day, {
        ...calculateBandPrices(priceData.electricity[i]!),
        windows: windows.ordinary,
      }),
    ),
    toTariffRow('months', toBilingualText('夏季尖峰', 'Summer peak'), changeDays[0]!, {
      months: [7, 8, 9],
      windows: windows.summerPeak,
    }),
    ...years.flatMap((year) => [
      toTariffRow('period', toBilingualText(`国庆深谷 ${year}`, `National Day ${year}`), `${year}-10-01`, {
        effectiveTo: `${year}-10-07`,
        windows: windows.holiday,
      }),
    ]),
    ...heatDays.map((day) =>
      toTariffRow('day', toBilingualText('高温日', 'Heat day'), day, {
        effectiveTo: day,
        windows: windows.summerPeak,
        note: era.localize(toBilingualText('前一日 18:00 公布', 'Announced at 18:00 the day before')),
      }),
    ),
  ]
}

export interface PricedLine {
  readonly id: string
  readonly kind: WebLineKind
}
/** Loads the lines that produce web. */
export async function loadPricedLines(client: PoolClient, site: number): Promise<PricedLine[]> {
  const { rows } = await client.query<PricedLine>(
    'select id, kind from line where site_id = $1 and kind = any($2) order by code',
    [site, Object.keys(lineCapacity)],
  )
  return rows
}

/** Builds the SQL of a UUID derived from a text. @param text SQL of the text */
const buildIdSql = (text: string) => `overlay(overlay(md5(${text}) placing '7' from 13) placing '8' from 17)::uuid`
/** Builds the SQL of a number from 0 to 1 derived from a text. @param text SQL of the text */
export const buildShareSql = (text: string) => `(('x' || left(md5(${text}), 4))::bit(16)::int / 65535.0)`
/** Stores prices of energy, work, materials and invoiced lots, and the tariff slots to the end of next year. */
export async function storePrices(client: PoolClient, site: number, store: BulkStore, era: DemoEra): Promise<void> {
  const { batches, tariff } = buildPrices(new Dice('plant/prices'), era, await loadPricedLines(client, site))
  for (const batch of batches) await store.add(batch)
  await store.flush()
  const [firstChangeDay, secondChangeDay, thirdChangeDay] = listChangeDays(era)
  const basePriceSql = `case kind when 'main' then 7.4 when 'sub' then 21 when 'pack' then 9.2 when 'mid' then 4.3 else 24 end * (0.94 + 0.12 * ${buildShareSql('code')})`
  // Periods between the changes, each with a factor on the base price.
  const pricePeriodsSql = `(values ($2::date, $3::date - 1, 1.0), ($3::date, $4::date - 1, 1.05), ($4::date, null::date, 0.98)) v(day, last, factor)`
  await client.query(
    `insert into cost_material_price (site_id, id, material_id, basis, effective_from, effective_to, price, key, created_at, updated_at)
     select site_id, ${buildIdSql(`'price' || id || day`)}, id, 'kg', day, last, round(${basePriceSql} * factor, 3), id::text, day, day from material cross join ${pricePeriodsSql} where site_id = $1`,
    [site, firstChangeDay, secondChangeDay, thirdChangeDay],
  )
  await client.query(
    `insert into cost_material_price (site_id, id, material_id, lot_id, basis, effective_from, price, invoice, key, created_at, updated_at)
     select l.site_id, ${buildIdSql(`'price' || l.id`)}, m.id, l.id, 'kg', l.received_on, round(${basePriceSql} * factor * (0.98 + 0.04 * ${buildShareSql('l.number')}), 3), left('INV-' || l.number, 60), l.id::text, l.received_on, l.received_on
     from material_lot l join material m on m.site_id = l.site_id and m.id = l.material_id join ${pricePeriodsSql} on l.received_on >= day and (last is null or l.received_on <= last) where l.site_id = $1`,
    [site, firstChangeDay, secondChangeDay, thirdChangeDay],
  )
  const slots = buildSlots(era, firstChangeDay, tariff)
  await client.query(
    `insert into price_slot (site_id, at, band, price) select $1::int, $2::timestamptz + (i - 1) * interval '15 minutes', band, price
     from unnest($3::text[], $4::float8[]) with ordinality as s(band, price, i) where band is not null`,
    [site, toMoment(era.toMillis(firstChangeDay, 0)), slots.map(({ band }) => band), slots.map(({ price }) => price)],
  )
}
function buildSlots(era: DemoEra, firstDay: Day, tariffRows: readonly TariffRow[]): PricedSlot[] {
  const tariff = createTariff(tariffRows.map(toTariffEntry))
  const slots: PricedSlot[] = []
  const lastDay = `${Number(era.today.slice(0, 4)) + 1}-12-31`
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1))
    slots.push(...buildDaySlots(day, tariff(day), era.zone))
  return slots
}
const toTariffEntry = (row: TariffRow): TariffEntry => ({
  id: String(row.id),
  layer: row.layer,
  name: row.name,
  effectiveFrom: row.effectiveFrom,
  effectiveTo: row.effectiveTo ?? null,
  months: [row.months ?? []].flat(2),
  windows: row.windows ?? [],
  hours: [],
  revision: 1,
  critical: row.critical ?? null,
  peak: row.peak ?? null,
  normal: row.normal ?? null,
  low: row.low ?? null,
  deep: row.deep ?? null,
})
