/** 8D report of an abnormity, and the counts per kind. */
import type { EndpointOutput } from '@/contract/endpoint'
import { XLSX_MIME } from '@/contract/endpoint'
import { FileAnswer, type Context } from '@/server/context'
import { loadRefs, toListScope } from '@/server/crud/refs'
import { buildResourceColumns, type Refs, formatColumnText } from '@/server/excel/resource-columns'
import type { CellPicture } from '@/server/excel/pictures'
import { buildHeading } from '@/server/excel/worksheet-heading'
import { formatHeader, writeWorksheet } from '@/server/excel/write-worksheet'
import { loadWorkbookPictures } from '@/server/files/form-pictures'
import { options, sql } from '@/server/sql'
import { abnormity } from '../contract/abnormity'
import { abnormityKindCounts, abnormityReport } from '@/areas/deviations/contract/abnormity-commands'
import { openAbnormityStates, type Measure } from '../rules/abnormity'
import { handle } from '@/server/area'

/** GET /quality/abd_name: kinds of abnormity with their total and open counts. */
export const listAbnormityKinds = handle(abnormityKindCounts, async (ctx) => {
  type Kind = EndpointOutput<typeof abnormityKindCounts>[number]['kind']
  const rows = await ctx.query(
    sql<{ kind: Kind; total: number; open: number }>`select kind, count(*)::int as total,
       count(*) filter (where state in (${options(abnormity.fields.state, ...openAbnormityStates)}))::int as open
     from abnormity where site_id = ${ctx.site} group by kind order by count(*) desc, kind`,
  )
  return rows.map((row) => ({ ...row, label: ctx.t(`deviations:abnormity.options.kind.${row.kind}`) }))
})

/** The 8D disciplines in order, each with its fields. */
const FIELDS_BY_DISCIPLINE = {
  team: ['number', 'raisedBy', 'raisedAt', 'responsibleId', 'dueOn'],
  problem: [
    'kind',
    'severity',
    'defect',
    'description',
    'customerId',
    'workOrderId',
    'productId',
    'lineId',
    'team',
    'shift',
    'jumboRollId',
    'slitRollId',
    'materialLotId',
    'quantityKg',
    'images',
  ],
  containment: ['containment'],
  cause: ['causeKind', 'cause', 'answeredBy', 'answeredAt'],
  actions: [],
  verification: ['verification', 'verifiedBy', 'verifiedAt'],
  prevention: ['prevention'],
  closure: ['state', 'closedBy', 'closedAt'],
} as const

/** GET /plant/abnormity_sheet: one abnormity as an 8D report on one printable worksheet. */
export const exportAbnormityReport = handle(abnormityReport, async (ctx, { id }) => {
  const row = await ctx.rows.get(abnormity, id)
  const refs = await loadRefs(toListScope(ctx), abnormity, [row])
  const translate = (key: string) => ctx.t(`deviations:sheet.${key}`)
  const textColumn = { kind: 'text' as const }
  const photos = await loadReportPhotos(ctx, row.images)
  const reportRows = Object.entries(FIELDS_BY_DISCIPLINE).flatMap(([discipline, fields]) => {
    const heading = translate(discipline)
    if (discipline === 'actions')
      return row.measures.map((measure, i) => [heading, String(i + 1), formatMeasure(ctx, measure, refs)])
    const fieldColumns = buildResourceColumns(abnormity, ctx.t, {
      language: ctx.language,
      timeZone: ctx.timeZone,
      fieldNames: fields,
    })
    return fieldColumns.flatMap((column) => {
      if (column.field === 'images') return photos.map((photo) => [heading, column.header, photo])
      const text = formatColumnText(column, row, refs, ctx.timeZone)
      return omitEmptyProblemRow(discipline, [heading, formatHeader(column), text])
    })
  })
  return new FileAnswer(
    `${row.number}.xlsx`,
    XLSX_MIME,
    writeWorksheet({
      sheetName: row.number,
      heading: buildHeading(ctx, { title: `${ctx.t('deviations:abnormity.name')} ${row.number}`, period: null }),
      isForm: true,
      columns: [
        { header: translate('part'), ...textColumn, widthChars: 24 },
        { header: translate('item'), ...textColumn, widthChars: 20 },
        { header: translate('content'), ...textColumn, widthChars: 70, wrapsText: true },
      ],
      // Only the first row of a discipline shows its name.
      rows: reportRows.map(([discipline, ...cells], i) => [
        discipline === reportRows[i - 1]?.[0] ? '' : discipline,
        ...cells,
      ]),
      timeZone: ctx.timeZone,
    }),
  )
})
/** Omits an empty row of the problem discipline. The other disciplines keep empty rows, to be filled in by hand. */
const omitEmptyProblemRow = (discipline: string, cells: string[]): string[][] =>
  discipline === 'problem' && !cells[2] ? [] : [cells]
/** Loads photos for a report; a photo that a phone has not uploaded yet is replaced by a text. */
export const loadReportPhotos = async (ctx: Context, ids: readonly string[]): Promise<(CellPicture | string)[]> =>
  (await loadWorkbookPictures(ctx, ids)).map((picture) => picture ?? ctx.t('deviations:sheet.photoAwaited'))
/** Formats a measure as one line of text: what to do, person, due date and state. */
function formatMeasure(ctx: Context, { what, userId, dueOn, doneOn }: Measure, refs: Refs): string {
  const translate = (key: string, params: object = {}) => ctx.t(`deviations:pages.abnormities.${key}`, { ...params })
  const state = doneOn ? translate('done', { day: doneOn }) : translate('openMeasure')
  return [what, userId && refs[userId], dueOn && translate('due', { day: dueOn }), state].filter(Boolean).join(' · ')
}
