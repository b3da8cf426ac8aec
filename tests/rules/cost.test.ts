import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costParts, type PartAmounts, sumFen, toFen } from '@/areas/cost/rules/cost-line'
import { buildOrderCostFields, type OrderCostInput } from '@/areas/cost/rules/order-cost-fields'
import { calculateWebCost, calculateCostWithLanes, calculateLaneShare } from '@/areas/cost/rules/lanes'
import { calculateOrderCost } from '@/areas/cost/rules/calculate-order-cost'
import { type DatedPrice, type OrderCostSources } from '@/areas/cost/rules/cost-sources'
import { groupHoursByDay, countHours, getRunSpans } from '@/areas/cost/rules/run-spans'
import {
  calculateStandardCost,
  varianceNames,
  calculateVariances,
  type ActualUsage,
  type CostStandard,
} from '@/areas/cost/rules/variances'

const timeZone = 'Asia/Shanghai'
const ms = (time: string) => Date.parse(`${time}+08:00`)
const price = (item: string, basis: DatedPrice['basis'], cny: number, more: Partial<DatedPrice> = {}): DatedPrice => ({
  id: item,
  item,
  basis,
  lineId: null,
  productId: null,
  effectiveFrom: '2026-01-01',
  effectiveTo: null,
  price: cny,
  ...more,
})
const facts: OrderCostSources = {
  lineId: 'L1',
  productId: 'P1',
  goodKg: 1000,
  // 22:00 to 04:00: six hours, two of the old month.
  runs: [{ from: ms('2026-10-31T22:00'), to: ms('2026-11-01T04:00') }],
  feeds: [
    { materialId: 'PP', lotId: 'lot1', kind: 'main', month: '2026-10', kg: 800, price: 7.335, priceId: 'p1' },
    { materialId: 'PP', lotId: 'lot2', kind: 'main', month: '2026-11', kg: 250.5, price: 7.4, priceId: 'p2' },
    { materialId: 'film', lotId: null, kind: 'pack', month: '2026-11', kg: 3, price: 12, priceId: 'p3' },
  ],
  credits: [
    {
      item: 'creditTrim',
      resource: 'recycle',
      rowId: null,
      month: '2026-11',
      kg: 20,
      price: 3.5,
      priceId: 'c1',
    },
  ],
  energy: [{ part: 'electricity', what: 'low', month: '2026-11', quantity: 900.4, cost: 270.123 }],
  gridCharges: [],
  labour: [
    { lineId: 'L1', businessDate: '2026-10-31', shift: 'middle', people: 5, hours: 10 },
    { lineId: 'L1', businessDate: '2026-10-31', shift: 'night', people: 4, hours: 16 },
  ],
  unsignedShifts: [],
  tools: [{ toolId: 'T', lineId: 'L1', used: 6, unit: 'h', cost: 14.996 }],
  prices: {
    direct: [price('wages', 'labourHour', 40, { effectiveTo: '2026-10-31' })],
    fixed: [
      price('depreciation', 'machineHour', 100, { effectiveTo: '2026-10-31' }),
      price('depreciation', 'machineHour', 200, { id: 'later', effectiveFrom: '2026-11-01' }),
      price('rent', 'month', 72_000),
    ],
    financial: [price('interest', 'machineHour', 1.5)],
    other: [price('insurance', 'kg', 0.01)],
  },
  webLineCount: 1,
  drawnMaterial: null,
  unrecordedDraws: [],
  isRunning: false,
  timeZone,
}

