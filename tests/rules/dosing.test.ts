import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calculateHopperShares,
  type DosedKind,
  type OrderFeed,
  type HopperMaterial,
  type OrderDosing,
  type RecipePart,
} from '@/areas/feeding/rules/dosing'

const part = (
  materialId: string,
  kind: DosedKind,
  targetPercent: number | null,
  limits: [number, number] | null = null,
): RecipePart => ({
  materialId,
  kind,
  targetPercent,
  minPercent: limits?.[0] ?? null,
  maxPercent: limits?.[1] ?? null,
})
const fed = (hopperId: string, materialId: string, kind: DosedKind, kg: number): OrderFeed => ({
  hopperId,
  materialId,
  kind,
  kg,
})
const buildHopperMaterials = (...all: [string, string, DosedKind][]): Map<string, HopperMaterial> =>
  new Map(all.map(([hopper, materialId, kind]) => [hopper, { materialId, kind }]))
const shares = (order: Partial<OrderDosing>, holds: ReadonlyMap<string, HopperMaterial> = new Map()) =>
  Object.fromEntries(
    [...calculateHopperShares({ recipe: [], feeds: [], orderedKg: null, ...order }, holds)].map(([hopper, share]) => [
      hopper,
      Math.round(share * 1e6) / 1e4,
    ]),
  )

const recipe = [part('resin', 'main', 97), part('white', 'sub', 2), part('pellets', 'mid', 1)]

