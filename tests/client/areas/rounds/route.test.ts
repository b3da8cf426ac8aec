import { describe, expect, it } from 'vitest'
import { formatCheckLimits } from '@/areas/rounds/client/walk/format-check-item'
import {
  addItem,
  addPoint,
  changeItem,
  movePoint,
  getNextKey,
  removePoint,
} from '@/areas/rounds/client/plan/edit-route'
import { findRouteProblems } from '@/areas/rounds/rules/inspection-plan-fields'
import { id } from './plant'

it('limits are said with their unit, one-sided ones too', () => {
  expect(formatCheckLimits({ low: 10, high: 80, unit: '°C' }, 'zh')).toBe('10 – 80 °C')
  expect(formatCheckLimits({ low: null, high: 0.5, unit: 'MPa' }, 'en')).toBe('≤ 0.5 MPa')
  expect(formatCheckLimits({ low: -5, high: null, unit: null }, 'en')).toBe('≥ -5')
  expect(formatCheckLimits({ low: null, high: null, unit: '°C' }, 'en')).toBeNull()
})

describe('a route', () => {
  const two = addPoint(addPoint({ points: [], items: [] }, id(1)), id(2))
  it('gets a point a scan, each with an item to name, and no key twice', () => {
    expect(two.points.map(({ key, equipmentId }) => [key, equipmentId])).toEqual([
      ['p1', id(1)],
      ['p2', id(2)],
    ])
    const more = addItem(two, 'p1')
    expect(
      findRouteProblems(
        more.points,
        more.items.map((item) => ({ ...item, label: 'x' })),
      ),
    ).toEqual([])
  })
  it('never gives a key again while a later one stands, so that results stay with their point', () => {
    const left = removePoint(two, 'p1')
    expect(left.items.map(({ pointKey }) => pointKey)).toEqual(['p2'])
    expect(addPoint(left, id(3)).points.map(({ key }) => key)).toEqual(['p2', 'p3'])
    expect(getNextKey('p', ['p2', 'plan', 'p10'])).toBe('p11')
  })
  it('is put in order one place at a time', () => {
    expect(movePoint(two, 'p2', -1).points.map(({ key }) => key)).toEqual(['p2', 'p1'])
    expect(movePoint(two, 'p1', -1)).toBe(two)
    expect(movePoint(two, 'p2', 1)).toBe(two)
  })
  it('an item that is no number any more has neither unit nor limits', () => {
    const numbers = changeItem(two, 'p1', 'p1i1', { kind: 'number', unit: 'A', low: 1, high: 9 })
    expect(numbers.items[0]).toMatchObject({ kind: 'number', unit: 'A', low: 1 })
    expect(changeItem(numbers, 'p1', 'p1i1', { kind: 'photo' }).items[0]).toMatchObject({
      unit: null,
      low: null,
      high: null,
    })
  })
})
