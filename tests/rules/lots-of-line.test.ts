import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderDosing } from '@/areas/feeding/rules/dosing'
import { EMPTY_HOPPER } from '@/areas/feeding/rules/hopper-queue'
import {
  toLineDraw,
  allocateLots,
  getMinResidenceMs,
  type LineDosing,
  type LineEvents,
  type LineHopperStates,
  type WoundRoll,
} from '@/areas/feeding/rules/allocate-lots'

const MIN = 60_000
const residence = { delayMs: 20 * MIN, spreadMs: 10 * MIN }
const kinds: Readonly<Record<string, 'main' | 'sub'>> = { resin: 'main', soft: 'main', white: 'sub', blue: 'sub' }
const order = (colour: 'white' | 'blue', percent = 2): OrderDosing => ({
  recipe: [
    { materialId: 'resin', kind: 'main', targetPercent: 100 - percent, minPercent: null, maxPercent: null },
    { materialId: colour, kind: 'sub', targetPercent: percent, minPercent: null, maxPercent: null },
  ],
  feeds: [{ hopperId: 'H3', materialId: colour, kind: 'sub', kg: 100 }],
  orderedKg: null,
})
const dosings: LineDosing = {
  dosingByOrder: new Map([
    ['white order', order('white')],
    ['blue order', order('blue')],
  ]),
  getKind: (id) => kinds[id]!,
}
const fed = (hopperId: string, materialId: string, lotId: string, at: number, kg: number) => ({
  hopperId,
  materialId,
  lotId,
  feedId: `${lotId} ${at}`,
  at: at * MIN,
  grams: kg * 1000,
})
const roll = (id: string, from: number, to: number, kg: number, orderId = 'white order'): WoundRoll => ({
  id,
  orderId,
  startsAt: from * MIN,
  endsAt: to * MIN,
  kg,
  speedMPerMin: null,
  lengthM: null,
})
const count = (events: Partial<LineEvents>, start: LineHopperStates = new Map()) =>
  allocateLots(start, { feeds: [], emptyings: [], draws: [], ...events }, dosings)
const wound = (...rolls: WoundRoll[]) => rolls.map((one) => toLineDraw(one, residence))
const lotsIn = (counted: ReturnType<typeof count>, id: string) =>
  Object.fromEntries((counted.allocationById.get(id)?.lots ?? []).map(({ lotId, grams }) => [lotId, grams / 1000]))

