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

/** GET /quality/abd_name */
export async function names(ctx: Context): Promise<EndpointOutput<typeof abnormityNames>> {
  type Kind = EndpointOutput<typeof abnormityNames>[number]['kind']
  const rows = await ctx.query(
    sql<{ kind: Kind; total: number; open: number }>`select kind, count(*)::int as total,
       count(*) filter (where state in (${options(abnormity.fields.state, ...openAbnormities)}))::int as open
     from abnormity where site_id = ${ctx.site} group by kind order by count(*) desc, kind`,
  )
  return rows.map((row) => ({ ...row, label: ctx.t(`deviations:abnormity.options.kind.${row.kind}`) }))
}

/** The disciplines of 8D in their order, each with the fields that answer it. */
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

/** GET /plant/abnormity_sheet: one abnormity in the order of 8D, on one sheet to print. */
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
      // A discipline is headed once: what follows belongs to it.
      rows: facts.map(([part, ...more], i) => [part === facts[i - 1]?.[0] ? '' : part, ...more]),
      timeZone: ctx.timeZone,
    }),
  )
}
/** What describes the problem is left out where there is nothing of it; the other disciplines keep their line, to be written in. */
const optional = (part: string, line: string[]): string[][] => (part === 'problem' && !line[2] ? [] : [line])
/** Each picture in a line of its own, below what it shows; one that a phone still holds is named. */
export const photosShown = async (ctx: Context, ids: readonly string[]): Promise<(CellPicture | string)[]> =>
  (await loadWorkbookPictures(ctx, ids)).map((picture) => picture ?? ctx.t('deviations:sheet.photoAwaited'))
/** One measure in a line: what, by whom, until when, and whether it was done. */
function measureText(ctx: Context, { what, userId, dueOn, doneOn }: Measure, refs: Refs): string {
  const say = (key: string, params: object = {}) => ctx.t(`deviations:pages.abnormities.${key}`, { ...params })
  const state = doneOn ? say('done', { day: doneOn }) : say('openMeasure')
  return [what, userId && refs[userId], dueOn && say('due', { day: dueOn }), state].filter(Boolean).join(' · ')
}
