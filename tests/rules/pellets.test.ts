import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateTrim } from '@/areas/tracing/rules/allocate-trim'
import {
  calculateOriginShares,
  calculateUnrecordedShares,
  findPelletPaths,
  replaceSubjectParts,
  resolvePelletOrigins,
  type PelletLot,
} from '@/areas/tracing/rules/pellet-shares'

const pellets = (id: string, kg: number, parts: Record<string, number>): [string, PelletLot] => [
  id,
  { id, kg, parts: Object.entries(parts).map(([lotId, partKg]) => ({ lotId, kg: partKg })) },
]
const from = (lots: ReadonlyMap<string, PelletLot>, origin: string) =>
  new Map([...lots].map(([id, { parts }]) => [id, parts.find(({ lotId }) => lotId === origin)?.kg ?? 0]))

describe('shares of a lot in pellets', () => {
  it('follow pellets made from trim of rolls that contained pellets', () => {
    // P1: 100 kg, of them 20 kg of the lot. P2: 100 kg, of them 5 kg of P1, so 1 kg of the lot.
    const lots = new Map([pellets('P1', 100, { X: 20, Y: 80 }), pellets('P2', 100, { P1: 5, Z: 95 })])
    const shares = calculateOriginShares(lots, from(lots, 'X'))
    expect(shares.get('P1')).toBeCloseTo(0.2, 12)
    expect(shares.get('P2')).toBeCloseTo(0.01, 12)
    expect([...calculateOriginShares(lots, from(lots, 'W'))]).toEqual([])
  })
  it('sum the infinite series of pellets that return into themselves', () => {
    // 10 of 100 kg are the pellets themselves: 9 + 0.9 + 0.09 + … = 10 of the 90 kg that came from elsewhere.
    const lots = new Map([pellets('P', 100, { P: 10, X: 9, Y: 81 })])
    expect(calculateOriginShares(lots, from(lots, 'X')).get('P')).toBeCloseTo(0.1, 9)
    const { originKg, unrecordedKg } = resolvePelletOrigins(lots, new Map([['P', 50]]))
    expect(originKg.get('X')).toBeCloseTo(5, 5)
    expect(originKg.get('Y')).toBeCloseTo(45, 5)
    expect(unrecordedKg).toBeLessThan(1e-5)
  })
  it('keep unrecorded origins unrecorded, also through other pellets', () => {
    const lots = new Map([pellets('P1', 100, { X: 60 }), pellets('P2', 50, { P1: 25, Y: 25 }), pellets('P3', 10, {})])
    const unrecorded = calculateUnrecordedShares(lots)
    expect([unrecorded.get('P1'), unrecorded.get('P2'), unrecorded.get('P3')]).toEqual([0.4, 0.2, 1])
    const { originKg, unrecordedKg } = resolvePelletOrigins(lots, new Map([['P2', 10]]))
    expect([originKg.get('X'), originKg.get('Y'), unrecordedKg]).toEqual([3, 5, 2])
  })
  it('count pellets that only refer to themselves as unrecorded', () => {
    const lots = new Map([pellets('P', 100, { P: 100 })])
    expect(calculateUnrecordedShares(lots).get('P')).toBe(1)
    expect(calculateOriginShares(lots, from(lots, 'X')).size).toBe(0)
    expect(resolvePelletOrigins(lots, new Map([['P', 7]])).unrecordedKg).toBeCloseTo(7, 9)
  })
  it('are zero, and all of it unrecorded, in a lot without kilograms', () => {
    const lots = new Map([pellets('P1', 100, { X: 20, Y: 80 }), pellets('P2', 0, { P1: 0, X: 0 })])
    expect([...calculateOriginShares(lots, from(lots, 'X'))]).toEqual([['P1', 0.2]])
    expect([...calculateUnrecordedShares(lots)]).toEqual([
      ['P1', 0],
      ['P2', 1],
    ])
  })
  it('do not grow if the trim weighed more than the pellets', () => {
    const lots = new Map([pellets('P', 100, { X: 50, Y: 150 })])
    expect(calculateOriginShares(lots, from(lots, 'X')).get('P')).toBe(0.25)
    expect(calculateUnrecordedShares(lots).get('P')).toBe(0)
  })
  it('use the shortest path, or of two equal ones the path with more kilograms', () => {
    const lots = new Map([
      pellets('P1', 100, { X: 1, Y: 99 }),
      pellets('P2', 100, { X: 2, Y: 98 }),
      pellets('P3', 100, { P1: 10, P2: 20, P4: 30 }),
      pellets('P4', 100, { P3: 50 }),
    ])
    const paths = findPelletPaths(lots, from(lots, 'X'))
    expect(paths.get('P1')).toEqual(['P1'])
    expect(paths.get('P3')).toEqual(['P2', 'P3'])
    expect(paths.get('P4')).toEqual(['P2', 'P3', 'P4'])
  })
})

