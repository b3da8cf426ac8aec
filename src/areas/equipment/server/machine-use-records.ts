import { refuse, refuseInput, errno, Refusal } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { equipment, machineUseRecord } from '../contract/equipment'
import {
  equipmentUseLifecycle,
  decideUseChange,
  getUndoUsePermission,
  type EquipmentUseState,
} from '../rules/equipment'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { assertMomentNotAhead } from '@/plant/server/plant'
import { canCall } from '@/contract/endpoint'
import type { ActionRule } from '@/contract/state-machine'
import { formatPlantTime } from '@/server/excel/resource-columns'
import { handle } from '@/server/area'

type UseRecord = Row<typeof machineUseRecord>

/** Records a change of a machine's use state. The machine is locked first, so two people cannot both discard it. */
export const recordMachineUse = handle(machineUseRecord.endpoints.create, async (ctx, input) => {
  const machine = await ctx.rows.lock(equipment, input.equipmentId)
  assertMomentNotAhead(ctx, input.occurredAt, 'occurredAt')
  assertExistedAtUse(ctx, { name: machine.code, since: machine.installedOn, at: input.occurredAt, field: 'occurredAt' })
  const [newestRecord] = await listNewestUseRecords(ctx, machine.id)
  assertAfterPreviousRecord(ctx, newestRecord, input.occurredAt)
  assertUseChangeAllowed(ctx, machine.state, input.state, input.reason ?? null)
  const record = await ctx.rows.insert(machineUseRecord, {
    ...input,
    fromState: machine.state,
    userId: input.userId ?? ctx.person?.id ?? null,
  })
  await ctx.rows.update(equipment, machine.id, { state: input.state })
  return record
})

/** Corrects the newest use record and copies its state to the ledger. */
export const correctMachineUse = handle(machineUseRecord.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const { storedRecord, previousRecord } = await lockNewestUseRecord(ctx, id)
  if (patch.equipmentId && patch.equipmentId !== storedRecord.equipmentId)
    throw refuseInput([{ path: ['equipmentId'], code: 'notAllowed' }])
  if (patch.occurredAt) {
    assertMomentNotAhead(ctx, patch.occurredAt, 'occurredAt')
    const machine = await ctx.rows.get(equipment, storedRecord.equipmentId)
    assertExistedAtUse(ctx, {
      name: machine.code,
      since: machine.installedOn,
      at: patch.occurredAt,
      field: 'occurredAt',
    })
    assertAfterPreviousRecord(ctx, previousRecord, patch.occurredAt)
  }
  const fromState = storedRecord.fromState ?? equipmentUseLifecycle.initial
  const state = patch.state ?? storedRecord.state
  if (state !== storedRecord.state) assertPermission(ctx, getUndoUsePermission(fromState, storedRecord.state))
  if (state !== storedRecord.state || patch.reason !== undefined)
    assertUseChangeAllowed(ctx, fromState, state, patch.reason === undefined ? storedRecord.reason : patch.reason)
  const record = await ctx.rows.update(machineUseRecord, id, patch, { version })
  if (state !== storedRecord.state) await ctx.rows.update(equipment, storedRecord.equipmentId, { state })
  return record
})

/** Removes the newest use record and restores the previous state of the machine. */
export const removeMachineUse = handle(machineUseRecord.endpoints.remove, async (ctx, input) => {
  const { storedRecord } = await lockNewestUseRecord(ctx, input.id)
  const fromState = storedRecord.fromState ?? equipmentUseLifecycle.initial
  assertPermission(ctx, getUndoUsePermission(fromState, storedRecord.state))
  await ctx.rows.remove(machineUseRecord, storedRecord.id, { version: input.version ?? null })
  await ctx.rows.update(equipment, storedRecord.equipmentId, { state: fromState })
  return null
})

type DatedUseRecord = Pick<UseRecord, 'id' | 'occurredAt'>
/** Lists the two newest use records of a machine. */
const listNewestUseRecords = (ctx: Context, equipmentId: string): Promise<DatedUseRecord[]> =>
  ctx.query(
    sql`select ${columns(machineUseRecord, ['id', 'occurredAt'])} from use_record
     where site_id = ${ctx.site} and equipment_id = ${equipmentId} order by occurred_at desc, id desc limit 2`,
  )

/** Locks a use record and its machine. @throws 6000 if the record is not the newest of the machine */
async function lockNewestUseRecord(
  ctx: Context,
  id: string,
): Promise<{ storedRecord: UseRecord; previousRecord: DatedUseRecord | undefined }> {
  const { equipmentId } = await ctx.rows.get(machineUseRecord, id)
  await ctx.rows.lock(equipment, equipmentId)
  const storedRecord = await ctx.rows.lock(machineUseRecord, id)
  const [newestRecord, previousRecord] = await listNewestUseRecords(ctx, equipmentId)
  if (newestRecord?.id !== id) throw refuse('equipment:refusals.useRecordNotNewest')
  return { storedRecord, previousRecord }
}
function assertAfterPreviousRecord(ctx: Context, previousRecord: DatedUseRecord | undefined, occurredAt: string): void {
  if (previousRecord && occurredAt <= previousRecord.occurredAt)
    throw refuse('equipment:refusals.useRecordOrder', { at: formatPlantTime(ctx.timeZone, previousRecord.occurredAt) })
}
function assertUseChangeAllowed(
  ctx: Context,
  fromState: EquipmentUseState,
  toState: EquipmentUseState,
  reason: string | null,
): void {
  const decision = decideUseChange(fromState, toState, reason)
  const getStateLabel = (state: string) => ctx.t(`equipment:equipment.options.state.${state}`)
  if (!decision.ok)
    throw decision.code === 'reason'
      ? refuse('equipment:refusals.useReason')
      : refuse('equipment:refusals.useState', { state: getStateLabel(fromState), to: getStateLabel(toState) })
  assertPermission(ctx, decision.permission)
}

/**
 * Checks a permission that an operation needs in addition to the access of its endpoint; null means none.
 * @throws 401 if the caller lacks the permission
 */
function assertPermission(ctx: Context, permission: ActionRule['permission']): void {
  if (permission !== null && !canCall(permission, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: [permission].flat().join(', ') } })
}
