import type { PoolClient } from 'pg'
import {
  costDirectPrice,
  costFinancialPrice,
  costFixedPrice,
  costOtherPrice,
  electricCharge,
  gasWaterPrice,
} from '@/areas/prices/contract/dated-prices'
import { electricPrice } from '@/areas/prices/contract/electric-price'
import { createTariff, type TariffBand, type TariffEntry, type BandWindow } from '@/areas/prices/rules/tariff'
import { buildDaySlots, type PricedSlot } from '@/areas/prices/rules/tariff-slots'
import { addDays, addMonths, toMoment, type Day } from '@/plant/rules/plant-time'
import type { BulkStore } from './bulk'
import { batch, stamps, type Batch, type Draft } from './draft'
import { HISTORY_MONTHS, type Era } from './era'
import { lineCapacity, type WebLineKind } from './production/master-data'
import { Dice, rounded } from './random'
import { both, type Said } from './said'

type Entry = Draft<typeof electricPrice> & { layer: TariffEntry['layer']; name: string; effectiveFrom: Day }
const window = (from: string, to: string, band: TariffBand): BandWindow => ({ from, to, band })
const plain = [
  window('00:00', '08:00', 'low'),
  window('08:00', '10:00', 'normal'),
  window('10:00', '12:00', 'peak'),
  window('12:00', '14:00', 'normal'),
  window('14:00', '19:00', 'peak'),
  window('19:00', '00:00', 'normal'),
]
/** Critical peak within the peak: 11:00–12:00 and 15:00–17:00. */
const hot = [
  ...plain.filter(({ band }) => band !== 'peak'),
  window('10:00', '11:00', 'peak'),
  window('11:00', '12:00', 'critical'),
  window('14:00', '15:00', 'peak'),
  window('15:00', '17:00', 'critical'),
  window('17:00', '19:00', 'peak'),
]
const holiday = [window('00:00', '08:00', 'deep'), window('08:00', '18:00', 'low'), window('18:00', '00:00', 'normal')]

/** Lists the days of price changes: one before the era, two within it. */
const changesOf = (era: Era): [Day, Day, Day] => {
  const first = addMonths(`${era.firstDay.slice(0, 7)}-01`, -1)
  const later = (months: number) => addMonths(first, Math.round((months * era.months) / HISTORY_MONTHS))
  return [first, later(6), later(11)]
}

