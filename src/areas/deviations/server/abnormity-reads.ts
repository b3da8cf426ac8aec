import type { InOf, OutOf } from '@/contract/endpoint'
import { xlsx } from '@/contract/endpoint'
import { FileAnswer, type Context } from '@/server/context'
import { scopeOf } from '@/server/crud/operations'
import { refsOf } from '@/server/crud/refs'
import { columnsOf } from '@/server/excel/columns'
import { writeSheets } from '@/server/excel/write'
import { options, sql } from '@/server/sql'
import { abnormity } from '../contract/abnormity'
import type { abnormityNames, abnormitySheet } from '../contract/abnormity-calls'
import { openAbnormities } from '../rules/abnormity'

/** GET /quality/abd_name */
export async function names(ctx: Context): Promise<OutOf<typeof abnormityNames>> {
  type Kind = OutOf<typeof abnormityNames>[number]['kind']
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
  ],
  containment: ['containment'],
  cause: ['causeKind', 'cause', 'answeredBy', 'answeredAt'],
  verification: ['verification', 'verifiedBy', 'verifiedAt'],
  prevention: ['prevention'],
  closure: ['state', 'closedBy', 'closedAt'],
} as const

/** GET /plant/abnormity_sheet: one abnormity in the order of 8D, its measures on a sheet of their own. */
export async function sheet(ctx: Context, { id }: InOf<typeof abnormitySheet>): Promise<FileAnswer> {
  const row = await ctx.rows.get(abnormity, id)
  const refs = await refsOf(scopeOf(ctx), abnormity, [row])
  const word = (key: string) => ctx.t(`deviations:sheet.${key}`)
  const text = { kind: 'text' as const }
  const facts = Object.entries(disciplines).flatMap(([part, fields]) =>
    columnsOf(abnormity, ctx.t, { language: ctx.language, only: fields }).map((column) => [
      word(part),
      column.unit ? `${column.header} (${column.unit})` : column.header,
      shown(column.valueOf(row, refs)),
    ]),
  )
  const measure = (field: string) => ctx.t(`deviations:abnormity.sub.measures.${field}`)
  return new FileAnswer(
    `${row.number}.xlsx`,
    xlsx,
    writeSheets([
      {
        sheetName: row.number,
        columns: [
          { header: word('part'), ...text, width: 24 },
          { header: word('item'), ...text, width: 20 },
          { header: word('content'), ...text, width: 70 },
        ],
        rows: facts,
        timeZone: ctx.timeZone,
      },
      {
        sheetName: ctx.t('deviations:abnormity.fields.measures'),
        columns: [
          { header: measure('what'), ...text, width: 60 },
          { header: measure('userId'), ...text, width: 16 },
          { header: measure('dueOn'), kind: 'day' },
          { header: measure('doneOn'), kind: 'day' },
        ],
        rows: row.measures.map((one) => [one.what, one.userId ? (refs[one.userId] ?? '') : '', one.dueOn, one.doneOn]),
        timeZone: ctx.timeZone,
      },
    ]),
  )
}
const shown = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
