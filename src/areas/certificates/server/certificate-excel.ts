import { XLSX_MIME, type EndpointInput } from '@/contract/endpoint'
import { FileAnswer, type Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { writeWorksheets, type WorksheetColumn } from '@/server/excel/write-worksheet'
import { certificate } from '../contract/certificate'
import type { certificateExcel } from '../contract/certificate-endpoints'
import { loadAnnex } from './certificate'
import {
  translateBoth,
  buildLineCells,
  certificateColumns,
  buildHeadPairs,
  getIssueDay,
  buildStatements,
} from './format-certificate'

/** GET /quality/certificate_excel: the content of the PDF, with a worksheet for each part. */
export async function exportCertificateExcel(
  ctx: Context,
  { id }: EndpointInput<typeof certificateExcel>,
): Promise<FileAnswer> {
  const row = await ctx.rows.get(certificate, id)
  const annex = await loadAnnex(ctx, id)
  const former = row.replacesId ? await ctx.rows.get(certificate, row.replacesId) : null
  const { app } = ctx as KitContext
  const words = { zh: app.words.t('zh'), en: app.words.t('en') }
  const buildTextColumn = (header: string, width: number): WorksheetColumn => ({ header, kind: 'text', width })
  const buildWorksheet = (
    sheetName: string,
    worksheetColumns: WorksheetColumn[],
    rows: readonly (readonly unknown[])[],
  ) => ({
    sheetName,
    columns: worksheetColumns,
    rows,
    timeZone: ctx.timeZone,
  })
  const stateText = translateBoth(words, `states.${row.state}`)
  return new FileAnswer(
    `${row.number}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      buildWorksheet(
        row.number,
        [buildTextColumn(translateBoth(words, 'part'), 32), buildTextColumn(translateBoth(words, 'content'), 60)],
        [
          [translateBoth(words, 'state'), stateText],
          ...(former ? [['', translateBoth(words, 'replaces', { number: former.number })]] : []),
          [translateBoth(words, 'company'), [row.company, row.companyEn].filter(Boolean).join(' ')],
          ...buildHeadPairs(row, getIssueDay(ctx, row), words),
          ...buildStatements(row, annex.rolls, words).map((one) => ['', one]),
          [translateBoth(words, 'drafted'), row.draftedName],
          [translateBoth(words, 'approved'), row.issuedName],
        ],
      ),
      buildWorksheet(
        translateBoth(words, 'results'),
        certificateColumns.map((column) => buildTextColumn(translateBoth(words, column), column === 'item' ? 34 : 18)),
        row.lines.map((line) => buildLineCells(line, words)),
      ),
      buildWorksheet(
        translateBoth(words, 'rolls'),
        [
          buildTextColumn(translateBoth(words, 'roll'), 30),
          { header: translateBoth(words, 'width'), kind: 'integer', unit: 'mm' },
          { header: translateBoth(words, 'length'), kind: 'amount', unit: 'm', digits: 1 },
          { header: translateBoth(words, 'weight'), kind: 'amount', unit: 'kg' },
          { header: translateBoth(words, 'made'), kind: 'day' },
        ],
        annex.rolls.map((roll) => [roll.number, roll.widthMm, roll.lengthM, roll.kg, roll.madeOn]),
      ),
    ]),
  )
}
