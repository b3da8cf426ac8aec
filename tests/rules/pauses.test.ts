import { describe, expect, it } from 'vitest'
import { endOpenPause, getOpenPause, getStateAt, applySwitch, withPause } from '@/areas/orders/rules/work-order'

const at = (time: string) => `2026-11-20T${time}:00.000Z`
const pause = (from: string, to: string | null) => ({ from: at(from), to: to && at(to), reason: null })

describe('the pauses of an order', () => {
  it('only the last can be open, and only it is ended', () => {
    expect(getOpenPause([pause('08:00', '08:10'), pause('09:00', null)])).toEqual(pause('09:00', null))
    expect(getOpenPause([pause('08:00', null), pause('09:00', '09:10')])).toBeNull()
    expect(getOpenPause([])).toBeNull()
    expect(endOpenPause([pause('08:00', '08:10'), pause('09:00', null)], at('10:00'))).toEqual([
      pause('08:00', '08:10'),
      pause('09:00', '10:00'),
    ])
    // One that is over keeps its end.
    expect(endOpenPause([pause('08:00', '08:10')], at('10:00'))).toEqual([pause('08:00', '08:10')])
  })
  it('the oldest falls out of a list of 500', () => {
    const many = Array.from({ length: 500 }, (_, i) => ({ ...pause('08:00', '08:00'), reason: String(i) }))
    const more = withPause(many, at('09:00'), 'meal')
    expect(more).toHaveLength(500)
    expect([more[0]?.reason, more.at(-1)]).toEqual(['1', { from: at('09:00'), to: null, reason: 'meal' }])
    expect(withPause(many.slice(1), at('09:00'), null)[0]?.reason).toBe('1')
  })
  it('do not count as running, to a tenth of a minute', () => {
    const order = { startedAt: at('08:00'), pauses: [pause('09:00', null)] }
    expect(applySwitch(order, 'resume', at('09:30'), null)).toEqual({
      pauses: [pause('09:00', '09:30')],
      ranMinutes: 60,
      runSince: at('09:30'),
    })
    const stopped = applySwitch({ ...order, pauses: [] }, 'pause', '2026-11-20T09:00:09.000Z', 'meal')
    expect([stopped.ranMinutes, stopped.runSince]).toEqual([60.2, null])
    expect(applySwitch({ startedAt: null, pauses: [] }, 'finish', at('09:00'), null).ranMinutes).toBe(0)
  })
  it('the state at the very moment is the one that begins with it', () => {
    const order = {
      state: 'closed',
      startedAt: at('08:00'),
      finishedAt: at('12:00'),
      closedAt: at('13:00'),
      pauses: [pause('09:00', '10:00')],
    } as const
    const of = (time: string) => getStateAt(order, at(time))
    expect(['07:59', '08:00', '09:00', '09:59', '10:00', '11:59', '12:00', '12:59', '13:00'].map(of)).toEqual([
      null,
      'running',
      'paused',
      'paused',
      'running',
      'running',
      'finished',
      'finished',
      'closed',
    ])
  })
})
