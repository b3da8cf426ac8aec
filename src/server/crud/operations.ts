import { refuseInput } from '@/contract/errno'
import type { ListQuery, Resource, Row } from '@/contract/resource'
import type { Endpoint } from '@/contract/endpoint'
import type { Handler, HandlerEntry } from '../area'
import type { Application } from '../application'
import { FileAnswer, type Context } from '../context'
import { toActionContext } from '../action-context'
import { buildResourceColumns } from '../excel/resource-columns'
import { writeTemplate } from '../excel/write-template'
import { writeWorksheet } from '../excel/write-worksheet'
import { XLSX_MIME } from '@/contract/endpoint'
import { assertNotListed } from './dependants'
import { importWorkbook } from './import-workbook'
import { streamRows, loadPageJson } from './list'
import { toListScope } from './list-scope'
import { SerializedJson } from './list-cache'

/** The context as handlers of the kit see it. */
export type KitContext = Context & {
  readonly app: Application
  /** True if the call holds a connection; it must not wait for a call that waits for one. */
  readonly inTransaction: boolean
}
/** Creates the default handlers for all operations of a resource. */
export function createDefaultHandlers(r: Resource): HandlerEntry[] {
  const run: Record<string, Handler> = {
    list: async (ctx, input: ListQuery) =>
      new SerializedJson(
        Buffer.from(await loadPageJson({ ...toListScope(ctx), cache: (ctx as KitContext).app.totalsCache }, r, input)),
      ),
    create: (ctx, input: Record<string, unknown>) =>
      ctx.rows.insert(r, { ...input, ...r.setOnCreate?.(input, toActionContext(ctx)) } as Partial<Row<Resource>>),
    update: (ctx, { id, version, ...patch }: { id: string; version: number }) =>
      ctx.rows.update(r, id, { ...patch, ...r.setOnUpdate?.(patch, toActionContext(ctx)) }, { version }),
    remove: async (ctx, input: { id: string; version?: number | null }) => {
      await assertNotListed(ctx, r, input.id)
      await ctx.rows.remove(r, input.id, { version: input.version ?? null })
      return null
    },
    export: (ctx, input: ListQuery) => exportWorkbook(ctx, r, input),
    import: (ctx, input: { file: string[]; dryRun?: boolean | null }) => importWorkbook(ctx as KitContext, r, input),
    template: (ctx) => buildImportTemplate(ctx, r),
  }
  return Object.entries(r.endpoints as Record<string, Endpoint>).map(([verb, endpoint]) => ({
    endpoint: endpoint.name,
    run: run[verb]!,
    oneInsert: verb === 'create',
  }))
}

type ExportedRow = Readonly<Record<string, unknown>>
/** Exports a list as an Excel file, streamed page by page. */
export async function exportWorkbook(
  ctx: Context,
  r: Resource,
  input: ListQuery,
  options: {
    only?: readonly string[]
    /** File name; by default the name of the resource. */ name?: string
    /** Converts each page of rows into the values that the columns read. */ mapRows?: (
      rows: readonly ExportedRow[],
    ) => readonly ExportedRow[] | Promise<readonly ExportedRow[]>
  } = {},
): Promise<FileAnswer> {
  const custom = await (ctx as KitContext).app.customColumns(ctx, r.name)
  const excludedFields = getExcludedFields(r, input)
  const columns = buildResourceColumns(r, ctx.t, {
    language: ctx.language,
    custom,
    person: ctx.person,
    ...options,
  }).filter(({ field }) => !excludedFields.has(field))
  const pages = streamRows(toListScope(ctx), r, input)
  // Read the first page before answering, so that an invalid filter is refused instead of cutting off the file.
  const first = await pages.next()
  const rows = async function* () {
    for (let page = first; !page.done; page = await pages.next())
      for (const row of (await options.mapRows?.(page.value.rows)) ?? page.value.rows)
        yield columns.map((c) => c.valueOf(row, page.value.refs))
  }
  const name = options.name ?? ctx.t(`${r.area}:${r.name}.name`)
  return new FileAnswer(
    `${name}-${formatDay(ctx.now, ctx.timeZone)}.xlsx`,
    XLSX_MIME,
    writeWorksheet({ columns, rows: rows(), sheetName: name, timeZone: ctx.timeZone }),
  )
}
/** Returns the fields that the caller excludes from an export. @throws 4013 for an unknown field */
function getExcludedFields(r: Resource, input: ListQuery): ReadonlySet<string> {
  const names = (input.without ?? '').split(',').filter(Boolean)
  if (!names.every((name) => name in r.fields)) throw refuseInput([{ path: ['without'], code: 'notAllowed' }])
  return new Set(names)
}
/** Formats the plant's calendar day for file names: `2026-11-22`. */
const formatDay = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment)
/** Builds the empty Excel template of an import. */
export async function buildImportTemplate(ctx: Context, r: Resource): Promise<FileAnswer> {
  const { app } = ctx as KitContext
  const custom = await app.customColumns(ctx, r.name)
  return new FileAnswer(
    `${ctx.t(`${r.area}:${r.name}.name`)}.xlsx`,
    XLSX_MIME,
    writeTemplate(r, ctx.t, {
      language: ctx.language,
      custom,
      person: ctx.person,
      has: (key) => app.words.has(key, ctx.language),
    }),
  )
}
