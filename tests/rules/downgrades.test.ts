import { describe, expect, it } from 'vitest'
import {
  findOmittedDowngrades,
  mergeDowngrades,
  findUnknownDowngrades,
  takeBackDowngrades,
} from '@/areas/rolls/rules/downgrades'

const line = (fromM: number, toM = fromM + 100, grade: 'downgraded' | 'waste' = 'downgraded') => ({
  fromM,
  toM,
  grade,
  defect: 'hole',
})

describe('downgrades of one roll by two people', () => {
  it.each([
    ['both add', [line(0)], [line(500)], [], [line(0), line(500)]],
    ['both add the same', [line(0)], [line(0)], [], [line(0)]],
    ['one leaves out what they saw: it stands, for that wants a reason', [line(0)], [], [line(0)], [line(0)]],
    ['what one keeps the other has taken back', [], [line(0), line(500)], [line(0)], [line(500)]],
    ['the same metres worse', [line(0)], [line(0), line(0, 100, 'waste')], [line(0)], [line(0), line(0, 100, 'waste')]],
    ['who does not tell what they saw adds', [line(0)], [line(500)], undefined, [line(0), line(500)]],
  ])('%s', (_what, now, wanted, seen, stands) => {
    expect(mergeDowngrades(now, wanted, seen)).toEqual(stands)
  })
  it.each([
    ['a line that was seen is not said again', [line(0), line(500)], [line(500)], [line(0), line(500)], [line(0)]],
    ['another said it since', [line(0), line(500)], [line(0)], [line(0)], []],
    ['another has taken it back already', [], [], [line(0)], []],
    ['nothing is told of what was seen', [line(0)], [line(500)], null, [line(0)]],
  ])('left out: %s', (_what, now, wanted, seen, out) => {
    expect(findOmittedDowngrades(now, wanted, seen)).toEqual(out)
  })
})

describe('a downgrade taken back', () => {
  const withReason = (one: ReturnType<typeof line>) => ({ ...one, reason: 'dust' })
  const doing = { why: 'wrong roll', at: '2026-03-01T00:00:00Z', personId: 'p1' }
  const roll = {
    lengthM: 1000,
    kg: 50,
    downgrades: [withReason(line(0, 200)), withReason(line(600, 1000, 'waste'))],
    takenBackDowngrades: [],
  }
  it('is no longer effective, and keeps kilograms, person, time and reason', () => {
    expect(takeBackDowngrades(roll, [line(0, 200)], doing)).toEqual({
      downgrades: [withReason(line(600, 1000, 'waste'))],
      // 200 of 1000 m of 50 kg.
      takenBackDowngrades: [
        { ...withReason(line(0, 200)), kg: 10, why: 'wrong roll', userId: 'p1', at: '2026-03-01T00:00:00Z' },
      ],
      grade: 'downgraded',
    })
  })
  it('makes the roll good again if it was the last one', () => {
    const all = [line(0, 200), line(600, 1000, 'waste')]
    expect(takeBackDowngrades(roll, all, doing)).toMatchObject({ downgrades: [], grade: 'good' })
  })
  it('repeated changes nothing; unknown metres are reported', () => {
    const { downgrades = [], takenBackDowngrades = [] } = takeBackDowngrades(roll, [line(0, 200)], doing) ?? {}
    const less = { ...roll, downgrades, takenBackDowngrades }
    expect(takeBackDowngrades(less, [line(0, 200)], doing)).toBeNull()
    expect(findUnknownDowngrades(less, [line(0, 200), line(1, 2)])).toEqual([line(1, 2)])
  })
})
