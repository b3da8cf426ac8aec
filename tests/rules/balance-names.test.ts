/**
 * The mass balance counts jumbo rolls with all their downgrades, and only the recycled material that went to pellets.
 * Reports count the downgrades of winder and slitter separately, and recycled material of all destinations. Amounts that
 * differ must not have the same name.
 */
import { describe, expect, test } from 'vitest'
import contractEn from '@/contract/locales/en.json'
import contractZh from '@/contract/locales/zh.json'
import feedingEn from '@/areas/feeding/locales/en.json'
import feedingZh from '@/areas/feeding/locales/zh.json'
import plantEn from '@/plant/locales/en.json'
import plantZh from '@/plant/locales/zh.json'
import sheetsEn from '@/areas/sheets/locales/en.json'
import sheetsZh from '@/areas/sheets/locales/zh.json'

const FLOWS = ['goodKg', 'downgradedKg', 'wasteKg', 'recycledKg'] as const
describe.each([
  ['zh', contractZh, feedingZh, plantZh, sheetsZh],
  ['en', contractEn, feedingEn, plantEn, sheetsEn],
])('in %s', (_, contract, feeding, plant, sheets) => {
  const reportNames = [
    ...Object.values(plant.figures).map(({ name }) => name),
    ...Object.values(sheets.answers),
    ...FLOWS.map((name) => contract.fields[name]),
  ]
  test.each(FLOWS)('%s of the mass balance has a name of its own', (name) => {
    expect(reportNames).not.toContain(feeding.answers[name])
  })
})
test('the names say the scope', () => {
  expect(feedingZh.answers).toMatchObject({ downgradedKg: '母卷降等重量', recycledKg: '回收造粒' })
  expect(feedingEn.answers).toMatchObject({
    downgradedKg: 'Jumbo weight downgraded',
    recycledKg: 'Reclaimed to pellets',
  })
})