describe('shares of an order in pellets', () => {
  it('count the pellets in its own trim once', () => {
    // P1: trim of the order. P2: trim of the order that is 10 % P1. P3: half such trim, half other trim with 20 % P1.
    const lots = new Map([
      pellets('P1', 100, { R: 100 }),
      pellets('P2', 100, { P1: 10, R: 90 }),
      pellets('P3', 100, { P1: 15, R: 85 }),
    ])
    const ofOrder = new Map([
      ['P1', { kg: 100, parts: [{ lotId: 'R', kg: 100 }] }],
      [
        'P2',
        {
          kg: 100,
          parts: [
            { lotId: 'P1', kg: 10 },
            { lotId: 'R', kg: 90 },
          ],
        },
      ],
      [
        'P3',
        {
          kg: 50,
          parts: [
            { lotId: 'P1', kg: 5 },
            { lotId: 'R', kg: 45 },
          ],
        },
      ],
    ])
    const replaced = replaceSubjectParts(lots, 'order', ofOrder)
    const shares = calculateOriginShares(replaced, from(replaced, 'order'))
    expect([shares.get('P1'), shares.get('P2')]).toEqual([1, 1])
    expect(shares.get('P3')).toBeCloseTo(0.6, 12)
  })
  it('include the unrecorded part of its own trim, which is then not unrecorded', () => {
    // 100 kg of the order's trim with 40 kg of known lots; the other 50 kg have no source.
    const lots = new Map([pellets('P', 150, { R: 40 })])
    const replaced = replaceSubjectParts(lots, 'order', new Map([['P', { kg: 100, parts: [{ lotId: 'R', kg: 40 }] }]]))
    expect(calculateOriginShares(replaced, from(replaced, 'order')).get('P')).toBeCloseTo(2 / 3, 12)
    expect(calculateUnrecordedShares(replaced).get('P')).toBeCloseTo(1 / 3, 12)
  })
})

