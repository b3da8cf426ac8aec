import { expect, test } from 'vitest'
import { repair } from '@/areas/maintenance/contract/repair'
import { buildResourceColumns } from '@/server/excel/resource-columns'

test('moments within a list show the clock of the plant', () => {
  const [waits] = buildResourceColumns(repair, (key) => key, {
    language: 'en',
    timeZone: 'Asia/Shanghai',
    fieldNames: ['waits'],
  })
  const cell = waits!.getCellValue({ waits: [{ since: '2026-11-20T02:00:00.000Z', until: null }] }, {})
  expect(cell).toContain('2026-11-20 10:00')
  expect(cell).not.toContain('Z')
})
