import { refuseInput } from '@/contract/errno'
import type { ListQuery, Resource, Row } from '@/contract/resource'
import type { Endpoint } from '@/contract/endpoint'
import type { Handler, HandlerEntry } from '../area'
import type { Application } from '../application'
import { FileAnswer, type Context } from '../context'
import { toActionContext } from '@/server/entered-moments'
import { buildResourceColumns } from '../excel/resource-columns'
import { buildHeading, describeListQuery } from '../excel/worksheet-heading'
import { writeTemplate } from '../excel/write-template'
import { writeWorksheet } from '../excel/write-worksheet'
import { XLSX_MIME } from '@/contract/endpoint'
import { assertNoUnguardedReferences } from './dependants'
import { importWorkbook } from './import-workbook'
import { streamRows, loadPageJson } from './list'
import type { ReplicaSource } from '../replica-reads'
import { toListScope } from './refs'
import { SerializedJson } from './list-cache'

/** Context of a handler with the running application. Handlers of areas use the plain `Context` where it suffices. */
export type AppContext = Context & {
  readonly app: Application
  /**
   * True if the call holds a connection. Such a call must not wait for a call that waits for a connection, or both might
   * wait forever.
   */
  readonly inTransaction: boolean
  /** The standby that the call reads, if any. Its rows may be some seconds old, so its answers must not be cached. */
  readonly replica: ReplicaSource | null
}
/** Creates the default handlers for all operations of a resource. */
export function createDefaultHandlers(resource: Resource): HandlerEntry[] {
  const handlersByOperation: Record<string, Handler> = {
    list: async (ctx, input: ListQuery) =>
      new SerializedJson(
        Buffer.from(
          await loadPageJson({ ...toListScope(ctx), cache: (ctx as AppContext).app.totalsCache }, resource, input),
        ),
      ),
    create: (ctx, input: Record<string, unknown>) =>
      ctx.rows.insert(resource, { ...input, ...resource.setOnCreate?.(input, toActionContext(ctx)) } as Partial<
        Row<Resource>
      >),
    update: (ctx, { id, version, ...patch }: { id: string; version: number }) =>
      ctx.rows.update(resource, id, { ...patch, ...resource.setOnUpdate?.(patch, toActionContext(ctx)) }, { version }),
    remove: async (ctx, input: { id: string; version?: number | null }) => {
      await assertNoUnguardedReferences(ctx, resource, input.id)
      await ctx.rows.remove(resource, input.id, { version: input.version ?? null })
      return null
    },
    export: (ctx, input: ListQuery) => exportWorkbook(ctx, resource, input),
    import: (ctx, input: { file: string[]; dryRun?: boolean | null }) =>
      importWorkbook(ctx as AppContext, resource, input),
    template: (ctx) => buildImportTemplate(ctx, resource),
  }
  return Object.entries(resource.endpoints as Record<string, Endpoint>).map(([operation, endpoint]) => ({
    endpoint: endpoint.name,
    run: handlersByOperation[operation]!,
    isSingleInsert: operation === 'create',
  }))
}

type ExportedRow = Readonly<Record<string, unknown>>
/** Exports a list as an Excel file, streamed page by page. */
export async function exportWorkbook(
  ctx: Context,
  resource: Resource,
  input: ListQuery,
  options: {
    /** File name without extension; by default the name of the resource. */
    name?: string
    /** Converts each page of rows into the values that the columns read. */
    mapRows?: (rows: readonly ExportedRow[]) => readonly ExportedRow[] | Promise<readonly ExportedRow[]>
  } = {},
): Promise<FileAnswer> {
  const customColumns = await (ctx as AppContext).app.customColumns(ctx, resource.name)
  const excludedFields = getExcludedFields(resource, input)
  const columns = buildResourceColumns(resource, ctx.t, {
    language: ctx.language,
    timeZone: ctx.timeZone,
    customColumns,
    person: ctx.person,
    ...options,
  }).filter(({ field }) => !excludedFields.has(field))
  const pages = streamRows(toListScope(ctx), resource, input)
  // Read the first page before answering, so that an invalid filter is refused instead of cutting off the file.
  const firstPage = await pages.next()
  const rows = async function* () {
    for (let page = firstPage; !page.done; page = await pages.next())
      for (const row of (await options.mapRows?.(page.value.rows)) ?? page.value.rows)
        yield columns.map((c) => c.getCellValue(row, page.value.refs))
  }
  const name = options.name ?? ctx.t(`${resource.area}:${resource.name}.name`)
  return new FileAnswer(
    `${name}-${formatDay(ctx.now, ctx.timeZone)}.xlsx`,
    XLSX_MIME,
    writeWorksheet({
      columns,
      rows: rows(),
      sheetName: name,
      heading: buildHeading(ctx, { title: name, ...(await describeListQuery(ctx, resource, input)) }),
      timeZone: ctx.timeZone,
    }),
  )
}
/** Returns the fields that the caller excludes from an export. @throws errno.parameter for an unknown field */
function getExcludedFields(resource: Resource, input: ListQuery): ReadonlySet<string> {
  const names = (input.without ?? '').split(',').filter(Boolean)
  if (!names.every((name) => name in resource.fields)) throw refuseInput([{ path: ['without'], code: 'notAllowed' }])
  return new Set(names)
}
/** Formats the plant's calendar day for file names: `2026-11-22`. */
const formatDay = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment)
/** Builds the empty Excel template of an import. */
export async function buildImportTemplate(ctx: Context, resource: Resource): Promise<FileAnswer> {
  const { app } = ctx as AppContext
  const customColumns = await app.customColumns(ctx, resource.name)
  return new FileAnswer(
    `${ctx.t(`${resource.area}:${resource.name}.name`)}.xlsx`,
    XLSX_MIME,
    writeTemplate(resource, ctx.t, {
      language: ctx.language,
      customColumns,
      person: ctx.person,
      hasText: (key) => app.translations.has(key, ctx.language),
    }),
  )
}
