import { expect, it } from 'vitest'
import { distributeOrdersByDay } from '@/areas/boards/rules/forecast/forecast-output'

const H = 3_600_000
const day = (n: number) => ({ day: `2026-11-2${n}`, fromMs: n * 24 * H, toMs: (n + 1) * 24 * H })

it('kilograms of an order are spread evenly over its time', () => {
  // 1,200 kg over 48 h from noon: a quarter, a half and a quarter of it by day.
  const order = { lineId: 'A', fromMs: 12 * H, toMs: 60 * H, remainingKg: 1200 }
  const other = { lineId: 'B', fromMs: 24 * H, toMs: 48 * H, remainingKg: 500 }
  const days = [day(0), day(1), day(2)]
  expect(distributeOrdersByDay([order, other], days).map(({ lineId, kg }) => [lineId, kg])).toEqual([
    ['A', 300],
    ['A', 600],
    ['A', 300],
    ['B', 0],
    ['B', 500],
    ['B', 0],
  ])
  // One after the other adds up; what takes no time is planned on no day.
  const twice = distributeOrdersByDay(
    [order, { ...order, fromMs: 0, toMs: 12 * H, remainingKg: 100 }, { ...order, fromMs: 5, toMs: 5 }],
    [day(0)],
  )
  expect(twice).toEqual([{ lineId: 'A', day: '2026-11-20', kg: 400 }])
})
