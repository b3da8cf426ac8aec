import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { Context, FileAnswer } from '@/server/context'
import { wordSql } from '@/server/crud/refs'
import { readFile } from '@/server/kit/files'
import { equipment } from '../contract/equipment'
import type { equipmentDocument, equipmentLabel } from '../contract/equipment-calls'
import { line } from '@/plant/contract/line'
import { plantArea } from '@/plant/contract/plant-area'
import { labelText } from '@/plant/rules/label'

/** What is printed on the labels of some machines, in the order asked for. */
export async function labelsOf(
  ctx: Context,
  input: InOf<typeof equipmentLabel>,
): Promise<OutOf<typeof equipmentLabel>> {
  const rows = await ctx.query<Omit<OutOf<typeof equipmentLabel>[number], 'text'>>(
    `select e.id, e.code, e.name, e.name_en as "nameEn", ${wordSql(line, 'name', ctx.language, 'l')} as line, ${wordSql(plantArea, 'name', ctx.language, 'a')} as area, e.model from equipment e
     left join line l on l.site_id = e.site_id and l.id = e.line_id left join plant_area a on a.site_id = e.site_id and a.id = e.area_id
     where e.site_id = $1 and e.id = any($2::uuid[]) order by array_position($2::uuid[], e.id)`,
    [ctx.site, input.ids],
  )
  if (rows.length < input.ids.length) throw refuseInput([{ path: ['ids'], code: 'unknownId' }])
  return rows.map((row) => ({ ...row, text: labelText('equipment', row.code) }))
}

/** A document or picture of a machine. The id of some other file opens nothing here. */
export async function documentOf(ctx: Context, input: InOf<typeof equipmentDocument>): Promise<FileAnswer> {
  const machine = await ctx.rows.get(equipment, input.id)
  const [id] = input.file
  if (!id || ![...machine.documents, ...machine.images].includes(id)) throw refuse('equipment:refusals.document')
  return readFile(ctx, { id })
}
