import { getFieldInLanguage } from '@/contract/language'
import type { ImportChange, Resource } from '@/contract/resource'
import {
  buildResourceColumns,
  type CustomFieldColumn,
  type Refs,
  type ResourceColumn,
  formatColumnText,
} from '../excel/resource-columns'
import { formatHeader } from '../excel/write-worksheet'
import type { AppContext } from './operations'
import { loadRefs, toListScope } from './refs'

/** Largest number of changed rows in the preview of a dry run. */
export const MAX_PREVIEWED_ROWS = 50
const MAX_NAME_LENGTH = 400
const MAX_CELL_LENGTH = 1000
type RowValues = Readonly<Record<string, unknown>>
/** A worksheet row with the stored values before and after the import; `storedValues` is null for a new row. */
export interface PreviewRow {
  row: number
  storedValues: RowValues | null
  importedValues: RowValues
}

/**
 * Builds the preview of a dry run in worksheet notation: all filled columns of new rows, and the changed columns of
 * existing rows.
 */
export async function buildImportPreview(
  ctx: AppContext,
  resource: Resource,
  customColumns: readonly CustomFieldColumn[],
  previewRows: readonly PreviewRow[],
): Promise<ImportChange[]> {
  const allColumns = buildResourceColumns(resource, ctx.t, {
    language: ctx.language,
    timeZone: ctx.timeZone,
    customColumns,
    person: ctx.person,
  })
  const columns = allColumns.filter((column) => column.isImportable)
  const refs = await loadRefs(
    toListScope(ctx),
    resource,
    previewRows.flatMap(({ storedValues, importedValues }) =>
      storedValues ? [storedValues, importedValues] : [importedValues],
    ),
  )
  return previewRows.map(({ row, storedValues, importedValues }) => ({
    row,
    added: storedValues === null,
    name: formatRowName(ctx, resource, allColumns, importedValues, refs).slice(0, MAX_NAME_LENGTH),
    fields: findDifferences(columns, storedValues, importedValues, refs, ctx.timeZone),
  }))
}

/** Formats the title of a row: texts in the reader's language, other fields as in their columns. */
const formatRowName = (
  ctx: AppContext,
  resource: Resource,
  columns: readonly ResourceColumn[],
  row: RowValues,
  refs: Refs,
): string =>
  resource.title
    .map((name) => {
      if (resource.fields[name]?.kind === 'text') return getFieldInLanguage(resource, row, name, ctx.language)
      const column = columns.find(({ field }) => field === name)
      return column && formatCell(column, row, refs, ctx.timeZone)
    })
    .filter(Boolean)
    .join(' ')

function findDifferences(
  columns: readonly ResourceColumn[],
  storedValues: RowValues | null,
  importedValues: RowValues,
  refs: Refs,
  timeZone: string,
): ImportChange['fields'] {
  return columns.flatMap((column) => {
    const [storedText, importedText] = [
      storedValues && formatCell(column, storedValues, refs, timeZone),
      formatCell(column, importedValues, refs, timeZone),
    ]
    return storedText === importedText ? [] : [{ label: formatHeader(column), before: storedText, after: importedText }]
  })
}
/** Formats a cell as text; null if it is empty. */
const formatCell = (column: ResourceColumn, row: RowValues, refs: Refs, timeZone: string): string | null =>
  formatColumnText(column, row, refs, timeZone).slice(0, MAX_CELL_LENGTH) || null
