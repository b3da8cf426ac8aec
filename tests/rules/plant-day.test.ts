import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import { parseSlitNumber } from '@/areas/rolls/rules/roll-number'
import { jumboRollLifecycle as jumboMachine } from '@/areas/rolls/rules/jumbo-roll'
import { slitRollLifecycle as slitMachine } from '@/areas/slitting/rules/slit-roll'
import { workOrderLifecycle as orderMachine } from '@/areas/orders/rules/work-order'
import { scaleRounds } from '../long'
import { PlantFloor, type Answer } from './plant-floor'

type Command = { readonly says: string; readonly run: (plant: PlantFloor) => Answer }
const anySmallIndex = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat({ max: 4 }) })
const many = fc.nat({ max: 60 })
const command = (
  name: string,
  given: fc.Arbitrary<readonly (string | number | null)[]>,
  run: (plant: PlantFloor, ...given: never[]) => Answer,
): fc.Arbitrary<Command> =>
  given.map((values) => ({ says: `${name}(${values.join(', ')})`, run: (plant) => run(plant, ...(values as never[])) }))
const metres = fc.integer({ min: 0, max: 6000 })
const share = fc.double({ min: 0, max: 1, noNaN: true })

/** What people do on a day, in any order: most of it can happen, much of it must be refused. */
const anything = fc.oneof(
  {
    weight: 2,
    arbitrary: command('receive', fc.tuple(fc.integer({ min: 100, max: 25_000 })), (p, kg: number) => p.receive(kg)),
  },
  { weight: 1, arbitrary: command('block', fc.tuple(anySmallIndex), (p, n: number) => p.block(n)) },
  { weight: 2, arbitrary: command('order', fc.constant([]), (p) => p.order()) },
  {
    weight: 5,
    arbitrary: command(
      'step',
      fc.tuple(anySmallIndex, fc.constantFrom(...Object.keys(orderMachine.actions))),
      (p, n: number, action: string) => p.step(n, action),
    ),
  },
  {
    weight: 5,
    arbitrary: command(
      'feed',
      fc.tuple(anySmallIndex, anySmallIndex, fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.constantFrom(0, -5))),
      (p, o: number, l: number, kg: number) => p.feed(o, l, kg),
    ),
  },
  {
    weight: 2,
    arbitrary: command(
      'counter',
      fc.tuple(fc.nat({ max: 8 }), fc.option(fc.integer({ min: 1, max: 500 }), { nil: null })),
      (p, n: number, kg: number | null) => p.counter(n, kg),
    ),
  },
  { weight: 6, arbitrary: command('wind', fc.tuple(anySmallIndex), (p, n: number) => p.wind(n)) },
  { weight: 6, arbitrary: command('doff', fc.tuple(metres), (p, m: number) => p.doff(m)) },
  {
    weight: 5,
    arbitrary: command(
      'weigh',
      fc.tuple(anySmallIndex, fc.constantFrom(0, 0.97, 1, 1.02, 10)),
      (p, n: number, s: number) => p.weigh(n, s),
    ),
  },
  {
    weight: 2,
    arbitrary: command(
      'jumboStep',
      fc.tuple(anySmallIndex, fc.constantFrom('remove', 'consume', 'scrap', 'scrapRemnant', 'wind')),
      (p, n: number, action: string) => p.jumboStep(n, action),
    ),
  },
  {
    weight: 6,
    arbitrary: command(
      'startCutting',
      fc.tuple(fc.constantFrom(0, 1, 1, 2), fc.integer({ min: 40, max: 500 }), fc.integer({ min: 1, max: 12 })),
      (p, n: number, width: number, count: number) => p.startCutting(n, [{ width, count }]),
    ),
  },
  {
    weight: 8,
    arbitrary: command('doffSet', fc.tuple(anySmallIndex, metres), (p, n: number, m: number) => p.doffSet(n, m)),
  },
  { weight: 3, arbitrary: command('weighSlit', fc.tuple(many), (p, n: number) => p.weighSlit(n)) },
  {
    weight: 2,
    arbitrary: command(
      'downgrade',
      fc.tuple(many, share, share, fc.constantFrom('downgraded', 'waste')),
      (p, n: number, a: number, b: number, g: 'downgraded' | 'waste') => p.downgrade(n, a, b, g),
    ),
  },
  {
    weight: 2,
    arbitrary: command(
      'slitStep',
      fc.tuple(many, fc.constantFrom(...Object.keys(slitMachine.actions))),
      (p, n: number, action: string) => p.slitStep(n, action),
    ),
  },
  { weight: 2, arbitrary: command('undoSet', fc.tuple(anySmallIndex), (p, n: number) => p.undoSet(n)) },
  {
    weight: 3,
    arbitrary: command(
      'finishCutting',
      fc.tuple(anySmallIndex, fc.constantFrom('remnant', 'waste')),
      (p, n: number, rest: string) => p.finishCutting(n, rest === 'remnant'),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.integer({ min: 1, max: 400 }).map((minutes): Command => ({
      says: `pass(${minutes})`,
      run: (p) => {
        p.pass(minutes)
        return 'done'
      },
    })),
  },
)
/** A day that got somewhere, so that the rest has something to break. */
function begun(): PlantFloor {
  const plant = new PlantFloor(Date.parse('2026-11-20T00:10:00Z'))
  plant.receive(20_000)
  plant.receive(20_000)
  plant.order()
  plant.step(0, 'start')
  plant.feed(0, 0, 900)
  plant.wind(0)
  plant.pass(90)
  plant.feed(0, 1, 800)
  plant.pass(60)
  plant.doff(9000)
  plant.weigh(0, 1.01)
  plant.startCutting(0, [{ width: 300, count: 10 }])
  plant.doffSet(0, 4000)
  plant.wind(0)
  plant.pass(100)
  plant.doff(8000)
  plant.weigh(1, 0.99)
  return plant
}
const close = (a: number, b: number, what: string) =>
  expect(Math.abs(a - b), `${what}: ${a} and ${b}`).toBeLessThan(0.05)

