import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { XLSX_MIME } from '@/contract/endpoint'
import { FileAnswer, type Context } from '@/server/context'
import { toListScope } from '@/server/crud/list-scope'
import { loadRefs } from '@/server/crud/refs'
import { buildResourceColumns, type Refs } from '@/server/excel/resource-columns'
import { formatColumnText } from '@/server/excel/column-text'
import type { CellPicture } from '@/server/excel/pictures'
import { formatHeader, writeWorksheet } from '@/server/excel/write-worksheet'
import { loadWorkbookPictures } from '@/server/files/form-pictures'
import { options, sql } from '@/server/sql'
import { abnormity } from '../contract/abnormity'
import type { abnormityNames, abnormitySheet } from '../contract/abnormity-calls'
import { openAbnormities, type Measure } from '../rules/abnormity'

/** GET /quality/abd_name: kinds of abnormity with their total and open counts. */
export async function names(ctx: Context): Promise<EndpointOutput<typeof abnormityNames>> {
  type Kind = EndpointOutput<typeof abnormityNames>[number]['kind']
  const rows = await ctx.query(
    sql<{ kind: Kind; total: number; open: number }>`select kind, count(*)::int as total,
       count(*) filter (where state in (${options(abnormity.fields.state, ...openAbnormities)}))::int as open
     from abnormity where site_id = ${ctx.site} group by kind order by count(*) desc, kind`,
  )
  return rows.map((row) => ({ ...row, label: ctx.t(`deviations:abnormity.options.kind.${row.kind}`) }))
}

/** The 8D disciplines in order, each with its fields. */
const disciplines = {
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
export async function sheet(ctx: Context, { id }: EndpointInput<typeof abnormitySheet>): Promise<FileAnswer> {
  const row = await ctx.rows.get(abnormity, id)
  const refs = await loadRefs(toListScope(ctx), abnormity, [row])
  const word = (key: string) => ctx.t(`deviations:sheet.${key}`)
  const text = { kind: 'text' as const }
  const photos = await photosShown(ctx, row.images)
  const facts = Object.entries(disciplines).flatMap(([part, fields]) =>
    part === 'actions'
      ? row.measures.map((one, i) => [word(part), String(i + 1), measureText(ctx, one, refs)])
      : buildResourceColumns(abnormity, ctx.t, { language: ctx.language, only: fields }).flatMap((column) =>
          column.field === 'images'
            ? photos.map((photo) => [word(part), column.header, photo])
            : optional(part, [word(part), formatHeader(column), formatColumnText(column, row, refs, ctx.timeZone)]),
        ),
  )
  return new FileAnswer(
    `${row.number}.xlsx`,
    XLSX_MIME,
    writeWorksheet({
      sheetName: row.number,
      isForm: true,
      columns: [
        { header: word('part'), ...text, width: 24 },
        { header: word('item'), ...text, width: 20 },
        { header: word('content'), ...text, width: 70, wrap: true },
      ],
      // Only the first row of a discipline shows its name.
      rows: facts.map(([part, ...more], i) => [part === facts[i - 1]?.[0] ? '' : part, ...more]),
      timeZone: ctx.timeZone,
    }),
  )
}
/** Omits an empty row of the problem discipline. The other disciplines keep empty rows, to be filled in by hand. */
const optional = (part: string, line: string[]): string[][] => (part === 'problem' && !line[2] ? [] : [line])
/** Loads photos for a report; a photo that a phone has not uploaded yet is replaced by a text. */
export const photosShown = async (ctx: Context, ids: readonly string[]): Promise<(CellPicture | string)[]> =>
  (await loadWorkbookPictures(ctx, ids)).map((picture) => picture ?? ctx.t('deviations:sheet.photoAwaited'))
/** Formats a measure as one line: text, person, due date and state. */
function measureText(ctx: Context, { what, userId, dueOn, doneOn }: Measure, refs: Refs): string {
  const say = (key: string, params: object = {}) => ctx.t(`deviations:pages.abnormities.${key}`, { ...params })
  const state = doneOn ? say('done', { day: doneOn }) : say('openMeasure')
  return [what, userId && refs[userId], dueOn && say('due', { day: dueOn }), state].filter(Boolean).join(' · ')
}
