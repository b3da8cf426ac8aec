import { describe, expect, test } from 'vitest'
import {
  getTighterAcceptanceNumber,
  getAttributePlan,
  getAttributePlanByLetter,
  getCodeLetter,
  type InspectionSeverity,
} from '@/areas/incoming/rules/attribute-plan'
import { countPackagesToSample } from '@/areas/incoming/rules/judge-inspection'

describe('GB/T 6678', () => {
  // The standard's table: number of packages, and how many of them are sampled.
  const table = [
    [1, 10, 'all'],
    [11, 49, 11],
    [50, 64, 12],
    [65, 81, 13],
    [82, 101, 14],
    [102, 125, 15],
    [126, 151, 16],
    [152, 181, 17],
    [182, 216, 18],
    [217, 254, 19],
    [255, 296, 20],
    [297, 343, 21],
    [344, 394, 22],
    [395, 450, 23],
    [451, 512, 24],
  ] as const
  test.each(table)('%i to %i packages: %s', (from, to, n) => {
    for (let packages = from; packages <= to; packages++)
      expect([packages, countPackagesToSample(packages)]).toEqual([packages, n === 'all' ? packages : n])
  })
  test('continues beyond the table with three times the cube root, rounded up', () => {
    // 3 · ∛538 = 24.4 → 25, the example that the standard gives.
    expect(countPackagesToSample(538)).toBe(25)
    expect(countPackagesToSample(1000)).toBe(30)
    expect(countPackagesToSample(0)).toBe(0)
  })
})

describe('GB/T 2828.1 table 1', () => {
  const levels = ['S1', 'S2', 'S3', 'S4', 'I', 'II', 'III'] as const
  // The last lot size of each row, and its letters.
  const table: [number, string][] = [
    [8, 'A A A A A A B'],
    [15, 'A A A A A B C'],
    [25, 'A A B B B C D'],
    [50, 'A B B C C D E'],
    [90, 'B B C C C E F'],
    [150, 'B B C D D F G'],
    [280, 'B C D E E G H'],
    [500, 'B C D E F H J'],
    [1200, 'C C E F G J K'],
    [3200, 'C D E G H K L'],
    [10_000, 'C D F G J L M'],
    [35_000, 'C D F H K M N'],
    [150_000, 'D E G J L N P'],
    [500_000, 'D E G J M P Q'],
    [500_001, 'D E H K N Q R'],
  ]
  test.each(table)('up to %i: %s', (upTo, letters) => {
    const said = letters.split(' ')
    expect(levels.map((level) => getCodeLetter(upTo, level))).toEqual(said)
    const next = table[table.findIndex(([one]) => one === upTo) + 1]
    if (next && upTo < 500_000)
      expect(levels.map((level) => getCodeLetter(upTo + 1, level))).toEqual(next[1].split(' '))
  })
})

