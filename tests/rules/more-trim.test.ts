import { expect, it } from 'vitest'
import { findCutsWithMoreTrim, calculateWebTrimPercent } from '@/areas/cutPlans/rules/cut-metrics'

it('trim is a percentage of the web', () => {
  expect(calculateWebTrimPercent({ widthMm: 3200, trimMm: 80 })).toBe(2.5)
  expect(calculateWebTrimPercent({ widthMm: 3200, trimMm: 3200 })).toBe(100)
  expect(calculateWebTrimPercent({ widthMm: 0, trimMm: 80 })).toBe(0)
})

it('lists cuts with more trim than any proposed cut, the worst first', () => {
  const cut = (widthMm: number, trimMm: number) => ({ widthMm, trimMm })
  const proposed = [cut(3200, 80), cut(1600, 16)]
  // 50 mm are 3.1 % of the narrow web: more than 80 mm of the wide one.
  const [equal, narrow, worst] = [cut(3200, 80), cut(1600, 50), cut(3200, 200)]
  expect(findCutsWithMoreTrim([proposed[0]!, equal, narrow, worst], proposed)).toEqual([worst, narrow])
  expect(findCutsWithMoreTrim([cut(3200, 1)], [])).toHaveLength(1)
  expect(findCutsWithMoreTrim([cut(3200, 0)], [])).toEqual([])
})
