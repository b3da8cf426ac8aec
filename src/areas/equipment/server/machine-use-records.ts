import { refuse, refuseInput, errno, Refusal } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
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

type MachineUse = Row<typeof machineUseRecord>

/** Records a change of a machine's use state. The machine is locked first, so two people cannot both discard it. */
export async function recordMachineUse(ctx: Context, input: CreateInput<typeof machineUseRecord>): Promise<MachineUse> {
  const machine = await ctx.rows.lock(equipment, input.equipmentId)
  assertMomentNotAhead(ctx, input.occurredAt, 'occurredAt')
  assertExistedAtUse(ctx, { name: machine.code, since: machine.installedOn, at: input.occurredAt, field: 'occurredAt' })
  const [newestUse] = await listNewestUses(ctx, machine.id)
  assertAfterPreviousUse(ctx, newestUse, input.occurredAt)
  assertUseChangeAllowed(ctx, machine.state, input.state, input.reason ?? null)
  const record = await ctx.rows.insert(machineUseRecord, {
    ...input,
    fromState: machine.state,
    userId: input.userId ?? ctx.person?.id ?? null,
  })
  await ctx.rows.update(equipment, machine.id, { state: input.state })
  return record
}

/** Corrects the newest use record and copies its state to the ledger. */
export async function correctMachineUse(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof machineUseRecord>,
): Promise<MachineUse> {
  const { storedUse, previousUse } = await lockNewestUse(ctx, id)
  if (patch.equipmentId && patch.equipmentId !== storedUse.equipmentId)
    throw refuseInput([{ path: ['equipmentId'], code: 'notAllowed' }])
  if (patch.occurredAt) {
    assertMomentNotAhead(ctx, patch.occurredAt, 'occurredAt')
    const machine = await ctx.rows.get(equipment, storedUse.equipmentId)
    assertExistedAtUse(ctx, {
      name: machine.code,
      since: machine.installedOn,
      at: patch.occurredAt,
      field: 'occurredAt',
    })
    assertAfterPreviousUse(ctx, previousUse, patch.occurredAt)
  }
  const fromState = storedUse.fromState ?? equipmentUseLifecycle.initial
  const state = patch.state ?? storedUse.state
  if (state !== storedUse.state) assertPermission(ctx, getUndoUsePermission(fromState, storedUse.state))
  if (state !== storedUse.state || patch.reason !== undefined)
    assertUseChangeAllowed(ctx, fromState, state, patch.reason === undefined ? storedUse.reason : patch.reason)
  const record = await ctx.rows.update(machineUseRecord, id, patch, { version })
  if (state !== storedUse.state) await ctx.rows.update(equipment, storedUse.equipmentId, { state })
  return record
}

/** Removes the newest use record and restores the previous state of the machine. */
export async function removeMachineUse(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  const { storedUse } = await lockNewestUse(ctx, input.id)
  const fromState = storedUse.fromState ?? equipmentUseLifecycle.initial
  assertPermission(ctx, getUndoUsePermission(fromState, storedUse.state))
  await ctx.rows.remove(machineUseRecord, storedUse.id, { version: input.version ?? null })
  await ctx.rows.update(equipment, storedUse.equipmentId, { state: fromState })
  return null
}

type DatedUse = Pick<MachineUse, 'id' | 'occurredAt'>
/** Lists the two newest use records of a machine. */
const listNewestUses = (ctx: Context, equipmentId: string): Promise<DatedUse[]> =>
  ctx.query(
    sql`select ${columns(machineUseRecord, ['id', 'occurredAt'])} from use_record
     where site_id = ${ctx.site} and equipment_id = ${equipmentId} order by occurred_at desc, id desc limit 2`,
  )

/** Locks a use record and its machine. @throws 6000 if the record is not the newest of the machine */
async function lockNewestUse(
  ctx: Context,
  id: string,
): Promise<{ storedUse: MachineUse; previousUse: DatedUse | undefined }> {
  const { equipmentId } = await ctx.rows.get(machineUseRecord, id)
  await ctx.rows.lock(equipment, equipmentId)
  const storedUse = await ctx.rows.lock(machineUseRecord, id)
  const [newestUse, previousUse] = await listNewestUses(ctx, equipmentId)
  if (newestUse?.id !== id) throw refuse('equipment:refusals.useRecordNotNewest')
  return { storedUse, previousUse }
}
function assertAfterPreviousUse(ctx: Context, previousUse: DatedUse | undefined, occurredAt: string): void {
  if (previousUse && occurredAt <= previousUse.occurredAt)
    throw refuse('equipment:refusals.useRecordOrder', { at: formatPlantTime(ctx.timeZone, previousUse.occurredAt) })
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

/** @throws 401 if the caller lacks a permission that is needed beyond the access of the endpoint; null needs none */
function assertPermission(ctx: Context, key: ActionRule['permission']): void {
  if (key !== null && !canCall(key, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: [key].flat().join(', ') } })
}
