import { inLanguage } from '@/contract/language'
import type { ImportChange, Resource } from '@/contract/resource'
import { buildResourceColumns, type CustomFieldColumn, type Refs, type ResourceColumn } from '../excel/resource-columns'
import { formatColumnText } from '../excel/column-text'
import { formatHeader } from '../excel/write-worksheet'
import type { KitContext } from './operations'
import { scopeOf } from './scope'
import { refsOf } from './refs'

/** Rows shown of what a trial would write. */
export const MOST_SHOWN = 50
type Stored = Readonly<Record<string, unknown>>
/** A row of the sheet with what is stored before and after it; `before` null: the row is added. */
export interface WrittenRow {
  row: number
  before: Stored | null
  after: Stored
}

/** What a trial would write, as the sheet would say it: of a row added all that is filled, of one changed the columns that differ. */
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

/** The name of a row at hand: words in the reader's language, the rest as its columns say it. */
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
/** A cell as text. Null: nothing stands there. */
const cellText = (column: ResourceColumn, row: Stored, refs: Refs, timeZone: string): string | null =>
  formatColumnText(column, row, refs, timeZone).slice(0, LONGEST) || null
const LONGEST = 1000
