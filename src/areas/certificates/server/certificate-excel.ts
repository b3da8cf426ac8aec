import { XLSX_MIME } from '@/contract/endpoint'
import { FileAnswer } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { buildHeading } from '@/server/excel/worksheet-heading'
import { writeWorksheets, type WorksheetColumn } from '@/server/excel/write-worksheet'
import { certificate } from '../contract/certificate'
import { certificateExcel } from '../contract/certificate-endpoints'
import { loadAnnex } from './certificate'
import {
  translateBoth,
  buildLineCells,
  certificateColumns,
  buildHeadPairs,
  getIssueDay,
  buildStatements,
} from './format-certificate'
import { handle } from '@/server/area'

/** GET /quality/certificate_excel: the content of the PDF, with a worksheet for each part. */
export const exportCertificateExcel = handle(certificateExcel, async (ctx, { id }) => {
  const row = await ctx.rows.get(certificate, id)
  const annex = await loadAnnex(ctx, id)
  const predecessor = row.replacesId ? await ctx.rows.get(certificate, row.replacesId) : null
  const { app } = ctx as AppContext
  const translate = { zh: app.translations.t('zh'), en: app.translations.t('en') }
  const buildTextColumn = (header: string, width: number): WorksheetColumn => ({
    header,
    kind: 'text',
    widthChars: width,
  })
  const buildWorksheet = (
    sheetName: string,
    worksheetColumns: WorksheetColumn[],
    rows: readonly (readonly unknown[])[],
  ) => ({
    sheetName,
    heading: buildHeading(ctx, { title: `${ctx.t('certificates:certificate.name')} ${row.number}`, period: null }),
    columns: worksheetColumns,
    rows,
    timeZone: ctx.timeZone,
  })
  const stateText = translateBoth(translate, `states.${row.state}`)
  return new FileAnswer(
    `${row.number}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      buildWorksheet(
        row.number,
        [
          buildTextColumn(translateBoth(translate, 'part'), 32),
          buildTextColumn(translateBoth(translate, 'content'), 60),
        ],
        [
          [translateBoth(translate, 'state'), stateText],
          ...(predecessor ? [['', translateBoth(translate, 'replaces', { number: predecessor.number })]] : []),
          [translateBoth(translate, 'company'), [row.company, row.companyEn].filter(Boolean).join(' ')],
          ...buildHeadPairs(row, getIssueDay(ctx, row), translate),
          ...buildStatements(row, annex.rolls, translate).map((statement) => ['', statement]),
          [translateBoth(translate, 'drafted'), row.draftedName],
          [translateBoth(translate, 'approved'), row.issuedName],
        ],
      ),
      buildWorksheet(
        translateBoth(translate, 'results'),
        certificateColumns.map((column) =>
          buildTextColumn(translateBoth(translate, column), column === 'item' ? 34 : 18),
        ),
        row.lines.map((line) => buildLineCells(line, translate)),
      ),
      buildWorksheet(
        translateBoth(translate, 'rolls'),
        [
          buildTextColumn(translateBoth(translate, 'roll'), 30),
          { header: translateBoth(translate, 'width'), kind: 'integer', unit: 'mm' },
          { header: translateBoth(translate, 'length'), kind: 'amount', unit: 'm', digits: 1 },
          { header: translateBoth(translate, 'weight'), kind: 'amount', unit: 'kg' },
          { header: translateBoth(translate, 'made'), kind: 'day' },
        ],
        annex.rolls.map((roll) => [roll.number, roll.widthMm, roll.lengthM, roll.kg, roll.madeOn]),
      ),
    ]),
  )
})
