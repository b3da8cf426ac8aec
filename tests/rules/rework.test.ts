import { describe, expect, it } from 'vitest'
import { calculateReworkCost, calculateReworkKg, findReworkProblem } from '@/areas/slitting/rules/rework'

const roll = { widthMm: 320, lengthM: 1000, kg: 4.8 }
const piece = (widthMm: number | null, lengthM: number | null, kg: number) => ({ widthMm, lengthM, kg })

describe('rework of a roll', () => {
  it.each([
    ['slit into all of its width', 'reslit', [piece(160, 1000, 2.4), piece(160, 1000, 2.4)], null],
    ['a millimetre more than its width', 'reslit', [piece(160, 1000, 2.4), piece(161, 1000, 2.4)], 'tooWide'],
    ['as long as the roll', 'reslit', [piece(150, 1000, 2)], null],
    ['a metre longer', 'reslit', [piece(150, 1001, 2)], 'tooLong'],
    ['as heavy as the roll, to the gram', 'reslit', [piece(160, 1000, 2.4), piece(150, 1000, 2.4004)], null],
    ['a gram heavier', 'reslit', [piece(160, 1000, 2.4), piece(150, 1000, 2.401)], 'tooHeavy'],
    ['of its own width is not slit', 'reslit', [piece(320, 1000, 4)], 'sameWidth'],
    ['a millimetre narrower is', 'reslit', [piece(319, 1000, 4)], null],
    ['of no mass', 'reslit', [piece(160, 1000, 0)], 'noMass'],
    ['into nothing', 'reslit', [], 'noPieces'],
    ['wound anew in one piece', 'rewind', [piece(320, 900, 4.3)], null],
    ['wound anew, its width not said again', 'rewind', [piece(null, null, 4.3)], null],
    ['wound anew in two', 'rewind', [piece(320, 400, 2), piece(320, 400, 2)], 'onePiece'],
    ['wound anew at another width', 'rewind', [piece(319, 900, 4.3)], 'tooWide'],
    ['to pellets makes no rolls', 'pellets', [], null],
  ] as const)('%s', (_, kind, pieces, expected) => {
    expect(findReworkProblem(kind, roll, pieces)).toBe(expected)
  })
  it('a roll without a weight allows nothing', () => {
    expect(findReworkProblem('pellets', { ...roll, kg: null }, [])).toBe('noWeight')
  })
})

it('the loss is the weight missing in the pieces, to the gram', () => {
  expect(calculateReworkKg('reslit', 4.8, [piece(160, 1000, 2.3), piece(150, 1000, 2.2)])).toEqual({
    kgOut: 4.5,
    lossKg: 0.3,
  })
  expect(calculateReworkKg('regrade', 4.8, [])).toEqual({ kgOut: 4.8, lossKg: 0 })
  expect(calculateReworkKg('pellets', 4.8, [])).toEqual({ kgOut: 0, lossKg: 0 })
})

it('labour cost is time × hourly rate unless entered', () => {
  expect(calculateReworkCost(null, 45, 80)).toBe(60)
  expect(calculateReworkCost(12.5, 45, 80)).toBe(12.5)
  expect(calculateReworkCost(0, 45, 80)).toBe(0)
  expect(calculateReworkCost(null, 45, null)).toBeNull()
  expect(calculateReworkCost(null, null, 80)).toBeNull()
  // 50 min at 35.5 an hour: 29.583…
  expect(calculateReworkCost(null, 50, 35.5)).toBe(29.58)
})
