import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  EMPTY_HOPPER,
  simulateHopper,
  type HopperDraw,
  type HopperEvents,
  type HopperState,
} from '@/areas/feeding/rules/hopper-queue'

const MIN = 60_000
const KG = 1000
const fed = (lot: string, at: number, kg: number, material = 'resin') => ({
  feedId: `feed ${lot} ${at}`,
  lotId: lot,
  materialId: material,
  at: at * MIN,
  grams: kg * KG,
})
const draw = (id: string, from: number, to: number, kg: number, mixed = 0): HopperDraw => ({
  id,
  from: from * MIN,
  to: to * MIN,
  grams: kg * KG,
  mixedGrams: mixed * KG,
})
const run = (events: Partial<HopperEvents>, before: HopperState = EMPTY_HOPPER) =>
  simulateHopper(before, { feeds: [], emptyings: [], draws: [], ...events })
/** Grams by lot that something took. */
function lots(ran: ReturnType<typeof run>, id: string): Record<string, number> {
  const by: Record<string, number> = {}
  for (const { lotId, grams } of ran.withdrawals.get(id)?.portions ?? []) by[lotId!] = (by[lotId!] ?? 0) + grams
  return by
}

describe('a hopper without mixing', () => {
  it('releases material first in, first out, kilogram by kilogram', () => {
    const ran = run({
      feeds: [fed('a', 0, 600), fed('b', 30, 500)],
      draws: [draw('1', 10, 60, 500), draw('2', 60, 110, 400)],
    })
    expect([lots(ran, '1'), lots(ran, '2')]).toEqual([{ a: 500 * KG }, { a: 100 * KG, b: 300 * KG }])
    expect(ran.finalState.layers.map(({ lotId, grams }) => [lotId, grams])).toEqual([['b', 200 * KG]])
  })
  it('reports missing material as unknown, and invents nothing later', () => {
    const ran = run({
      feeds: [fed('a', 0, 100), fed('b', 90, 500)],
      draws: [draw('1', 10, 60, 150), draw('2', 60, 120, 60)],
    })
    expect(ran.withdrawals.get('1')).toMatchObject({ unknownGrams: 50 * KG })
    // Half of the second was drawn before anything was fed again.
    expect([lots(ran, '2'), ran.withdrawals.get('2')?.unknownGrams]).toEqual([{ b: 30 * KG }, 30 * KG])
  })
  it('gives nothing to a draw before the feed', () => {
    const ran = run({
      feeds: [fed('a', 0, 500), fed('b', 60, 500)],
      draws: [draw('1', 0, 60, 100), draw('2', 60, 90, 50)],
    })
    expect([lots(ran, '1'), lots(ran, '2')]).toEqual([{ a: 100 * KG }, { a: 50 * KG }])
  })
  it('releases everything when emptied, and then only later feeds', () => {
    const ran = run({
      feeds: [fed('a', 0, 300), fed('b', 5, 100), fed('c', 60, 400, 'other')],
      emptyings: [{ id: 'out', at: 60 * MIN }],
      draws: [draw('1', 10, 60, 200), draw('2', 60, 90, 100)],
    })
    expect(lots(ran, 'out')).toEqual({ a: 100 * KG, b: 100 * KG })
    expect(lots(ran, '2')).toEqual({ c: 100 * KG })
    expect(ran.finalState.materialId).toBe('other')
    expect(run({ emptyings: [{ id: 'x', at: 0 }] }, ran.finalState).finalState).toEqual(EMPTY_HOPPER)
  })
})