describe('the cost of an order', () => {
  test('is the sum of its lines at the prices of their time, calculated by hand', () => {
    const { parts, total, missing, machineHours, labourHours } = calculateOrderCost(facts)
    expect({ machineHours, labourHours, missing }).toEqual({ machineHours: 6, labourHours: 26, missing: [] })
    expect(parts).toEqual({
      material: 586_800 + 185_370,
      packing: 3_600,
      electricity: 27_012,
      gas: 0,
      water: 0,
      labour: 26 * 4_000,
      tools: 1_500,
      // 2 h × 100 + 4 h × 200 + 72,000 ÷ 744 h × 2 h + 72,000 ÷ 720 h × 4 h; months in 0.0001.
      fixed: 20_000 + 80_000 + toFen(72_000 * 0.002688) + toFen(72_000 * 0.005556),
      financial: 300 + 600,
      other: 1_000,
      credit: -7_000,
    })
    expect(total).toBe(sumFen(Object.values(parts)))
  })
  test('reports missing data: a lot without a price, no readings, an unsigned shift, no labour price', () => {
    const { missing, parts } = calculateOrderCost({
      ...facts,
      feeds: [{ ...facts.feeds[0]!, price: null, priceId: null }],
      energy: null,
      unsignedShifts: [{ lineId: 'L1', businessDate: '2026-10-31', shift: 'night' }],
      tools: [{ ...facts.tools[0]!, cost: null }],
      prices: { ...facts.prices, direct: [], fixed: [] },
    })
    expect(parts.material).toBe(0)
    expect(missing.map(({ what, rowId, businessDate, shift }) => [what, rowId, businessDate, shift])).toEqual([
      ['lotPrice', 'lot1', null, null],
      ['noReadings', null, null, null],
      ['handover', 'L1', '2026-10-31', 'night'],
      ['labourPrice', null, null, null],
      ['fixedPrice', null, null, null],
      ['toolPrice', 'T', null, null],
    ])
  })
  test('energy of a tariff period without a price is not free', () => {
    const { missing } = calculateOrderCost({
      ...facts,
      energy: [{ part: 'electricity', what: 'low', month: null, quantity: 5, cost: null }],
    })
    expect(missing.map(({ what }) => what)).toEqual(['tariff'])
  })
  test("includes the line's share of monthly plant costs, and the full cost of items paid for the line", () => {
    const rent = (of: OrderCostSources) =>
      sumFen(calculateOrderCost(of).lines.flatMap(({ what, fen }) => (what === 'rent' ? [fen] : [])))
    // Two of the 744 hours of October, four of the 720 of November; each line is counted in ten-thousandths of a month.
    const least = 7.2 * 100
    const whole = (2 / 744 + 4 / 720) * 7_200_000
    expect(Math.abs(rent(facts) - whole)).toBeLessThanOrEqual(least)
    expect(Math.abs(rent({ ...facts, webLineCount: 3 }) * 3 - rent(facts))).toBeLessThanOrEqual(4 * least)
    const lineFacts = {
      ...facts,
      lines: 3,
      prices: { ...facts.prices, fixed: [price('rent', 'month', 72_000, { lineId: 'L1' })] },
    }
    expect(rent(lineFacts)).toBe(rent(facts))
  })

  test('does not depend on the order of its input rows', () => {
    const turned = calculateOrderCost({
      ...facts,
      feeds: [...facts.feeds].reverse(),
      labour: [...facts.labour].reverse(),
    })
    expect(turned.parts).toEqual(calculateOrderCost(facts).parts)
  })
})

