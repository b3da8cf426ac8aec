import { describe, expect, it, vi } from 'vitest'
import { getLane, splitByLane } from '@/areas/telemetry/rules/lanes'

const tags = Array.from({ length: 40 }, (_, i) => `SB${i % 4}.K${i}`)
const message = (of: readonly string[], more: { gone?: { tag: string; at: number }[]; done?: () => void } = {}) => ({
  readings: of.map((tag, value) => ({ tag, value })),
  problems: ['badTime'],
  ...more,
})

describe('lanes of readings', () => {
  it('share the tags among them, each tag always in the same one', () => {
    const lanes = tags.map((tag) => getLane(tag, 2))
    expect(new Set(lanes)).toEqual(new Set([0, 1]))
    expect(tags.map((tag) => getLane(tag, 2))).toEqual(lanes)
    expect(new Set(tags.map((tag) => getLane(tag, 1)))).toEqual(new Set([0]))
  })
  it('take a message of one tag as it is', () => {
    const one = message(['SB1.MPS', 'SB1.MPS'])
    expect(splitByLane(one, 2)).toEqual([[getLane('SB1.MPS', 2), one]])
    expect(splitByLane(message([]), 2)).toHaveLength(1)
  })
  it('take every reading of a message once, in its order, and tell what is wrong once', () => {
    const parts = splitByLane(message(tags, { gone: [{ tag: tags[0]!, at: 1 }] }), 2)
    expect(parts).toHaveLength(2)
    for (const [lane, part] of parts) {
      expect(part.readings.every(({ tag }) => getLane(tag, 2) === lane)).toBe(true)
      const values = part.readings.map(({ value }) => value)
      expect(values).toEqual(values.toSorted((a, b) => a - b))
    }
    expect(parts.flatMap(([, part]) => part.readings.map(({ tag }) => tag)).toSorted()).toEqual(tags.toSorted())
    expect(parts.flatMap(([, part]) => part.problems)).toEqual(['badTime'])
    expect(parts.flatMap(([, part]) => part.gone ?? [])).toHaveLength(1)
  })
  it('acknowledge a message when its last part is durable, not before', () => {
    const done = vi.fn()
    const parts = splitByLane(message(tags, { done }), 2)
    parts[0]![1].done?.()
    expect(done).not.toHaveBeenCalled()
    parts[1]![1].done?.()
    expect(done).toHaveBeenCalledTimes(1)
  })
})
