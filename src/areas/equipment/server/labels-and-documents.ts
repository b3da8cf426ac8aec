import { refuse, refuseInput } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import type { Context } from '@/server/context'
import { readStoredFile } from '@/server/kit/stored-files'
import { columns, sql } from '@/server/sql'
import { equipment } from '../contract/equipment'
import { equipmentDocument, equipmentLabel } from '../contract/equipment-endpoints'
import { line, plantArea } from '@/plant/contract/line'
import { buildLabelText } from '@/plant/rules/label'
import { handle } from '@/server/area'

/** Loads the names of lines or plant areas by id, without their codes. */
async function loadPlaceNames(
  ctx: Context,
  resource: typeof line | typeof plantArea,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const placeIds = [...new Set(ids.flatMap((id) => id ?? []))]
  const rows = placeIds.length === 0 ? [] : await ctx.rows.find(resource, { where: { id: placeIds } })
  return new Map(rows.map((row) => [row.id, String(getFieldInLanguage(resource, row, 'name', ctx.language))]))
}

/** Returns the label data of machines in the requested order. */
export const listEquipmentLabels = handle(equipmentLabel, async (ctx, input) => {
  const rows = await ctx.query(
    sql`select ${columns(equipment, ['id', 'code', 'name', 'nameEn', 'lineId', 'areaId', 'model'])} from equipment
     where site_id = ${ctx.site} and id = any(${input.ids}::uuid[]) order by array_position(${input.ids}::uuid[], id)`,
  )
  if (rows.length < input.ids.length) throw refuseInput([{ path: ['ids'], code: 'unknownId' }])
  const lineNames = await loadPlaceNames(
    ctx,
    line,
    rows.map(({ lineId }) => lineId),
  )
  const areaNames = await loadPlaceNames(
    ctx,
    plantArea,
    rows.map(({ areaId }) => areaId),
  )
  return rows.map(({ lineId, areaId, ...row }) => ({
    ...row,
    line: lineNames.get(lineId) ?? null,
    area: areaNames.get(areaId) ?? null,
    text: buildLabelText('equipment', row.code),
  }))
})

/** Returns a document or picture of a machine. Refuses files that are not attached to this machine. */
export const downloadEquipmentDocument = handle(equipmentDocument, async (ctx, input) => {
  const machine = await ctx.rows.get(equipment, input.id)
  const [id] = input.file
  if (!id || ![...machine.documents, ...machine.images].includes(id)) throw refuse('equipment:refusals.document')
  return readStoredFile(ctx, { id })
})