function mustBeWhole(plant: PlantFloor): void {
  const numbers = [...plant.jumbos.flatMap(({ number }) => number ?? []), ...plant.slit.map(({ number }) => number)]
  expect(new Set(numbers).size, 'numbers are given once').toBe(numbers.length)
  for (const { state } of plant.orders) expect(orderMachine.states).toContain(state)
  expect(plant.orders.filter(({ state }) => state === 'running').length).toBeLessThanOrEqual(2)
  for (const lot of plant.lots)
    close(
      lot.leftKg,
      lot.receivedKg - plant.feeds.filter(({ lotId }) => lotId === lot.id).reduce((sum, { kg }) => sum + kg, 0),
      'what is left of a lot',
    )
  for (const roll of plant.jumbos) {
    expect(jumboMachine.states).toContain(roll.state)
    const slitRolls = plant.slit.filter((slit) => slit.jumboId === roll.id && slit.state !== 'undone')
    if (slitRolls.length > 0)
      expect(['slitting', 'remnant', 'cut', 'consumed'], roll.number ?? '').toContain(roll.state)
    const spans = [...new Map(slitRolls.map(({ set, fromM, toM }) => [set, { fromM, toM }])).values()].sort(
      (a, b) => a.fromM - b.fromM,
    )
    for (const [i, span] of spans.entries())
      expect(span.fromM, 'no metre is cut twice').toBeGreaterThanOrEqual(
        i > 0 ? spans[i - 1]!.toM - 1e-9 : roll.leftM - 1e-9,
      )
    if (roll.number)
      close(roll.lengthM, roll.leftM + spans.reduce((sum, { fromM, toM }) => sum + toM - fromM, 0), 'metres of a jumbo')
  }
  const lots = plant.lotsOfRolls()
  for (const roll of plant.jumbos) {
    const own = lots.get(roll.id)
    if (!own) continue
    const found = own.lots.reduce((sum, { grams }) => sum + grams, own.unknownGrams)
    close(found / 1000, roll.netKg ?? roll.expectedKg ?? 0, 'a jumbo weighs what its lots weigh')
  }
  for (const slit of plant.slit) {
    const jumbo = plant.jumbos.find(({ id }) => id === slit.jumboId)!
    expect(parseSlitNumber(slit.number)?.jumbo, 'a slit roll leads back to its jumbo').toBe(jumbo.number)
    for (const { lotId } of lots.get(jumbo.id)?.lots ?? [])
      expect(
        plant.lots.some(({ id }) => id === lotId),
        'and to its lots',
      ).toBe(true)
    expect(slit.fromMm + slit.widthMm).toBeLessThanOrEqual(3200 + 1e-9)
  }
  for (const { balance } of plant.cuttings)
    if (balance) expect(balance.isWithinTolerance, `gap ${balance.gapPercent} %`).toBe(true)
  for (const order of plant.orders) {
    const figures = sumMetrics(plant.figuresOf(order.id))
    const outputKg =
      plant.slit
        .filter((roll) => roll.orderId === order.id && roll.state !== 'undone')
        .reduce((sum, roll) => sum + (roll.kg ?? roll.expectedKg), 0) +
      plant.jumbos
        .filter((roll) => roll.orderId === order.id && (roll.state === 'consumed' || roll.state === 'scrapped'))
        .reduce((sum, roll) => sum + ((roll.netKg ?? roll.expectedKg ?? 0) * roll.leftM) / roll.lengthM, 0) +
      plant.cuttings
        .filter(
          ({ jumboId, state }) =>
            state === 'finished' && plant.jumbos.find(({ id }) => id === jumboId)?.orderId === order.id,
        )
        .reduce((sum, { wasteKg }) => sum + (wasteKg ?? 0), 0)
    close(figures.goodKg + figures.downgradedKg + figures.wasteKg, outputKg, 'good, downgraded and waste of an order')
    expect(figures.goodKg).toBeGreaterThanOrEqual(-1e-6)
    const made = plant.jumbos
      .filter((roll) => roll.orderId === order.id && roll.number !== null && roll.state !== 'deleted')
      .reduce((sum, roll) => sum + (roll.netKg ?? roll.expectedKg ?? 0), 0)
    expect(
      figures.goodKg + figures.downgradedKg + figures.wasteKg,
      'no more comes out than was made',
    ).toBeLessThanOrEqual(made * 1.001 + 0.05)
  }
}

describe('a day in the plant', () => {
  it('keeps mass, numbers, states and genealogy consistent, whatever people try', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(fc.array(anything, { minLength: 20, maxLength: 120 }), (commands) => {
        const plant = begun()
        for (const { says, run } of commands) {
          const answer = run(plant)
          const key = `${says.split('(')[0]} ${answer}`
          seen.set(key, (seen.get(key) ?? 0) + 1)
        }
        mustBeWhole(plant)
      }),
      { numRuns: scaleRounds(400) },
    )
    // A day on which nothing succeeds, or nothing is refused, would prove nothing.
    for (const name of [
      'feed',
      'wind',
      'doff',
      'weigh',
      'startCutting',
      'doffSet',
      'finishCutting',
      'undoSet',
      'downgrade',
      'jumboStep',
      'slitStep',
      'counter',
    ]) {
      expect(seen.get(`${name} done`) ?? 0, `${name} done`).toBeGreaterThan(5)
      expect(seen.get(`${name} refused`) ?? 0, `${name} refused`).toBeGreaterThan(5)
    }
  })
})
