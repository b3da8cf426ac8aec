import type { InOf } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { inLanguage } from '@/contract/language'
import type { Create, Patch, Resource, Row } from '@/contract/resource'
import { storePackage } from '@/areas/rolls/server/queries/for-quality'
import { happenedAt, personOf, settingsOf } from '@/plant/server/plant'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { command, type Carried } from '@/server/crud/command'
import { tableTemplate } from '../contract/table-template'
import { codeWidthProblem, crossedOpu } from '../rules/web-records'
import { addStorage, codeWidth, productStorage, type oiling, type widthCheck } from '../contract/web-records'
import { headOfRoll, rollOf } from './check'
import { idsOf, keepPictures } from '@/server/files/form-pictures'

type OfRoll = typeof widthCheck | typeof oiling | typeof codeWidth
type Values = Record<string, unknown>
/** What a record is judged by, beside what was entered: figures of the plant, limits of a template. */
type Given = (ctx: Context, productId: string, input: Values) => Promise<Values>

/** POST: a record of a roll, with what the plant knows of the roll and who made it. */
export const addRecord =
  <R extends OfRoll>(of: R, given: Given) =>
  async (ctx: Context, input: Create<R>): Promise<Row<R>> => {
    const values = input as Values
    const roll = await rollOf(ctx, { jumboRollId: values['jumboRollId'] as string })
    const at = happenedAt(ctx)
    const row = {
      ...values,
      ...(await given(ctx, roll.productId, values)),
      ...(await headOfRoll(ctx, roll, at)),
      userId: personOf(ctx).id,
      filledAt: at,
    }
    mustNotCross(row)
    return (await ctx.rows.insert<Resource>(of, row as Partial<Row<Resource>>)) as Row<R>
  }
/** PUT: edits of different fields merge; of another roll it becomes that roll's. */
export const editRecord =
  <R extends OfRoll>(of: R, given: Given) =>
  async (ctx: Context, { id, version, ...patch }: Patch<R> & { id: string; version: number }): Promise<Row<R>> => {
    const resource: Resource = of
    const row = (await ctx.rows.lock(resource, id)) as Values
    const mine = (await ctx.rows.merge(
      resource,
      id,
      patch as Partial<Row<Resource>>,
      version ?? ctx.origin.baseVersion,
    )) as Values
    mustNotCross({ ...row, ...mine })
    const moved = mine['jumboRollId'] !== undefined && mine['jumboRollId'] !== row['jumboRollId']
    if (!moved) return (await ctx.rows.update(resource, id, mine as Partial<Row<Resource>>)) as Row<R>
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
    return (await ctx.rows.update(resource, id, change as Partial<Row<Resource>>)) as Row<R>
  }
/** @throws 4013 where the limits that it would be judged by leave nothing between them */
function mustNotCross(values: Values): void {
  const limit = crossedOpu(values)
  if (limit !== null) throw refuseInput([{ path: ['lowPercent'], code: 'tooBig', params: { limit } }])
}

/** The plant's tolerance where none was entered. */
export const widthGiven: Given = async (ctx, _productId, { toleranceMm }) => ({
  toleranceMm: toleranceMm ?? (await settingsOf(ctx)).widthTolerance,
})
/** The plant's limits of OPU where none were entered. */
export const oilGiven: Given = async (ctx, _productId, { lowPercent, highPercent }) => {
  const { opuLow, opuHigh } = await settingsOf(ctx)
  return { lowPercent: lowPercent ?? opuLow, highPercent: highPercent ?? opuHigh }
}
/** The limits of the template that names the product code. @throws 6000 when none does, or the roll is of another product */
export const codeGiven: Given = async (ctx, productId) => {
  const all = await ctx.rows.find(tableTemplate, {
    where: { use: 'codeWidth', active: true },
    orderBy: 'name',
    limit: 100,
  })
  const problem = codeWidthProblem(
    all.map((one) => ({ ...one, name: String(inLanguage(tableTemplate, one, 'name', ctx.language)) })),
    productId,
  )
  if (problem) throw refuse(`quality:refusals.${problem.key}`, { name: problem.name })
  const template = all.find((one) => one.productId === productId)!
  const limits = template.items.find(({ kind }) => kind === 'number')
  return { templateId: template.id, lowMm: limits?.low ?? null, highMm: limits?.high ?? null }
}

/** POST /quality/product_storage: the package goes to its place by its own life, the photos stay with the record. */
async function store(
  step: Carried<typeof productStorage, InOf<typeof addStorage>>,
): Promise<Row<typeof productStorage>> {
  const { ctx, input, change } = step
  const { workOrderId, rolls, netKg } = await storePackage(ctx, input.packageId, input.place)
  const row = await ctx.rows.insert(productStorage, {
    ...change,
    workOrderId,
    rolls,
    netKg,
    images: [...idsOf(ctx, input.picture), ...(change.images ?? [])].slice(0, 9),
  })
  await keepPictures(ctx, input.picture)
  return row
}
export const storageHandlers: HandlerEntry[] = [command(addStorage, store)]
