import { getFieldInLanguage } from '@/contract/language'
import type { ImportChange, Resource } from '@/contract/resource'
import { buildResourceColumns, type CustomFieldColumn, type Refs, type ResourceColumn } from '../excel/resource-columns'
import { formatColumnText } from '../excel/column-text'
import { formatHeader } from '../excel/write-worksheet'
import type { KitContext } from './operations'
import { toListScope } from './list-scope'
import { loadRefs } from './refs'

/** Largest number of changed rows in the preview of a dry run. */
export const MAX_PREVIEWED_ROWS = 50
type RowValues = Readonly<Record<string, unknown>>
/** A worksheet row with the stored values before and after it; `before` is null for a new row. */
export interface PreviewRow {
  row: number
  before: RowValues | null
  after: RowValues
}

/** Builds the preview of a dry run in worksheet notation: all filled columns of new rows, changed columns of others. */
export async function buildImportPreview(
  ctx: KitContext,
  r: Resource,
  custom: readonly CustomFieldColumn[],
  previewRows: readonly PreviewRow[],
): Promise<ImportChange[]> {
  const allColumns = buildResourceColumns(r, ctx.t, { language: ctx.language, custom, person: ctx.person })
  const columns = allColumns.filter((column) => column.importable)
  const refs = await loadRefs(
    toListScope(ctx),
    r,
    previewRows.flatMap(({ before, after }) => (before ? [before, after] : [after])),
  )
  return previewRows.map(({ row, before, after }) => ({
    row,
    added: before === null,
    name: formatRowName(ctx, r, allColumns, after, refs).slice(0, 400),
    fields: findDifferences(columns, before, after, refs, ctx.timeZone),
  }))
}

/** Formats the title of a row: texts in the reader's language, other fields as in their columns. */
const formatRowName = (
  ctx: KitContext,
  r: Resource,
  columns: readonly ResourceColumn[],
  row: RowValues,
  refs: Refs,
): string =>
  r.title
    .map((name) => {
      if (r.fields[name]?.kind === 'text') return getFieldInLanguage(r, row, name, ctx.language)
      const column = columns.find(({ field }) => field === name)
      return column && formatCell(column, row, refs, ctx.timeZone)
    })
    .filter(Boolean)
    .join(' ')

function findDifferences(
  columns: readonly ResourceColumn[],
  before: RowValues | null,
  after: RowValues,
  refs: Refs,
  timeZone: string,
): ImportChange['fields'] {
  return columns.flatMap((column) => {
    const [previousText, nextText] = [
      before && formatCell(column, before, refs, timeZone),
      formatCell(column, after, refs, timeZone),
    ]
    return previousText === nextText ? [] : [{ label: formatHeader(column), before: previousText, after: nextText }]
  })
}
/** Formats a cell as text; null if it is empty. */
const formatCell = (column: ResourceColumn, row: RowValues, refs: Refs, timeZone: string): string | null =>
  formatColumnText(column, row, refs, timeZone).slice(0, MAX_CELL_LENGTH) || null
const MAX_CELL_LENGTH = 1000
