import { describe, expect, it, vi } from 'vitest'
import { getLane, splitByLane } from '@/areas/telemetry/rules/lanes'

const tags = Array.from({ length: 40 }, (_, i) => `SB${i % 4}.K${i}`)
const message = (
  of: readonly string[],
  more: { goneTags?: { tag: string; at: number }[]; acknowledge?: () => void } = {},
) => ({
  readings: of.map((tag, value) => ({ tag, value })),
  problems: ['badTime'],
  ...more,
})

describe('lanes of readings', () => {
  it('distribute the tags, each tag always to the same lane', () => {
    const lanes = tags.map((tag) => getLane(tag, 2))
    expect(new Set(lanes)).toEqual(new Set([0, 1]))
    expect(tags.map((tag) => getLane(tag, 2))).toEqual(lanes)
    expect(new Set(tags.map((tag) => getLane(tag, 1)))).toEqual(new Set([0]))
  })
  it('pass a message of one tag unchanged', () => {
    const one = message(['SB1.MPS', 'SB1.MPS'])
    expect(splitByLane(one, 2)).toEqual([[getLane('SB1.MPS', 2), one]])
    expect(splitByLane(message([]), 2)).toHaveLength(1)
  })
  it('process every reading of a message once, in order, and report an error once', () => {
    const parts = splitByLane(message(tags, { goneTags: [{ tag: tags[0]!, at: 1 }] }), 2)
    expect(parts).toHaveLength(2)
    for (const [lane, part] of parts) {
      expect(part.readings.every(({ tag }) => getLane(tag, 2) === lane)).toBe(true)
      const values = part.readings.map(({ value }) => value)
      expect(values).toEqual(values.toSorted((a, b) => a - b))
    }
    expect(parts.flatMap(([, part]) => part.readings.map(({ tag }) => tag)).toSorted()).toEqual(tags.toSorted())
    expect(parts.flatMap(([, part]) => part.problems)).toEqual(['badTime'])
    expect(parts.flatMap(([, part]) => part.goneTags ?? [])).toHaveLength(1)
  })
  it('acknowledge a message only when its last part is durable', () => {
    const acknowledge = vi.fn()
    const parts = splitByLane(message(tags, { acknowledge }), 2)
    parts[0]![1].acknowledge?.()
    expect(acknowledge).not.toHaveBeenCalled()
    parts[1]![1].acknowledge?.()
    expect(acknowledge).toHaveBeenCalledTimes(1)
  })
})
