import { describe, expect, it } from 'vitest'
import {
  endOpenPause,
  getOpenPause,
  getWorkOrderStateAt,
  applyRunAction,
  addPause,
} from '@/areas/orders/rules/work-order'

const toMoment = (time: string) => `2026-11-20T${time}:00.000Z`
const pause = (from: string, to: string | null) => ({ from: toMoment(from), to: to && toMoment(to), reason: null })

describe('the pauses of an order', () => {
  it('only the last one can be open, and only an open pause ends', () => {
    expect(getOpenPause([pause('08:00', '08:10'), pause('09:00', null)])).toEqual(pause('09:00', null))
    expect(getOpenPause([pause('08:00', null), pause('09:00', '09:10')])).toBeNull()
    expect(getOpenPause([])).toBeNull()
    expect(endOpenPause([pause('08:00', '08:10'), pause('09:00', null)], toMoment('10:00'))).toEqual([
      pause('08:00', '08:10'),
      pause('09:00', '10:00'),
    ])
    // One that is over keeps its end.
    expect(endOpenPause([pause('08:00', '08:10')], toMoment('10:00'))).toEqual([pause('08:00', '08:10')])
  })
  it('a list of 500 drops the oldest', () => {
    const many = Array.from({ length: 500 }, (_, i) => ({ ...pause('08:00', '08:00'), reason: String(i) }))
    const more = addPause(many, toMoment('09:00'), 'meal')
    expect(more).toHaveLength(500)
    expect([more[0]?.reason, more.at(-1)]).toEqual(['1', { from: toMoment('09:00'), to: null, reason: 'meal' }])
    expect(addPause(many.slice(1), toMoment('09:00'), null)[0]?.reason).toBe('1')
  })
  it('do not count as running time, to a tenth of a minute', () => {
    const order = { startedAt: toMoment('08:00'), pauses: [pause('09:00', null)] }
    expect(applyRunAction(order, 'resume', toMoment('09:30'), null)).toEqual({
      pauses: [pause('09:00', '09:30')],
      ranMinutes: 60,
      runSince: toMoment('09:30'),
    })
    const stopped = applyRunAction({ ...order, pauses: [] }, 'pause', '2026-11-20T09:00:09.000Z', 'meal')
    expect([stopped.ranMinutes, stopped.runSince]).toEqual([60.2, null])
    expect(applyRunAction({ startedAt: null, pauses: [] }, 'finish', toMoment('09:00'), null).ranMinutes).toBe(0)
  })
  it('at a boundary the state is the one that begins', () => {
    const order = {
      state: 'closed',
      startedAt: toMoment('08:00'),
      finishedAt: toMoment('12:00'),
      closedAt: toMoment('13:00'),
      pauses: [pause('09:00', '10:00')],
    } as const
    const getStateAtTime = (time: string) => getWorkOrderStateAt(order, toMoment(time))
    expect(
      ['07:59', '08:00', '09:00', '09:59', '10:00', '11:59', '12:00', '12:59', '13:00'].map(getStateAtTime),
    ).toEqual([null, 'running', 'paused', 'paused', 'running', 'running', 'finished', 'finished', 'closed'])
  })
})