describe('the material that an order drew from the hoppers', () => {
  const none = { direct: [], fixed: [], financial: [], other: [] }
  const costInput: OrderCostInput = {
    sources: {
      ...facts,
      goodKg: 900,
      feeds: [
        { materialId: 'PP', lotId: 'lot1', kind: 'main', month: '2026-11', kg: 2400, price: 7, priceId: 'p1' },
        { materialId: 'PP', lotId: 'lot2', kind: 'main', month: '2026-11', kg: 500, price: 7.6, priceId: 'p2' },
        { materialId: 'MB', lotId: 'lot3', kind: 'sub', month: '2026-11', kg: 100, price: 20, priceId: 'p3' },
        { materialId: 'film', lotId: null, kind: 'pack', month: '2026-11', kg: 3, price: 12, priceId: 'p4' },
      ],
      credits: [],
      energy: [],
      tools: [],
      prices: none,
      // Two rolls of 1,000 kg and 20 kg of edges: 5 kg were left by the order before it, and 985 kg still lie in the hoppers.
      drawnMaterial: [
        { materialId: 'PP', lotId: 'lot0', kind: 'main', month: '2026-10', kg: 5, price: 6.8, priceId: 'p0' },
        { materialId: 'PP', lotId: 'lot1', kind: 'main', month: '2026-11', kg: 1950, price: 7, priceId: 'p1' },
        { materialId: 'MB', lotId: 'lot3', kind: 'sub', month: '2026-11', kg: 65, price: 20, priceId: 'p3' },
      ],
      unrecordedDraws: [],
      isRunning: true,
    },
    givenLanes: [],
    takenLanes: [],
    uncutKg: 1000,
    goodRolls: 9,
    downgradedKg: 0,
    wasteKg: 0,
    quantities: {
      mix: [{ materialId: 'PP', percent: 100 }],
      trimPercent: 5,
      wastePercent: 2,
      energy: [],
      crewHours: null,
      speed: null,
    },
    rates: [{ id: 'r', item: 'material', materialId: 'PP', lineId: null, effectiveFrom: '2026-01-01', price: 7.2 }],
    day: '2026-11-01',
    webM: 3.2,
    webGsm: 20,
  }
  test.each([true, false])(
    'is its material cost, whatever was fed for it, while it runs (%s) and after',
    (isRunning) => {
      const { lines, material, packing, missing } = buildOrderCostFields({
        ...costInput,
        sources: { ...costInput.sources, isRunning },
      })
      expect(lines.flatMap(({ part, rowId, amount }) => (part === 'material' ? [[rowId, amount]] : []))).toEqual([
        ['lot0', 34],
        ['lot1', 13_650],
        ['lot3', 1_300],
      ])
      expect(material).toBe(14_984)
      expect(packing).toBe(36)
      expect(missing.some(({ what }) => what === 'running')).toBe(isRunning)
    },
  )
  test('is compared with the standard of its output, including rolls that wait for the slitter', () => {
    const cost = buildOrderCostFields(costInput)
    // 1,000 kg on the roll are 1,000 × 0.95 × 0.98 good ones.
    expect(cost).toMatchObject({ goodKg: 900, madeKg: 1831 })
    expect(cost.perKg).toBeCloseTo(cost.total / 1831, 4)
    expect(cost.standardTotal).toBeCloseTo((1831 / 0.95 / 0.98) * 7.2, 2)
    // Nine of its rolls bear the part of its cost that is cut.
    expect(cost.perRoll).toBeCloseTo((cost.total * 900) / 1831 / 9, 2)
    expect(sumFen(cost.variances.map(({ amount }) => toFen(amount)))).toBe(
      toFen(cost.total) - toFen(cost.standardTotal!),
    )
  })
  test('is not divided by rolls of no mass', () => {
    const cost = buildOrderCostFields({
      ...costInput,
      goodRolls: 1,
      uncutKg: 0,
      sources: { ...costInput.sources, goodKg: 0 },
    })
    expect(cost).toMatchObject({ goodKg: 0, madeKg: 0, perKg: null, perRoll: null })
  })
  test('is priced like the recorded part where nobody recorded the feed', () => {
    const unrecorded = [{ month: '2026-11', kg: 20 }]
    const costFields = buildOrderCostFields({
      ...costInput,
      sources: { ...costInput.sources, unrecordedDraws: unrecorded },
    })
    // 1,955 of 2,020 kg are resin, of (34 + 13,650) ÷ 1,955 = 6.9995 CNY/kg; 65 are masterbatch of 20.
    expect(costFields.lines.filter(({ resource }) => resource === 'hopper')).toMatchObject([
      { what: 'PP', month: '2026-11', quantity: 19.3564, price: 6.9995, amount: 135.49 },
      { what: 'MB', month: '2026-11', quantity: 0.6436, price: 20, amount: 12.87 },
    ])
    // Where no roll was counted, as much as what was fed: (2,400 × 7 + 500 × 7.60) ÷ 2,900 = 7.1034 for 2,900 of 3,000 kg.
    const fed = buildOrderCostFields({
      ...costInput,
      sources: { ...costInput.sources, drawnMaterial: [], unrecordedDraws: unrecorded },
    })
    expect(fed.lines.filter(({ part }) => part === 'material')).toMatchObject([
      { what: 'PP', quantity: 19.3333, price: 7.1034 },
      { what: 'MB', quantity: 0.6667, price: 20 },
    ])
    const free = costInput.sources.feeds.map((one) => ({ ...one, price: null }))
    const unpriced = buildOrderCostFields({
      ...costInput,
      sources: { ...costInput.sources, feeds: free, drawnMaterial: [], unrecordedDraws: unrecorded },
    })
    expect(unpriced.missing.filter(({ what }) => what === 'lotPrice')).toContainEqual(
      expect.objectContaining({ resource: 'material', rowId: 'PP' }),
    )
  })
  test('is everything fed for it where it has goods but no roll', () => {
    const over = buildOrderCostFields({
      ...costInput,
      uncutKg: 0,
      sources: { ...costInput.sources, drawnMaterial: null, isRunning: false },
    })
    expect(over).toMatchObject({ goodKg: 900, madeKg: 900, material: 22_600 })
  })
  test('affects the yield by what was used, not by what remains in the hoppers for the next order', () => {
    const { variances } = buildOrderCostFields({ ...costInput, sources: { ...costInput.sources, isRunning: false } })
    // 2,020 kg drawn for 1,831 kg of which 5 % and 2 % go: 1,966.7 kg allowed, at the standard mix of resin alone.
    const allowed = 1831 / 0.95 / 0.98
    expect(variances.find(({ name }) => name === 'materialYield')?.amount).toBeCloseTo((2020 - allowed) * 7.2, 1)
  })
})