/** Pellet lots that name any lots and each other, themselves included; their sources may weigh less or more than they do. */
const anyLots = fc
  .array(
    fc.record({
      kg: fc.integer({ min: 1, max: 5000 }),
      parts: fc.array(
        fc.record({
          lotId: fc.constantFrom('X', 'Y', 'Z', 'P0', 'P1', 'P2', 'P3', 'P4'),
          kg: fc.integer({ min: 1, max: 900 }),
        }),
        { maxLength: 6 },
      ),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) => new Map(rows.map((row, i) => [`P${i}`, { id: `P${i}`, ...row }] as const)))
const sumOf = (lots: ReadonlyMap<string, PelletLot>, origin: string) =>
  new Map(
    [...lots].map(([id, { parts }]) => [
      id,
      parts.filter(({ lotId }) => lotId === origin).reduce((sum, { kg }) => sum + kg, 0),
    ]),
  )
/** P4 and the like are ordinary lots where there is no such pellet lot. */
const originsOf = (lots: ReadonlyMap<string, PelletLot>) =>
  ['X', 'Y', 'Z', 'P0', 'P1', 'P2', 'P3', 'P4'].filter((id) => !lots.has(id))

/** Sources of pellet lots: trim of the subject or other trim, whose lots may be known in part and may be any pellets. */
const anySources = fc.array(
  fc.record({
    kg: fc.integer({ min: 1, max: 5000 }),
    sources: fc.array(
      fc.record({
        isOfSubject: fc.boolean(),
        parts: fc.uniqueArray(
          fc.record({
            lotId: fc.constantFrom('X', 'P0', 'P1', 'P2', 'P3'),
            kg: fc.integer({ min: 1, max: 900 }),
          }),
          { selector: ({ lotId }) => lotId, maxLength: 4 },
        ),
        unknownKg: fc.integer({ min: 0, max: 200 }),
      }),
      { maxLength: 4 },
    ),
  }),
  { minLength: 1, maxLength: 4 },
)
type AnySources = typeof anySources extends fc.Arbitrary<infer Rows> ? Rows : never
/**
 * Records sources as pellet lots. The expected share of the subject follows from the sources one by one: trim of the
 * subject is all subject, other trim as much as the pellets in it.
 */
function recordSources(rows: AnySources) {
  // Some of each lot comes from elsewhere, so that the series of a loop converges quickly.
  const recorded = rows.map(({ kg, sources }, i) => ({
    id: `P${i}`,
    kg,
    sources: [...sources, { isOfSubject: false, parts: [{ lotId: 'Y', kg: 600 }], unknownKg: 0 }],
  }))
  const sumKg = (parts: readonly { kg: number }[]) => parts.reduce((sum, { kg }) => sum + kg, 0)
  const sumParts = (sources: readonly { parts: readonly { lotId: string; kg: number }[] }[]) => {
    const sums = new Map<string, number>()
    for (const { lotId, kg } of sources.flatMap(({ parts }) => parts)) sums.set(lotId, (sums.get(lotId) ?? 0) + kg)
    return [...sums].map(([lotId, kg]) => ({ lotId, kg }))
  }
  const lots = new Map(recorded.map(({ id, kg, sources }) => [id, { id, kg, parts: sumParts(sources) }]))
  const subjectByLot = new Map(
    recorded.flatMap(({ id, sources }) => {
      const ofSubject = sources.filter(({ isOfSubject }) => isOfSubject)
      const kg = ofSubject.reduce((sum, { parts, unknownKg }) => sum + sumKg(parts) + unknownKg, 0)
      return kg > 0 ? [[id, { kg, parts: sumParts(ofSubject) }] as const] : []
    }),
  )
  let expectedShares = new Map(recorded.map(({ id }) => [id, 0]))
  for (let pass = 0; pass < 1000; pass++)
    expectedShares = new Map(
      recorded.map(({ id, kg, sources }) => {
        let [subjectKg, recordedKg] = [0, 0]
        for (const { isOfSubject, parts, unknownKg } of sources) {
          recordedKg += sumKg(parts) + (isOfSubject ? unknownKg : 0)
          subjectKg += isOfSubject
            ? sumKg(parts) + unknownKg
            : parts.reduce((sum, part) => sum + part.kg * (expectedShares.get(part.lotId) ?? 0), 0)
        }
        return [id, subjectKg / Math.max(kg, recordedKg)]
      }),
    )
  return { lots, subjectByLot, expectedShares }
}

describe('mass is conserved', () => {
  it('in each pellet lot: origins and unrecorded part add up to the whole', () => {
    fc.assert(
      fc.property(anyLots, (lots) => {
        const unrecorded = calculateUnrecordedShares(lots)
        const byOrigin = originsOf(lots).map((origin) => calculateOriginShares(lots, sumOf(lots, origin)))
        for (const id of lots.keys()) {
          const sum = byOrigin.reduce((all, shares) => all + (shares.get(id) ?? 0), unrecorded.get(id) ?? 0)
          expect(sum).toBeCloseTo(1, 6)
        }
      }),
    )
  })
  it('also of a subject whose own trim contains its pellets: no lot contains more of it than it weighs', () => {
    fc.assert(
      fc.property(anySources, (rows) => {
        const { lots, subjectByLot, expectedShares } = recordSources(rows)
        const replaced = replaceSubjectParts(lots, 'subject', subjectByLot)
        const shares = calculateOriginShares(replaced, sumOf(replaced, 'subject'))
        const unrecorded = calculateUnrecordedShares(replaced)
        const byOrigin = originsOf(lots).map((origin) => calculateOriginShares(replaced, sumOf(replaced, origin)))
        for (const [id, expectedShare] of expectedShares) {
          const share = shares.get(id) ?? 0
          expect(share).toBeLessThanOrEqual(1 + 1e-9)
          expect(share).toBeCloseTo(expectedShare, 6)
          const sum = byOrigin.reduce((all, ofOrigin) => all + (ofOrigin.get(id) ?? 0), share)
          expect(sum + (unrecorded.get(id) ?? 0)).toBeCloseTo(1, 6)
        }
      }),
    )
  })
  it('on the way back: both directions find the same kilograms', () => {
    fc.assert(
      fc.property(anyLots, fc.integer({ min: 1, max: 2000 }), (generatedLots, kg) => {
        // Some of each comes from elsewhere: a loop that nearly closes is followed for so long only.
        const lots = new Map(
          [...generatedLots].map(
            ([id, lot]) => [id, { ...lot, parts: [...lot.parts, { lotId: 'Y', kg: 600 }] }] as const,
          ),
        )
        const { originKg, unrecordedKg } = resolvePelletOrigins(lots, new Map([['P0', kg]]))
        expect([...originKg.values()].reduce((sum, one) => sum + one, unrecordedKg)).toBeCloseTo(kg, 6)
        for (const origin of originsOf(lots)) {
          const share = calculateOriginShares(lots, sumOf(lots, origin)).get('P0') ?? 0
          // Kilograms below a thousandth of a gram are not followed further back.
          expect(Math.abs((originKg.get(origin) ?? 0) - kg * share)).toBeLessThan(1e-4)
        }
      }),
    )
  })
  it('in a plant that winds, trims and pelletises again and again', () => {
    const day = fc.record({
      resinKg: fc.integer({ min: 200, max: 3000 }),
      /** Per cent of a roll that is pellets, as far as there are any. */
      pelletPercent: fc.integer({ min: 0, max: 60 }),
      trimPercent: fc.integer({ min: 1, max: 40 }),
      pelletises: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 30 }), (days) => {
        const { lots, rolls, fedKg, trimLeftKg } = runPlant(days)
        for (const [origin, fed] of fedKg) {
          const shares = calculateOriginShares(lots, from(lots, origin))
          const inPellets = (id: string) => shares.get(id) ?? 0
          const contentOf = (parts: ReadonlyMap<string, number>) =>
            [...parts].reduce((sum, [id, kg]) => sum + kg * (id === origin ? 1 : inPellets(id)), 0)
          const inRolls = rolls.reduce((sum, { parts, goodShare }) => sum + contentOf(parts) * goodShare, 0)
          const inStore = [...lots.keys()].reduce(
            (sum, id) => sum + (trimLeftKg.pellets.get(id) ?? 0) * inPellets(id),
            0,
          )
          expect(inRolls + inStore + contentOf(trimLeftKg.trim)).toBeCloseTo(fed, 5)
        }
        for (const share of calculateUnrecordedShares(lots).values()) expect(share).toBeLessThan(1e-9)
      }),
    )
  })
})