describe('a hopper that mixes', () => {
  it('changes over evenly around the moment at which the first lot would have ended', () => {
    // 100 kg mix: the border of a and b would leave after 500 kg, so both leave from 400 to 600.
    const draws = Array.from({ length: 10 }, (_, i) => draw(String(i), 10 + i * 10, 20 + i * 10, 100, 100))
    const ran = run({ feeds: [fed('a', 0, 500), fed('b', 1, 600)], draws })
    const share = (i: number) => Math.round(((lots(ran, String(i))['a'] ?? 0) / (100 * KG)) * 1000) / 1000
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(share)).toEqual([1, 1, 1, 1, 0.75, 0.25, 0, 0])
  })
  it('drops a lot completely once it is flushed, however little the hopper held', () => {
    const ran = run({
      feeds: [fed('a', 0, 40), fed('b', 1, 900)],
      draws: [draw('1', 2, 12, 150, 100), draw('2', 12, 22, 150, 100)],
    })
    expect(lots(ran, '1')['a']).toBe(40 * KG)
    expect(lots(ran, '2')).toEqual({ b: 150 * KG })
  })
  it('gives the same result for one feed of a lot and for many', () => {
    const draws = [draw('1', 100, 110, 300, 120), draw('2', 110, 120, 300, 120)]
    const one = run({ feeds: [fed('a', 0, 400), fed('b', 50, 400)], draws })
    const many = run({ feeds: [...[1, 2, 3, 4].map((i) => fed('a', i, 100)), fed('b', 50, 400)], draws })
    for (const id of ['1', '2'])
      for (const lot of ['a', 'b'])
        expect(Math.abs((lots(one, id)[lot] ?? 0) - (lots(many, id)[lot] ?? 0))).toBeLessThan(9)
  })
})

/** Events of a hopper at whole minutes, drawn from one after the other as a winder does. */
const story = fc
  .record({
    feeds: fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 600 }),
        grams: fc.integer({ min: 1, max: 900_000 }),
        lot: fc.integer({ min: 0, max: 5 }),
      }),
      { maxLength: 25 },
    ),
    empties: fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 3 }),
    rolls: fc.array(
      fc.record({
        minutes: fc.integer({ min: 0, max: 60 }),
        pause: fc.integer({ min: 0, max: 20 }),
        grams: fc.integer({ min: 0, max: 700_000 }),
        mixed: fc.integer({ min: 0, max: 300_000 }),
      }),
      { maxLength: 15 },
    ),
  })
  .map(({ feeds, empties, rolls }): HopperEvents => {
    let minute = 0
    return {
      feeds: feeds.map((one, i) => ({
        feedId: `f${String(i).padStart(2, '0')}`,
        lotId: `lot${one.lot}`,
        materialId: `m${one.lot % 2}`,
        at: one.at * MIN,
        grams: one.grams,
      })),
      emptyings: [...new Set(empties)].map((moment) => ({ id: `e${moment}`, at: moment * MIN })),
      draws: rolls.map((roll, i): HopperDraw => {
        const from = (minute += roll.pause)
        minute += roll.minutes
        return {
          id: `r${String(i).padStart(2, '0')}`,
          from: from * MIN,
          to: minute * MIN,
          grams: roll.grams,
          mixedGrams: roll.mixed,
        }
      }),
    }
  })
const total = (all: readonly { readonly grams: number }[]) => all.reduce((sum, { grams }) => sum + grams, 0)