/** Builds prices of energy and work, with their history. */
function buildPrices(dice: Dice, era: Era, lines: readonly LineOf[]): { batches: Batch[]; tariff: readonly Entry[] } {
  const steps = changesOf(era)
  const made = (day: Day) => stamps(era.at(addDays(day, -3), 600), null)
  const dated = (key: string, prices: readonly number[]) =>
    steps.map((effectiveFrom, i) => ({
      id: dice.id(era.at(addDays(effectiveFrom, -3), 600)),
      effectiveFrom,
      effectiveTo: steps[i + 1] ? addDays(steps[i + 1]!, -1) : null,
      price: prices[i] ?? prices[0]!,
      key,
      ...made(effectiveFrom),
    }))
  type Basis = 'month' | 'machineHour' | 'labourHour' | 'kg'
  const cost = (said: Said, basis: Basis, prices: readonly number[]) =>
    dated(`${era.say(said)}||`, prices).map((row) => ({
      ...row,
      item: era.say(said),
      itemEn: said.en,
      basis,
      scope: 'plant' as const,
    }))
  // Costs of a line depend on its size.
  const ofLines = (said: Said, basis: Basis, by: Readonly<Record<WebLineKind, readonly number[]>>) =>
    lines.flatMap(({ id, kind }) =>
      dated(`${era.say(said)}|${id}|`, by[kind]).map((row) => ({
        ...row,
        item: era.say(said),
        itemEn: said.en,
        basis,
        lineId: id,
        scope: 'line' as const,
      })),
    )
  const charge = (
    kind: 'demand' | 'capacity' | 'transmission' | 'surcharge' | 'powerFactor',
    said: Said,
    prices: readonly number[],
  ) =>
    dated(`${kind}|${era.say(said)}`, prices).map((row) => ({
      ...row,
      kind,
      item: era.say(said),
      itemEn: said.en,
      reason: prices.some((price) => price <= 0)
        ? era.say(both('力率高于标准，减收电费', 'Power factor above the standard, charge reduced'))
        : null,
    }))
  const tariff = tariffRows(dice, era, steps, made)
  return {
    tariff,
    batches: [
      batch(electricPrice, tariff),
      batch(gasWaterPrice, [
        ...dated('gas', [3.62, 3.85, 3.74]).map((row) => ({ ...row, medium: 'gas' as const })),
        ...dated('water', [3.1, 3.25, 3.46]).map((row) => ({ ...row, medium: 'water' as const })),
      ]),
      batch(electricCharge, [
        ...charge('demand', both('最大需量', 'Maximum demand'), [32, 32, 33.5]),
        ...charge('transmission', both('输配电价', 'Transmission'), [0.1176, 0.1201, 0.1189]),
        ...charge('surcharge', both('政府性基金及附加', 'Government surcharges'), [0.0273, 0.0273, 0.0281]),
        ...charge('powerFactor', both('力调电费', 'Power factor'), [-0.75, -0.75, -0.6]),
      ]),
      batch(costFixedPrice, [
        ...ofLines(both('设备折旧', 'Depreciation'), 'month', {
          spunbond: [232_000, 232_000, 238_000],
          composite: [418_000, 418_000, 431_000],
          meltblown: [52_000, 52_000, 54_500],
        }),
        ...ofLines(both('厂房租金', 'Rent'), 'month', {
          spunbond: [68_000, 70_000, 70_000],
          composite: [84_000, 86_500, 86_500],
          meltblown: [21_000, 21_600, 21_600],
        }),
        ...cost(both('管理人员', 'Management'), 'month', [144_000, 147_000, 150_000]),
      ]),
      batch(costDirectPrice, [...cost(both('直接人工', 'Direct labour'), 'labourHour', [38, 39.5, 41])]),
      batch(costOtherPrice, [
        ...ofLines(both('维修与备件', 'Repair and spares'), 'machineHour', {
          spunbond: [118, 122, 126],
          composite: [172, 178, 184],
          meltblown: [34, 35, 36.5],
        }),
        ...cost(both('仓储与装卸', 'Storage and handling'), 'kg', [0.06, 0.062, 0.065]),
      ]),
      batch(costFinancialPrice, [
        ...ofLines(both('借款利息', 'Loan interest'), 'month', {
          spunbond: [33_000, 31_600, 30_400],
          composite: [54_000, 51_800, 49_900],
          meltblown: [7600, 7300, 7000],
        }),
      ]),
    ],
  }
}

/** Ratios of Guangdong: peak 1.7 and low 0.38 of the normal price, critical peak 25 % above peak. */
const pricesAt = (normal: number) => ({
  critical: rounded(normal * 1.7 * 1.25, 4),
  peak: rounded(normal * 1.7, 4),
  normal,
  low: rounded(normal * 0.38, 4),
  deep: rounded(normal * 0.25, 4),
})
function tariffRows(
  dice: Dice,
  era: Era,
  steps: readonly Day[],
  made: (day: Day) => ReturnType<typeof stamps>,
): Entry[] {
  const entry = (layer: Entry['layer'], said: Said, effectiveFrom: Day, rest: Partial<Entry>): Entry => ({
    id: dice.id(era.at(addDays(effectiveFrom, -3), 600)),
    layer,
    name: era.say(said),
    nameEn: said.en,
    effectiveFrom,
    revision: 1,
    ...rest,
    ...made(effectiveFrom),
  })
  const years = [...new Set([era.firstDay.slice(0, 4), era.today.slice(0, 4)])]
  const hotDays = years
    .flatMap((year) => [`${year}-06-18`, `${year}-06-19`, `${year}-06-25`, `${year}-10-09`])
    .filter((day) => day >= era.firstDay && day <= era.today)
  return [
    ...steps.map((day, i) =>
      entry('base', both(`工商业分时 ${i + 1}`, `Time of use ${i + 1}`), day, {
        ...pricesAt([0.6474, 0.6318, 0.6582][i]!),
        windows: plain,
      }),
    ),
    entry('months', both('夏季尖峰', 'Summer peak'), steps[0]!, { months: [7, 8, 9], windows: hot }),
    ...years.flatMap((year) => [
      entry('period', both(`国庆深谷 ${year}`, `National Day ${year}`), `${year}-10-01`, {
        effectiveTo: `${year}-10-07`,
        windows: holiday,
      }),
    ]),
    ...hotDays.map((day) =>
      entry('day', both('高温日', 'Heat day'), day, {
        effectiveTo: day,
        windows: hot,
        note: era.say(both('前一日 18:00 公布', 'Announced at 18:00 the day before')),
      }),
    ),
  ]
}

