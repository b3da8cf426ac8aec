import { XLSX_MIME } from '@/contract/endpoint'
import type { ListField } from '@/contract/field'
import type { AnyRow } from '@/contract/resource'
import { FileAnswer, type Context } from '@/server/context'
import { toListScope } from '@/server/crud/list-scope'
import { loadRefs } from '@/server/crud/refs'
import { buildAnswerColumn, buildResourceColumns, type ResourceColumn } from '@/server/excel/resource-columns'
import { writeWorksheets } from '@/server/excel/write-worksheet'
import type { DocumentKind, DocumentRow, VersionedDocument } from '../contract/document'

/** Columns of a list in their order. `line` replaces values of a line for the export. */
export type ListColumns = Readonly<
  Record<string, { only: readonly string[]; line?: (line: AnyRow, language: Context['language']) => AnyRow }>
>
const approval = ['state', 'newest', 'submittedBy', 'submittedAt', 'approvedBy', 'approvedAt'] as const

/** Exports one version: a worksheet with its fields in one row, one worksheet for each list, and the approvers last. */
export async function exportVersion(
  ctx: Context,
  { resource }: VersionedDocument,
  { content, fixed }: DocumentKind,
  row: DocumentRow,
  lists: ListColumns,
): Promise<FileAnswer> {
  const refs = await loadRefs(toListScope(ctx), resource, [row])
  const word = (key: string) => ctx.t(`${resource.area}:${resource.name}.${key}`)
  const said = Object.entries(content)
  const facts = said.filter(([, field]) => field.kind !== 'list').map(([name]) => name)
  const head = buildResourceColumns(resource, ctx.t, {
    language: ctx.language,
    only: [
      'code',
      'revision',
      ...Object.keys(fixed),
      ...facts.filter((name) => name !== 'code' && name !== 'note'),
      ...approval,
      'note',
    ],
  })
  const sheetOf = (name: string, field: ListField) => {
    const { only = Object.keys(field.of), line } = lists[name] ?? {}
    const columns = only.map((part): ResourceColumn =>
      buildAnswerColumn(
        part,
        field.of[part]!,
        word(`sub.${name}.${part}`),
        `${resource.area}:${resource.name}.subOptions.${name}.${part}`,
        ctx,
      ),
    )
    const lines = ((row as AnyRow)[name] ?? []) as readonly AnyRow[]
    return {
      sheetName: word(`fields.${name}`),
      columns,
      rows: lines.map((one) => columns.map((column) => column.valueOf(line?.(one, ctx.language) ?? one, refs))),
    }
  }
  const sheets = [
    { sheetName: word('name'), columns: head, rows: [head.map((column) => column.valueOf(row, refs))] },
    ...[...said, ['approvers', resource.fields['approvers']!] as const].flatMap(([name, field]) =>
      field.kind === 'list' ? [sheetOf(name, field)] : [],
    ),
  ]
  return new FileAnswer(
    `${row.code} ${row.revision}`.replace(/[\\/]/g, '-') + '.xlsx',
    XLSX_MIME,
    writeWorksheets(sheets.map((sheet) => ({ ...sheet, timeZone: ctx.timeZone }))),
  )
}