interface PlantDay {
  resinKg: number
  pelletPercent: number
  trimPercent: number
  pelletises: boolean
}
/** A plant of one line: each day a roll of a new resin lot and the pellets at hand; trim goes on a heap, which becomes a pellet lot. */
function runPlant(days: readonly PlantDay[]) {
  const lots = new Map<string, PelletLot>()
  const left = new Map<string, number>()
  const fedKg = new Map<string, number>()
  const rolls: { parts: Map<string, number>; goodShare: number }[] = []
  let heap = new Map<string, number>()
  for (const [i, { resinKg, pelletPercent, trimPercent, pelletises }] of days.entries()) {
    const parts = new Map([[`R${i}`, resinKg]])
    fedKg.set(`R${i}`, resinKg)
    for (const [id, kg] of left) {
      const taken = (kg * pelletPercent) / 100
      if (taken > 0) parts.set(id, taken)
      left.set(id, kg - taken)
    }
    rolls.push({ parts, goodShare: 1 - trimPercent / 100 })
    for (const [id, kg] of parts) heap.set(id, (heap.get(id) ?? 0) + (kg * trimPercent) / 100)
    if (!pelletises) continue
    const kg = [...heap.values()].reduce((sum, one) => sum + one, 0)
    lots.set(`P${i}`, { id: `P${i}`, kg, parts: [...heap].map(([lotId, partKg]) => ({ lotId, kg: partKg })) })
    left.set(`P${i}`, kg)
    heap = new Map()
  }
  return { lots, rolls, fedKg, trimLeftKg: { pellets: left, trim: heap } }
}