export interface LineOf {
  readonly id: string
  readonly kind: WebLineKind
}
/** Loads the lines that produce web. */
export async function linesOf(client: PoolClient, site: number): Promise<LineOf[]> {
  const { rows } = await client.query<LineOf>(
    'select id, kind from line where site_id = $1 and kind = any($2) order by code',
    [site, Object.keys(lineCapacity)],
  )
  return rows
}

/** SQL of a UUID derived from a text. */
const idOf = (text: string) => `overlay(overlay(md5(${text}) placing '7' from 13) placing '8' from 17)::uuid`
/** Builds the SQL of a number from 0 to 1 derived from a text. @param text SQL of the text */
export const share = (text: string) => `(('x' || left(md5(${text}), 4))::bit(16)::int / 65535.0)`
/** Stores prices of energy, work, materials and invoiced lots, and the tariff slots to the end of next year. */
export async function storePrices(client: PoolClient, site: number, store: BulkStore, era: Era): Promise<void> {
  const { batches, tariff } = buildPrices(new Dice('plant/prices'), era, await linesOf(client, site))
  for (const each of batches) await store.add(each)
  await store.settled()
  const [first, second, third] = changesOf(era)
  const base = `case kind when 'main' then 7.4 when 'sub' then 21 when 'pack' then 9.2 when 'mid' then 4.3 else 24 end * (0.94 + 0.12 * ${share('code')})`
  const steps = `(values ($2::date, $3::date - 1, 1.0), ($3::date, $4::date - 1, 1.05), ($4::date, null::date, 0.98)) v(day, last, factor)`
  await client.query(
    `insert into cost_material_price (site_id, id, material_id, basis, effective_from, effective_to, price, key, created_at, updated_at)
     select site_id, ${idOf(`'price' || id || day`)}, id, 'kg', day, last, round(${base} * factor, 3), id::text, day, day from material cross join ${steps} where site_id = $1`,
    [site, first, second, third],
  )
  await client.query(
    `insert into cost_material_price (site_id, id, material_id, lot_id, basis, effective_from, price, invoice, key, created_at, updated_at)
     select l.site_id, ${idOf(`'price' || l.id`)}, m.id, l.id, 'kg', l.received_on, round(${base} * factor * (0.98 + 0.04 * ${share('l.number')}), 3), left('INV-' || l.number, 60), l.id::text, l.received_on, l.received_on
     from material_lot l join material m on m.site_id = l.site_id and m.id = l.material_id join ${steps} on l.received_on >= day and (last is null or l.received_on <= last) where l.site_id = $1`,
    [site, first, second, third],
  )
  const slots = slotsFrom(era, first, tariff)
  await client.query(
    `insert into price_slot (site_id, at, band, price) select $1::int, $2::timestamptz + (i - 1) * interval '15 minutes', band, price
     from unnest($3::text[], $4::float8[]) with ordinality as s(band, price, i) where band is not null`,
    [site, toMoment(era.at(first, 0)), slots.map(({ band }) => band), slots.map(({ price }) => price)],
  )
}
function slotsFrom(era: Era, first: Day, rows: readonly Entry[]): PricedSlot[] {
  const tariff = createTariff(rows.map(entryOf))
  const slots: PricedSlot[] = []
  const last = `${Number(era.today.slice(0, 4)) + 1}-12-31`
  for (let day = first; day <= last; day = addDays(day, 1)) slots.push(...buildDaySlots(day, tariff(day), era.zone))
  return slots
}
const entryOf = (row: Entry): TariffEntry => ({
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
