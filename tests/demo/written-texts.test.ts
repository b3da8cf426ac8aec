/** Texts of people agree with the recorded values beside them. */
import { describe, expect, it } from 'vitest'
import { handover } from '@/areas/handover/contract/handover'
import { processRecord } from '@/areas/handover/contract/production-records'
import { repair } from '@/areas/maintenance/contract/repair'
import { getDemoRows, getRows } from './plant'

const rows = getDemoRows()
const [notes, repairs] = [getRows(rows, handover), getRows(rows, repair)]
/** Largest share that one sentence may have among all texts. */
const MOST_ALIKE = 0.5
const number = (value: number): string => value.toLocaleString('en')
const getLargestShare = (texts: readonly (string | null)[]): number => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text ?? '', (counts.get(text ?? '') ?? 0) + 1)
  return Math.max(...counts.values()) / texts.length
}

describe('a handover', () => {
  const over = notes.filter(({ state }) => state !== 'draft')
  it('mentions the stops of its shift, or that there was none', () => {
    expect(over.length).toBeGreaterThan(100)
    for (const { facts, equipmentState: said, kind, businessDate, shift } of over) {
      const [fact] = facts as [(typeof facts)[number]]
      const own = fact.stops
      const where = `${kind} ${businessDate} ${shift}`
      if (own.length === 0) expect(said, where).toBe('本班无停机')
      else {
        expect(said, where).toContain(`停机 ${own.length} 次`)
        expect(said, where).toContain(`${number(fact.stopMinutes ?? 0)} 分钟`)
      }
    }
  })
  it('mentions downgraded and wasted kilograms as recorded', () => {
    for (const { facts, quality, lineId } of over) {
      const [{ jumboRolls, slitRolls, downgradedKg, wasteKg }] = facts as [(typeof facts)[number]]
      if (!jumboRolls && !slitRolls) expect(quality, lineId ?? '').toBe('本班无产出')
      else {
        expect(quality?.includes('无降等'), quality ?? '').toBe((downgradedKg ?? 0) < 1)
        if ((downgradedKg ?? 0) >= 1) expect(quality).toContain(`降等 ${number(downgradedKg!)} kg`)
        expect(quality?.includes('废品'), quality ?? '').toBe((wasteKg ?? 0) >= 1)
      }
    }
  })
  it('agrees with its own checks', () => {
    for (const { checks, safety } of over)
      expect(safety === '班中无安全事故').toBe(checks.every(({ result }) => result === 'ok'))
  })
  it('of a running shift has no text yet', () => {
    for (const one of notes.filter(({ state }) => state === 'draft'))
      expect([one.safety, one.quality, one.equipmentState, one.toDo]).toEqual([null, null, null, null])
  })
  it('repeats no sentence about the output', () => {
    expect(getLargestShare(over.map(({ quality }) => quality))).toBeLessThan(MOST_ALIKE)
    expect(getLargestShare(getRows(rows, processRecord).map(({ measure }) => measure))).toBeLessThan(MOST_ALIKE)
  })
})

describe('a repair', () => {
  // Hours, stops and rejections are fields: in the text they would be suggested again for the machine's next repair.
  it('describes the work without numbers, and says if the line stood', () => {
    const mended = repairs.filter(({ repairEndAt }) => repairEndAt)
    expect(mended.length).toBeGreaterThan(50)
    for (const { number: name, actions, lineStopped, description } of mended) {
      expect(actions, name ?? '').toBeTruthy()
      expect(actions, name ?? '').not.toMatch(/用时|产线停机|退回|分钟/)
      expect(description?.includes('产线已停'), name ?? '').toBe(lineStopped)
    }
    expect(getLargestShare(mended.map(({ actions }) => actions))).toBeLessThan(MOST_ALIKE)
  })
})