describe('the lots of rolls', () => {
  const resin = fed('H1', 'resin', 'R1', 0, 3000)
  it('are drawn from each hopper by its ratio; together they weigh as much as the roll', () => {
    const counted = count({ feeds: [resin, fed('H3', 'white', 'W1', 0, 50)], draws: wound(roll('1', 30, 60, 500)) })
    expect(lotsIn(counted, '1')).toEqual({ R1: 490, W1: 10 })
    expect(counted.allocationById.get('1')?.unknownGrams).toBe(0)
  })
  it('of one colour end when the next colour follows: the rest of the former leaves first', () => {
    const allocation = count({
      feeds: [resin, fed('H3', 'blue', 'B1', 0, 12), fed('H3', 'white', 'W1', 70, 60)],
      draws: wound(
        roll('1', 30, 60, 500, 'blue order'),
        roll('2', 90, 120, 500),
        roll('3', 120, 150, 500),
        roll('4', 150, 180, 500),
      ),
    })
    expect(lotsIn(allocation, '1')).toEqual({ R1: 490, B1: 10 })
    expect(lotsIn(allocation, '2')).toMatchObject({ B1: 2, W1: 8 })
    expect([lotsIn(allocation, '3'), lotsIn(allocation, '4')]).toEqual([
      { R1: 490, W1: 10 },
      { R1: 490, W1: 10 },
    ])
  })
  it('of one colour end at once when its hopper was emptied; the silo keeps its resin', () => {
    const counted = count({
      feeds: [resin, fed('H3', 'blue', 'B1', 0, 40), fed('H3', 'white', 'W1', 70, 60)],
      emptyings: [{ id: 'out', hopperId: 'H3', at: 70 * MIN }],
      draws: wound(roll('1', 30, 60, 500, 'blue order'), roll('2', 90, 120, 500)),
    })
    expect(lotsIn(counted, 'out')).toEqual({ B1: 30 })
    expect(lotsIn(counted, '2')).toEqual({ R1: 490, W1: 10 })
  })
  it('take nothing from a hopper that the order does not use', () => {
    const counted = count({
      feeds: [resin, fed('H3', 'white', 'W1', 0, 60), fed('H4', 'blue', 'B1', 0, 60)],
      draws: wound(roll('1', 30, 60, 500)),
    })
    expect(lotsIn(counted, '1')).toEqual({ R1: 490, W1: 10 })
  })
  it('include missing material as unknown, at the ratio of its role', () => {
    const counted = count({ feeds: [resin], draws: wound(roll('1', 30, 60, 500)) })
    expect([lotsIn(counted, '1'), counted.allocationById.get('1')?.unknownGrams]).toEqual([{ R1: 490 }, 10_000])
    expect(count({ draws: wound(roll('1', 30, 60, 500)) }).allocationById.get('1')).toEqual({
      lots: [],
      unknownGrams: 500_000,
    })
  })
  it('do not reach a roll that was wound before the lot could be in the web', () => {
    const late = fed('H1', 'resin', 'R2', 51, 900)
    const counted = count({
      feeds: [fed('H1', 'resin', 'R1', 0, 100), fed('H3', 'white', 'W1', 0, 60), late],
      draws: wound(roll('1', 30, 60, 500), roll('2', 61, 90, 100)),
    })
    expect(getMinResidenceMs(residence)).toBe(10 * MIN)
    expect(Object.keys(lotsIn(counted, '1'))).not.toContain('R2')
    expect(lotsIn(counted, '2')['R2']).toBe(98)
  })
  it('come back into their hopper behind later feeds when trim is returned', () => {
    const trim = toLineDraw({ ...roll('trim', 60, 60, 100), isReturned: true }, residence)
    expect(trim).toMatchObject({ from: 50 * MIN, returnsAt: 60 * MIN })
    const allocation = count({
      feeds: [
        fed('H1', 'resin', 'R1', 0, 98),
        fed('H3', 'white', 'W1', 0, 60),
        fed('H1', 'resin', 'R2', 55, 196),
        fed('H1', 'resin', 'R3', 65, 1000),
      ],
      draws: [
        trim,
        ...[0, 1, 2, 3].map((i) => ({ ...wound(roll(`${i}`, 80 + i * 10, 90 + i * 10, 100))[0]!, mixedGrams: 0 })),
      ],
    })
    expect(lotsIn(allocation, 'trim')).toEqual({ R1: 98, W1: 2 })
    expect([0, 1, 2, 3].map((i) => lotsIn(allocation, String(i)))).toEqual([
      { R2: 98, W1: 2 },
      { R2: 98, W1: 2 },
      { R1: 98, W1: 2 },
      { R3: 98, W1: 2 },
    ])
  })
  it('mix over the web wound in the mixing time, by the speed if the line stood', () => {
    const draw = toLineDraw({ ...roll('1', 0, 300, 600), speedMPerMin: 200, lengthM: 6000 }, residence)
    expect(draw.mixedGrams).toBe(200_000)
    expect(toLineDraw(roll('1', 0, 60, 600), residence).mixedGrams).toBe(100_000)
    expect(toLineDraw(roll('1', 60, 60, 600), residence)).toMatchObject({
      from: 50 * MIN,
      to: 50 * MIN,
      mixedGrams: 600_000,
    })
  })
})