describe('any events at a hopper', () => {
  it('keeps the balance of every lot to the gram, and releases no more than was drawn', () => {
    fc.assert(
      fc.property(story, (events) => {
        const ran = run(events)
        const out = [...ran.withdrawals.values()].flatMap(({ portions }) => portions)
        for (const lot of new Set(events.feeds.map(({ lotId }) => lotId))) {
          const of = <L extends { lotId: string | null; grams: number }>(all: readonly L[]) =>
            total(all.filter(({ lotId }) => lotId === lot))
          expect(of(out) + of(ran.finalState.layers)).toBe(of(events.feeds))
        }
        for (const { id, grams } of events.draws) {
          const { portions, unknownGrams } = ran.withdrawals.get(id)!
          expect(total(portions) + unknownGrams).toBe(grams)
        }
        for (const { grams } of [...out, ...ran.finalState.layers]) {
          expect(Number.isInteger(grams)).toBe(true)
          expect(grams).toBeGreaterThan(0)
        }
      }),
      { numRuns: 400 },
    )
  })
  it('gives the same result for any order of the events', () => {
    fc.assert(
      fc.property(
        story.chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events.feeds], { minLength: events.feeds.length }),
            fc.shuffledSubarray([...events.draws], { minLength: events.draws.length }),
          ),
        ),
        ([events, feeds, draws]) => {
          const [one, other] = [run(events), run({ ...events, feeds: feeds, draws })]
          expect(other.finalState).toEqual(one.finalState)
          const plain = (ran: typeof one) => [...ran.withdrawals].sort(([a], [b]) => (a < b ? -1 : 1))
          expect(plain(other)).toEqual(plain(one))
        },
      ),
      { numRuns: 200 },
    )
  })
  it('continues from any moment between two draws as if it had never stopped', () => {
    fc.assert(
      fc.property(story, fc.nat(), (events, n) => {
        const borders = events.draws.map(({ from, to }) => (to > from ? to : from + 1))
        const border = borders[n % Math.max(1, borders.length)]
        fc.pre(border !== undefined && events.draws.every((one) => one.from >= border || one.to <= border))
        const isBefore = (moment: (typeof borders)[number]) => border !== undefined && moment < border
        const part = (before: boolean): HopperEvents => ({
          feeds: events.feeds.filter((one) => isBefore(one.at) === before),
          emptyings: events.emptyings.filter((one) => isBefore(one.at) === before),
          draws: events.draws.filter((one) => isBefore(one.from) === before),
        })
        const first = run(part(true))
        const then = run(part(false), first.finalState)
        const whole = run(events)
        expect(then.finalState).toEqual(whole.finalState)
        expect(new Map([...first.withdrawals, ...then.withdrawals])).toEqual(whole.withdrawals)
      }),
      { numRuns: 300 },
    )
  })
  it('finds a lot in every possible roll and in no other', () => {
    let seen = 0
    fc.assert(
      fc.property(story, fc.integer({ min: 0, max: 4_000_000 }), (events, opening) => {
        const first = { feedId: 'f', lotId: 'opening', materialId: 'm0', at: 0, grams: opening }
        const fedAll = [first, ...events.feeds]
        const mixed = Math.max(0, ...events.draws.map((one) => one.mixedGrams))
        const ran = run({ feeds: fedAll, draws: events.draws })
        // Without unknown kilograms and emptying, the n-th gram in is about the n-th gram out.
        if (events.draws.some(({ id }) => ran.withdrawals.get(id)!.unknownGrams > 0)) return
        seen++
        const sorted = fedAll
          .filter(({ grams }) => grams > 0)
          .sort((a, b) => a.at - b.at || (a.feedId < b.feedId ? -1 : 1))
        let out = 0
        for (const { id, grams, from, to } of events.draws) {
          const [begin, end] = [out, (out += grams)]
          const portions = ran.withdrawals.get(id)!.portions
          let inside = 0
          for (const one of sorted) {
            const [head, tail] = [inside, (inside += one.grams)]
            const share = total(portions.filter(({ feedId }) => feedId === one.feedId))
            const overlap = Math.min(tail, end) - Math.max(head, begin)
            // Mixing keeps a border back by a quarter of the mixed mass at most, and a feed has two borders before and two
            // after the draw; each event rounds by a gram.
            expect(Math.abs(share - Math.max(0, overlap))).toBeLessThanOrEqual(mixed / 2 + 30)
            if (overlap < -mixed - 30 || one.at > Math.max(from, to)) expect(share).toBe(0)
            if (mixed === 0) expect(share).toBe(Math.max(0, overlap))
          }
        }
      }),
      { numRuns: 600 },
    )
    expect(seen).toBeGreaterThan(50)
  })
})
