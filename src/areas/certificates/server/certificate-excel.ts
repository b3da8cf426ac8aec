import { XLSX_MIME, type EndpointInput } from '@/contract/endpoint'
import { FileAnswer, type Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { writeWorksheets, type WorksheetColumn } from '@/server/excel/write-worksheet'
import { certificate } from '../contract/certificate'
import type { certificateExcel } from '../contract/certificate-calls'
import { annexOf } from './certificate'
import { both, cellsOf, columns, headPairs, issuedOn, statements } from './shown'

/** GET /quality/certificate_excel: the content of the PDF, with a worksheet for each part. */
export async function asExcel(ctx: Context, { id }: EndpointInput<typeof certificateExcel>): Promise<FileAnswer> {
  const row = await ctx.rows.get(certificate, id)
  const annex = await annexOf(ctx, id)
  const former = row.replacesId ? await ctx.rows.get(certificate, row.replacesId) : null
  const { app } = ctx as KitContext
  const words = { zh: app.words.t('zh'), en: app.words.t('en') }
  const text = (header: string, width: number): WorksheetColumn => ({ header, kind: 'text', width })
  const sheet = (sheetName: string, of: WorksheetColumn[], rows: readonly (readonly unknown[])[]) => ({
    sheetName,
    columns: of,
    rows,
    timeZone: ctx.timeZone,
  })
  const state = both(words, `states.${row.state}`)
  return new FileAnswer(
    `${row.number}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      sheet(
        row.number,
        [text(both(words, 'part'), 32), text(both(words, 'content'), 60)],
        [
          [both(words, 'state'), state],
          ...(former ? [['', both(words, 'replaces', { number: former.number })]] : []),
          [both(words, 'company'), [row.company, row.companyEn].filter(Boolean).join(' ')],
          ...headPairs(row, issuedOn(ctx, row), words),
          ...statements(row, annex.rolls, words).map((one) => ['', one]),
          [both(words, 'drafted'), row.draftedName],
          [both(words, 'approved'), row.issuedName],
        ],
      ),
      sheet(
        both(words, 'results'),
        columns.map((column) => text(both(words, column), column === 'item' ? 34 : 18)),
        row.lines.map((line) => cellsOf(line, words)),
      ),
      sheet(
        both(words, 'rolls'),
        [
          text(both(words, 'roll'), 30),
          { header: both(words, 'width'), kind: 'integer', unit: 'mm' },
          { header: both(words, 'length'), kind: 'amount', unit: 'm', digits: 1 },
          { header: both(words, 'weight'), kind: 'amount', unit: 'kg' },
          { header: both(words, 'made'), kind: 'day' },
        ],
        annex.rolls.map((roll) => [roll.number, roll.widthMm, roll.lengthM, roll.kg, roll.madeOn]),
      ),
    ]),
  )
}
