import { describe, expect, it } from 'vitest'
import { TapFilter, type Tap } from '@/client/ui/tap-filter'

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
    const taps = new TapFilter()
    expect(taps.shouldCount(tap(1000))).toBe(true)
    expect(taps.shouldCount(tap(1000 + after, { clientX: 201, clientY: 795 }))).toBe(false)
  })
  it('is ignored however often it comes, and counts again after a while', () => {
    const taps = new TapFilter()
    const at = [1000, 1100, 1200, 1300, 1400]
    expect(at.map((one) => taps.shouldCount(tap(one)))).toEqual([true, false, false, false, true])
  })
  it('counts elsewhere on the screen', () => {
    const taps = new TapFilter()
    taps.shouldCount(tap(1000))
    expect(taps.shouldCount(tap(1100, { clientY: 300 }))).toBe(true)
  })
  it('counts when the mouse was moved in between', () => {
    const taps = new TapFilter()
    taps.shouldCount(tap(1000))
    taps.onMouseMoved()
    expect(taps.shouldCount(tap(1100))).toBe(true)
  })
  it('counts from the keyboard, and from a program', () => {
    const taps = new TapFilter()
    taps.shouldCount(tap(1000))
    expect(taps.shouldCount(tap(1050, { detail: 0 }))).toBe(true)
    expect(taps.shouldCount(tap(1060, { isTrusted: false }))).toBe(true)
  })
})
