/** The audit trail as people read it, with names in place of ids. */
import { getAreaEndpoints } from '@/contract/area'
import { translateOperation } from '@/contract/endpoint'
import type { Resource, Row } from '@/contract/resource'
import { isExcludedFromAudit, getFieldNames } from '@/contract/field'
import { isRestrictedRow, getRestrictedChoices, maskRow, getWithheldFields } from '@/contract/field-visibility'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { exportWorkbook, type AppContext } from '@/server/crud/operations'
import { loadRowNames, toListScope } from '@/server/crud/refs'
import { canReadResource } from '@/server/kit/option-rights'
import { formatPlantTime } from '@/server/excel/resource-columns'
import { operationLog } from '../contract/log'
import { handle } from '@/server/area'

type Entry = Row<typeof operationLog>
const ID_PATTERN = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const MOMENT_PATTERN = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** Lists the audit trail with names in place of ids. */
export const listOperationLog = handle(operationLog.endpoints.list, async (ctx, input) => {
  const page = await listPage(toListScope(ctx), operationLog, input)
  return { ...page, list: await toReadableEntries(ctx, page.list) }
})
/** Exports the audit trail as displayed, with translated resources and operations. */
export const exportOperationLog = handle(operationLog.endpoints.export, (ctx, input) => {
  const areaByEndpoint = new Map(
    (ctx as AppContext).app.contracts.flatMap((area) => getAreaEndpoints(area).map(({ name }) => [name, area.name])),
  )
  return exportWorkbook(ctx, operationLog, input, {
    mapRows: async (rows) =>
      (await toReadableEntries(ctx, rows as readonly Entry[])).map((row) => {
        const resource = toListScope(ctx).findResource(row.resource ?? '')
        return {
          ...row,
          resource: resource ? ctx.t(`${resource.area}:${resource.name}.name`) : row.resource,
          operation: getOperationLabel(ctx, row.operation ?? '', areaByEndpoint),
        }
      }),
  })
})
/** Returns the name of an operation as the page of the audit trail displays it. */
function getOperationLabel(ctx: Context, name: string, areaByEndpoint: ReadonlyMap<string, string>): string {
  for (const origin of ['system', 'job'])
    if (name.startsWith(`${origin}.`)) return ctx.t(`access:pages.operationLog.${origin}`)
  const area = areaByEndpoint.get(name) ?? toListScope(ctx).findResource(name.split('.')[0] ?? '')?.area
  return area ? translateOperation(ctx.t, { area, name }) : name
}
/** Replaces ids by names and removes the values that the reader may not see. */
async function toReadableEntries(ctx: Context, entries: readonly Entry[]): Promise<Entry[]> {
  const scope = toListScope(ctx)
  const entriesWithIds = entries.map((row) => ({ row, ids: getTitleIds(row, scope.findResource(row.resource ?? '')) }))
  const idsByResource = new Map<string, Set<string>>()
  const addId = (resourceName: string, id: string) => {
    const ids = idsByResource.get(resourceName) ?? new Set()
    idsByResource.set(resourceName, ids.add(id))
  }
  for (const [id, resourceName] of entriesWithIds.flatMap(({ ids }) => [...ids])) addId(resourceName, id)
  // Readers of English get the current English name of person and row. If there is no English name, or the row is
  // deleted, they get the name that the entry recorded.
  const isEnglish = ctx.language === 'en'
  const hasEnglishTitle = (row: Entry) => {
    const resource = scope.findResource(row.resource ?? '')
    return resource !== undefined && resource.title.some((name) => name in resource.englishFields)
  }
  if (isEnglish)
    for (const row of entries) {
      if (row.userId) addId('user', row.userId)
      if (row.rowId && row.action !== 'refused' && hasEnglishTitle(row)) addId(row.resource!, row.rowId)
    }
  const nameMaps = await Promise.all(
    [...idsByResource].map(([resourceName, ids]) => loadRowNames(scope, resourceName, [...ids])),
  )
  const nameById: Readonly<Record<string, string>> = Object.assign({}, ...nameMaps)
  return entriesWithIds.map(({ row }) => {
    const resource = scope.findResource(row.resource ?? '')
    const englishTitle = isEnglish && row.rowId && hasEnglishTitle(row) ? nameById[row.rowId] : undefined
    return {
      ...row,
      ...getVisibleValues(ctx, row, resource),
      userName: (isEnglish && row.userId && nameById[row.userId]) || row.userName,
      rowTitle: englishTitle ?? buildTitle(ctx, row, resource, nameById),
    }
  })
}
/**
 * Returns the recorded values without the fields that are hidden from the reader. Returns no values if the reader may not
 * open the row. Secrets and their fingerprints are always removed, even if an entry contains one.
 */
