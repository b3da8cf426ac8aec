import { expect, it } from 'vitest'
import { sumByDayAndHour } from '@/areas/energy/rules/energy-curve'
import { buildPlaceFlows } from '@/areas/energy/rules/place-flows'

it('leads from the supply to areas and on to places, the largest first, small places together', () => {
  const flows = buildPlaceFlows(
    [
      { area: 'Hall 1', place: 'S1', used: 300 },
      { area: 'Hall 1', place: 'Lamps', used: 4 },
      { area: 'Hall 1', place: 'Doors', used: 5 },
      { area: 'Hall 2', place: 'S2', used: 500 },
      { area: 'Hall 2', place: 'S1', used: 191 },
      { area: 'Hall 2', place: 'Unused', used: 0 },
    ],
    'Grid',
    'Others',
  )
  // The total is 1,000: lamps and doors are below 1%.
  expect(flows).toEqual([
    { from: 'Grid', to: 'Hall 2', used: 691 },
    { from: 'Grid', to: 'Hall 1', used: 309 },
    { from: 'Hall 2', to: 'S2', used: 500 },
    { from: 'Hall 2', to: 'S1', used: 191 },
    { from: 'Hall 1', to: 'S1', used: 300 },
    { from: 'Hall 1', to: 'Others', used: 9 },
  ])
})
it('gives a place another name than its area, so that no flow leads to itself', () => {
  expect(buildPlaceFlows([{ area: 'Boiler', place: 'Boiler', used: 1 }], 'Gas', 'Others')).toEqual([
    { from: 'Gas', to: 'Boiler', used: 1 },
    { from: 'Boiler', to: 'Boiler ·', used: 1 },
  ])
})
it('sums slots by hour; hours without slots stay unknown', () => {
  const [day] = sumByDayAndHour([
    { day: '2026-11-20', minute: 0, used: 1 },
    { day: '2026-11-20', minute: 45, used: 2 },
    { day: '2026-11-20', minute: 120, used: 4 },
  ])
  expect(day!.hours.slice(0, 4)).toEqual([3, null, 4, null])
  expect(day!.hours).toHaveLength(24)
})
