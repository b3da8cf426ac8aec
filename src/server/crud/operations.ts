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
import { xlsx } from '@/contract/endpoint'
import { assertNotListed } from './dependants'
import { importSheet } from './import'
import { everyRow, pageJson } from './list'
import { scopeOf } from './scope'
import { ReadyJson } from './list-cache'

/** A context as the kit's own handlers see it. */
export type KitContext = Context & {
  readonly app: Application
  /** Its statements hold a connection: it may not wait for a call that waits for one. */
  readonly inTransaction: boolean
}
/** The plain operations of a resource, for every route that it has. */
export function defaultHandlers(r: Resource): HandlerEntry[] {
  const run: Record<string, Handler> = {
    list: async (ctx, input: ListQuery) =>
      new ReadyJson(
        Buffer.from(await pageJson({ ...scopeOf(ctx), kept: (ctx as KitContext).app.totalsCache }, r, input)),
      ),
    create: (ctx, input: Record<string, unknown>) =>
      ctx.rows.insert(r, { ...input, ...r.entered?.(input, toActionContext(ctx)) } as Partial<Row<Resource>>),
    update: (ctx, { id, version, ...patch }: { id: string; version: number }) =>
      ctx.rows.update(r, id, { ...patch, ...r.edited?.(patch, toActionContext(ctx)) }, { version }),
    remove: async (ctx, input: { id: string; version?: number | null }) => {
      await assertNotListed(ctx, r, input.id)
      await ctx.rows.remove(r, input.id, { version: input.version ?? null })
      return null
    },
    export: (ctx, input: ListQuery) => exportSheet(ctx, r, input),
    import: (ctx, input: { file: string[]; dryRun?: boolean | null }) => importSheet(ctx as KitContext, r, input),
    template: (ctx) => templateSheet(ctx, r),
  }
  return Object.entries(r.endpoints as Record<string, Endpoint>).map(([verb, endpoint]) => ({
    endpoint: endpoint.name,
    run: run[verb]!,
    oneInsert: verb === 'create',
  }))
}

type Exported = Readonly<Record<string, unknown>>
/** A list as an Excel file, streamed page by page. */
export async function exportSheet(
  ctx: Context,
  r: Resource,
  input: ListQuery,
  more: {
    only?: readonly string[]
    /** What the file is called; the resource's name unless told. */ name?: string
    /** What its columns are read from, where that is not the rows as they are; asked page by page. */ shown?: (
      rows: readonly Exported[],
    ) => readonly Exported[] | Promise<readonly Exported[]>
  } = {},
): Promise<FileAnswer> {
  const custom = await (ctx as KitContext).app.customColumns(ctx, r.name)
  const without = fieldsLeftOut(r, input)
  const columns = buildResourceColumns(r, ctx.t, {
    language: ctx.language,
    custom,
    person: ctx.person,
    ...more,
  }).filter(({ field }) => !without.has(field))
  const pages = everyRow(scopeOf(ctx), r, input)
  // Read before anything is answered: a filter that is wrong is refused, not a file that breaks off.
  const first = await pages.next()
  const rows = async function* () {
    for (let page = first; !page.done; page = await pages.next())
      for (const row of (await more.shown?.(page.value.rows)) ?? page.value.rows)
        yield columns.map((c) => c.valueOf(row, page.value.refs))
  }
  const name = more.name ?? ctx.t(`${r.area}:${r.name}.name`)
  return new FileAnswer(
    `${name}-${dayAt(ctx.now, ctx.timeZone)}.xlsx`,
    xlsx,
    writeWorksheet({ columns, rows: rows(), sheetName: name, timeZone: ctx.timeZone }),
  )
}
/** The fields that whoever asks for a sheet wants left out of it. @throws 4013 for one that there is none of */
function fieldsLeftOut(r: Resource, input: ListQuery): ReadonlySet<string> {
  const names = (input.without ?? '').split(',').filter(Boolean)
  if (!names.every((name) => name in r.fields)) throw refuseInput([{ path: ['without'], code: 'notAllowed' }])
  return new Set(names)
}
/** The plant's day, as files are named: `2026-11-22`. */
const dayAt = (moment: Date, timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment)
/** The empty form of an import. */
export async function templateSheet(ctx: Context, r: Resource): Promise<FileAnswer> {
  const { app } = ctx as KitContext
  const custom = await app.customColumns(ctx, r.name)
  return new FileAnswer(
    `${ctx.t(`${r.area}:${r.name}.name`)}.xlsx`,
    xlsx,
    writeTemplate(r, ctx.t, {
      language: ctx.language,
      custom,
      person: ctx.person,
      has: (key) => app.words.has(key, ctx.language),
    }),
  )
}
