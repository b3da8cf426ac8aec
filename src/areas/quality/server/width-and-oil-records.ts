import type { Endpoint, EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import type { Resource, Row } from '@/contract/resource'
import { findPackageByNumber } from '@/areas/packing/server/queries/package-by-number'
import { storePackage, undoPackageStore } from '@/areas/packing/server/writes/packages'
import { assertExistedAtUse } from '@/plant/server/chronology'
import {
  assertMomentNotAhead,
  loadPlantSettings,
  requirePerson,
  resolveOccurredAt,
  toPlantDay,
} from '@/plant/server/plant'
import { handle, type Handler, type HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { importWorkbook, type ImportInput } from '@/server/crud/import-workbook'
import { buildImportTemplate, type AppContext } from '@/server/crud/operations'
import { tableTemplate } from '../contract/table-template'
import { findProductTemplateProblem, findCrossedUpperOpuLimit } from '../rules/width-and-oil-records'
import {
  addStorage,
  toImportResource,
  codeWidth,
  oiling,
  productStorage,
  widthCheck,
  storageImage,
} from '../contract/width-and-oil-records'
import { buildRollRecordHead, resolveCheckedRoll } from './checks'
import { getPictureIds, readRowPicture, storeFormPictures } from '@/server/files/form-pictures'

type FieldValues = Record<string, unknown>
type RecordRow = Row<Resource>
/**
 * Loads the limits that a record is judged by, from the settings of the plant or from a template. Entered limits take
 * precedence over the settings.
 */
type LimitsLoader = (ctx: Context, productId: string, input: FieldValues) => Promise<FieldValues>

/** Inserts a record with the data of its roll and the person who made it. */
async function addRecord(
  ctx: Context,
  resource: Resource,
  loadLimits: LimitsLoader,
  values: FieldValues,
  occurredAt: string,
): Promise<RecordRow> {
  const roll = await resolveCheckedRoll(ctx, { jumboRollId: values['jumboRollId'] as string })
  const row = {
    ...values,
    ...(await loadLimits(ctx, roll.productId, values)),
    ...(await buildRollRecordHead(ctx, roll, occurredAt, 'filledAt')),
    userId: requirePerson(ctx).id,
    filledAt: occurredAt,
  }
  assertLimitsNotCrossed(row)
  return ctx.rows.insert(resource, row as Partial<RecordRow>)
}
/**
 * Updates a record. Concurrent edits of different fields merge. If the roll changes, the data of the new roll is
 * copied.
 */
async function editRecord(
  ctx: Context,
  resource: Resource,
  loadLimits: LimitsLoader,
  { id, version, ...patch }: FieldValues & { id: string; version?: number },
): Promise<RecordRow> {
  const row = (await ctx.rows.lock(resource, id)) as FieldValues
  const baseVersion = version ?? ctx.origin.baseVersion
  const mergedPatch = (await ctx.rows.merge(resource, id, patch as Partial<RecordRow>, baseVersion)) as FieldValues
  assertLimitsNotCrossed({ ...row, ...mergedPatch })
  const isRollChanged = mergedPatch['jumboRollId'] !== undefined && mergedPatch['jumboRollId'] !== row['jumboRollId']
  if (!isRollChanged) return ctx.rows.update(resource, id, mergedPatch as Partial<RecordRow>)
  const roll = await resolveCheckedRoll(ctx, { jumboRollId: mergedPatch['jumboRollId'] as string })
  const { lineId, workOrderId, productId, team, number, doffedAt } = roll
  const since = doffedAt && toPlantDay(ctx, doffedAt)
  assertExistedAtUse(ctx, { name: number ?? '', since, at: String(row['filledAt']), field: 'jumboRollId' })
  const valuesOfNewRoll = {
    ...mergedPatch,
    ...(await loadLimits(ctx, productId, { ...row, ...mergedPatch })),
    lineId,
    workOrderId,
    productId,
    team,
  }
  return ctx.rows.update(resource, id, valuesOfNewRoll as Partial<RecordRow>)
}
/**
 * Imports one record per worksheet row. If the record exists, only fields with another value change, as in the form.
 */
const importRecords = (ctx: Context, resource: Resource, loadLimits: LimitsLoader, input: ImportInput) =>
  importWorkbook(ctx as AppContext, toImportResource(resource), input, {
    // The key of a row is precise only to the minute, because people read and retype the time. Phones record the time
    // more precisely.
    getMatchKey: ({ jumboRollId, filledAt, setNumber }) =>
      [jumboRollId, Math.floor(Date.parse(String(filledAt)) / 60_000), setNumber].join(' '),
    insert: (rowContext, { filledAt, ...values }) => {
      assertMomentNotAhead(rowContext, String(filledAt), 'filledAt')
      return addRecord(rowContext, resource, loadLimits, values, String(filledAt))
    },
    update: (rowContext, id, { filledAt: _filledAt, ...patch }) =>
      editRecord(rowContext, resource, loadLimits, { id, ...patch }),
  })
/**
 * Asserts that the OPU limits leave a range between them.
 * @throws 4013
 */
function assertLimitsNotCrossed(values: FieldValues): void {
  const limit = findCrossedUpperOpuLimit(values)
  if (limit !== null) throw refuseInput([{ path: ['lowPercent'], code: 'tooBig', params: { limit } }])
}

/** Returns the entered tolerance, else the tolerance of the plant. */
const loadWidthTolerance: LimitsLoader = async (ctx, _productId, { toleranceMm }) => ({
  toleranceMm: toleranceMm ?? (await loadPlantSettings(ctx)).widthTolerance,
})
/** Returns the entered OPU limits, else the limits of the plant. */
const loadOpuLimits: LimitsLoader = async (ctx, _productId, { lowPercent, highPercent }) => {
  const { opuLow, opuHigh } = await loadPlantSettings(ctx)
  return { lowPercent: lowPercent ?? opuLow, highPercent: highPercent ?? opuHigh }
}
/**
 * Returns the limits of the template for the product code.
 * @throws 6000 if there is none, or the roll is of another product
 */
const loadCodeWidthLimits: LimitsLoader = async (ctx, productId) => {
  const templates = await ctx.rows.find(tableTemplate, {
    where: { use: 'codeWidth', active: true },
    orderBy: 'name',
    limit: 100,
  })
  const problem = findProductTemplateProblem(
    templates.map((candidate) => ({
      ...candidate,
      name: String(getFieldInLanguage(tableTemplate, candidate, 'name', ctx.language)),
    })),
    productId,
  )
  if (problem) throw refuse(`quality:refusals.${problem.refusalKey}`, { name: problem.templateName })
  const template = templates.find((candidate) => candidate.productId === productId)!
  const limits = template.items.find(({ kind }) => kind === 'number')
  return { templateId: template.id, lowMm: limits?.low ?? null, highMm: limits?.high ?? null }
}

/**
 * Resolves the package that a record names.
 * @throws 6000 if the plant has no package of that number
 */
async function resolvePackageId(
  ctx: Context,
  { packageId, number }: EndpointInput<typeof addStorage>,
): Promise<string> {
  if (packageId) return packageId
  const labelNumber = number?.trim()
  if (!labelNumber) throw refuseInput([{ path: ['number'], code: 'missing' }])
  const id = await findPackageByNumber(ctx, labelNumber)
  if (!id) throw refuse('quality:refusals.unknownPackage', { number: labelNumber })
  return id
}
/**
 * POST /quality/product_storage: puts the package in stock with the `store` action of packages, and stores the photos
 * with the record.
 */
async function addProductStorage(
  execution: CommandExecution<typeof productStorage, EndpointInput<typeof addStorage>>,
): Promise<Row<typeof productStorage>> {
  const { ctx, input, patch, occurredAt: storedAt } = execution
  const { id, number, workOrderId, rolls, netKg } = await storePackage(
    ctx,
    await resolvePackageId(ctx, input),
    input.place,
    storedAt,
  )
  const row = await ctx.rows.insert(productStorage, {
    ...patch,
    number,
    packageId: id,
    workOrderId,
    rolls,
    netKg,
    images: [...getPictureIds(ctx, input.picture), ...(patch.images ?? [])].slice(0, 9),
  })
  await storeFormPictures(ctx, input.picture)
  return row
}
/**
 * DELETE /quality/product_storage: removes a photo record. If the record was the last one of its package and had put
 * the package in stock, the package leaves the stock again.
 */
const removeProductStorage = handle(productStorage.endpoints.remove, async (ctx, input) => {
  const row = await ctx.rows.get(productStorage, input.id)
  await ctx.rows.remove(productStorage, row.id, { version: input.version ?? null })
  const remainingRecords = await ctx.rows.find(productStorage, { where: { packageId: row.packageId }, limit: 1 })
  if (remainingRecords.length === 0) await undoPackageStore(ctx, row.packageId, row.createdAt)
  return null
})
export const storageHandlers: HandlerEntry[] = [
  handleCommand(addStorage, addProductStorage),
  removeProductStorage,
  handle(storageImage, (ctx, input) => readRowPicture(ctx, productStorage, input)),
]
/** Handlers of the roll records that differ from the generic operations. */
export const rollRecordHandlers: HandlerEntry[] = [
  ...createRecordHandlers(widthCheck, loadWidthTolerance),
  ...createRecordHandlers(oiling, loadOpuLimits),
  ...createRecordHandlers(codeWidth, loadCodeWidthLimits),
]
function createRecordHandlers(resource: Resource, loadLimits: LimitsLoader): HandlerEntry[] {
  const endpoints: Readonly<Record<string, Endpoint | undefined>> = resource.endpoints
  const bindOperation = <In>(operation: string, run: (ctx: Context, input: In) => unknown): HandlerEntry[] => {
    const endpoint = endpoints[operation]
    return endpoint ? [{ endpoint: endpoint.name, run: run as Handler }] : []
  }
  return [
    ...bindOperation('create', (ctx, input: FieldValues) =>
      addRecord(ctx, resource, loadLimits, input, resolveOccurredAt(ctx)),
    ),
    ...bindOperation('update', (ctx, input: FieldValues & { id: string }) =>
      editRecord(ctx, resource, loadLimits, input),
    ),
    ...bindOperation('import', (ctx, input: ImportInput) => importRecords(ctx, resource, loadLimits, input)),
    ...bindOperation('template', (ctx) => buildImportTemplate(ctx, toImportResource(resource))),
  ]
}
