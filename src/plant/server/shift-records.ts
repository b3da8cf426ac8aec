/** Records that people at a line fill in for a shift. */
import { refuse } from '@/contract/errno'
import type { Resource, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { toActionContext } from '@/server/entered-moments'
import { askQuestion } from '@/server/events'
import { isShiftRecordSigned } from './events'
import { addDays, toMillis, toMoment } from '../rules/plant-time'
import { getShiftsByName } from '../rules/shift'
import { assertReferencesExisted } from './chronology'
import { assertMomentNotAhead, loadPlantCalendar, toPlantDay } from './plant'
import { resolveRecordHead, assertRecordShiftPlausible, formatShift } from './shift-record-head'

export type ShiftRecordValues = Record<string, unknown>
/** Fields that every shift record has. */
export interface AnyShiftRecord {
  id: string
  version: number
  lineId: string
  businessDate: string | null
  shift: string | null
  team: string | null
  userId: string | null
}
export type ShiftRecordDeriver = (values: ShiftRecordValues) => ShiftRecordValues
const deriveNothing: ShiftRecordDeriver = () => ({})

/** Refuses changes to a record of a signed shift. @throws errno.message */
async function assertShiftNotSigned(
  ctx: Context,
  resource: Resource,
  { lineId, businessDate, shift }: Pick<AnyShiftRecord, 'lineId' | 'businessDate' | 'shift'>,
): Promise<void> {
  if (!businessDate || !shift) return
  if (await askQuestion(ctx, isShiftRecordSigned, { resource: resource.name, lineId, businessDate, shift }))
    throw refuse('plant:refusals.sheetLocked', { day: businessDate, shift: formatShift(ctx, shift) })
}

/** Asserts that an event has happened. The start and end of something that lasts may be in the future. */
function assertHasHappened(ctx: Context, { occurredAt }: ShiftRecordValues): void {
  if (typeof occurredAt === 'string') assertMomentNotAhead(ctx, occurredAt, 'occurredAt')
}
/** Fields that say when the recorded event happened. A record without one has only a business date. */
const EVENT_FIELDS = ['occurredAt', 'measuredAt', 'startsAt'] as const
/**
 * Asserts that the orders of a record existed when the recorded event happened. @throws errno.message `beforeItExisted`
 */
async function assertOrdersExisted(
  ctx: Context,
  resource: Resource,
  row: ShiftRecordValues,
  previousRow: ShiftRecordValues | null = null,
): Promise<void> {
  const field = EVENT_FIELDS.find((name) => typeof row[name] === 'string')
  if (field) return assertReferencesExisted(ctx, resource, row, { at: row[field] as string, field }, previousRow)
  const { businessDate, shift } = row
  if (typeof businessDate !== 'string') return
  // A night shift of the business date ends on the next day.
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const lastShift = getShiftsByName(businessDate, typeof shift === 'string' ? shift : null, rotation, timeZone).at(-1)
  const latestDay = lastShift ? toPlantDay(ctx, toMoment(toMillis(lastShift.endsAt) - 1)) : addDays(businessDate, 1)
  await assertReferencesExisted(ctx, resource, row, { at: latestDay, field: 'businessDate' }, previousRow)
}
/**
 * Creates a shift record. Empty head fields (date, shift, team) are filled by `resolveRecordHead`.
 * @param extraValues values that the server derives
 * @throws errno.message once the shift is signed
 */
export async function createShiftRecord<R extends Resource>(
  ctx: Context,
  resource: R,
  input: ShiftRecordValues,
  extraValues: ShiftRecordValues = {},
): Promise<Row<R>> {
  assertHasHappened(ctx, input)
  const head = await resolveRecordHead(ctx, input as Parameters<typeof resolveRecordHead>[1])
  await assertRecordShiftPlausible(ctx, head)
  await assertShiftNotSigned(ctx, resource, { lineId: input['lineId'] as string, ...head })
  const stampedFields = resource.setOnCreate?.(input, toActionContext(ctx))
  const row = { ...stampedFields, ...input, ...head, ...extraValues } as Partial<Row<Resource>>
  await assertOrdersExisted(ctx, resource, row)
  return (await ctx.rows.insert<Resource>(resource, row)) as Row<R>
}
/**
 * Updates a shift record. An edit based on an older version is merged field by field.
 * @param deriveFields derives further fields from the changed record
 */
export async function updateShiftRecord<R extends Resource>(
  ctx: Context,
  resource: R,
  { id, version, ...patch }: ShiftRecordValues & { id: string; version?: number },
  deriveFields: ShiftRecordDeriver = deriveNothing,
): Promise<Row<R>> {
  const row = (await ctx.rows.lock(resource, id)) as Row<R> & AnyShiftRecord
  await assertShiftNotSigned(ctx, resource, row)
  const mergedPatch = (await ctx.rows.merge<Resource>(
    resource,
    id,
    patch as Partial<Row<Resource>>,
    version ?? ctx.origin.baseVersion,
  )) as ShiftRecordValues
  assertHasHappened(ctx, mergedPatch)
  const nextRow = { ...row, ...mergedPatch } as ShiftRecordValues & AnyShiftRecord
  const head =
    'businessDate' in mergedPatch || 'shift' in mergedPatch || 'lineId' in mergedPatch
      ? await resolveRecordHead(ctx, { ...nextRow, team: 'team' in mergedPatch ? nextRow.team : null })
      : null
  if (head) {
    if (head.businessDate !== row.businessDate || head.shift !== row.shift) await assertRecordShiftPlausible(ctx, head)
    await assertShiftNotSigned(ctx, resource, { ...nextRow, ...head })
  }
  await assertOrdersExisted(ctx, resource, { ...nextRow, ...head }, { ...row })
  const stampedFields = resource.setOnUpdate?.(nextRow, toActionContext(ctx))
  const change = { ...mergedPatch, ...head, ...stampedFields, ...deriveFields(nextRow) } as Partial<Row<Resource>>
  return (await ctx.rows.update<Resource>(resource, id, change)) as Row<R>
}
/** Removes a shift record that is not signed. @throws errno.message once the shift is signed */
export async function removeShiftRecord(
  ctx: Context,
  resource: Resource,
  input: { id: string; version?: number | null },
): Promise<null> {
  const row = (await ctx.rows.lock(resource, input.id)) as Row<Resource> & AnyShiftRecord
  await assertShiftNotSigned(ctx, resource, row)
  await ctx.rows.remove(resource, input.id, { version: input.version ?? null })
  return null
}
