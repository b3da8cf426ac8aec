import type { InOf } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { Create, Patch, Resource, Row } from '@/contract/resource'
import type { postTime, processRecord, productConversion, productInfo } from '../contract/production-sheets'
import { checkWaste, wasteDisposal } from '../contract/production-sheets'
import { wasteCheckProblem } from '../rules/inspection'
import { lockedSheets } from '../rules/handover'
import type { Context } from '@/server/context'
import { mustNotLieAhead, personOf } from '@/plant/server/plant'
import { doingOf } from '@/server/doing'
import { headOf, mustBeUnlocked } from './sheet-head'

type Values = Record<string, unknown>
/** What every sheet of a shift carries. */
export interface AnySheet {
  id: string
  version: number
  lineId: string
  businessDate: string | null
  shift: string | null
  team: string | null
  userId: string | null
}
type Judge = (values: Values) => Values
const asIs: Judge = () => ({})
const isLocked = (resource: Resource): boolean => (lockedSheets as readonly string[]).includes(resource.name)

/** An event has been. From when to when something lasts may be entered ahead. */
function mustHaveHappened(ctx: Context, { occurredAt }: Values): void {
  if (typeof occurredAt === 'string') mustNotLieAhead(ctx, occurredAt, 'occurredAt')
}
/** Fills in a new sheet: head by the clock where it is empty, who and when, and what the rules make of it. @throws 6000 once the shift is signed */
export async function newSheet<R extends Resource>(
  ctx: Context,
  resource: R,
  input: Values,
  more: Values = {},
): Promise<Row<R>> {
  mustHaveHappened(ctx, input)
  const head = await headOf(ctx, input as Parameters<typeof headOf>[1])
  if (isLocked(resource)) await mustBeUnlocked(ctx, { lineId: input['lineId'] as string, ...head })
  const entered = resource.entered?.(input, doingOf(ctx))
  return ctx.rows.insert(resource, { ...entered, ...input, ...head, ...more } as never)
}
/** Changes a sheet, merging edits made on an older version by fields. `judge` says what follows from the sheet as it will be. */
export async function editSheet<R extends Resource>(
  ctx: Context,
  resource: R,
  { id, version, ...patch }: Values & { id: string; version?: number },
  judge: Judge = asIs,
): Promise<Row<R>> {
  const row = (await ctx.rows.lock(resource, id)) as Row<R> & AnySheet
  if (isLocked(resource)) await mustBeUnlocked(ctx, row)
  const mine = (await ctx.rows.merge<Resource>(
    resource,
    id,
    patch as Partial<Row<Resource>>,
    version ?? ctx.origin.baseVersion,
  )) as Values
  mustHaveHappened(ctx, mine)
  const after = { ...row, ...mine } as Values & AnySheet
  const head =
    'businessDate' in mine || 'shift' in mine || 'lineId' in mine
      ? await headOf(ctx, { ...after, team: 'team' in mine ? after.team : null })
      : {}
  if (isLocked(resource) && Object.keys(head).length) await mustBeUnlocked(ctx, { ...after, ...head })
  return ctx.rows.update(resource, id, {
    ...mine,
    ...head,
    ...resource.edited?.(after, doingOf(ctx)),
    ...judge(after),
  } as never)
}
/** Removes a sheet that no signature stands on. */
export async function removeSheet(
  ctx: Context,
  resource: Resource,
  input: { id: string; version?: number | null },
): Promise<null> {
  const row = (await ctx.rows.lock(resource, input.id)) as Row<Resource> & AnySheet
  if (isLocked(resource)) await mustBeUnlocked(ctx, row)
  await ctx.rows.remove(resource, input.id, { version: input.version ?? null })
  return null
}

type Plain = typeof processRecord | typeof productInfo
export const add =
  <R extends Plain>(resource: R) =>
  (ctx: Context, input: Create<R>): Promise<Row<R>> =>
    newSheet(ctx, resource, input as Values)
export const edit =
  <R extends Plain>(resource: R) =>
  (ctx: Context, input: Patch<R>): Promise<Row<R>> =>
    editSheet(ctx, resource, input)

/** An end before its begin names the end. */
function mustEndAfter(values: Values): Values {
  const { startsAt, endsAt } = values as { startsAt?: string; endsAt?: string | null }
  if (startsAt && endsAt && endsAt < startsAt)
    throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: startsAt } }])
  return {}
}
function mustConvert(values: Values): Values {
  if (values['fromOrderId'] && values['fromOrderId'] === values['toOrderId'])
    throw refuse('handover:refusals.sameOrder')
  return mustEndAfter(values)
}
type Spanned = typeof postTime | typeof productConversion
const spanRule = (resource: Spanned): Judge => (resource.name === 'productConversion' ? mustConvert : mustEndAfter)
export const addSpan =
  <R extends Spanned>(resource: R) =>
  (ctx: Context, input: Create<R>): Promise<Row<R>> =>
    newSheet(ctx, resource, input as Values, spanRule(resource)(input as Values))
export const editSpan =
  <R extends Spanned>(resource: R) =>
  (ctx: Context, input: Patch<R>): Promise<Row<R>> =>
    editSheet(ctx, resource, input, spanRule(resource))

type Waste = Row<typeof wasteDisposal>
export const addWaste = (ctx: Context, input: Create<typeof wasteDisposal>): Promise<Waste> =>
  newSheet(ctx, wasteDisposal, input as Values)
/** What was checked stays. */
export async function editWaste(ctx: Context, input: Patch<typeof wasteDisposal>): Promise<Waste> {
  await mustBeUnchecked(ctx, input.id)
  return editSheet(ctx, wasteDisposal, input as unknown as Values & { id: string })
}
export async function removeWaste(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  await mustBeUnchecked(ctx, input.id)
  return removeSheet(ctx, wasteDisposal, input)
}
async function mustBeUnchecked(ctx: Context, id: string): Promise<void> {
  if ((await ctx.rows.lock(wasteDisposal, id)).state === 'checked') throw refuse('handover:refusals.wasteChecked')
}
/** POST /production_form/team_waste_disposal_check */
export async function check(ctx: Context, input: InOf<typeof checkWaste>): Promise<Waste> {
  const row = await ctx.rows.lock(wasteDisposal, input.id)
  const problem = wasteCheckProblem(row, personOf(ctx).id)
  if (problem) throw refuse(`handover:refusals.${problem}`)
  if (input.state === 'disputed' && !input.note?.trim()) throw refuseInput([{ path: ['note'], code: 'missing' }])
  return ctx.rows.update(
    wasteDisposal,
    row.id,
    {
      state: input.state,
      checkNote: input.note ?? null,
      checkedBy: personOf(ctx).id,
      checkedAt: ctx.now.toISOString(),
    },
    { version: input.version ?? null },
  )
}
