import type { InOf } from '@/contract/endpoint'
import { xlsx } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { FileAnswer, type Context } from '@/server/context'
import { scopeOf } from '@/server/crud/operations'
import { refsOf } from '@/server/crud/refs'
import { columnsOf } from '@/server/excel/columns'
import { writeSheets, type SheetColumn, type SheetToWrite } from '@/server/excel/write'
import { processStandard } from '../contract/process-standard'
import type { mainStandardExcel } from '../contract/process-standard-calls'
import { labelIn } from '../rules/process-standard'
import { labelOf, type StandardRow, type Variant } from './process-standard'

type Refs = Readonly<Record<string, string>>
type Part = Pick<SheetToWrite, 'sheetName' | 'columns'> & { rows: readonly (readonly unknown[])[] }
const facts = [
  'code',
  'revision',
  'variant',
  'productId',
  'lineId',
  'idealSpeed',
  'weightTolerance',
  'state',
  'newest',
  'submittedBy',
  'submittedAt',
  'approvedBy',
  'approvedAt',
  'note',
] as const

/** GET /craft/export1 and export2: one standard, a sheet for each of its parts. */
export const exportOne =
  (variant: Variant) =>
  async (ctx: Context, { id }: InOf<typeof mainStandardExcel>): Promise<FileAnswer> => {
    const row = await ctx.rows.get(processStandard, id)
    if (row.variant !== variant) throw refuseInput([{ path: ['id'], code: 'unknownId' }])
    const refs = await refsOf(scopeOf(ctx), processStandard, [row])
    const parts = [
      head(ctx, row, refs),
      parameters(ctx, row),
      ...(variant === 'mainLine' ? [ratios(ctx, row, refs)] : []),
      approvers(ctx, row, refs),
    ]
    return new FileAnswer(
      `${labelOf(row).replace(/[\\/]/g, '-')}.xlsx`,
      xlsx,
      writeSheets(parts.map((part) => ({ ...part, timeZone: ctx.timeZone }))),
    )
  }
/** The standard itself as one row under its headings. */
function head(ctx: Context, row: StandardRow, refs: Refs): Part {
  const columns = columnsOf(processStandard, ctx.t, { language: ctx.language, only: facts })
  return {
    sheetName: ctx.t('standards:processStandard.name'),
    columns,
    rows: [columns.map((column) => column.valueOf(row, refs))],
  }
}
const parameters = (ctx: Context, row: StandardRow): Part => ({
  sheetName: word(ctx, 'parameters'),
  columns: columns(ctx, 'parameters', [
    ['key', 'text'],
    ['label', 'text'],
    ['unit', 'text'],
    ['low', 'amount'],
    ['target', 'amount'],
    ['high', 'amount'],
  ]),
  rows: row.parameters.map((one) => [one.key, labelIn(one, ctx.language), one.unit, one.low, one.target, one.high]),
})
const ratios = (ctx: Context, row: StandardRow, refs: Refs): Part => ({
  sheetName: word(ctx, 'ratios'),
  columns: columns(ctx, 'ratios', [
    ['materialId', 'text', 32],
    ['targetPercent', 'amount'],
    ['minPercent', 'amount'],
    ['maxPercent', 'amount'],
  ]).map((column) => (column.kind === 'amount' ? { ...column, unit: '%' } : column)),
  rows: row.ratios.map((one) => [
    refs[one.materialId] ?? one.materialId,
    one.targetPercent,
    one.minPercent,
    one.maxPercent,
  ]),
})
const approvers = (ctx: Context, row: StandardRow, refs: Refs): Part => ({
  sheetName: word(ctx, 'approvers'),
  columns: columns(ctx, 'approvers', [
    ['userId', 'text'],
    ['decision', 'text'],
    ['decidedAt', 'moment'],
    ['reason', 'note'],
  ]),
  rows: row.approvers.map((one) => [
    refs[one.userId] ?? one.userId,
    one.decision && ctx.t(`standards:processStandard.subOptions.approvers.decision.${one.decision}`),
    one.decidedAt,
    one.reason,
  ]),
})
const word = (ctx: Context, field: string): string => ctx.t(`standards:processStandard.fields.${field}`)
const columns = (
  ctx: Context,
  list: string,
  of: readonly (readonly [string, SheetColumn['kind'], number?])[],
): SheetColumn[] =>
  of.map(([field, kind, width]) => ({
    header: ctx.t(`standards:processStandard.sub.${list}.${field}`),
    kind,
    ...(width ? { width } : {}),
  }))
