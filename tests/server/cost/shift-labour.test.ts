import { expect, test } from 'vitest'
import { listLineLabour, toShiftKey } from '@/areas/cost/server/shift-labour'
import { fourTeamsThreeShifts } from '@/plant/rules/shift'

const toMs = (localTime: string) => Date.parse(`${localTime}:00+08:00`)
const signedBy = (people: Readonly<Record<string, number>>) => ({
  calendar: { rotation: fourTeamsThreeShifts, timeZone: 'Asia/Shanghai' },
  slitSharesByOrder: new Map(),
  signedShiftByKey: new Map(
    Object.entries(people).map(([shift, count]) => [
      toShiftKey('L1', '2026-11-26', shift),
      { lineId: 'L1', businessDate: '2026-11-26', shift, people: count },
    ]),
  ),
  now: toMs('2026-11-28T00:00'),
})

test('an order bears the people of the shift in which it starts, for its hours', () => {
  // 10:00 to 18:00: 6 hours of the early shift with 2 people, 2 hours of the middle shift with 3.
  const labour = listLineLabour(
    'L1',
    [{ from: toMs('2026-11-26T10:00'), to: toMs('2026-11-26T18:00') }],
    signedBy({ early: 2, middle: 3 }),
  )
  expect(labour.map((entry) => [entry.shift, 'hours' in entry && entry.hours])).toEqual([
    ['early', 12],
    ['middle', 6],
  ])
})
test('an order within one shift bears its people; an unsigned first shift is named', () => {
  const run = [{ from: toMs('2026-11-26T09:00'), to: toMs('2026-11-26T15:30') }]
  expect(listLineLabour('L1', run, signedBy({ early: 2 }))).toMatchObject([{ shift: 'early', people: 2, hours: 13 }])
  expect(listLineLabour('L1', run, signedBy({}))).toEqual([
    { lineId: 'L1', businessDate: '2026-11-26', shift: 'early' },
  ])
})
