import { describe, expect, test } from 'vitest'
import type { InspectionSeverity } from '@/areas/incoming/rules/attribute-plan'
import { determineNextSeverity, type InspectedLot } from '@/areas/incoming/rules/switching'

// Lots of 1000, level II, AQL 1.0: 80 pieces and Ac 2 under normal inspection, Ac 1 one AQL tighter.
const ac: Record<InspectionSeverity, number> = { normal: 2, tightened: 1, reduced: 1 }
const lot = (severity: InspectionSeverity, nonconforming: number, resumed = false): InspectedLot => ({
  severity,
  nonconforming,
  resumed,
  aql: 1,
  letter: 'J',
  accept: ac[severity],
})
const good = (severity: InspectionSeverity) => lot(severity, 0)
const bad = (severity: InspectionSeverity) => lot(severity, 9)
const many = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one)
const next = (lots: InspectedLot[], steady = false) => determineNextSeverity(lots, steady)

describe('switching rules of GB/T 2828.1, 9.3', () => {
  test('inspection starts as normal', () => {
    expect(next([])).toEqual({ severity: 'normal', discontinued: false, score: 0 })
  })
  test('tightens if two of at most five consecutive lots are not accepted', () => {
    expect(next([bad('normal')]).severity).toBe('normal')
    expect(next([bad('normal'), bad('normal')]).severity).toBe('tightened')
    expect(next([bad('normal'), ...many(3, good('normal')), bad('normal')]).severity).toBe('tightened')
    // The first of them lies six lots back.
    expect(next([bad('normal'), ...many(4, good('normal')), bad('normal')]).severity).toBe('normal')
  })
  test('returns to normal after five consecutive accepted lots', () => {
    const tightened = many(2, bad('normal'))
    expect(next([...tightened, ...many(4, good('tightened'))]).severity).toBe('tightened')
    expect(next([...tightened, ...many(5, good('tightened'))])).toMatchObject({ severity: 'normal', score: 0 })
    expect(
      next([...tightened, ...many(4, good('tightened')), bad('tightened'), ...many(4, good('tightened'))]).severity,
    ).toBe('tightened')
  })
  test('scores three for a lot that a tighter AQL would have accepted, otherwise starts again', () => {
    expect(next(many(9, good('normal'))).score).toBe(27)
    // One nonconforming piece is accepted one AQL tighter (Ac 1), two are not.
    expect(next([...many(3, good('normal')), lot('normal', 1)]).score).toBe(12)
    expect(next([...many(9, good('normal')), lot('normal', 2)])).toMatchObject({ severity: 'normal', score: 0 })
    // Plans with Ac 0 or 1: two for a lot accepted.
    const small = (nonconforming: number) => ({ ...lot('normal', nonconforming), letter: 'F', aql: 0.65, accept: 0 })
    expect(next(many(4, small(0))).score).toBe(8)
    expect(next([...many(4, small(0)), small(1)]).score).toBe(0)
  })
  test('is reduced at a score of thirty, only with steady production and approval', () => {
    expect(next(many(10, good('normal'))).severity).toBe('normal')
    expect(next(many(9, good('normal')), true).severity).toBe('normal')
    expect(next(many(10, good('normal')), true).severity).toBe('reduced')
  })
  test('reduced inspection ends with a lot not accepted, or with unsteady production', () => {
    const reduced = [...many(10, good('normal')), ...many(2, good('reduced'))]
    expect(next(reduced, true).severity).toBe('reduced')
    expect(next(reduced, false)).toMatchObject({ severity: 'normal', score: 0 })
    expect(next([...reduced, bad('reduced')], true)).toMatchObject({ severity: 'normal', score: 0 })
  })
  test('sampling stops after five lots not accepted under tightened inspection, until the supplier acts', () => {
    const tightened = [...many(2, bad('normal')), ...many(4, bad('tightened')), good('tightened')]
    expect(next(tightened).discontinued).toBe(false)
    const stopped = [...tightened, bad('tightened')]
    expect(next(stopped)).toMatchObject({ severity: 'tightened', discontinued: true })
    expect(next([...stopped, lot('tightened', 0, true)])).toMatchObject({ severity: 'tightened', discontinued: false })
    expect(next([...stopped, lot('tightened', 0, true), ...many(4, good('tightened'))]).severity).toBe('normal')
  })
  test('a lot that started before the severity changed counts for neither', () => {
    const tightened = many(2, bad('normal'))
    expect(next([...tightened, good('normal')]).severity).toBe('tightened')
    expect(next([...tightened, ...many(4, good('tightened')), bad('normal'), good('tightened')]).severity).toBe(
      'normal',
    )
  })
})
