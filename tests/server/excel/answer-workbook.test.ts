import { expect, it } from 'vitest'
import { integer } from '@/contract/field'
import type { Context } from '@/server/context'
import { buildAnswerWorkbook } from '@/server/excel/answer-workbook'
import { WORKBOOK_LIMITS } from '@/server/excel/read-sheet'
import { readWorkbook } from '@/server/excel/read-workbook'

it('a workbook of an answer has all its rows', async () => {
  const total = 20_750
  const ctx = { t: (key: string) => key, language: 'zh', timeZone: 'Asia/Shanghai', now: new Date('2026-11-20') }
  const file = await buildAnswerWorkbook(
    ctx as unknown as Context,
    'Orders',
    { kg: integer() },
    [{ field: 'kg', textKey: 'kg' }],
    async ({ page, size }) => ({
      list: Array.from({ length: Math.min(size, total - (page - 1) * size) }, (_, i) => ({
        kg: (page - 1) * size + i + 1,
      })),
    }),
  )
  const bytes: Buffer[] = []
  for await (const chunk of file.body as AsyncIterable<Buffer>) bytes.push(chunk)
  const { rows } = await readWorkbook(Buffer.concat(bytes), { ...WORKBOOK_LIMITS, maxRows: 30_000 })
  expect(rows).toHaveLength(20_750)
  expect(rows.at(-1)).toEqual([20_750])
})
