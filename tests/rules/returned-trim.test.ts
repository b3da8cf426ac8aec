import { describe, expect, test } from 'vitest'
import { findRecalledTrim } from '@/areas/tracing/rules/returned-trim'

/** Twenty rolls of 100 kg, one after the other, each in 50 ms. */
const rolls = Array.from({ length: 20 }, (_, i) => ({
  jumboId: `roll ${i}`,
  fromMs: i * 50,
  toMs: (i + 1) * 50,
  kg: 100,
}))
const feeds = [
  { atMs: 0, kg: 1000, isRecalled: false },
  { atMs: 200, kg: 1000, isRecalled: false },
]
const trim = { atMs: 100, kg: 50, isRecalled: true }

describe('trim of 50 kg that comes back behind 1,000 kg', () => {
  test('can be in the rolls that draw it or, by mixing, the mass of one roll before and after it', () => {
    // The trim lies from 1,000 to 1,050 kg. Roll 8 ends at 900 kg, roll 12 begins at 1,200 kg.
    expect([...findRecalledTrim([...feeds, trim], rolls)]).toEqual([
      ['roll 9', 50],
      ['roll 10', 50],
      ['roll 11', 50],
    ])
  })
  test('waste and emptied hoppers move the queue as well', () => {
    const emptied = { jumboId: null, fromMs: 120, toMs: 120, kg: 650 }
    // Rolls 0 to 2 draw 300 kg, then 650 kg are taken out: roll 3 draws from 950 to 1,050 kg.
    expect([...findRecalledTrim([...feeds, trim], [...rolls.slice(0, 4), emptied]).keys()]).toEqual(['roll 3'])
  })
  test('is in no roll that ended before', () => {
    expect(findRecalledTrim([{ ...trim, atMs: 2000 }, ...feeds], rolls).size).toBe(0)
  })
  test('nothing is recalled without it', () => {
    expect(findRecalledTrim(feeds, rolls).size).toBe(0)
  })
})
