import type { EndpointOutput } from '@/contract/endpoint'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { equipment } from '../contract/equipment'
import { cleanMachineCustomValues, loadMachineFields } from './custom-fields'
import { findFirstRecordMoment } from './queries/records'
import { assertUnused } from '@/server/crud/dependants'
import { assertNotUsedBefore } from '@/plant/server/chronology'
import { cleanCode, withCleanCode } from '@/plant/server/code'
import { findRowsByCode } from '@/server/crud/find-rows-by-code'
import { labelPrefixes, parseLabel } from '@/plant/rules/label'
import { equipmentByCode } from '../contract/equipment-endpoints'
import { hopper } from '../contract/hopper'
import { handle } from '@/server/area'

type Machine = Row<typeof equipment>

/** Creates a machine. It starts in use; only use records change its state. */
export const addEquipment = handle(equipment.endpoints.create, async (ctx, input) => {
  return ctx.rows.insert(equipment, toMachineValues(ctx, await loadMachineFields(ctx), input))
})
const toMachineValues = (
  ctx: Context,
  definitions: Awaited<ReturnType<typeof loadMachineFields>>,
  input: CreateInput<typeof equipment>,
) => ({
  ...input,
  code: cleanCode(input.code),
  ...cleanMachineCustomValues(ctx, definitions, input),
})

/** Updates a machine. */
export const changeEquipment = handle(equipment.endpoints.update, async (ctx, { id, version, ...patch }) => {
  return updateMachine(ctx, id, patch, version)
})
async function updateMachine(
  ctx: Context,
  id: string,
  patch: Omit<UpdateInput<typeof equipment>, 'id' | 'version'>,
  version: number | null,
): Promise<Machine> {
  const storedRow = await ctx.rows.lock(equipment, id)
  if (patch.installedOn && patch.installedOn !== storedRow.installedOn) {
    const [name, since, firstUse] = [storedRow.code, patch.installedOn, await findFirstRecordMoment(ctx, id)]
    assertNotUsedBefore(ctx, { name, since, firstUse, field: 'installedOn' })
  }
  return ctx.rows.update(
    equipment,
    id,
    {
      ...patch,
      ...(patch.code === undefined ? {} : { code: cleanCode(patch.code) }),
      ...(patch.custom || patch.worth
        ? cleanMachineCustomValues(ctx, await loadMachineFields(ctx), patch, storedRow)
        : {}),
    },
    { version },
  )
}

/** Removes a machine entered by mistake. A machine with a history cannot be removed, only discarded. */
export const removeEquipment = handle(equipment.endpoints.remove, async (ctx, input) => {
  const machine = await ctx.rows.lock(equipment, input.id, { blockReferences: true })
  await assertUnused(ctx, 'equipment', machine.id, machine.code)
  await ctx.rows.remove(equipment, machine.id, { version: input.version ?? null })
  return null
})

/** Imports machines from a workbook. Rows match by normalized code; custom values are validated as in the form. */
export const importEquipment = handle(equipment.endpoints.import, (ctx, input) => {
  return importWorkbook(ctx as AppContext, equipment, input, {
    prepare: (row) => {
      row['code'] = cleanCode(String(row['code'] ?? ''))
    },
    insert: (_ctx, row) => addEquipment.run(ctx, row as CreateInput<typeof equipment>),
    insertAll: async (_ctx, rows) => {
      const definitions = await loadMachineFields(ctx)
      return ctx.rows.insertAll(
        equipment,
        rows.map((row) => toMachineValues(ctx, definitions, row as CreateInput<typeof equipment>)),
      )
    },
    update: (_ctx, id, row) => updateMachine(ctx, id, row, null),
  })
})

type ByCodeAnswer = EndpointOutput<typeof equipmentByCode>
/** Maximum length of `code` and `label` in the answer. */
const MAX_ANSWER_LENGTH = 400
/** Returns the rank of a label kind. Rows that share a code are sorted in the order of `labelPrefixes`. */
const getLabelRank = (kind: string): number => Object.keys(labelPrefixes).indexOf(kind)

/** Finds the rows for a scanned or typed text. A label names its kind; a code without prefix is searched in all kinds. */
export const findEquipmentByCode = handle(equipmentByCode, async (ctx, input) => {
  const parsedLabel = parseLabel(input.text)
  const rows = await findRowsByCode(ctx, parsedLabel.code, parsedLabel.kind === 'unknown' ? null : parsedLabel.kind)
  const [firstRow, ...otherRows] = rows.sort((a, b) => getLabelRank(a.kind) - getLabelRank(b.kind))
  return {
    kind: (firstRow?.kind as ByCodeAnswer['kind'] | undefined) ?? parsedLabel.kind,
    code: parsedLabel.code.slice(0, MAX_ANSWER_LENGTH),
    resource: firstRow?.resource ?? null,
    id: firstRow?.id ?? null,
    label: firstRow?.label.slice(0, MAX_ANSWER_LENGTH) ?? null,
    others: otherRows.map(({ resource, id, label }) => ({ resource, id, label: label.slice(0, MAX_ANSWER_LENGTH) })),
  }
})

/** Creates a hopper. */
export const addHopper = handle(hopper.endpoints.create, (ctx, input) =>
  ctx.rows.insert(hopper, { ...input, code: cleanCode(input.code) }),
)
/** Updates a hopper. A hopper with feeds cannot move to another line, because the feeds belong to its line. */
export const changeHopper = handle(hopper.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const storedHopper = await ctx.rows.lock(hopper, id, { blockReferences: patch.lineId !== undefined })
  if (patch.lineId !== undefined && patch.lineId !== storedHopper.lineId)
    await assertUnused(ctx, 'hopper', storedHopper.id, storedHopper.code)
  return ctx.rows.update(hopper, id, withCleanCode(patch), { version })
})
/** Removes a hopper that nothing refers to. */
export const removeHopper = handle(hopper.endpoints.remove, async (ctx, input) => {
  const storedHopper = await ctx.rows.lock(hopper, input.id, { blockReferences: true })
  await assertUnused(ctx, 'hopper', storedHopper.id, storedHopper.code)
  await ctx.rows.remove(hopper, storedHopper.id, { version: input.version ?? null })
  return null
})
