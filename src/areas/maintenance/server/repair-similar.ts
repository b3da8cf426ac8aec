import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { buildLabelSql } from '@/server/crud/refs'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { listSimilarMachines } from '@/areas/equipment/server/queries/machines'
import { repair } from '../contract/repair'
import type { similarRepairs } from '../contract/repair-reports'
import { sparePart } from '../contract/spare-part'

type Answer = EndpointOutput<typeof similarRepairs>
const MAX_REPAIRS = 20

/** GET /repair/similar: finished repairs with the same kind of fault on similar machines. */
export async function listSimilarRepairs(ctx: Context, input: EndpointInput<typeof similarRepairs>): Promise<Answer> {
  const machines = await listSimilarMachines(ctx, input.equipmentId)
  const similarById = new Map(machines.map((machine) => [machine.id, machine]))
  const ids = machines.map(({ id }) => id)
  const models = machines.filter(({ likeness }) => likeness === 'model').map(({ id }) => id)
  const rows = await ctx.query(
    sql`select ${columns(repair, ['id', 'number', 'equipmentId', 'description', 'causes', 'actions', 'repairEndAt'], 'r')},
         ${computed<{
           hours: number
           parts: Answer[number]['parts']
         }>`(select coalesce(sum((h->>'hours')::numeric), 0) from jsonb_array_elements(r.hours) h) as hours,
         (select coalesce(jsonb_agg(jsonb_build_object('part', ${buildLabelSql(sparePart, ctx, 'p')}, 'quantity', (u->>'quantity')::numeric, 'unit', p.unit)), '[]'::jsonb)
          from jsonb_array_elements(r.parts) u join spare_part p on p.site_id = r.site_id and p.id = (u->>'partId')::uuid) as parts`}
       from repair r
       where r.site_id = ${ctx.site} and r.equipment_id = any(${ids}::uuid[]) and r.fault_kind = ${input.faultKind} and r.repair_end_at is not null
         and r.state <> ${options(repair.fields.state, 'withdrawn')} and r.id is distinct from ${input.id ?? null}::uuid
       order by r.equipment_id <> ${input.equipmentId}, r.equipment_id <> all(${models}::uuid[]), r.repair_end_at desc ${limit(MAX_REPAIRS)}`,
  )
  return rows.flatMap(({ equipmentId, repairEndAt, ...row }) => {
    const machine = similarById.get(equipmentId)
    if (!machine || repairEndAt === null) return []
    return [{ ...row, repairEndAt, equipment: machine.label, likeness: machine.likeness }]
  })
}