describe('running times of an order', () => {
  const order = {
    startedAt: '2026-11-20T00:00:00.000Z',
    finishedAt: '2026-11-20T10:00:00.000Z',
    pauses: [
      { from: '2026-11-20T02:00:00.000Z', to: '2026-11-20T03:00:00.000Z', reason: null },
      { from: '2026-11-20T02:30:00.000Z', to: '2026-11-20T04:00:00.000Z', reason: null },
      { from: '2026-11-20T09:30:00.000Z', to: null, reason: null },
    ],
  }
  test('overlapping pauses count once, an open pause until the end', () => {
    expect(countHours(getRunSpans(order, 0))).toBe(2 + 5.5)
  })
  test('the hours per day add up to those of the runs', () => {
    const runs = getRunSpans(order, 0)
    expect(groupHoursByDay(runs, 'Pacific/Auckland').reduce((sum, { hours }) => sum + hours, 0)).toBeCloseTo(
      countHours(runs),
      9,
    )
    expect(groupHoursByDay([], timeZone)).toEqual([])
  })
})

const amount = (max: number) => fc.double({ min: 0, max, noNaN: true })
const standards: fc.Arbitrary<CostStandard> = fc.record({
  mix: fc.array(
    fc.record({
      materialId: fc.constantFrom('a', 'b', 'c', 'd'),
      share: amount(1),
      price: amount(50),
    }),
    { maxLength: 4 },
  ),
  trimShare: amount(0.5),
  wasteShare: amount(0.5),
  kwhPerKg: amount(5),
  crewHoursPerKg: amount(0.1),
  machineHoursPerKg: amount(0.1),
  electricityPrice: amount(3),
  labourRate: amount(100),
  fixedRate: amount(2000),
  packingPerKg: amount(1),
  gasPerKg: amount(1),
  waterPerKg: amount(1),
  toolsPerKg: amount(1),
  otherPerKg: amount(1),
})
const fen = fc.integer({ min: 0, max: 100_000_000 })
const actuals: fc.Arbitrary<ActualUsage> = fc
  .record({
    madeKg: amount(50_000),
    parts: fc.record(Object.fromEntries(costParts.map((part) => [part, fen])) as Record<keyof PartAmounts, typeof fen>),
    dosedMaterials: fc.array(fc.record({ materialId: fc.constantFrom('a', 'b', 'x', 'y'), kg: amount(20_000), fen }), {
      maxLength: 6,
    }),
    kwh: amount(100_000),
    labourHours: amount(1000),
    machineHours: amount(500),
  })
  .map((actual) => ({
    ...actual,
    parts: {
      ...actual.parts,
      material: sumFen(actual.dosedMaterials.map((one) => one.fen)),
      credit: -actual.parts.credit,
    },
  }))

