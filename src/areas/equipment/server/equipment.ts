import type { EndpointInput } from '@/contract/endpoint'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { KitContext } from '@/server/crud/operations'
import { equipment } from '../contract/equipment'
import { cleanMachineCustomValues } from './custom-fields'
import { assertUnused } from '@/server/crud/dependants'
import { cleanCode } from '@/plant/server/code'

type Machine = Row<typeof equipment>

/** Creates a machine. It starts in use; only use records change its state. */
export async function addEquipment(ctx: Context, input: CreateInput<typeof equipment>): Promise<Machine> {
  return ctx.rows.insert(equipment, {
    ...input,
    code: cleanCode(input.code),
    ...(await cleanMachineCustomValues(ctx, input)),
  })
}

/** Updates a machine. */
export async function changeEquipment(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof equipment>,
): Promise<Machine> {
  return updateMachine(ctx, id, patch, version)
}
async function updateMachine(
  ctx: Context,
  id: string,
  patch: Omit<UpdateInput<typeof equipment>, 'id' | 'version'>,
  version: number | null,
): Promise<Machine> {
  const storedRow = await ctx.rows.lock(equipment, id)
  return ctx.rows.update(
    equipment,
    id,
    {
      ...patch,
      ...(patch.code === undefined ? {} : { code: cleanCode(patch.code) }),
      ...(await cleanMachineCustomValues(ctx, patch, storedRow)),
    },
    { version },
  )
}

/** Removes a machine entered by mistake. A machine with a history cannot be removed, only discarded. */
export async function removeEquipment(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  const machine = await ctx.rows.lock(equipment, input.id, { blockReferences: true })
  await assertUnused(ctx, 'equipment', machine.id, machine.code)
  await ctx.rows.remove(equipment, machine.id, { version: input.version ?? null })
  return null
}

/** Imports machines from a workbook. Rows match by normalized code; custom values are validated as in the form. */
export function importEquipment(ctx: Context, input: EndpointInput<typeof equipment.endpoints.import>) {
  return importWorkbook(ctx as KitContext, equipment, input, {
    prepare: (row) => {
      row['code'] = cleanCode(String(row['code'] ?? ''))
    },
    insert: (_ctx, row) => addEquipment(ctx, row as Parameters<typeof addEquipment>[1]),
    update: (_ctx, id, row) => updateMachine(ctx, id, row, null),
  })
}
