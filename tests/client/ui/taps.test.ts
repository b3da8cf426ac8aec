import { describe, expect, it } from 'vitest'
import { Taps, type Tap } from '@/client/ui/taps'

const tap = (timeStamp: number, more: Partial<Tap> = {}): Tap => ({
  isTrusted: true,
  detail: 1,
  clientX: 195,
  clientY: 800,
  timeStamp,
  ...more,
})

describe('a second tap', () => {
  it.each([60, 120, 250])('%i ms after the first, at the same place, does nothing', (after) => {
    const taps = new Taps()
    expect(taps.counts(tap(1000))).toBe(true)
    expect(taps.counts(tap(1000 + after, { clientX: 201, clientY: 795 }))).toBe(false)
  })
  it('does nothing however often it comes, and counts again after a while', () => {
    const taps = new Taps()
    const at = [1000, 1100, 1200, 1300, 1400]
    expect(at.map((one) => taps.counts(tap(one)))).toEqual([true, false, false, false, true])
  })
  it('counts elsewhere on the screen', () => {
    const taps = new Taps()
    taps.counts(tap(1000))
    expect(taps.counts(tap(1100, { clientY: 300 }))).toBe(true)
  })
  it('counts when the mouse was moved in between', () => {
    const taps = new Taps()
    taps.counts(tap(1000))
    taps.moved()
    expect(taps.counts(tap(1100))).toBe(true)
  })
  it('counts from the keyboard, and from a program', () => {
    const taps = new Taps()
    taps.counts(tap(1000))
    expect(taps.counts(tap(1050, { detail: 0 }))).toBe(true)
    expect(taps.counts(tap(1060, { isTrusted: false }))).toBe(true)
  })
})
