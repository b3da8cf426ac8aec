import { describe, expect, it } from 'vitest'
import { matchesQuery, sortRows } from '@/client/api/local-rows'
import { equipment } from '@/areas/equipment/contract/equipment'
import { firstLevelCheck } from '@/areas/equipment/contract/check-records'
import { NO_REFERENCE } from '@/contract/resource'
import { meter } from '@/areas/equipment/contract/meter'

const machine = {
  id: 'm1',
  code: 'SB1-01',
  name: '纺丝箱',
  lineId: 'l1',
  areaId: null,
  state: 'inUse',
  criticality: 'A',
}
const check = {
  id: 'c1',
  equipmentId: 'm1',
  occurredAt: '2026-11-20T08:00:00.000Z',
  result: 'ok',
  nextDueOn: '2026-11-27',
  note: null,
}

describe('rows of this phone in a filtered list', () => {
  it.each([
    ['no filter', {}, true],
    ['its line', { lineId: 'l1' }, true],
    ['a word of its code in full width', { keyword: 'ｓｂ１－０１' }, true],
    ['one of several lines', { lineId: 'l0,l1' }, true],
    ['its line or none', { lineId: 'l1,none' }, true],
    ['another line or none', { lineId: 'l0,none' }, false],
    ['any line but its own', { lineId: '!l1' }, false],
    ['any line but another', { lineId: '!l0' }, true],
    ['any place but one, and it has none', { areaId: '!a1' }, true],
    ['a place or none', { areaId: 'a1,none' }, true],
    ['another line', { lineId: 'l2' }, false],
    ['an empty field against a filter', { areaId: 'a1' }, false],
    ['rows without a place', { areaId: NO_REFERENCE }, true],
    ['rows without a line', { lineId: NO_REFERENCE }, false],
    ['a choice', { state: 'notUsed,discarded' }, false],
    ['an emptied filter', { lineId: '' }, true],
    ['a keyword in the code, any case', { keyword: 'sb1' }, true],
    ['a keyword in the name', { keyword: '纺丝' }, true],
    ['a keyword elsewhere', { keyword: 'zz' }, false],
    ['its id', { id: 'm0,m1' }, true],
    ['another id', { id: 'm2' }, false],
    ['no id at all', { id: '' }, false],
  ])('%s', (_what, query, expected) => expect(matchesQuery(equipment as never, query, machine)).toBe(expected))

  it.each([
    ['from that moment', { occurredAtFrom: '2026-11-20T08:00:00.000Z' }, true],
    ['later', { occurredAtFrom: '2026-11-20T08:00:00.001Z' }, false],
    ['until that day', { nextDueOnTo: '2026-11-27' }, true],
    ['until the day before', { nextDueOnTo: '2026-11-26' }, false],
    ['a range the row has no value for', { nextDueOnFrom: '2026-01-01' }, true],
  ])('ranges: %s', (_what, query, expected) =>
    expect(matchesQuery(firstLevelCheck as never, query, check)).toBe(expected),
  )

  it('excludes a row without a value from a range', () =>
    expect(
      matchesQuery(meter as never, { calibrationDueOnTo: '2027-01-01' }, { id: 'x', calibrationDueOn: null }),
    ).toBe(false))
  it('a flag', () => {
    expect(matchesQuery(meter as never, { counter: true }, { id: 'x', counter: true })).toBe(true)
    expect(matchesQuery(meter as never, { counter: false }, { id: 'x', counter: true })).toBe(false)
  })
  it('sorts like the list: numbers inside codes count, empty values last', () => {
    const codes = (sort: string) =>
      sortRows(equipment as never, { sort }, [{ code: 'A10' }, { code: null }, { code: 'A9' }], 'zh').map(
        (row) => row.code,
      )
    expect(codes('code')).toEqual(['A9', 'A10', null])
    expect(codes('-code')).toEqual(['A10', 'A9', null])
  })
})