function getVisibleValues(
  ctx: Context,
  { before, after }: Entry,
  resource: Resource | undefined,
): Pick<Entry, 'before' | 'after'> {
  if (!resource) return { before, after }
  if (!canReadResource((ctx as AppContext).app, ctx.person!, resource.name)) return { before: {}, after: {} }
  const withheldFields = [
    ...getWithheldFields(resource.fields, ctx.person),
    ...getFieldNames(resource.fields).filter((name) => isExcludedFromAudit(resource.fields[name]!)),
  ]
  // The value of a restricted choice decides who may see the amounts of a row. If the entry lacks the choice field, its
  // amounts are withheld.
  const restrictedChoices = getRestrictedChoices(resource.fields, ctx.person)
  const isChoiceUnknown = restrictedChoices.some(({ field }) => !(field in before) && !(field in after))
  const amountFields = getFieldNames(resource.fields).filter((name) => resource.fields[name]!.kind === 'amount')
  if (isChoiceUnknown || isRestrictedRow(resource.fields, { ...before, ...after }, ctx.person))
    withheldFields.push(...amountFields)
  const toVisible = (values: Entry['before']) =>
    Object.fromEntries(
      Object.entries(maskRow(resource.fields, values, ctx.person)).filter(([name]) => !withheldFields.includes(name)),
    )
  return { before: toVisible(before), after: toVisible(after) }
}
/**
 * Maps the ids in an entry's title to their resources. The ids follow the order of the references in the resource's
 * title. Empty if the entry has another number of ids than the title has references.
 */
function getTitleIds({ rowTitle }: Entry, resource: Resource | undefined): ReadonlyMap<string, string> {
  const targetResources = (resource?.title ?? []).flatMap((name) => {
    const field = resource!.fields[name]!
    return field.kind === 'reference' ? [field.to] : []
  })
  const ids = rowTitle?.match(ID_PATTERN) ?? []
  return new Map(ids.length === targetResources.length ? ids.map((id, i) => [id, targetResources[i]!]) : [])
}
/**
 * Translates a title: references to names, moments to plant time, options to labels. Deleted rows have no name and
 * become `…`.
 */
function buildTitle(
  ctx: Context,
  { rowTitle, action }: Entry,
  resource: Resource | undefined,
  nameById: Readonly<Record<string, string>>,
): string | null {
  if (!rowTitle || !resource || action === 'refused') return rowTitle
  const labelByOption = new Map(
    resource.title.flatMap((name) => {
      const field = resource.fields[name]!
      const getOptionLabel = (option: string) => ctx.t(`${resource.area}:${resource.name}.options.${name}.${option}`)
      return field.kind === 'choice' ? field.options.map((option) => [option, getOptionLabel(option)] as const) : []
    }),
  )
  return rowTitle
    .split(' ')
    .map((part) => labelByOption.get(part) ?? part)
    .join(' ')
    .replace(ID_PATTERN, (id) => nameById[id] ?? '…')
    .replace(MOMENT_PATTERN, (moment) => formatPlantTime(ctx.timeZone, moment))
}
