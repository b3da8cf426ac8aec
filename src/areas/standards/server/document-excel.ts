import { XLSX_MIME } from '@/contract/endpoint'
import type { ListField } from '@/contract/field'
import type { AnyRow } from '@/contract/resource'
import { FileAnswer, type Context } from '@/server/context'
import { loadRefs, toListScope } from '@/server/crud/refs'
import { buildAnswerColumn, buildResourceColumns, type ResourceColumn } from '@/server/excel/resource-columns'
import { buildHeading } from '@/server/excel/worksheet-heading'
import { writeWorksheets } from '@/server/excel/write-worksheet'
import type { DocumentKind, DocumentRow, VersionedDocument } from '../contract/document'

/** By list field: the columns to export (`only`) in their order, and a function that replaces values of a line. */
export type ListColumns = Readonly<
  Record<string, { only: readonly string[]; mapEntry?: (entry: AnyRow, language: Context['language']) => AnyRow }>
>
const APPROVAL_FIELDS = ['state', 'newest', 'submittedBy', 'submittedAt', 'approvedBy', 'approvedAt'] as const

/** Exports one version: a worksheet with its fields in one row, one worksheet for each list, and the approvers last. */
export async function exportVersion(
  ctx: Context,
  { resource }: VersionedDocument,
  { contentFields, fixedValues }: DocumentKind,
  row: DocumentRow,
  lists: ListColumns,
): Promise<FileAnswer> {
  const refs = await loadRefs(toListScope(ctx), resource, [row])
  const translateKey = (key: string) => ctx.t(`${resource.area}:${resource.name}.${key}`)
  const contentEntries = Object.entries(contentFields)
  const plainFields = contentEntries.filter(([, field]) => field.kind !== 'list').map(([name]) => name)
  const headColumns = buildResourceColumns(resource, ctx.t, {
    language: ctx.language,
    timeZone: ctx.timeZone,
    fieldNames: [
      'code',
      'revision',
      ...Object.keys(fixedValues),
      ...plainFields.filter((name) => name !== 'code' && name !== 'note'),
      ...APPROVAL_FIELDS,
      'note',
    ],
  })
  const buildWorksheet = (name: string, field: ListField) => {
    const { only = Object.keys(field.of), mapEntry } = lists[name] ?? {}
    const columns = only.map((entryFieldName): ResourceColumn =>
      buildAnswerColumn(
        entryFieldName,
        field.of[entryFieldName]!,
        translateKey(`sub.${name}.${entryFieldName}`),
        `${resource.area}:${resource.name}.subOptions.${name}.${entryFieldName}`,
        ctx,
      ),
    )
    const entries = ((row as AnyRow)[name] ?? []) as readonly AnyRow[]
    return {
      sheetName: translateKey(`fields.${name}`),
      columns,
      rows: entries.map((listEntry) =>
        columns.map((column) => column.getCellValue(mapEntry?.(listEntry, ctx.language) ?? listEntry, refs)),
      ),
    }
  }
  const worksheets = [
    {
      sheetName: translateKey('name'),
      columns: headColumns,
      rows: [headColumns.map((column) => column.getCellValue(row, refs))],
    },
    ...[...contentEntries, ['approvers', resource.fields['approvers']!] as const].flatMap(([name, field]) =>
      field.kind === 'list' ? [buildWorksheet(name, field)] : [],
    ),
  ]
  const heading = buildHeading(ctx, { title: `${translateKey('name')} ${row.code} ${row.revision}`, period: null })
  return new FileAnswer(
    `${row.code} ${row.revision}`.replace(/[\\/]/g, '-') + '.xlsx',
    XLSX_MIME,
    writeWorksheets(worksheets.map((worksheet) => ({ ...worksheet, heading, timeZone: ctx.timeZone }))),
  )
}
