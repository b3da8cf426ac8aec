/** The audit trail as people read it, with names in place of ids. */
import { endpointsOfArea } from '@/contract/area'
import { operationWord } from '@/contract/operation-word'
import type { ListQuery, Resource, Row } from '@/contract/resource'
import { isUntold, namesOf as fieldNames } from '@/contract/field'
import { guardedRow, guardsIn, seenRow, withheldIn } from '@/contract/seen-by'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { exportWorkbook, type KitContext } from '@/server/crud/operations'
import { loadResourceNames } from '@/server/crud/refs'
import { toListScope } from '@/server/crud/list-scope'
import { canReadResource } from '@/server/kit/option-rights'
import { formatPlantTime } from '@/server/excel/plant-time'
import { operationLog } from '../contract/log'

type Entry = Row<typeof operationLog>
const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** GET /user/operation_log */
export async function entries(ctx: Context, input: ListQuery) {
  const page = await listPage(toListScope(ctx), operationLog, input)
  return { ...page, list: await named(ctx, page.list) }
}
/** GET /user/operation_log_excel: exports the entries as displayed, with translated resources and operations. */
export function exported(ctx: Context, input: ListQuery) {
  const areaOf = new Map(
    (ctx as KitContext).app.contracts.flatMap((area) => endpointsOfArea(area).map(({ name }) => [name, area.name])),
  )
  return exportWorkbook(ctx, operationLog, input, {
    mapRows: async (rows) =>
      (await named(ctx, rows as readonly Entry[])).map((row) => {
        const of = toListScope(ctx).resource(row.resource ?? '')
        return {
          ...row,
          resource: of ? ctx.t(`${of.area}:${of.name}.name`) : row.resource,
          operation: wordOf(ctx, row.operation ?? '', areaOf),
        }
      }),
  })
}
/** Returns the name of an operation as the page of the audit trail displays it. */
function wordOf(ctx: Context, name: string, areaOf: ReadonlyMap<string, string>): string {
  for (const by of ['system', 'job']) if (name.startsWith(`${by}.`)) return ctx.t(`access:pages.operationLog.${by}`)
  const area = areaOf.get(name) ?? toListScope(ctx).resource(name.split('.')[0] ?? '')?.area
  return area ? operationWord(ctx.t, { area, name }) : name
}
async function named(ctx: Context, list: readonly Entry[]): Promise<Entry[]> {
  const scope = toListScope(ctx)
  const titled = list.map((row) => ({ row, ids: idsIn(row, scope.resource(row.resource ?? '')) }))
  const wanted = new Map<string, Set<string>>()
  const add = (to: string, id: string) => wanted.set(to, (wanted.get(to) ?? new Set()).add(id))
  for (const [id, to] of titled.flatMap(({ ids }) => [...ids])) add(to, id)
  // Readers of English get the current English name of person and row. Without one, or if the row is deleted, the name
  // recorded in the entry is used.
  const english = ctx.language === 'en'
  const worded = (row: Entry) =>
    (scope.resource(row.resource ?? '')?.title ?? []).some((n) => n in scope.resource(row.resource!)!.english)
  if (english)
    for (const row of list) {
      if (row.userId) add('user', row.userId)
      if (row.rowId && row.action !== 'refused' && worded(row)) add(row.resource!, row.rowId)
    }
  const found = await Promise.all([...wanted].map(([to, ids]) => loadResourceNames(scope, to, [...ids])))
  const names: Readonly<Record<string, string>> = Object.assign({}, ...found)
  return titled.map(({ row }) => {
    const of = scope.resource(row.resource ?? '')
    const called = english && row.rowId && worded(row) ? names[row.rowId] : undefined
    return {
      ...row,
      ...seenOf(ctx, row, of),
      userName: (english && row.userId && names[row.userId]) || row.userName,
      rowTitle: called ?? titleOf(ctx, row, of, names),
    }
  })
}
/**
 * Returns the recorded values that the reader may see: none if they may not open the row, else without the fields
 * hidden from them. Secrets and their fingerprints are always removed, even if an entry contains one.
 */
function seenOf(ctx: Context, { before, after }: Entry, of: Resource | undefined): Pick<Entry, 'before' | 'after'> {
  if (!of) return { before, after }
  if (!canReadResource((ctx as KitContext).app, ctx.person!, of.name)) return { before: {}, after: {} }
  const withheld = [
    ...withheldIn(of.fields, ctx.person),
    ...fieldNames(of.fields).filter((n) => isUntold(of.fields[n]!)),
  ]
  // An entry may lack the field that says which quantity its amounts belong to; the amounts are withheld then.
  const guards = guardsIn(of.fields, ctx.person)
  const unnamed = guards.some(({ field }) => !(field in before) && !(field in after))
  const amounts = fieldNames(of.fields).filter((name) => of.fields[name]!.kind === 'amount')
  if (unnamed || guardedRow(of.fields, { ...before, ...after }, ctx.person)) withheld.push(...amounts)
  const seen = (values: Entry['before']) =>
    Object.fromEntries(
      Object.entries(seenRow(of.fields, values, ctx.person)).filter(([name]) => !withheld.includes(name)),
    )
  return { before: seen(before), after: seen(after) }
}
/**
 * Maps the ids in an entry's title to their resources. Empty unless the title has one id per reference, in their order.
 */
function idsIn({ rowTitle }: Entry, of: Resource | undefined): ReadonlyMap<string, string> {
  const to = (of?.title ?? []).flatMap((name) => {
    const field = of!.fields[name]!
    return field.kind === 'reference' ? [field.to] : []
  })
  const ids = rowTitle?.match(ID) ?? []
  return new Map(ids.length === to.length ? ids.map((id, i) => [id, to[i]!]) : [])
}
/**
 * Translates a title: references to names, moments to plant time, options to labels. Deleted rows have no name and
 * become `…`.
 */
function titleOf(
  ctx: Context,
  { rowTitle, action }: Entry,
  of: Resource | undefined,
  names: Readonly<Record<string, string>>,
): string | null {
  if (!rowTitle || !of || action === 'refused') return rowTitle
  const options = new Map(
    of.title.flatMap((name) => {
      const field = of.fields[name]!
      const word = (option: string) => ctx.t(`${of.area}:${of.name}.options.${name}.${option}`)
      return field.kind === 'choice' ? field.options.map((option) => [option, word(option)] as const) : []
    }),
  )
  return rowTitle
    .split(' ')
    .map((part) => options.get(part) ?? part)
    .join(' ')
    .replace(ID, (id) => names[id] ?? '…')
    .replace(MOMENT, (moment) => formatPlantTime(ctx.timeZone, moment))
}
