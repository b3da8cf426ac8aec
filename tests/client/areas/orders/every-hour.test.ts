import { expect, test } from 'vitest'
import { listHours } from '@/areas/orders/client/progress/HourChart'

test('hours without output stand among those with', () => {
  const day = (hour: string) => `2026-11-27T${hour}:00:00.000Z`
  expect(listHours([day('04'), day('08'), day('09')])).toEqual(['04', '05', '06', '07', '08', '09'].map(day))
  expect(listHours([day('23'), '2026-11-28T01:00:00.000Z'])).toHaveLength(3)
  expect(listHours([day('04')])).toEqual([day('04')])
  expect(listHours([])).toEqual([])
})