describe('GB/T 2828.1 single sampling', () => {
  const aqls = [0.65, 1, 1.5, 2.5, 4, 6.5]
  /** Each row of a master table with its arrows followed: sample size and acceptance number at each of these AQLs. */
  const tables: Record<InspectionSeverity, Record<string, string>> = {
    normal: {
      C: '20/0 13/0 8/0 5/0 3/0 8/1',
      D: '20/0 13/0 8/0 5/0 13/1 8/1',
      E: '20/0 13/0 8/0 20/1 13/1 13/2',
      F: '20/0 13/0 32/1 20/1 20/2 20/3',
      G: '20/0 50/1 32/1 32/2 32/3 32/5',
      H: '80/1 50/1 50/2 50/3 50/5 50/7',
      J: '80/1 80/2 80/3 80/5 80/7 80/10',
      K: '125/2 125/3 125/5 125/7 125/10 125/14',
      L: '200/3 200/5 200/7 200/10 200/14 200/21',
      M: '315/5 315/7 315/10 315/14 315/21 200/21',
      R: '2000/21 1250/21 800/21 500/21 315/21 200/21',
    },
    tightened: {
      D: '32/0 20/0 13/0 8/0 20/1 13/1',
      E: '32/0 20/0 13/0 32/1 20/1 13/1',
      F: '32/0 20/0 50/1 32/1 20/1 20/2',
      G: '32/0 80/1 50/1 32/1 32/2 32/3',
      H: '125/1 80/1 50/1 50/2 50/3 50/5',
      J: '125/1 80/1 80/2 80/3 80/5 80/8',
      K: '125/1 125/2 125/3 125/5 125/8 125/12',
      L: '200/2 200/3 200/5 200/8 200/12 200/18',
      M: '315/3 315/5 315/8 315/12 315/18 200/18',
    },
    reduced: {
      D: '8/0 5/0 3/0 2/0 8/1 5/1',
      F: '8/0 5/0 20/1 13/1 8/1 8/2',
      G: '8/0 32/1 20/1 13/1 13/2 13/3',
      H: '50/1 32/1 20/1 20/2 20/3 20/5',
      J: '50/1 32/1 32/2 32/3 32/5 32/6',
      K: '50/1 50/2 50/3 50/5 50/6 50/8',
      L: '80/2 80/3 80/5 80/6 80/8 80/10',
      M: '125/3 125/5 125/6 125/8 125/10 80/10',
    },
  }
  const rows = Object.entries(tables).flatMap(([severity, rows]) =>
    Object.entries(rows).map(([letter, plans]) => [severity as InspectionSeverity, letter, plans] as const),
  )
  test.each(rows)('%s, letter %s', (severity, letter, plans) => {
    const found = aqls.map((aql) => getAttributePlanByLetter(letter, aql, severity))
    expect(found.map(({ sampleSize, accept }) => `${sampleSize}/${accept}`).join(' ')).toBe(plans)
    expect(found.every(({ accept, reject }) => reject === accept + 1)).toBe(true)
  })
  test('follows the arrows of the table', () => {
    expect(getAttributePlanByLetter('A', 10, 'normal')).toMatchObject({ letter: 'C', sampleSize: 5, accept: 1 })
    expect(getAttributePlanByLetter('R', 0.015, 'normal')).toMatchObject({ letter: 'P', sampleSize: 800, accept: 0 })
    expect(getAttributePlanByLetter('A', 10, 'reduced')).toMatchObject({ letter: 'D', sampleSize: 3, accept: 1 })
    expect(getAttributePlanByLetter('Q', 0.025, 'reduced')).toMatchObject({ letter: 'N', sampleSize: 200, accept: 0 })
    // Letter S stands in the table of tightened inspection alone, with one plan.
    expect(getAttributePlanByLetter('Q', 0.025, 'tightened')).toMatchObject({
      letter: 'S',
      sampleSize: 3150,
      accept: 1,
    })
    expect(getAttributePlanByLetter('R', 0.015, 'tightened')).toMatchObject({
      letter: 'Q',
      sampleSize: 1250,
      accept: 0,
    })
  })
  test("of a lot: the standard's example of 1000 at level II, and the arrow at 150 with AQL 1.5", () => {
    expect(getAttributePlan(1000, 'II', 1, 'normal')).toEqual({ letter: 'J', sampleSize: 80, accept: 2, reject: 3 })
    expect(getAttributePlan(150, 'II', 1.5, 'normal')).toEqual({ letter: 'G', sampleSize: 32, accept: 1, reject: 2 })
    // A sample that is not smaller than the lot is the whole lot.
    expect(getAttributePlan(12, 'II', 0.65, 'normal')).toEqual({ letter: 'F', sampleSize: 12, accept: 0, reject: 1 })
    expect(() => getAttributePlan(1000, 'II', 1.2, 'normal')).toThrow(RangeError)
  })
  test('returns the acceptance number one AQL tighter, for the switching score', () => {
    expect(getTighterAcceptanceNumber('J', 1)).toBe(1)
    expect(getTighterAcceptanceNumber('K', 2.5)).toBe(5)
    expect(getTighterAcceptanceNumber('J', 0.01)).toBeNull()
  })
})
