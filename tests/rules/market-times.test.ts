import { expect, test } from 'vitest'
import { createTimeCellReader } from '@/areas/prices/rules/market-labels'

const DAY = '2026-11-20'
/** Quarters of a day as a spreadsheet program saves them with so many decimals. */
const toSerials = (decimals: number) => Array.from({ length: 96 }, (_, i) => Number((i / 96).toFixed(decimals)))

test.each([5, 6, 7, 8, 15])('serial times with %i decimals are the quarters that their cells show', (decimals) => {
  const serials = toSerials(decimals)
  const read = createTimeCellReader(serials)
  expect(serials.map((serial) => read(serial, DAY))).toEqual(Array.from({ length: 96 }, (_, i) => i * 15))
})
test('a time that is no quarter is refused, also by two seconds', () => {
  const read = createTimeCellReader([0.25, 0.5])
  expect(read(0.5, DAY)).toBe(720)
  expect(read((12 * 3600 + 2) / 86_400, DAY)).toBeNull()
  expect(read((12 * 3600 + 7 * 60) / 86_400, DAY)).toBeNull()
})
