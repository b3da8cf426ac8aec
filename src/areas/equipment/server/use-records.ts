import { refuse, refuseInput } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { equipment } from '../contract/equipment'
import { useRecord } from '../contract/use-record'
import { equipmentUse, moveUse, undoUsePermission, type EquipmentUseState } from '../rules/equipment'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { mustNotLieAhead } from '@/plant/server/plant'
import { atPlant, mustHold } from './refuse'

type Use = Row<typeof useRecord>

/** Records a change of a machine's use state. The machine is locked first, so two people cannot both discard it. */
export async function addUse(ctx: Context, input: CreateInput<typeof useRecord>): Promise<Use> {
  const machine = await ctx.rows.lock(equipment, input.equipmentId)
  mustNotLieAhead(ctx, input.occurredAt, 'occurredAt')
  assertExistedAtUse(ctx, { name: machine.code, since: machine.installedOn, at: input.occurredAt, field: 'occurredAt' })
  const [newest] = await newestUses(ctx, machine.id)
  mustFollow(ctx, newest, input.occurredAt)
  mustMove(ctx, machine.state, input.state, input.reason ?? null)
  const record = await ctx.rows.insert(useRecord, {
    ...input,
    fromState: machine.state,
    userId: input.userId ?? ctx.person?.id ?? null,
  })
  await ctx.rows.update(equipment, machine.id, { state: input.state })
  return record
}

/** Corrects the newest use record and copies its state to the ledger. */
export async function changeUse(ctx: Context, { id, version, ...patch }: UpdateInput<typeof useRecord>): Promise<Use> {
  const { before, previous } = await lockNewest(ctx, id)
  if (patch.equipmentId && patch.equipmentId !== before.equipmentId)
    throw refuseInput([{ path: ['equipmentId'], code: 'notAllowed' }])
  if (patch.occurredAt) {
    mustNotLieAhead(ctx, patch.occurredAt, 'occurredAt')
    const machine = await ctx.rows.get(equipment, before.equipmentId)
    assertExistedAtUse(ctx, {
      name: machine.code,
      since: machine.installedOn,
      at: patch.occurredAt,
      field: 'occurredAt',
    })
    mustFollow(ctx, previous, patch.occurredAt)
  }
  const from = before.fromState ?? equipmentUse.initial
  const state = patch.state ?? before.state
  if (state !== before.state) mustHold(ctx, undoUsePermission(from, before.state))
  if (state !== before.state || patch.reason !== undefined)
    mustMove(ctx, from, state, patch.reason === undefined ? before.reason : patch.reason)
  const record = await ctx.rows.update(useRecord, id, patch, { version })
  if (state !== before.state) await ctx.rows.update(equipment, before.equipmentId, { state })
  return record
}

/** Removes the newest use record and restores the previous state of the machine. */
export async function removeUse(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  const { before } = await lockNewest(ctx, input.id)
  const from = before.fromState ?? equipmentUse.initial
  mustHold(ctx, undoUsePermission(from, before.state))
  await ctx.rows.remove(useRecord, before.id, { version: input.version ?? null })
  await ctx.rows.update(equipment, before.equipmentId, { state: from })
  return null
}

type Placed = Pick<Use, 'id' | 'occurredAt'>
const newestUses = (ctx: Context, equipmentId: string): Promise<Placed[]> =>
  ctx.query(
    sql`select ${columns(useRecord, ['id', 'occurredAt'])} from use_record
     where site_id = ${ctx.site} and equipment_id = ${equipmentId} order by occurred_at desc, id desc limit 2`,
  )

async function lockNewest(ctx: Context, id: string): Promise<{ before: Use; previous: Placed | undefined }> {
  const { equipmentId } = await ctx.rows.get(useRecord, id)
  await ctx.rows.lock(equipment, equipmentId)
  const before = await ctx.rows.lock(useRecord, id)
  const [newest, previous] = await newestUses(ctx, equipmentId)
  if (newest?.id !== id) throw refuse('equipment:refusals.useRecordNotNewest')
  return { before, previous }
}
function mustFollow(ctx: Context, newest: Placed | undefined, occurredAt: string): void {
  if (newest && occurredAt <= newest.occurredAt)
    throw refuse('equipment:refusals.useRecordOrder', { at: atPlant(ctx, newest.occurredAt) })
}
function mustMove(ctx: Context, from: EquipmentUseState, to: EquipmentUseState, reason: string | null): void {
  const move = moveUse(from, to, reason)
  const word = (state: string) => ctx.t(`equipment:equipment.options.state.${state}`)
  if (!move.ok)
    throw move.code === 'reason'
      ? refuse('equipment:refusals.useReason')
      : refuse('equipment:refusals.useState', { state: word(from), to: word(to) })
  mustHold(ctx, move.permission)
}
