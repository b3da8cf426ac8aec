import { inLanguage } from '@/contract/language'
import type { ImportChange, Resource } from '@/contract/resource'
import { buildResourceColumns, type CustomFieldColumn, type Refs, type ResourceColumn } from '../excel/resource-columns'
import { formatColumnText } from '../excel/column-text'
import { formatHeader } from '../excel/write-worksheet'
import type { KitContext } from './operations'
import { scopeOf } from './scope'
import { refsOf } from './refs'

/** Largest number of changed rows in the preview of a dry run. */
export const MOST_SHOWN = 50
type Stored = Readonly<Record<string, unknown>>
/** A worksheet row with the stored values before and after it; `before` is null for a new row. */
export interface WrittenRow {
  row: number
  before: Stored | null
  after: Stored
}

/** Builds the preview of a dry run in worksheet notation: all filled columns of new rows, changed columns of others. */
export async function shownChanges(
  ctx: KitContext,
  r: Resource,
  custom: readonly CustomFieldColumn[],
  written: readonly WrittenRow[],
): Promise<ImportChange[]> {
  const all = buildResourceColumns(r, ctx.t, { language: ctx.language, custom, person: ctx.person })
  const columns = all.filter((column) => column.importable)
  const refs = await refsOf(
    scopeOf(ctx),
    r,
    written.flatMap(({ before, after }) => (before ? [before, after] : [after])),
  )
  return written.map(({ row, before, after }) => ({
    row,
    added: before === null,
    name: nameOf(ctx, r, all, after, refs).slice(0, 400),
    fields: differences(columns, before, after, refs, ctx.timeZone),
  }))
}

/** Formats the title of a row: texts in the reader's language, other fields as in their columns. */
const nameOf = (ctx: KitContext, r: Resource, columns: readonly ResourceColumn[], row: Stored, refs: Refs): string =>
  r.title
    .map((name) => {
      if (r.fields[name]?.kind === 'text') return inLanguage(r, row, name, ctx.language)
      const column = columns.find(({ field }) => field === name)
      return column && cellText(column, row, refs, ctx.timeZone)
    })
    .filter(Boolean)
    .join(' ')

function differences(
  columns: readonly ResourceColumn[],
  before: Stored | null,
  after: Stored,
  refs: Refs,
  timeZone: string,
): ImportChange['fields'] {
  return columns.flatMap((column) => {
    const [was, is] = [before && cellText(column, before, refs, timeZone), cellText(column, after, refs, timeZone)]
    return was === is ? [] : [{ label: formatHeader(column), before: was, after: is }]
  })
}
/** Formats a cell as text; null if it is empty. */
const cellText = (column: ResourceColumn, row: Stored, refs: Refs, timeZone: string): string | null =>
  formatColumnText(column, row, refs, timeZone).slice(0, LONGEST) || null
const LONGEST = 1000
