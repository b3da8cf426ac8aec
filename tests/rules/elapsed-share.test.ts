import { describe, expect, it } from 'vitest'
import { calculateElapsedShare } from '@/areas/overview/rules/target-verdict'

const shift = (from: string, to: string) => ({
  startsAt: `2026-11-20T${from}:00.000Z`,
  endsAt: `2026-11-20T${to}:00.000Z`,
})
const shareAt = (time: string, shifts: ReturnType<typeof shift>[]) =>
  calculateElapsedShare(shifts, Date.parse(`2026-11-20T${time}:00.000Z`))

describe('elapsed share of shifts', () => {
  const early = shift('00:00', '08:00')
  const night = shift('16:00', '20:00')
  it('is the elapsed part of the running shift', () => {
    // 2 h of 8 h.
    expect(shareAt('02:00', [early])).toBe(0.25)
  })
  it('is complete after the shift and zero before it', () => {
    expect(shareAt('12:00', [early])).toBe(1)
    expect(shareAt('12:00', [night])).toBe(0)
  })
  it('leaves out the time between shifts', () => {
    // 8 h of the first and 1 h of the second shift, of 12 h.
    expect(shareAt('17:00', [early, night])).toBe(0.75)
  })
  it('is unknown without shifts', () => {
    expect(shareAt('12:00', [])).toBeNull()
  })
})
