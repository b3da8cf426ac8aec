import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '@/plant/rules/plant-time'
import { parseMarketDays } from '@/areas/prices/rules/market-worksheet'
import {
  bands,
  assignBands,
  findDoubtfulPrice,
  validateTariffEntry,
  validateAgainstLayer,
  SLOTS_PER_DAY,
  createTariff,
  formatSlotTime,
  toBandWindows,
  type TariffBand,
  type TariffEntry,
} from '@/areas/prices/rules/tariff'
import { countHoursOfDay, buildDaySlots, buildTariffYear, findUnpricedBands } from '@/areas/prices/rules/tariff-slots'

const SHANGHAI = 'Asia/Shanghai'
const BERLIN = 'Europe/Berlin'
let serial = 0
const entry = (part: Partial<TariffEntry>): TariffEntry => ({
  id: `e${++serial}`,
  layer: 'base',
  name: `entry ${serial}`,
  effectiveFrom: '2025-01-01',
  effectiveTo: null,
  months: [],
  windows: [{ from: '00:00', to: '00:00', band: 'normal' }],
  hours: [],
  revision: 1,
  critical: null,
  peak: null,
  normal: null,
  low: null,
  deep: null,
  ...part,
})
/** Guangdong: peak 1.7, low 0.38 of the normal price, critical peak 25 % above peak. */
const guangdong = { critical: 2.125, peak: 1.7, normal: 1, low: 0.38, deep: 0.25 }
const plain = [
  { from: '00:00', to: '08:00', band: 'low' },
  { from: '08:00', to: '10:00', band: 'normal' },
  { from: '10:00', to: '12:00', band: 'peak' },
  { from: '12:00', to: '14:00', band: 'normal' },
  { from: '14:00', to: '19:00', band: 'peak' },
  { from: '19:00', to: '00:00', band: 'normal' },
] as const
const hot = [
  { from: '11:00', to: '12:00', band: 'critical' },
  { from: '15:00', to: '17:00', band: 'critical' },
  { from: '17:00', to: '11:00', band: 'normal' },
  { from: '12:00', to: '15:00', band: 'normal' },
] as const
const hours = (zone: string) => (day: string) => countHoursOfDay(day, zone)

describe('windows of a day', () => {
  test('may cross midnight, and cover every slot once', () => {
    const { bands: day, problems } = assignBands([
      { from: '22:00', to: '06:00', band: 'low' },
      { from: '06:00', to: '22:00', band: 'normal' },
    ])
    expect(problems).toEqual([])
    expect([day[0], day[23], day[24], day[87], day[88]]).toEqual(['low', 'low', 'normal', 'normal', 'low'])
  })
  test('a gap is reported with its slots', () => {
    expect(
      assignBands([
        { from: '00:00', to: '12:00', band: 'low' },
        { from: '12:15', to: '00:00', band: 'peak' },
      ]).problems,
    ).toEqual([{ code: 'gap', from: '12:00', to: '12:15' }])
  })
  test('an overlap is reported with both windows and the slots', () => {
    expect(
      assignBands([
        { from: '00:00', to: '12:00', band: 'low' },
        { from: '11:30', to: '00:00', band: 'peak' },
      ]).problems,
    ).toEqual([{ code: 'overlap', from: '11:30', to: '12:00', first: '00:00–12:00', second: '11:30–00:00' }])
  })
  test('a time between two slots is refused', () => {
    expect(assignBands([{ from: '00:10', to: '00:00', band: 'low' }]).problems).toEqual([
      { code: 'notQuarter', at: '00:10' },
    ])
  })
  test('property: the fewest windows for any day reproduce the day', () => {
    const day = fc.array(fc.constantFrom(...bands), { minLength: SLOTS_PER_DAY, maxLength: SLOTS_PER_DAY })
    fc.assert(
      fc.property(day, (painted: TariffBand[]) => {
        const said = assignBands(toBandWindows(painted))
        expect(said.problems).toEqual([])
        expect(said.bands).toEqual(painted)
      }),
    )
  })
})