const minute = fc.integer({ min: 0, max: 500 })
const story = fc.record({
  feeds: fc.array(
    fc.record({
      at: minute,
      kg: fc.integer({ min: 1, max: 1500 }),
      hopper: fc.constantFrom('H1', 'H3', 'H4'),
      material: fc.constantFrom('resin', 'soft', 'white', 'blue'),
      lot: fc.nat({ max: 4 }),
    }),
    { maxLength: 20 },
  ),
  empties: fc.array(fc.record({ at: minute, hopper: fc.constantFrom('H1', 'H3', 'H4') }), { maxLength: 3 }),
  rolls: fc.array(
    fc.record({
      from: minute,
      minutes: fc.integer({ min: 0, max: 40 }),
      kg: fc.integer({ min: 0, max: 800 }),
      order: fc.constantFrom('white order', 'blue order', 'unheard of'),
    }),
    { maxLength: 12 },
  ),
  trims: fc.array(
    fc.record({
      at: minute,
      kg: fc.integer({ min: 0, max: 300 }),
      order: fc.constantFrom('white order', 'blue order', 'unheard of'),
      isReturned: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
})
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never
const eventsOf = ({ feeds, empties, rolls, trims }: Story): LineEvents => ({
  feeds: feeds.map((one, i) => ({
    ...fed(one.hopper, one.material, `${one.material}${one.lot}`, one.at, one.kg),
    feedId: `f${String(i).padStart(2, '0')}`,
  })),
  emptyings: empties.map((one, i) => ({ id: `e${i}`, hopperId: one.hopper, at: one.at * MIN })),
  draws: wound(
    ...rolls.map((one, i) =>
      roll(`r${String(i).padStart(2, '0')}`, one.from, one.from + one.minutes, one.kg, one.order),
    ),
    ...trims.map(({ at, kg, order: orderId, isReturned }, i) => ({
      ...roll(`t${i}`, at, at, kg, orderId),
      isReturned,
    })),
  ),
})
const sum = (all: readonly { readonly grams: number }[]) => all.reduce((total, { grams }) => total + grams, 0)

describe('any events on a line', () => {
  it('every lot in every hopper is accounted for to the gram, and every roll weighs its lots plus the unknown part', () => {
    fc.assert(
      fc.property(story, (lineStory) => {
        const events = eventsOf(lineStory)
        const { allocationById, finalState: end } = count(events)
        const returnedIds = new Set(events.draws.filter((one) => one.returnsAt !== undefined).map(({ id }) => id))
        const out = [...allocationById].flatMap(([id, { lots }]) => (returnedIds.has(id) ? [] : lots))
        expect([...end.values()].flatMap(({ returning }) => returning ?? [])).toEqual([])
        for (const hopper of ['H1', 'H3', 'H4'])
          for (const lot of new Set(events.feeds.map(({ lotId }) => lotId))) {
            const fedGrams = sum(events.feeds.filter((one) => one.hopperId === hopper && one.lotId === lot))
            const inside = sum((end.get(hopper) ?? EMPTY_HOPPER).layers.filter(({ lotId }) => lotId === lot))
            expect(sum(out.filter((one) => one.hopperId === hopper && one.lotId === lot)) + inside).toBe(fedGrams)
          }
        for (const { id, grams } of events.draws) {
          const { lots, unknownGrams } = allocationById.get(id)!
          expect(sum(lots) + unknownGrams).toBe(grams)
        }
      }),
      { numRuns: 400 },
    )
  })
  it('no hopper gives a roll more than its ratio', () => {
    fc.assert(
      fc.property(story, (lineStory) => {
        const events = eventsOf({
          ...lineStory,
          rolls: lineStory.rolls.map((one) => ({ ...one, order: 'white order' })),
          trims: lineStory.trims.map((one) => ({ ...one, order: 'white order' })),
        })
        for (const [id, { lots }] of count(events).allocationById) {
          const own = events.draws.find((draw) => draw.id === id)
          if (own)
            expect(sum(lots.filter(({ hopperId }) => hopperId === 'H3'))).toBeLessThanOrEqual(
              Math.ceil(own.grams * 0.02) + 1,
            )
        }
      }),
      { numRuns: 200 },
    )
  })
  it('may be entered in any order, and recalculated from any moment between two rolls', () => {
    fc.assert(
      fc.property(
        story.chain((told) => fc.tuple(fc.constant(told), fc.nat(), fc.infiniteStream(fc.nat()))),
        ([lineStory, n, random]) => {
          const events = eventsOf(lineStory)
          const mixed = <T>(all: readonly T[]): T[] =>
            all
              .map((one) => [random.next().value as number, one] as const)
              .sort(([a], [b]) => a - b)
              .map(([, one]) => one)
          const whole = count(events)
          const plain = (all: ReadonlyMap<string, unknown>) => [...all].sort(([a], [b]) => (a < b ? -1 : 1))
          const other = count({
            feeds: mixed(events.feeds),
            emptyings: mixed(events.emptyings),
            draws: mixed(events.draws),
          })
          expect(plain(other.allocationById)).toEqual(plain(whole.allocationById))
          expect(plain(other.finalState)).toEqual(plain(whole.finalState))
          const checkpoint = whole.checkpoints[n % Math.max(1, whole.checkpoints.length)]
          if (!checkpoint) return
          const again = count(
            {
              feeds: events.feeds.filter(({ at }) => at >= checkpoint.at),
              emptyings: events.emptyings.filter(({ at }) => at >= checkpoint.at),
              draws: events.draws.filter(({ from }) => from >= checkpoint.at),
            },
            checkpoint.state,
          )
          expect(plain(again.finalState)).toEqual(plain(whole.finalState))
          for (const [id, allocation] of again.allocationById) expect(allocation).toEqual(whole.allocationById.get(id))
        },
      ),
      { numRuns: 300 },
    )
  })
  it('no roll contains a lot fed after its winding, or a lot removed by emptying the hopper before', () => {
    fc.assert(
      fc.property(story, (lineStory) => {
        // Trim may come back after its hopper was emptied.
        const events = eventsOf({ ...lineStory, trims: lineStory.trims.filter(({ isReturned }) => !isReturned) })
        const { allocationById } = count(events)
        for (const { id, from, to } of events.draws)
          for (const { feedId, hopperId } of allocationById.get(id)!.lots) {
            const { at } = events.feeds.find((one) => one.feedId === feedId)!
            expect(at).toBeLessThanOrEqual(Math.max(from, to))
            expect(
              events.emptyings.some((one) => one.hopperId === hopperId && one.at > at && one.at <= from && to > from),
            ).toBe(false)
          }
      }),
      { numRuns: 200 },
    )
  })
})
