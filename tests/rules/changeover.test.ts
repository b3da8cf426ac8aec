import { expect, test } from 'vitest'
import { getChangedParts, planHopperChanges } from '@/areas/rolls/rules/changeover'

const order = {
  productId: 'P1',
  customerId: 'C1',
  gsm: 15,
  webWidthMm: 3200,
  widthMm: null,
  jumboLengthM: 10_000,
  rollLengthM: 5000,
  slittingPattern: '3×1000',
}
test('only differences from the previous order need a change', () => {
  expect([...getChangedParts({ ...order, jumboLengthM: 8000 }, order)]).toEqual(['jumboLength'])
  expect([...getChangedParts({ ...order, productId: 'P2', slittingPattern: '2×1500' }, order)]).toEqual([
    'slittingPattern',
    'labels',
  ])
  expect([...getChangedParts(order, order)]).toEqual([])
})
test('without a previous order everything must be set', () => {
  expect([...getChangedParts(order, null)]).toEqual(['jumboLength', 'webWidth', 'slittingPattern', 'labels'])
})
test('a hopper changes to the material of its kind; materials of both orders stay', () => {
  const hopperContents = [
    { hopperId: 'A', materialId: 'PP1', kind: 'main' },
    { hopperId: 'B', materialId: 'blue', kind: 'sub' },
    { hopperId: 'C', materialId: 'regranulate', kind: 'mid' },
  ] as const
  const recipe = [
    { materialId: 'PP1', kind: 'main' },
    { materialId: 'white', kind: 'sub' },
    { materialId: 'film', kind: 'pack' },
  ] as const
  expect(planHopperChanges(hopperContents, recipe)).toEqual([
    { hopperId: 'A', currentMaterialId: 'PP1', nextMaterialId: 'PP1', differs: false },
    { hopperId: 'B', currentMaterialId: 'blue', nextMaterialId: 'white', differs: true },
    { hopperId: 'C', currentMaterialId: 'regranulate', nextMaterialId: 'regranulate', differs: false },
  ])
})
test('an unneeded additive is removed; a material without a free hopper is listed as well', () => {
  const recipe = [{ materialId: 'PP1', kind: 'main' }] as const
  expect(
    planHopperChanges(
      [
        { hopperId: 'A', materialId: 'PP1', kind: 'main' },
        { hopperId: 'B', materialId: 'blue', kind: 'sub' },
      ],
      recipe,
    )[1],
  ).toEqual({ hopperId: 'B', currentMaterialId: 'blue', nextMaterialId: null, differs: true })
  expect(planHopperChanges([{ hopperId: 'A', materialId: null, kind: null }], recipe)).toEqual([
    { hopperId: 'A', currentMaterialId: null, nextMaterialId: 'PP1', differs: true },
  ])
  expect(planHopperChanges([], recipe)).toEqual([
    { hopperId: null, currentMaterialId: null, nextMaterialId: 'PP1', differs: true },
  ])
})
test('a hopper with unknown content must be checked: it is not empty and may hold the missing material', () => {
  const hopperContents = [
    { hopperId: 'A', materialId: 'PP1', kind: 'main' },
    { hopperId: 'B', materialId: 'unknown', kind: null },
    { hopperId: 'C', materialId: null, kind: null },
  ] as const
  const white = [
    { materialId: 'PP1', kind: 'main' },
    { materialId: 'white', kind: 'sub' },
  ] as const
  expect(planHopperChanges(hopperContents.slice(0, 2), white)).toEqual([
    { hopperId: 'A', currentMaterialId: 'PP1', nextMaterialId: 'PP1', differs: false },
    { hopperId: 'B', currentMaterialId: null, nextMaterialId: 'white', differs: false, manualCheck: 'contents' },
  ])
  // A known empty one takes it first; the other may still hold what the order before left.
  expect(planHopperChanges(hopperContents, white)).toEqual([
    { hopperId: 'A', currentMaterialId: 'PP1', nextMaterialId: 'PP1', differs: false },
    { hopperId: 'B', currentMaterialId: null, nextMaterialId: null, differs: false, manualCheck: 'contents' },
    { hopperId: 'C', currentMaterialId: null, nextMaterialId: 'white', differs: true },
  ])
})
test('with an unreadable recipe all hoppers must be checked', () => {
  expect(planHopperChanges([{ hopperId: 'A', materialId: 'blue', kind: 'sub' }], null)).toEqual([
    { hopperId: 'A', currentMaterialId: 'blue', nextMaterialId: null, differs: false, manualCheck: 'recipe' },
  ])
})
test('without a recipe hoppers are not mentioned', () => {
  expect(planHopperChanges([{ hopperId: 'A', materialId: 'PP1', kind: 'main' }], [])).toEqual([
    { hopperId: 'A', currentMaterialId: 'PP1', nextMaterialId: 'PP1', differs: false },
  ])
})
