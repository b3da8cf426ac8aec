import type { Endpoint, EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import type { Resource, Row } from '@/contract/resource'
import { findPackageByNumber, storePackage, undoStore } from '@/areas/rolls/server/queries/for-quality'
import { happenedAt, mustNotLieAhead, requirePerson, loadPlantSettings } from '@/plant/server/plant'
import { handle, type Handler, type HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { importWorkbook, type ImportInput } from '@/server/crud/import-workbook'
import { buildImportTemplate, type KitContext } from '@/server/crud/operations'
import { tableTemplate } from '../contract/table-template'
import { codeWidthProblem, crossedOpu } from '../rules/web-records'
import { addStorage, asLine, codeWidth, oiling, productStorage, widthCheck } from '../contract/web-records'
import { headOfRoll, rollOf } from './check'
import { getPictureIds, storeFormPictures } from '@/server/files/form-pictures'

type Values = Record<string, unknown>
type Stored = Row<Resource>
/**
 * Loads the values that a record is judged by, in addition to those entered: settings of the plant, limits of a
 * template.
 */
type Given = (ctx: Context, productId: string, input: Values) => Promise<Values>

/** Inserts a record with the data of its roll and the person who made it. */
async function recorded(ctx: Context, of: Resource, given: Given, values: Values, at: string): Promise<Stored> {
  const roll = await rollOf(ctx, { jumboRollId: values['jumboRollId'] as string })
  const row = {
    ...values,
    ...(await given(ctx, roll.productId, values)),
    ...(await headOfRoll(ctx, roll, at)),
    userId: requirePerson(ctx).id,
    filledAt: at,
  }
  mustNotCross(row)
  return ctx.rows.insert(of, row as Partial<Stored>)
}
/** Updates a record; edits of different fields merge. If the roll changes, the data of the new roll is copied. */
async function edited(
  ctx: Context,
  of: Resource,
  given: Given,
  { id, version, ...patch }: Values & { id: string; version?: number },
): Promise<Stored> {
  const row = (await ctx.rows.lock(of, id)) as Values
  const base = version ?? ctx.origin.baseVersion
  const mine = (await ctx.rows.merge(of, id, patch as Partial<Stored>, base)) as Values
  mustNotCross({ ...row, ...mine })
  const moved = mine['jumboRollId'] !== undefined && mine['jumboRollId'] !== row['jumboRollId']
  if (!moved) return ctx.rows.update(of, id, mine as Partial<Stored>)
  const roll = await rollOf(ctx, { jumboRollId: mine['jumboRollId'] as string })
  const { lineId, workOrderId, productId, team } = roll
  const change = {
    ...mine,
    ...(await given(ctx, productId, { ...row, ...mine })),
    lineId,
    workOrderId,
    productId,
    team,
  }
  return ctx.rows.update(of, id, change as Partial<Stored>)
}
/** Imports one record per worksheet row. Of an existing record only the differing fields change, as in the form. */
const imported = (ctx: Context, of: Resource, given: Given, input: ImportInput) =>
  importWorkbook(ctx as KitContext, asLine(of), input, {
    // The key is precise to the minute, as people read and retype it; the clock of a phone is finer.
    keyOf: ({ jumboRollId, filledAt, setNumber }) =>
      [jumboRollId, Math.floor(Date.parse(String(filledAt)) / 60_000), setNumber].join(' '),
    insert: (c, { filledAt, ...values }) => {
      mustNotLieAhead(c, String(filledAt), 'filledAt')
      return recorded(c, of, given, values, String(filledAt))
    },
    update: (c, id, { filledAt: _its, ...patch }) => edited(c, of, given, { id, ...patch }),
  })
/**
 * Asserts that the OPU limits leave a range between them.
 * @throws 4013
 */
function mustNotCross(values: Values): void {
  const limit = crossedOpu(values)
  if (limit !== null) throw refuseInput([{ path: ['lowPercent'], code: 'tooBig', params: { limit } }])
}

/** Returns the entered tolerance, else that of the plant. */
const widthGiven: Given = async (ctx, _productId, { toleranceMm }) => ({
  toleranceMm: toleranceMm ?? (await loadPlantSettings(ctx)).widthTolerance,
})
/** Returns the entered OPU limits, else those of the plant. */
const oilGiven: Given = async (ctx, _productId, { lowPercent, highPercent }) => {
  const { opuLow, opuHigh } = await loadPlantSettings(ctx)
  return { lowPercent: lowPercent ?? opuLow, highPercent: highPercent ?? opuHigh }
}
/**
 * Returns the limits of the template for the product code.
 * @throws 6000 if there is none, or the roll is of another product
 */
const codeGiven: Given = async (ctx, productId) => {
  const all = await ctx.rows.find(tableTemplate, {
    where: { use: 'codeWidth', active: true },
    orderBy: 'name',
    limit: 100,
  })
  const problem = codeWidthProblem(
    all.map((one) => ({ ...one, name: String(getFieldInLanguage(tableTemplate, one, 'name', ctx.language)) })),
    productId,
  )
  if (problem) throw refuse(`quality:refusals.${problem.key}`, { name: problem.name })
  const template = all.find((one) => one.productId === productId)!
  const limits = template.items.find(({ kind }) => kind === 'number')
  return { templateId: template.id, lowMm: limits?.low ?? null, highMm: limits?.high ?? null }
}

/**
 * Resolves the package that a record names.
 * @throws 6000 if the plant has no package of that number
 */
async function packageOf(ctx: Context, { packageId, number }: EndpointInput<typeof addStorage>): Promise<string> {
  if (packageId) return packageId
  const label = number?.trim()
  if (!label) throw refuseInput([{ path: ['number'], code: 'missing' }])
  const id = await findPackageByNumber(ctx, label)
  if (!id) throw refuse('quality:refusals.unknownPackage', { number: label })
  return id
}
/**
 * POST /quality/product_storage: puts the package in stock by its own state transition, and stores the photos with the
 * record.
 */
async function store(
  step: CommandExecution<typeof productStorage, EndpointInput<typeof addStorage>>,
): Promise<Row<typeof productStorage>> {
  const { ctx, input, patch: change, occurredAt: at } = step
  const { id, number, workOrderId, rolls, netKg } = await storePackage(
    ctx,
    await packageOf(ctx, input),
    input.place,
    at,
  )
  const row = await ctx.rows.insert(productStorage, {
    ...change,
    number,
    packageId: id,
    workOrderId,
    rolls,
    netKg,
    images: [...getPictureIds(ctx, input.picture), ...(change.images ?? [])].slice(0, 9),
  })
  await storeFormPictures(ctx, input.picture)
  return row
}
/**
 * DELETE /quality/product_storage: removes the photo record. The last record of a package also undoes its place in
 * stock, if the record had put it there.
 */
async function removeStorage(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  const row = await ctx.rows.get(productStorage, input.id)
  await ctx.rows.remove(productStorage, row.id, { version: input.version ?? null })
  const records = await ctx.rows.find(productStorage, { where: { packageId: row.packageId }, limit: 1 })
  if (records.length === 0) await undoStore(ctx, row.packageId, row.createdAt)
  return null
}
export const storageHandlers: HandlerEntry[] = [
  handleCommand(addStorage, store),
  handle(productStorage.endpoints.remove, removeStorage),
]
/** Handlers of the roll records that differ from the generic operations. */
export const recordHandlers: HandlerEntry[] = [
  ...handlersOf(widthCheck, widthGiven),
  ...handlersOf(oiling, oilGiven),
  ...handlersOf(codeWidth, codeGiven),
]
function handlersOf(of: Resource, given: Given): HandlerEntry[] {
  const calls: Readonly<Record<string, Endpoint | undefined>> = of.endpoints
  const bind = <In>(verb: string, run: (ctx: Context, input: In) => unknown): HandlerEntry[] => {
    const endpoint = calls[verb]
    return endpoint ? [{ endpoint: endpoint.name, run: run as Handler }] : []
  }
  return [
    ...bind('create', (ctx, input: Values) => recorded(ctx, of, given, input, happenedAt(ctx))),
    ...bind('update', (ctx, input: Values & { id: string }) => edited(ctx, of, given, input)),
    ...bind('import', (ctx, input: ImportInput) => imported(ctx, of, given, input)),
    ...bind('template', (ctx) => buildImportTemplate(ctx, asLine(of))),
  ]
}