describe('layers', () => {
  const base = entry({ ...guangdong, windows: plain })
  const summer = entry({ layer: 'months', months: [7, 8, 9], windows: hot })
  const feast = entry({
    layer: 'period',
    effectiveFrom: '2026-10-01',
    effectiveTo: '2026-10-07',
    windows: [{ from: '00:00', to: '00:00', band: 'deep' }],
  })
  const announced = entry({ layer: 'day', effectiveFrom: '2026-10-03', effectiveTo: '2026-10-03', windows: hot })
  test('a day overrides a special period, which overrides months, which override the base', () => {
    const tariff = createTariff([base, summer, feast, announced])
    const getBand = (day: string, slot: number) => tariff(day).bands[slot]
    expect([
      getBand('2026-06-30', 44),
      getBand('2026-07-01', 44),
      getBand('2026-10-01', 44),
      getBand('2026-10-03', 44),
    ]).toEqual(['peak', 'critical', 'deep', 'critical'])
    // 尖峰 costs a quarter more than peak; the price comes from the base.
    expect(tariff('2026-07-01').prices.critical! / tariff('2026-07-01').prices.peak!).toBeCloseTo(1.25, 9)
  })
  test('a later base applies from its day, and the earlier base keeps its days', () => {
    const next = entry({ ...guangdong, normal: 2, effectiveFrom: '2026-06-01', windows: plain })
    const tariff = createTariff([next, base])
    expect([tariff('2026-05-31').prices.normal, tariff('2026-06-01').prices.normal]).toEqual([1, 2])
    expect(tariff('2024-12-31').bands[0]).toBeNull()
  })
  test('adjacent periods, and months or bases of the same day, are refused with both names', () => {
    const other = entry({ layer: 'period', name: 'B', effectiveFrom: '2026-10-07', effectiveTo: '2026-10-09' })
    expect(validateAgainstLayer(other, [feast])).toEqual([
      { code: 'sameDays', first: feast.name, second: 'B', from: '2026-10-07', to: '2026-10-07' },
    ])
    expect(validateAgainstLayer(entry({ layer: 'months', months: [9, 10] }), [summer])).toHaveLength(1)
    expect(validateAgainstLayer(entry({ layer: 'months', months: [10] }), [summer])).toEqual([])
    expect(validateAgainstLayer(entry({}), [base])).toHaveLength(1)
    expect(validateAgainstLayer(entry({ effectiveFrom: '2025-01-02' }), [base])).toEqual([])
  })
  test('a band without a price in any layer is reported with the day', () => {
    const poor = entry({ normal: 1, low: 0.38, peak: 1.7, windows: plain })
    expect(findUnpricedBands([poor, summer], '2025-01-01', '2026-12-31')).toEqual([
      { code: 'noPrice', band: 'critical', name: summer.name, day: '2025-07-01' },
    ])
  })
  test('zero and negative prices are questioned', () => {
    expect(findDoubtfulPrice(entry({ ...guangdong }))).toBeNull()
    expect(findDoubtfulPrice(entry({ ...guangdong, deep: 0 }))).toEqual({ band: 'deep', price: 0 })
    expect(findDoubtfulPrice(entry({ layer: 'market', hours: [0.3, -0.05] }))).toEqual({ band: null, price: -0.05 })
  })
})

