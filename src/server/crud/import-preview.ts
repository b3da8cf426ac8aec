import type { ImportChange, Resource } from '@/contract/resource'
import { columnsOf, type CustomColumn, type Refs, type ResourceColumn } from '../excel/columns'
import { instantToWall } from '../excel/plant-time'
import { headerText } from '../excel/write'
import type { KitContext } from './operations'
import { labelOf, refsOf } from './refs'

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
  custom: readonly CustomColumn[],
  written: readonly WrittenRow[],
): Promise<ImportChange[]> {
  const columns = columnsOf(r, ctx.t, { language: ctx.language, custom }).filter((column) => column.importable)
  const scope = {
    query: ctx.query,
    site: ctx.site,
    language: ctx.language,
    resource: (name: string) => ctx.app.resources.get(name),
  }
  const refs = await refsOf(
    scope,
    r,
    written.flatMap(({ before, after }) => (before ? [before, after] : [after])),
  )
  return written.map(({ row, before, after }) => ({
    row,
    added: before === null,
    name: labelOf(r, after, ctx.language, refs).slice(0, 400),
    fields: differences(columns, before, after, refs, ctx.timeZone),
  }))
}

function differences(
  columns: readonly ResourceColumn[],
  before: Stored | null,
  after: Stored,
  refs: Refs,
  timeZone: string,
): ImportChange['fields'] {
  return columns.flatMap((column) => {
    const [was, is] = [before && cellText(column, before, refs, timeZone), cellText(column, after, refs, timeZone)]
    return was === is ? [] : [{ label: headerText(column), before: was, after: is }]
  })
}
/** A cell as text; moments on the plant's clock. Null: nothing stands there. */
function cellText(column: ResourceColumn, row: Stored, refs: Refs, timeZone: string): string | null {
  const value = column.valueOf(row, refs)
  if (value === null || value === undefined || value === '') return null
  const text =
    column.kind === 'moment'
      ? new Date(instantToWall(timeZone, Date.parse(String(value)))).toISOString().slice(0, 16).replace('T', ' ')
      : String(value)
  return text.slice(0, LONGEST)
}
const LONGEST = 1000
