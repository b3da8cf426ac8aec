import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calculateCountDifference,
  applyMovement,
  calculatePartsToOrder,
  type PartMovement,
  type OrderablePart,
} from '@/areas/spareParts/rules/stock'

const out = (quantity: number): PartMovement => ({ kind: 'out', quantity, repairId: 'r1' })

function booked(start: number, moves: readonly PartMovement[]): number {
  return moves.reduce((quantity, move) => {
    const decision = applyMovement({ quantity, minimum: 0 }, move)
    return decision.ok ? decision.quantity : quantity
  }, start)
}

describe('moveStock', () => {
  it.each<[number, PartMovement, unknown]>([
    [5, { kind: 'in', quantity: 3 }, { ok: true, quantity: 8, reachedLevel: null }],
    [5, out(2), { ok: true, quantity: 3, reachedLevel: null }],
    // The minimum is 2: reaching it warns.
    [5, out(3), { ok: true, quantity: 2, reachedLevel: 'minimum' }],
    [5, out(5), { ok: true, quantity: 0, reachedLevel: 'minimum' }],
    [5, out(6), { ok: false, reason: 'notEnough', available: 5 }],
    [5, out(0), { ok: false, reason: 'notPositive', available: 5 }],
    [5, { kind: 'in', quantity: -1 }, { ok: false, reason: 'notPositive', available: 5 }],
    [5, { kind: 'in', quantity: Number.NaN }, { ok: false, reason: 'notANumber', available: 5 }],
    [5, { kind: 'count', difference: -6 }, { ok: true, quantity: -1, reachedLevel: 'negative' }],
    [-1, { kind: 'count', difference: 4 }, { ok: true, quantity: 3, reachedLevel: null }],
    [-1, out(1), { ok: false, reason: 'notEnough', available: -1 }],
    // 0.3 − 0.1 is 0.19999999999999998 in binary.
    [0.3, out(0.1), { ok: true, quantity: 0.2, reachedLevel: 'minimum' }],
  ])('%d with %j', (quantity, movement, expected) => {
    expect(applyMovement({ quantity, minimum: 2 }, movement)).toEqual(expected)
  })

  it('never falls below zero by any sequence of receipts and issues, and conserves parts', () => {
    const movement = fc.record({
      kind: fc.constantFrom('in' as const, 'out' as const),
      quantity: fc.integer({ min: 1, max: 9 }),
      repairId: fc.constant('r'),
    })
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 30 }), (movements) => {
        let quantity = 0
        let balance = 0
        for (const each of movements) {
          const decision = applyMovement({ quantity, minimum: 0 }, each)
          if (!decision.ok) continue
          balance += each.kind === 'in' ? each.quantity : -each.quantity
          quantity = decision.quantity
          expect(quantity).toBeGreaterThanOrEqual(0)
        }
        expect(quantity).toBe(balance)
      }),
    )
  })

  it('gives the same stock whether an offline issue arrives before or after the count', () => {
    // Books 10. A phone takes one out, unsent, and shows 9; then 8 are counted there: one is missing, −1. 10 − 1 − 1 = 8.
    const difference = calculateCountDifference(9, 8)
    const moves: PartMovement[] = [out(1), { kind: 'count', difference }]
    expect(booked(10, moves)).toBe(8)
    expect(booked(10, moves.toReversed())).toBe(8)
  })
})

const part = (
  id: string,
  quantity: number,
  minimum: number,
  onOrder = 0,
  orderUpTo: number | null = null,
): OrderablePart => ({ id, quantity, minimum, onOrder, orderUpTo })

it('orders parts at or below their minimum, the emptiest first', () => {
  const parts = [
    part('half', 2, 4), // up to 8: 6
    part('enough', 5, 4),
    part('empty', 0, 4, 0, 10), // up to 10: 10
    part('coming', 1, 4, 5), // 6 with what is on order
    part('some coming', 1, 4, 2), // 3 with what is on order: up to 8: 5
    part('not watched', 0, 0),
    part('books below zero', -2, 0), // up to 0: 2
  ]
  expect(calculatePartsToOrder(parts).map(({ part: { id }, quantity }) => [id, quantity])).toEqual([
    ['books below zero', 2],
    ['empty', 10],
    ['some coming', 5],
    ['half', 6],
  ])
})
it('orders a part whose stock and open orders equal its minimum', () => {
  // 0.1 + 0.2 = 0.3, ordered up to 0.6.
  const parts = [part('grease', 0.1, 0.3, 0.2), part('oil', 0.1, 0.3, 0.201)]
  expect(calculatePartsToOrder(parts).map(({ part: { id }, quantity }) => [id, quantity])).toEqual([['grease', 0.3]])
})
