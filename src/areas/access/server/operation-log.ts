/** The audit trail as people read it, with names in place of ids. */
import { getAreaEndpoints } from '@/contract/area'
import { translateOperation } from '@/contract/translate-operation'
import type { ListQuery, Resource, Row } from '@/contract/resource'
import { isExcludedFromAudit, getFieldNames as fieldNames } from '@/contract/field'
import { isRestrictedRow, getRestrictedChoices, maskRow, getWithheldFields } from '@/contract/field-visibility'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { exportWorkbook, type KitContext } from '@/server/crud/operations'
import { loadResourceNames } from '@/server/crud/refs'
import { toListScope } from '@/server/crud/list-scope'
import { canReadResource } from '@/server/kit/option-rights'
import { formatPlantTime } from '@/server/excel/plant-time'
import { operationLog } from '../contract/log'

type Entry = Row<typeof operationLog>
const ID_PATTERN = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const MOMENT_PATTERN = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** GET /user/operation_log */
export async function listOperationLog(ctx: Context, input: ListQuery) {
  const page = await listPage(toListScope(ctx), operationLog, input)
  return { ...page, list: await nameEntries(ctx, page.list) }
}
/** GET /user/operation_log_excel: exports the entries as displayed, with translated resources and operations. */
export function exportOperationLog(ctx: Context, input: ListQuery) {
  const areaByEndpoint = new Map(
    (ctx as KitContext).app.contracts.flatMap((area) => getAreaEndpoints(area).map(({ name }) => [name, area.name])),
  )
  return exportWorkbook(ctx, operationLog, input, {
    mapRows: async (rows) =>
      (await nameEntries(ctx, rows as readonly Entry[])).map((row) => {
        const resource = toListScope(ctx).resource(row.resource ?? '')
        return {
          ...row,
          resource: resource ? ctx.t(`${resource.area}:${resource.name}.name`) : row.resource,
          operation: getOperationLabel(ctx, row.operation ?? '', areaByEndpoint),
        }
      }),
  })
}
/** Returns the name of an operation as the page of the audit trail displays it. */
function getOperationLabel(ctx: Context, name: string, areaByEndpoint: ReadonlyMap<string, string>): string {
  for (const origin of ['system', 'job'])
    if (name.startsWith(`${origin}.`)) return ctx.t(`access:pages.operationLog.${origin}`)
  const area = areaByEndpoint.get(name) ?? toListScope(ctx).resource(name.split('.')[0] ?? '')?.area
  return area ? translateOperation(ctx.t, { area, name }) : name
}
async function nameEntries(ctx: Context, list: readonly Entry[]): Promise<Entry[]> {
  const scope = toListScope(ctx)
  const entriesWithIds = list.map((row) => ({ row, ids: getTitleIds(row, scope.resource(row.resource ?? '')) }))
  const idsByResource = new Map<string, Set<string>>()
  const addId = (to: string, id: string) => idsByResource.set(to, (idsByResource.get(to) ?? new Set()).add(id))
  for (const [id, to] of entriesWithIds.flatMap(({ ids }) => [...ids])) addId(to, id)
  // Readers of English get the current English name of person and row. Without one, or if the row is deleted, the name
  // recorded in the entry is used.
  const isEnglish = ctx.language === 'en'
  const hasEnglishTitle = (row: Entry) =>
    (scope.resource(row.resource ?? '')?.title ?? []).some((n) => n in scope.resource(row.resource!)!.englishFields)
  if (isEnglish)
    for (const row of list) {
      if (row.userId) addId('user', row.userId)
      if (row.rowId && row.action !== 'refused' && hasEnglishTitle(row)) addId(row.resource!, row.rowId)
    }
  const nameMaps = await Promise.all([...idsByResource].map(([to, ids]) => loadResourceNames(scope, to, [...ids])))
  const names: Readonly<Record<string, string>> = Object.assign({}, ...nameMaps)
  return entriesWithIds.map(({ row }) => {
    const resource = scope.resource(row.resource ?? '')
    const englishTitle = isEnglish && row.rowId && hasEnglishTitle(row) ? names[row.rowId] : undefined
    return {
      ...row,
      ...getVisibleValues(ctx, row, resource),
      userName: (isEnglish && row.userId && names[row.userId]) || row.userName,
      rowTitle: englishTitle ?? buildTitle(ctx, row, resource, names),
    }
  })
}
/**
 * Returns the recorded values that the reader may see: none if they may not open the row, else without the fields
 * hidden from them. Secrets and their fingerprints are always removed, even if an entry contains one.
 */
function getVisibleValues(
  ctx: Context,
  { before, after }: Entry,
  resource: Resource | undefined,
): Pick<Entry, 'before' | 'after'> {
  if (!resource) return { before, after }
  if (!canReadResource((ctx as KitContext).app, ctx.person!, resource.name)) return { before: {}, after: {} }
  const withheldFields = [
    ...getWithheldFields(resource.fields, ctx.person),
    ...fieldNames(resource.fields).filter((n) => isExcludedFromAudit(resource.fields[n]!)),
  ]
  // An entry may lack the field that says which quantity its amounts belong to; the amounts are withheld then.
  const guards = getRestrictedChoices(resource.fields, ctx.person)
  const isGuardUnknown = guards.some(({ field }) => !(field in before) && !(field in after))
  const amountFields = fieldNames(resource.fields).filter((name) => resource.fields[name]!.kind === 'amount')
  if (isGuardUnknown || isRestrictedRow(resource.fields, { ...before, ...after }, ctx.person))
    withheldFields.push(...amountFields)
  const toVisible = (values: Entry['before']) =>
    Object.fromEntries(
      Object.entries(maskRow(resource.fields, values, ctx.person)).filter(([name]) => !withheldFields.includes(name)),
    )
  return { before: toVisible(before), after: toVisible(after) }
}
/**
 * Maps the ids in an entry's title to their resources. Empty unless the title has one id per reference, in their order.
 */
function getTitleIds({ rowTitle }: Entry, resource: Resource | undefined): ReadonlyMap<string, string> {
  const targets = (resource?.title ?? []).flatMap((name) => {
    const field = resource!.fields[name]!
    return field.kind === 'reference' ? [field.to] : []
  })
  const ids = rowTitle?.match(ID_PATTERN) ?? []
  return new Map(ids.length === targets.length ? ids.map((id, i) => [id, targets[i]!]) : [])
}
/**
 * Translates a title: references to names, moments to plant time, options to labels. Deleted rows have no name and
 * become `…`.
 */
function buildTitle(
  ctx: Context,
  { rowTitle, action }: Entry,
  resource: Resource | undefined,
  names: Readonly<Record<string, string>>,
): string | null {
  if (!rowTitle || !resource || action === 'refused') return rowTitle
  const options = new Map(
    resource.title.flatMap((name) => {
      const field = resource.fields[name]!
      const word = (option: string) => ctx.t(`${resource.area}:${resource.name}.options.${name}.${option}`)
      return field.kind === 'choice' ? field.options.map((option) => [option, word(option)] as const) : []
    }),
  )
  return rowTitle
    .split(' ')
    .map((part) => options.get(part) ?? part)
    .join(' ')
    .replace(ID_PATTERN, (id) => names[id] ?? '…')
    .replace(MOMENT_PATTERN, (moment) => formatPlantTime(ctx.timeZone, moment))
}