describe('variances', () => {
  const standard: CostStandard = {
    mix: [
      { materialId: 'PP', share: 0.98, price: 7 },
      { materialId: 'MB', share: 0.02, price: 20 },
    ],
    trimShare: 0.05,
    wasteShare: 0.02,
    kwhPerKg: 0.9,
    crewHoursPerKg: 0.01,
    machineHoursPerKg: 0.005,
    electricityPrice: 0.6,
    labourRate: 40,
    fixedRate: 300,
    packingPerKg: 0.1,
    gasPerKg: 0,
    waterPerKg: 0.01,
    toolsPerKg: 0.02,
    otherPerKg: 0.05,
  }
  test('of an order equal those calculated by hand', () => {
    const none = Object.fromEntries(costParts.map((part) => [part, 0])) as Record<keyof PartAmounts, number>
    const variances = calculateVariances(
      {
        madeKg: 931,
        parts: {
          ...none,
          material: 745_000,
          electricity: 60_000,
          labour: 42_000,
          fixed: 150_000,
          financial: 10_000,
          credit: -5_000,
        },
        dosedMaterials: [
          { materialId: 'PP', kg: 990, fen: 705_000 },
          { materialId: 'MB', kg: 20, fen: 40_000 },
        ],
        kwh: 900,
        labourHours: 10,
        machineHours: 5,
      },
      standard,
    )
    // 931 kg allow 1,000 kg in; the mix costs 7.26 CNY/kg.
    expect(variances).toMatchObject({
      materialPrice: 745_000 - 733_000,
      materialMix: 733_000 - 1010 * 726,
      materialYield: 10 * 726,
      electricityPrice: 60_000 - 54_000,
      electricityQuantity: 54_000 - 50_274,
      labourRate: 42_000 - 40_000,
      labourEfficiency: 40_000 - 37_240,
      fixedSpending: 160_000 - 150_000,
      fixedVolume: 150_000 - 139_650,
      credit: -5_000,
      water: -931,
    })
  })
  test('always add up to actual minus standard cost', () => {
    fc.assert(
      fc.property(actuals, standards, (actual, by) => {
        const found = calculateVariances(actual, by)
        const difference =
          sumFen(costParts.map((part) => actual.parts[part])) - calculateStandardCost(by, actual.madeKg).total
        expect(sumFen(varianceNames.map((name) => found[name]))).toBe(difference)
        expect(varianceNames.every((name) => Number.isInteger(found[name]))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('lanes of one order cut from the rolls of another', () => {
  const winder: OrderCostSources = {
    ...facts,
    tools: [...facts.tools, { toolId: 'K', lineId: 'SL1', used: 9, unit: 'm', cost: 8 }],
  }
  const lanes = { orderId: 'B', kg: 250, share: 0.25 }
  test('take the cost of the web along: resin, energy, labour and machine of the line; not packing, knives, or costs per good kg', () => {
    const web = calculateWebCost(winder)
    expect(web.parts).toEqual({ ...calculateOrderCost(facts).parts, packing: 0, other: 0 })
    expect(web.lines.filter(({ rowId }) => rowId === 'K')).toEqual([])
  })
  test('move the cost between the orders to the fen, by part and by month', () => {
    const winderCost = calculateOrderCost(winder)
    const gave = calculateCostWithLanes(winder, [lanes], [])
    const none: OrderCostSources = {
      ...facts,
      lineId: 'L2',
      runs: [],
      feeds: [],
      credits: [],
      energy: [],
      labour: [],
      tools: [],
    }
    const took = calculateCostWithLanes(
      none,
      [],
      [{ ...lanes, orderId: 'A', webCost: calculateWebCost(winder), closedLines: null }],
    )
    for (const part of costParts) {
      const fixedOfB = calculateOrderCost(none).parts[part]
      expect(gave.parts[part] + took.parts[part] - fixedOfB, part).toBe(winderCost.parts[part])
    }
    // A quarter of the resin, worked out by hand: (5,868.00 + 1,853.70) ÷ 4.
    expect(took.parts.material).toBe(146_700 + 46_343)
    expect(
      took.lines.filter(({ part }) => part === 'material').map(({ month, quantity }) => [month, quantity]),
    ).toEqual([
      ['2026-10', 200],
      ['2026-11', 62.625],
    ])
    expect([gave.labourHours, took.labourHours, took.machineHours]).toEqual([26 * 0.75, 26 * 0.25, 1.5])
    expect(gave.lanes).toEqual([{ orderId: 'B', kg: -250, fen: -took.lanes[0]!.fen }])
  })
  test('make an order as incomplete as the order they come from', () => {
    const unpriced = { ...winder, feeds: winder.feeds.map((one) => ({ ...one, price: null, priceId: null })) }
    const took = calculateCostWithLanes(
      facts,
      [],
      [{ ...lanes, orderId: 'A', webCost: calculateWebCost(unpriced), closedLines: null }],
    )
    expect(took.missing).toEqual([
      { what: 'lanes', resource: 'workOrder', rowId: 'A', businessDate: null, shift: null },
    ])
    // Film without a price is the other's own matter.
    const film = { ...winder, feeds: winder.feeds.map((one) => (one.kind === 'pack' ? { ...one, price: null } : one)) }
    expect(
      calculateCostWithLanes(facts, [], [{ ...lanes, webCost: calculateWebCost(film), closedLines: null }]).missing,
    ).toEqual([])
  })
  test("cut after the other order's books were closed count in none of its months", () => {
    const took = calculateCostWithLanes(
      facts,
      [],
      [{ ...lanes, orderId: 'A', webCost: calculateWebCost(winder), closedLines: [] }],
    )
    expect(took.lines.filter(({ rowId }) => rowId === 'A').map(({ month }) => month)).toEqual(
      expect.not.arrayContaining(['2026-10', '2026-11']),
    )
  })
  describe('of which the closed cost of the other order gave a tenth of its web', () => {
    const closedCost = calculateCostWithLanes(winder, [{ orderId: 'B', kg: 100, share: 0.1 }], [])
    const take = (kg: number) =>
      calculateCostWithLanes(
        { ...facts, feeds: [] },
        [],
        [
          {
            orderId: 'A',
            kg,
            share: kg / 1000,
            webCost: calculateWebCost(winder),
            closedLines: closedCost.lines.filter(({ resource }) => resource === 'workOrder'),
          },
        ],
      )
    const sumMaterial = ({ lines }: ReturnType<typeof take>) =>
      ['2026-10', '2026-11', null].map((month) =>
        sumFen(
          lines.flatMap((line) =>
            line.part === 'material' && line.rowId === 'A' && line.month === month ? [line.fen] : [],
          ),
        ),
      )
    // The web took resin for 5,868.00 CNY in October and 1,853.70 CNY in November.
    test.each([
      ['cut 200 kg more', 300, 2 * (58_680 + 18_537)],
      ['cut no more', 100, 0],
      ['took back 60 kg', 40, -0.6 * (58_680 + 18_537)],
      ['took back all', 0, -(58_680 + 18_537)],
    ])('keep its amounts in their months where the slitter later %s', (_name, kg, lateFen) => {
      const took = take(kg)
      // Two lines of late resin, each rounded to the fen.
      const [october, november, late] = sumMaterial(took)
      expect([october, november]).toEqual([58_680, 18_537])
      expect(Math.abs(late! - lateFen)).toBeLessThanOrEqual(1)
      // The web has 7,721.70 CNY of resin: the other order keeps all but these lanes.
      const givingCost = calculateCostWithLanes(winder, [{ orderId: 'B', kg, share: kg / 1000 }], [])
      expect(givingCost.parts.material + october! + november! + late!).toBe(772_170)
      expect(took.lanes).toEqual([{ orderId: 'A', kg, fen: 0 - (givingCost.lanes[0]?.fen ?? 0) }])
      for (const month of ['2026-10', '2026-11'])
        for (const part of costParts) {
          const sumMonth = (cost: { lines: typeof took.lines }) =>
            sumFen(cost.lines.flatMap((line) => (line.part === part && line.month === month ? [line.fen] : [])))
          const withoutLanes = calculateOrderCost({ ...facts, feeds: [] })
          expect(sumMonth(closedCost) + sumMonth(took), `${month} ${part}`).toBe(
            sumMonth(calculateOrderCost(winder)) + sumMonth(withoutLanes),
          )
        }
    })
  })
  test('bring the material of an order that wound no roll; its own unrecorded draws stay missing', () => {
    const unfed = { ...facts, feeds: [], drawnMaterial: [] }
    const takenLanes = [{ ...lanes, orderId: 'A', webCost: calculateWebCost(winder), closedLines: null }]
    const listMissing = (sources: OrderCostSources, taken: typeof takenLanes) =>
      calculateCostWithLanes(sources, [], taken).missing.map(({ what }) => what)
    expect(listMissing(unfed, [])).toEqual(['noFeeds'])
    expect(listMissing(unfed, takenLanes)).toEqual([])
    const drawing = { ...unfed, unrecordedDraws: [{ month: '2026-11', kg: 20 }] }
    expect(listMissing(drawing, takenLanes)).toEqual(['noFeeds'])
  })
})

test('a lane has at most the whole web, and no share of a web without kilograms', () => {
  expect([calculateLaneShare(25, 100), calculateLaneShare(120, 100), calculateLaneShare(5, 0)]).toEqual([0.25, 1, 0])
})
