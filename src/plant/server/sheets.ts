/** Records that people at a line fill in for a shift. */
import { refuse } from '@/contract/errno'
import type { Resource, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { doingOf } from '@/server/doing'
import { ask } from '@/server/events'
import { sheetSigned } from './events'
import { mustNotLieAhead } from './plant'
import { headOf, mustBeSheetOfNow, shiftWord } from './sheet-head'

export type Values = Record<string, unknown>
/** Fields that every shift record has. */
export interface AnySheet {
  id: string
  version: number
  lineId: string
  businessDate: string | null
  shift: string | null
  team: string | null
  userId: string | null
}
export type Judge = (values: Values) => Values
const asIs: Judge = () => ({})

/** Refuses changes to a record of a signed shift. @throws 6000 */
async function mustBeOpen(
  ctx: Context,
  resource: Resource,
  { lineId, businessDate, shift }: Pick<AnySheet, 'lineId' | 'businessDate' | 'shift'>,
): Promise<void> {
  if (!businessDate || !shift) return
  if (await ask(ctx, sheetSigned, { resource: resource.name, lineId, businessDate, shift }))
    throw refuse('plant:refusals.sheetLocked', { day: businessDate, shift: shiftWord(ctx, shift) })
}

/** An event has to be in the past; the start and end of something that lasts may be entered ahead. */
function mustHaveHappened(ctx: Context, { occurredAt }: Values): void {
  if (typeof occurredAt === 'string') mustNotLieAhead(ctx, occurredAt, 'occurredAt')
}
/**
 * Creates a shift record: empty head fields by the clock, author and time, and derived fields.
 * @throws 6000 once the shift is signed
 */
export async function newSheet<R extends Resource>(
  ctx: Context,
  resource: R,
  input: Values,
  more: Values = {},
): Promise<Row<R>> {
  mustHaveHappened(ctx, input)
  const head = await headOf(ctx, input as Parameters<typeof headOf>[1])
  await mustBeSheetOfNow(ctx, head)
  await mustBeOpen(ctx, resource, { lineId: input['lineId'] as string, ...head })
  const entered = resource.entered?.(input, doingOf(ctx))
  const row = { ...entered, ...input, ...head, ...more } as Partial<Row<Resource>>
  return (await ctx.rows.insert<Resource>(resource, row)) as Row<R>
}
/**
 * Updates a shift record and merges edits based on an older version by field.
 * @param deriveFields returns further fields from the record as it will be
 */
export async function editSheet<R extends Resource>(
  ctx: Context,
  resource: R,
  { id, version, ...patch }: Values & { id: string; version?: number },
  judge: Judge = asIs,
): Promise<Row<R>> {
  const row = (await ctx.rows.lock(resource, id)) as Row<R> & AnySheet
  await mustBeOpen(ctx, resource, row)
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
      : null
  if (head) {
    if (head.businessDate !== row.businessDate || head.shift !== row.shift) await mustBeSheetOfNow(ctx, head)
    await mustBeOpen(ctx, resource, { ...after, ...head })
  }
  const entered = resource.edited?.(after, doingOf(ctx))
  const change = { ...mine, ...head, ...entered, ...judge(after) } as Partial<Row<Resource>>
  return (await ctx.rows.update<Resource>(resource, id, change)) as Row<R>
}
/** Removes a shift record that is not signed. @throws 6000 once the shift is signed */
export async function removeSheet(
  ctx: Context,
  resource: Resource,
  input: { id: string; version?: number | null },
): Promise<null> {
  const row = (await ctx.rows.lock(resource, input.id)) as Row<Resource> & AnySheet
  await mustBeOpen(ctx, resource, row)
  await ctx.rows.remove(resource, input.id, { version: input.version ?? null })
  return null
}
