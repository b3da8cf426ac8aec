import { describe, expect, it } from 'vitest'
import { mergedDowngrades } from '@/areas/rolls/rules/downgrades'

const line = (fromM: number, toM = fromM + 100, grade = 'downgraded') => ({ fromM, toM, grade, defect: 'hole' })

describe('what two people say of one roll', () => {
  it.each([
    ['both add', [line(0)], [line(500)], [], [line(0), line(500)]],
    ['both add the same', [line(0)], [line(0)], [], [line(0)]],
    ['one takes back, the other has added', [line(0), line(500)], [], [line(0)], [line(500)]],
    ['what one keeps the other has taken back', [], [line(0), line(500)], [line(0)], [line(500)]],
    ['the same metres as another grade', [line(0)], [line(0, 100, 'waste')], [line(0)], [line(0, 100, 'waste')]],
  ])('%s', (_what, now, wanted, seen, stands) => {
    expect(mergedDowngrades(now, wanted, seen)).toEqual(stands)
  })
  it('who does not tell what they saw replaces all', () => {
    expect(mergedDowngrades([line(0)], [line(500)], undefined)).toEqual([line(500)])
  })
})