describe('the ratio of a hopper in an order, percent', () => {
  it.each<[string, Partial<OrderDosing>, Map<string, HopperMaterial>, Record<string, number>]>([
    [
      'is what the standard aims at, however much was fed so far',
      {
        recipe,
        feeds: [fed('H1', 'resin', 'main', 500), fed('H3', 'white', 'sub', 25), fed('H2', 'pellets', 'mid', 5)],
      },
      buildHopperMaterials(),
      { H1: 97, H2: 1, H3: 2 },
    ],
    [
      'holds for what was fed before the order: a silo keeps its resin',
      { recipe, feeds: [fed('H3', 'white', 'sub', 25)] },
      buildHopperMaterials(['H1', 'resin', 'main'], ['H2', 'pellets', 'mid']),
      { H1: 97, H2: 1, H3: 2 },
    ],
    [
      'of the colour before is that of its role, as long as the new one was not fed',
      { recipe, feeds: [fed('H1', 'resin', 'main', 500), fed('H2', 'pellets', 'mid', 5)] },
      buildHopperMaterials(['H3', 'blue', 'sub']),
      { H1: 97, H2: 1, H3: 2 },
    ],
    [
      'of resin that no standard names is the rest',
      {
        recipe,
        feeds: [fed('H1', 'other resin', 'main', 500), fed('H3', 'white', 'sub', 25), fed('H2', 'pellets', 'mid', 5)],
      },
      buildHopperMaterials(),
      { H1: 97, H2: 1, H3: 2 },
    ],
    [
      'is nothing for what is neither wanted nor fed',
      {
        recipe: [part('resin', 'main', 98), part('white', 'sub', 2)],
        feeds: [fed('H1', 'resin', 'main', 500), fed('H3', 'white', 'sub', 10)],
      },
      buildHopperMaterials(['H4', 'antistatic', 'sub'], ['H2', 'pellets', 'mid']),
      { H1: 98, H3: 2 },
    ],
    [
      'leaves out what is wanted and nobody fed',
      { recipe, feeds: [fed('H1', 'resin', 'main', 500), fed('H2', 'pellets', 'mid', 5)] },
      buildHopperMaterials(),
      { H1: 97, H2: 1 },
    ],
    [
      'is told by the feeds where there is no standard',
      { feeds: [fed('H1', 'resin', 'main', 950), fed('H3', 'white', 'sub', 30), fed('OIL', 'finish', 'sur', 20)] },
      buildHopperMaterials(),
      { H1: 95, H3: 3, OIL: 2 },
    ],
    [
      'stays within the limits of the standard where it names no target',
      {
        recipe: [part('white', 'sub', null, [0.5, 1.5])],
        feeds: [fed('H1', 'resin', 'main', 900), fed('H3', 'white', 'sub', 100)],
      },
      buildHopperMaterials(),
      { H1: 98.5, H3: 1.5 },
    ],
    [
      'counts the kilograms ordered for the resin of a silo that was filled before',
      { feeds: [fed('H3', 'white', 'sub', 100)], orderedKg: 9900 },
      buildHopperMaterials(['H1', 'resin', 'main']),
      { H1: 99, H3: 1 },
    ],
    [
      'is the usual one where nothing else is known',
      { feeds: [fed('H3', 'white', 'sub', 25)] },
      buildHopperMaterials(['H1', 'resin', 'main']),
      { H1: 98, H3: 2 },
    ],
    [
      'of the same material in two hoppers goes by what each was fed',
      {
        recipe,
        feeds: [
          fed('H1', 'resin', 'main', 300),
          fed('H5', 'resin', 'main', 100),
          fed('H3', 'white', 'sub', 25),
          fed('H2', 'pellets', 'mid', 5),
        ],
      },
      buildHopperMaterials(),
      { H1: 72.75, H5: 24.25, H2: 1, H3: 2 },
    ],
    [
      'is that of the role where another colour went into the same hopper',
      {
        recipe: [part('resin', 'main', 98), part('white', 'sub', 2)],
        feeds: [fed('H1', 'resin', 'main', 500), fed('H3', 'blue', 'sub', 10), fed('H3', 'white', 'sub', 25)],
      },
      buildHopperMaterials(),
      { H1: 98, H3: 2 },
    ],
    [
      'of two resins goes by their targets',
      {
        recipe: [part('a', 'main', 60), part('b', 'main', 30), part('white', 'sub', 1)],
        feeds: [fed('H1', 'a', 'main', 1), fed('H2', 'b', 'main', 900), fed('H3', 'white', 'sub', 1)],
      },
      buildHopperMaterials(),
      { H1: 66, H2: 33, H3: 1 },
    ],
    [
      'of an order that nothing was fed to is that of what the hoppers hold',
      {},
      buildHopperMaterials(['H1', 'resin', 'main']),
      { H1: 100 },
    ],
    ['is nothing where nothing was ever fed', {}, buildHopperMaterials(), {}],
  ])('%s', (_what, order, holds, expected) => {
    expect(shares(order, holds)).toEqual(expected)
  })
  it('is never negative and never above the sum of all hoppers', () => {
    const kind = fc.constantFrom<DosedKind>('main', 'sub', 'sur', 'mid')
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    // As they are entered and kept: three digits of a percent and of a kilogram.
    const percent = fc.option(fc.integer({ min: 0, max: 100_000 }).map((n) => n / 1000))
    // A material is of one kind.
    const kindOf = fc.dictionary(name, kind, { minKeys: 5, maxKeys: 5 })
    fc.assert(
      fc.property(
        kindOf,
        fc.uniqueArray(
          fc.record({ materialId: name, targetPercent: percent, minPercent: percent, maxPercent: percent }),
          { selector: (one) => one.materialId },
        ),
        fc.array(
          fc.record({
            hopperId: fc.constantFrom('H1', 'H2', 'H3'),
            materialId: name,
            kg: fc.integer({ min: -5_000, max: 5_000_000 }).map((n) => n / 1000),
          }),
        ),
        fc.array(fc.tuple(fc.constantFrom('H1', 'H2', 'H3', 'H4'), name)),
        fc.option(fc.integer({ min: 0, max: 9000 })),
        (kinds, parts, feeds, holds, orderedKg) => {
          const withMaterial = <T extends { materialId: string }>(one: T) => ({
            ...one,
            kind: kinds[one.materialId] ?? ('main' as const),
          })
          const hopperShares = calculateHopperShares(
            { recipe: parts.map(withMaterial), feeds: feeds.map(withMaterial), orderedKg },
            new Map(holds.map(([hopper, materialId]) => [hopper, withMaterial({ materialId })])),
          )
          for (const share of hopperShares.values()) expect(share).toBeGreaterThanOrEqual(0)
          expect([...hopperShares.values()].reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-8)
        },
      ),
      { numRuns: 500 },
    )
  })
})