describe('a year', () => {
  const base = entry({ ...guangdong, windows: plain })
  test.each([
    [2026, SHANGHAI, 35_040],
    [2028, SHANGHAI, 35_136],
    [2026, BERLIN, 35_040],
  ])('%i in %s has %i slots, each with one price', (year, zone, slots) => {
    const found = buildTariffYear([base], year, zone)
    expect([found.slotCount, found.pricedCount, found.problems]).toEqual([slots, slots, []])
  })
  test('days of a clock change have 23 and 25 hours, with bands by local time', () => {
    const tariff = createTariff([base])
    const on = (day: string) => buildDaySlots(day, tariff(day), BERLIN)
    const [spring, autumn] = [on('2026-03-29'), on('2026-10-25')]
    expect([spring.length, autumn.length]).toEqual([92, 100])
    const low = (slots: typeof spring) => slots.filter(({ band }) => band === 'low').length
    expect([low(spring), low(autumn)]).toEqual([28, 36])
    // 08:00 on the clock begins the normal band on both.
    expect([spring[27]?.band, spring[28]?.band]).toEqual(['low', 'normal'])
    expect([autumn[35]?.band, autumn[36]?.band]).toEqual(['low', 'normal'])
  })
  test('days before the tariff are reported as a gap', () => {
    const late = entry({ ...guangdong, effectiveFrom: '2026-03-01', windows: plain })
    expect(buildTariffYear([late], 2026, SHANGHAI).problems).toEqual([
      { code: 'gap', from: '2026-01-01 00:00', to: '2026-02-28 24:00' },
    ])
  })
  test('property: for any accepted entries, each slot of each day has exactly one price', () => {
    const day = fc.array(fc.constantFrom(...bands), { minLength: SLOTS_PER_DAY, maxLength: SLOTS_PER_DAY })
    const date = fc.integer({ min: 0, max: 364 }).map((n) => addDays('2026-01-01', n))
    const upper = fc.oneof(
      fc.record({ layer: fc.constant('day' as const), at: date, day }),
      fc.record({ layer: fc.constant('period' as const), at: date, day, long: fc.integer({ min: 0, max: 40 }) }),
      fc.record({
        layer: fc.constant('months' as const),
        at: date,
        day,
        months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
      }),
      fc.record({ layer: fc.constant('base' as const), at: date, day }),
    )
    fc.assert(
      fc.property(fc.array(upper, { maxLength: 8 }), fc.constantFrom(SHANGHAI, BERLIN), (drafts, zone) => {
        const acceptedEntries: TariffEntry[] = [base]
        for (const draft of drafts) {
          const made = entry({
            ...(draft.layer === 'base' ? guangdong : {}),
            layer: draft.layer,
            effectiveFrom: draft.at,
            effectiveTo:
              draft.layer === 'day' ? draft.at : draft.layer === 'period' ? addDays(draft.at, draft.long) : null,
            months: draft.layer === 'months' ? draft.months : [],
            windows: toBandWindows(draft.day),
          })
          if (![...validateTariffEntry(made, hours(zone)), ...validateAgainstLayer(made, acceptedEntries)].length)
            acceptedEntries.push(made)
        }
        const shuffled = buildTariffYear([...acceptedEntries].reverse(), 2026, zone)
        expect([shuffled.slotCount, shuffled.pricedCount]).toEqual([35_040, 35_040])
        expect(buildTariffYear(acceptedEntries, 2026, zone)).toEqual(shuffled)
      }),
      { numRuns: 15 },
    )
  })
})