describe('the trim in a pellet lot', () => {
  const trim = (id: string, atMs: number, kg: number) => ({ id, atMs, kg })
  it('is the trim since the previous lot, taken evenly if there is more than the lot weighs', () => {
    const used = allocateTrim(
      [trim('a', 1, 30), trim('b', 2, 10), trim('c', 5, 50), trim('d', 9, 70)],
      [
        { id: 'P1', atMs: 3, kg: 20 },
        { id: 'P2', atMs: 6, kg: 50 },
      ],
    )
    expect(used).toEqual([
      { pelletLotId: 'P1', trimId: 'a', kg: 15 },
      { pelletLotId: 'P1', trimId: 'b', kg: 5 },
      { pelletLotId: 'P2', trimId: 'c', kg: 50 },
    ])
  })
  it('includes older unused trim if that is too little, but no more than exists', () => {
    const used = allocateTrim(
      [trim('a', 1, 30), trim('b', 2, 30), trim('c', 5, 10)],
      [
        { id: 'P1', atMs: 3, kg: 20 },
        { id: 'P2', atMs: 6, kg: 100 },
      ],
      new Map([['c', 4]]),
    )
    expect(used.filter(({ pelletLotId }) => pelletLotId === 'P2')).toEqual([
      { pelletLotId: 'P2', trimId: 'c', kg: 6 },
      { pelletLotId: 'P2', trimId: 'b', kg: 20 },
      { pelletLotId: 'P2', trimId: 'a', kg: 20 },
    ])
  })
  it('is divided between lots of the same moment, and never used before it arose', () => {
    const used = allocateTrim(
      [trim('a', 1, 90), trim('b', 3, 90)],
      [
        { id: 'P1', atMs: 3, kg: 20 },
        { id: 'P2', atMs: 3, kg: 40 },
      ],
    )
    expect(used).toEqual([
      { pelletLotId: 'P1', trimId: 'a', kg: 20 },
      { pelletLotId: 'P2', trimId: 'a', kg: 40 },
    ])
  })
  it('begins anew after a lot that needs nothing more', () => {
    const used = allocateTrim(
      [trim('a', 1, 30), trim('b', 5, 50)],
      [
        { id: 'P1', atMs: 3, kg: 0 },
        { id: 'P2', atMs: 6, kg: 20 },
        { id: 'P3', atMs: 6, kg: 0 },
      ],
    )
    expect(used).toEqual([{ pelletLotId: 'P2', trimId: 'b', kg: 20 }])
  })
  it('is used once and never before it arose, and no lot gets more than it weighs', () => {
    const grams = fc.integer({ min: 1, max: 500_000 }).map((g) => g / 1000)
    const moment = fc.integer({ min: 0, max: 40 })
    fc.assert(
      fc.property(
        fc.array(fc.record({ atMs: moment, kg: grams }), { maxLength: 30 }),
        fc.array(fc.record({ atMs: moment, kg: grams }), { maxLength: 8 }),
        (trimRows, lotRows) => {
          const trims = trimRows.map((row, i) => ({ id: `t${i}`, ...row }))
          const made = lotRows.map((row, i) => ({ id: `P${i}`, ...row }))
          const used = allocateTrim(trims, made)
          const sumBy = (key: 'trimId' | 'pelletLotId', id: string) =>
            used.filter((one) => one[key] === id).reduce((sum, { kg }) => sum + kg, 0)
          for (const { id, kg } of trims) expect(sumBy('trimId', id)).toBeLessThanOrEqual(kg + 1e-9)
          for (const { id, kg } of made) expect(sumBy('pelletLotId', id)).toBeLessThanOrEqual(kg + 0.001 * made.length)
          for (const { trimId, pelletLotId, kg } of used) {
            expect(kg).toBeGreaterThan(0)
            expect(trims.find(({ id }) => id === trimId)!.atMs).toBeLessThan(
              made.find(({ id }) => id === pelletLotId)!.atMs,
            )
          }
        },
      ),
    )
  })
})
