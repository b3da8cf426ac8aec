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
test('only what differs from the order before is to be changed', () => {
  expect([...getChangedParts({ ...order, jumboLengthM: 8000 }, order)]).toEqual(['jumboLength'])
  expect([...getChangedParts({ ...order, productId: 'P2', slittingPattern: '2×1500' }, order)]).toEqual([
    'slittingPattern',
    'labels',
  ])
  expect([...getChangedParts(order, order)]).toEqual([])
})
test('all is to be set where no order ran before', () => {
  expect([...getChangedParts(order, null)]).toEqual(['jumboLength', 'webWidth', 'slittingPattern', 'labels'])
})
test('a hopper changes to the material of its kind; what both orders need stays', () => {
  const held = [
    { hopperId: 'A', materialId: 'PP1', kind: 'main' },
    { hopperId: 'B', materialId: 'blue', kind: 'sub' },
    { hopperId: 'C', materialId: 'regranulate', kind: 'mid' },
  ] as const
  const recipe = [
    { materialId: 'PP1', kind: 'main' },
    { materialId: 'white', kind: 'sub' },
    { materialId: 'film', kind: 'pack' },
  ] as const
  expect(planHopperChanges(held, recipe)).toEqual([
    { hopperId: 'A', from: 'PP1', to: 'PP1', differs: false },
    { hopperId: 'B', from: 'blue', to: 'white', differs: true },
    { hopperId: 'C', from: 'regranulate', to: 'regranulate', differs: false },
  ])
})
test('an additive that is not wanted any more comes out; one without a free hopper is named all the same', () => {
  const recipe = [{ materialId: 'PP1', kind: 'main' }] as const
  expect(
    planHopperChanges(
      [
        { hopperId: 'A', materialId: 'PP1', kind: 'main' },
        { hopperId: 'B', materialId: 'blue', kind: 'sub' },
      ],
      recipe,
    )[1],
  ).toEqual({ hopperId: 'B', from: 'blue', to: null, differs: true })
  expect(planHopperChanges([{ hopperId: 'A', materialId: null, kind: null }], recipe)).toEqual([
    { hopperId: 'A', from: null, to: 'PP1', differs: true },
  ])
  expect(planHopperChanges([], recipe)).toEqual([{ hopperId: null, from: null, to: 'PP1', differs: true }])
})
test('a hopper of which is not known what it holds is to be looked at: it is not empty, and what is missing may be in it', () => {
  const held = [
    { hopperId: 'A', materialId: 'PP1', kind: 'main' },
    { hopperId: 'B', materialId: 'unknown', kind: null },
    { hopperId: 'C', materialId: null, kind: null },
  ] as const
  const white = [
    { materialId: 'PP1', kind: 'main' },
    { materialId: 'white', kind: 'sub' },
  ] as const
  expect(planHopperChanges(held.slice(0, 2), white)).toEqual([
    { hopperId: 'A', from: 'PP1', to: 'PP1', differs: false },
    { hopperId: 'B', from: null, to: 'white', differs: false, look: 'contents' },
  ])
  // A known empty one takes it first; the other may still hold what the order before left.
  expect(planHopperChanges(held, white)).toEqual([
    { hopperId: 'A', from: 'PP1', to: 'PP1', differs: false },
    { hopperId: 'B', from: null, to: null, differs: false, look: 'contents' },
    { hopperId: 'C', from: null, to: 'white', differs: true },
  ])
})
test('where the recipe could not be read, all hoppers are to be looked at', () => {
  expect(planHopperChanges([{ hopperId: 'A', materialId: 'blue', kind: 'sub' }], null)).toEqual([
    { hopperId: 'A', from: 'blue', to: null, differs: false, look: 'recipe' },
  ])
})
test('nothing is said of hoppers where there is no recipe', () => {
  expect(planHopperChanges([{ hopperId: 'A', materialId: 'PP1', kind: 'main' }], [])).toEqual([
    { hopperId: 'A', from: 'PP1', to: 'PP1', differs: false },
  ])
})