describe('market prices', () => {
  const sheet = (lines: readonly (readonly unknown[])[]) => ({
    header: ['日期', '时段', '电价'],
    headerRow: 1,
    rows: lines,
    rowNumbers: lines.map((_, i) => i + 2),
  })
  const whole = (day: string) =>
    Array.from({ length: 24 }, (_, hour) => [day, formatSlotTime(hour * 4), 0.3 + hour / 100])
  test.each([
    [['日期', '时段（UTC）', '电价'], 'UTC'],
    [['Date', 'Hour (CET)', 'Price'], 'CET'],
    [['Date (GMT)', 'Hour', 'Price'], 'GMT'],
  ])('in another time zone are refused: %j', (header, value) => {
    const { days, problem } = parseMarketDays({ ...sheet(whole('2026-11-20')), header }, SHANGHAI)
    expect([days, problem]).toEqual([[], { code: 'otherZone', row: 1, params: { row: 1, value } }])
  })
  test("by hour replace the tariff's prices, and bands stay", () => {
    const { days, problem } = parseMarketDays(sheet(whole('2026-11-20')), SHANGHAI)
    expect(problem).toBeNull()
    const market = entry({ layer: 'market', effectiveFrom: '2026-11-20', windows: [], hours: days[0]!.prices })
    expect(validateTariffEntry(market, hours(SHANGHAI))).toEqual([])
    const tariff = createTariff([entry({ ...guangdong, windows: plain }), market])
    const slots = buildDaySlots('2026-11-20', tariff('2026-11-20'), SHANGHAI)
    expect([slots[0], slots[3], slots[4], slots[95]]).toEqual([
      { band: 'low', price: 0.3 },
      { band: 'low', price: 0.3 },
      { band: 'low', price: 0.31 },
      { band: 'normal', price: 0.53 },
    ])
  })
  test('numbers of days and decimal signs are those of the file', () => {
    // 2026-11-20 is serial day 46346, or 46346 − 1462 in the 1904 system.
    const numbered = sheet(whole('2026-11-20').map(([, time, price]) => [44_884, time, price]))
    expect(parseMarketDays({ ...numbered, countsFrom1904: true }, SHANGHAI).days[0]?.day).toBe('2026-11-20')
    const header = ['日期', '时段', '电价（元/MWh）']
    const written = {
      ...sheet(whole('2026-11-20').map(([day, time], i) => [day, time, i === 0 ? '1.250' : '300,5'])),
      header,
    }
    expect(parseMarketDays({ ...written, separator: ';' }, SHANGHAI).days[0]?.prices.slice(0, 3)).toEqual([
      1.25, 0.3005, 0.3005,
    ])
    const contradictory = {
      ...sheet(whole('2026-11-20').map(([day, time], i) => [day, time, i === 0 ? '1,250' : '300.5'])),
      header,
      separator: ';',
    }
    expect(parseMarketDays(contradictory, SHANGHAI).problem).toMatchObject({
      code: 'badPrice',
      row: 2,
    })
  })
  test('the unit in the cells is read, and refused if it is no price unit', () => {
    const shown = (unit: string) =>
      whole('2026-11-20').map(([day, time]) => [day, time, { number: 300, text: '300', percent: false, unit }])
    expect(parseMarketDays(sheet(shown('元/MWh')), SHANGHAI).days[0]?.prices[0]).toBe(0.3)
    expect(parseMarketDays(sheet(shown('kg')), SHANGHAI).problem).toMatchObject({ code: 'badPrice', row: 2 })
  })
  test('a missing hour and a duplicate hour are reported', () => {
    expect(parseMarketDays(sheet(whole('2026-11-20').filter((_, i) => i !== 5)), SHANGHAI).problem).toMatchObject({
      code: 'missing',
      params: { day: '2026-11-20', time: '05:00' },
    })
    expect(
      parseMarketDays(sheet([...whole('2026-11-20'), ['2026-11-20', '05:00', 1]]), SHANGHAI).problem,
    ).toMatchObject({
      code: 'twice',
      row: 26,
      params: { day: '2026-11-20', time: '05:00' },
    })
  })
  test('the hour repeated in autumn has two prices, the earlier first', () => {
    const lines: unknown[][] = whole('2026-10-25')
    lines.splice(3, 0, ['2026-10-25', '02:00', 0.9])
    const { days, problem } = parseMarketDays(sheet(lines), BERLIN)
    expect(problem).toBeNull()
    expect(days[0]!.prices.slice(1, 5)).toEqual([0.31, 0.32, 0.9, 0.33])
    expect(parseMarketDays(sheet(whole('2026-10-25')), BERLIN).problem).toMatchObject({ code: 'missing' })
  })

  const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const allHours = Array.from({ length: 24 }, (_, hour) => hour)
  const toWorksheet = (header: readonly string[], rows: readonly (readonly unknown[])[]) => ({ ...sheet(rows), header })
  test.each<[string, string, (hour: number) => unknown]>([
    ['text', '日期时间', (hour) => `2026-11-20 ${hourText(hour)}`],
    ['text under a heading of times', 'Time', (hour) => `2026-11-20 ${hourText(hour)}:00`],
    ['dates', 'Date/Time', (hour) => new Date(Date.UTC(2026, 10, 20, hour))],
    // 2026-11-20 is serial day 46346.
    ['serial numbers', 'Datetime', (hour) => 46_346 + hour / 24],
    ['an instant with its offset', 'Timestamp', (hour) => `2026-11-20T${hourText(hour)}:00+08:00`],
  ])('one column with day and time as %s', (_name, heading, toCell) => {
    const { days, labels, problem } = parseMarketDays(
      toWorksheet(
        [heading, '电价'],
        allHours.map((hour) => [toCell(hour), (hour + 1) / 100]),
      ),
      SHANGHAI,
    )
    expect([problem, labels, days.map(({ day }) => day)]).toEqual([null, 'begin', ['2026-11-20']])
    expect(days[0]!.prices).toEqual(allHours.map((hour) => (hour + 1) / 100))
  })
  test('one column of days without times is refused', () => {
    const rows = ['2026-11-20', '2026-11-21'].map((day) => [day, 0.3])
    expect(parseMarketDays(toWorksheet(['日期', '电价'], rows), SHANGHAI).problem).toMatchObject({
      code: 'noTime',
      params: { column: '日期' },
    })
    const seconds = toWorksheet(['日期时间', '电价'], [['2026-11-20 08:00:30', 0.3]])
    expect(parseMarketDays(seconds, SHANGHAI).problem).toMatchObject({ code: 'badMoment', row: 2 })
    const withoutDays = toWorksheet(['时间', '电价'], [['08:00', 0.3]])
    expect(parseMarketDays(withoutDays, SHANGHAI).problem).toMatchObject({ code: 'noDay', params: { column: '时间' } })
  })
  test.each<[string, (day: number, hour: number) => readonly unknown[], string[]]>([
    ['one column', (day, hour) => [new Date(Date.UTC(2026, 10, day, hour)), hour], ['日期时间', '电价']],
    [
      'two columns',
      (day, hour) => {
        const end = new Date(Date.UTC(2026, 10, day, hour)).toISOString()
        return [end.slice(0, 10), end.slice(11, 16), hour]
      },
      ['日期', '时刻', '电价'],
    ],
  ])('ends of intervals in %s: 00:00 of the next day is the end of a day', (_name, toRow, header) => {
    const rows = [20, 21].flatMap((day) => allHours.map((hour) => toRow(day, hour + 1)))
    const { days, labels, problem } = parseMarketDays(
      toWorksheet(
        header,
        rows.map((row) => [...row.slice(0, -1), (row.at(-1) as number) / 100]),
      ),
      SHANGHAI,
    )
    expect([problem, labels]).toEqual([null, 'end'])
    expect(days).toEqual(
      ['2026-11-20', '2026-11-21'].map((day) => ({ day, prices: allHours.map((hour) => (hour + 1) / 100) })),
    )
  })
  test('00:00 of the next day contradicts a heading of beginnings', () => {
    const rows = allHours.map((hour) => [hour === 23 ? '2026-11-21' : '2026-11-20', hourText((hour + 1) % 24), 0.3])
    expect(parseMarketDays(toWorksheet(['日期', '开始', '电价'], rows), SHANGHAI).problem).not.toBeNull()
    expect(parseMarketDays(toWorksheet(['日期', '时段', '电价'], rows), SHANGHAI).days).toHaveLength(1)
  })
  test.each<[string, (hour: number) => string, string]>([
    ['beginnings', hourText, 'begin'],
    ['ends to 24:00', (hour) => hourText(hour + 1), 'end'],
    ['H1 to H24', (hour) => `H${hour + 1}`, 'end'],
    ['H0 to H23', (hour) => `H${hour}`, 'begin'],
    ['hours in Chinese', (hour) => `${hour}时`, 'begin'],
    ['intervals', (hour) => `${hourText(hour)}-${hourText(hour + 1)}`, 'begin'],
  ])('a row per day with the hours as headings: %s', (_name, toHeading, expectedLabels) => {
    const { days, labels, problem, ignoredHeadings } = parseMarketDays(
      toWorksheet(
        ['日期', ...allHours.map(toHeading), '平均'],
        [21, 20].map((day) => [`2026-11-${day}`, ...allHours.map((hour) => (day + hour) / 100), 0.4]),
      ),
      SHANGHAI,
    )
    expect([problem, labels, ignoredHeadings]).toEqual([null, expectedLabels, ['平均']])
    expect(days).toEqual(
      [20, 21].map((day) => ({ day: `2026-11-${day}`, prices: allHours.map((hour) => (day + hour) / 100) })),
    )
  })
  const quarters = Array.from({ length: 96 }, (_, i) => i)
  const numberedMatrix = (headings: readonly string[]) =>
    toWorksheet(['日期', ...headings], [['2026-11-20', ...headings.map((_, i) => (i + 1) / 1000)]])
  test.each<[string, (quarter: number) => string]>([
    ['1 to 96', (quarter) => String(quarter + 1)],
    ['H1 to H96', (quarter) => `H${quarter + 1}`],
  ])('a row per day with numbered quarters of an hour as headings: %s', (_name, toHeading) => {
    const { days, labels, problem } = parseMarketDays(numberedMatrix(quarters.map(toHeading)), SHANGHAI)
    expect([problem, labels]).toEqual([null, 'begin'])
    // Quarter 1 is 00:00 to 00:15.
    expect(days).toEqual([{ day: '2026-11-20', prices: quarters.map((quarter) => (quarter + 1) / 1000) }])
  })
  test.each<[string, string[], number]>([
    ['half-hours', Array.from({ length: 48 }, (_, i) => String(i + 1)), 48],
    ['quarters from 0', quarters.map(String), 95],
    ['hours above 25', quarters.map((quarter) => `第${quarter + 1}小时`), 96],
    ['a day with 100 quarters', Array.from({ length: 100 }, (_, i) => String(i + 1)), 100],
  ])('headings with numbers of %s are refused', (_name, headings, count) => {
    const { days, problem } = parseMarketDays(numberedMatrix(headings), SHANGHAI)
    expect([days, problem]).toEqual([[], { code: 'unclearNumbers', row: 1, params: { row: 1, count } }])
  })
  test('a row per hour with the days as headings', () => {
    const { days, problem } = parseMarketDays(
      toWorksheet(
        ['时段', '2026-11-20', '2026/11/21'],
        allHours.map((hour) => [hourText(hour), hour / 100, (hour + 1) / 100]),
      ),
      SHANGHAI,
    )
    expect(problem).toBeNull()
    expect(days.map(({ day, prices }) => [day, prices[0], prices[23]])).toEqual([
      ['2026-11-20', 0, 0.23],
      ['2026-11-21', 0.01, 0.24],
    ])
  })
  test('an empty cell of a matrix is named by its heading, and other shapes by their headings', () => {
    const rows = [['2026-11-20', ...allHours.map((hour) => (hour === 7 ? null : 0.3))]]
    expect(parseMarketDays(toWorksheet(['日期', ...allHours.map(hourText)], rows), SHANGHAI).problem).toMatchObject({
      code: 'noPrice',
      params: { row: 2, column: '07:00' },
    })
    const unlabelled = toWorksheet(['名称', ...allHours.map(hourText)], rows)
    expect(parseMarketDays(unlabelled, SHANGHAI).problem).toMatchObject({ code: 'noLabelColumn' })
    expect(parseMarketDays(toWorksheet(['日期', '时段', '数值'], [['x', 'y', 1]]), SHANGHAI).problem).toMatchObject({
      code: 'noColumn',
      params: { column: 'price', found: '“日期” “时段” “数值”' },
    })
  })
  test('columns that are not imported are listed', () => {
    const rows = whole('2026-11-20').map((row) => [...row, '备注', null])
    const { ignoredHeadings } = parseMarketDays(toWorksheet(['日期', '时段', '电价', '说明', '空列'], rows), SHANGHAI)
    expect(ignoredHeadings).toEqual(['说明'])
  })
  test.each([
    ['1,234', 'unclearComma'],
    ['1.234', 'unclearComma'],
    ['12-', 'minusBehind'],
    ['<0.3', 'notExact'],
    ['—', 'dash'],
  ])('a price %s is refused with its reason', (cell, why) => {
    const rows = whole('2026-11-20').map(([day, time], i) => [day, time, i === 3 ? cell : 0.3])
    expect(parseMarketDays(toWorksheet(['日期', '时段', '电价（元/MWh）'], rows), SHANGHAI).problem).toMatchObject({
      code: 'badPrice',
      params: { row: 5, value: cell, why, column: '电价（元/MWh）' },
    })
  })
  test('a currency other than CNY is named without the bracket of the heading', () => {
    const { problem } = parseMarketDays(toWorksheet(['Day', 'Time', 'Price (EUR/MWh)'], whole('2026-11-20')), SHANGHAI)
    expect(problem).toMatchObject({ code: 'badUnit', params: { value: 'EUR/MWh' } })
  })

  const MIDNIGHT_1899 = Date.UTC(1899, 11, 30)
  /** Prices 1 to 96 (or 24) in the order of time, under labels as a sheet has them. */
  const labelled = (label: (slot: number) => unknown, header = ['日期', '时段', '电价'], slots = 96) => ({
    ...sheet(Array.from({ length: slots }, (_, i) => ['2026-11-20', label(i), (i + 1) / 100])),
    header,
  })
  const text = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  test.each<[string, (slot: number) => unknown, 'begin' | 'end']>([
    ['beginnings as text', (i) => text(i * 15), 'begin'],
    ['ends as text, to 24:00', (i) => text((i + 1) * 15), 'end'],
    ['ends as serial numbers, to 1', (i) => (i + 1) / 96, 'end'],
    [
      'ends as times, to 1900-01-01',
      (i) => new Date(i === 95 ? Date.UTC(1900, 0, 1) : MIDNIGHT_1899 + (i + 1) * 900_000),
      'end',
    ],
    ['ends with their day, to the next', (i) => new Date(Date.UTC(2026, 10, 20) + (i + 1) * 900_000), 'end'],
    ['ends as text, to a 00:00 behind 23:45', (i) => text(((i + 1) * 15) % 1440), 'end'],
    ['beginnings as serial numbers', (i) => i / 96, 'begin'],
    ['intervals', (i) => `${text(i * 15)}-${text((i + 1) * 15)}`, 'begin'],
  ])('%s: no price is shifted', (_name, label, labels) => {
    const read = parseMarketDays(labelled(label), SHANGHAI)
    expect(read.problem).toBeNull()
    expect(read.labels).toBe(labels)
    expect(read.days[0]!.prices).toEqual(Array.from({ length: 96 }, (_, i) => (i + 1) / 100))
  })
  test('hours 1 to 24 are ends, and so are hours whose heading says so', () => {
    const first = (of: ReturnType<typeof labelled>) => {
      const { days, labels, problem } = parseMarketDays(of, SHANGHAI)
      return [labels, problem?.code ?? null, days[0]?.prices[0], days[0]?.prices.length]
    }
    expect(first(labelled((i) => i + 1, undefined, 24))).toEqual(['end', null, 0.01, 24])
    expect(first(labelled((i) => String(i + 1), undefined, 24))).toEqual(['end', null, 0.01, 24])
    expect(first(labelled((i) => text(((i + 1) % 24) * 60), ['日期', '结束时间', '电价'], 24))).toEqual([
      'end',
      null,
      0.01,
      24,
    ])
  })
  test('descending times are still starts', () => {
    const { days, labels } = parseMarketDays(
      labelled((i) => text((95 - i) * 15)),
      SHANGHAI,
    )
    expect([labels, days[0]!.prices[0], days[0]!.prices[95]]).toEqual(['begin', 0.96, 0.01])
  })
  test('ambiguous times are refused', () => {
    const both = labelled((i) => text(i * 15))
    const rows = [...both.rows, ['2026-11-20', '24:00', 1]]
    expect(parseMarketDays({ ...both, rows, rowNumbers: rows.map((_, i) => i + 2) }, SHANGHAI).problem).toMatchObject({
      code: 'mixedLabels',
    })
    const days = [
      ...labelled((i) => text(i * 15)).rows,
      ...labelled((i) => text((i + 1) * 15)).rows.map(([, ...rest]) => ['2026-11-21', ...rest]),
    ]
    expect(parseMarketDays(sheet(days), SHANGHAI).problem).toMatchObject({ code: 'mixedLabels' })
    for (const bad of ['00:10', '25:00', '晚上 12:15', '00:00-00:40', 1.5])
      expect(
        parseMarketDays(
          labelled((i) => (i === 3 ? bad : text(i * 15))),
          SHANGHAI,
        ).problem,
      ).toMatchObject({ code: 'badTime', row: 5 })
  })
  test('half-hours are refused as such, and numbered quarters at the first number above 24', () => {
    const halves = labelled((i) => text(i * 30), undefined, 48)
    expect(parseMarketDays(halves, SHANGHAI).problem).toMatchObject({ code: 'halfHours', row: 2 })
    const numbered = labelled((i) => i + 1)
    expect(parseMarketDays(numbered, SHANGHAI).problem).toMatchObject({ code: 'badTime', row: 26 })
  })
  test('prices per MWh are divided by a thousand; other units are refused', () => {
    const of = (unit: string) =>
      parseMarketDays(
        labelled((i) => text(i * 15), ['日期', '时段', `电价（${unit}）`]),
        SHANGHAI,
      )
    expect(of('元/MWh').days[0]!.prices[95]).toBe(0.00096)
    expect(of('元/kWh').days[0]!.prices[95]).toBe(0.96)
    expect(of('元/吨').problem).toMatchObject({ code: 'badUnit', row: 1 })
  })
  test.each([
    '电价 元/MWh',
    '电价元/MWh',
    '电价，元/兆瓦时',
    'Price CNY/MWh',
    'Price CNY per MWh',
    '电价 元/MWh（含税）',
  ])('the unit of %s is read without brackets', (heading) => {
    const { days, problem } = parseMarketDays(
      labelled((i) => text(i * 15), ['日期', '时段', heading]),
      SHANGHAI,
    )
    expect([problem, days[0]?.prices[95]]).toEqual([null, 0.00096])
  })
  test.each(['电价 元/吨', '电价 USD/MWh', '电价/MWh', 'Price per MWh'])('%s is refused', (heading) => {
    const { problem } = parseMarketDays(
      labelled((i) => text(i * 15), ['日期', '时段', heading]),
      SHANGHAI,
    )
    expect(problem).toMatchObject({ code: 'badUnit', row: 1 })
  })
  test('a column of units applies to the prices', () => {
    const withUnits = (getUnit: (i: number) => string | null, heading = '电价') => {
      const plainSheet = labelled((i) => text(i * 15), ['日期', '时段', heading, '单位'])
      return parseMarketDays({ ...plainSheet, rows: plainSheet.rows.map((row, i) => [...row, getUnit(i)]) }, SHANGHAI)
    }
    expect(withUnits(() => '元/MWh').days[0]!.prices[95]).toBe(0.00096)
    expect(withUnits((i) => (i === 0 ? '元/MWh' : null)).days[0]!.prices[95]).toBe(0.00096)
    expect(withUnits((i) => (i < 48 ? '元/MWh' : '元/kWh')).days[0]!.prices[95]).toBe(0.96)
    expect(withUnits((i) => ['元/MWh', null][i % 3] ?? (i % 3 === 1 ? null : '元/kWh')).problem).toMatchObject({
      code: 'noRowUnit',
      row: 3,
    })
    expect(withUnits(() => '元/MWh', '电价（元/kWh）').problem).toMatchObject({ code: 'unitConflict', row: 2 })
    expect(withUnits(() => '元/吨').problem).toMatchObject({ code: 'badUnit', row: 2 })
  })
  test('a price too high for CNY/kWh needs a unit', () => {
    const lines = whole('2026-11-20').map(([day, time], i) => [day, time, i === 7 ? 350 : 0.3])
    expect(parseMarketDays(sheet(lines), SHANGHAI).problem).toMatchObject({ code: 'unitMissing', row: 9 })
    const { days } = parseMarketDays({ ...sheet(lines), header: ['日期', '时段', '电价（元/kWh）'] }, SHANGHAI)
    expect(days[0]!.prices[7]).toBe(350)
  })
  test('one price column is taken; several with values are refused', () => {
    const withColumns = (header: string[], toCells: (price: unknown) => unknown[]) =>
      parseMarketDays(
        { ...sheet(whole('2026-11-20').map(([day, time, price]) => [day, ...toCells(price), time])), header },
        SHANGHAI,
      )
    const header = ['日期', '实时价格', '日前价格', '时段']
    expect(withColumns(header, (price) => [price, 0.5]).problem).toMatchObject({
      code: 'severalPrices',
      row: 1,
      params: { columns: '“实时价格” “日前价格”' },
    })
    expect(withColumns(header, (price) => [null, price]).days[0]!.prices[0]).toBe(0.3)
    expect(withColumns(['日期', '实时价格', '时段'], (price) => [price]).days[0]!.prices[0]).toBe(0.3)
  })
  test('00:00 at the start of a day is unclear if the heading names ends', () => {
    const ends = (label: (slot: number) => unknown) =>
      parseMarketDays(labelled(label, ['日期', '结束时间', '电价']), SHANGHAI)
    expect(ends((i) => text(i * 15)).problem).toMatchObject({ code: 'unclearMidnight', row: 2 })
    expect(ends((i) => text((95 - i) * 15)).problem).toMatchObject({ code: 'unclearMidnight', row: 97 })
    expect(ends((i) => text(((i + 1) * 15) % 1440)).days[0]!.prices[95]).toBe(0.96)
    // Newest first: the 00:00 at the top ends the day.
    expect(ends((i) => text(((96 - i) * 15) % 1440)).days[0]!.prices[95]).toBe(0.01)
  })
})
