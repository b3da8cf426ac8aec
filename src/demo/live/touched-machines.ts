import { MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { REQUEST_ID_PREFIX, type LiveCrew } from './crew'

/** The simulation leaves a machine alone for this long after a person acted there. */
export const HANDS_OFF_MS = 30 * MINUTE_MS

/**
 * Finds the machines at which a person acted recently: the audit trail shows changes of their orders, rolls, cuttings,
 * runs or stops. Entries of the loaded history are ignored.
 * @param loadedAt end of the loaded history, ms since 1970
 */
export async function findTouchedMachines(crew: LiveCrew, now: number, loadedAt: number): Promise<Set<string>> {
  const rows = await crew.query<{ id: string | null }>(
    `select distinct coalesce(o.line_id, j.line_id, c.slitter_id, s.slitter_id, r.slitter_id, m.line_id, p.line_id) as id from operation_log a
       left join work_order o on a.resource = 'workOrder' and o.site_id = a.site_id and o.id = a.row_id::uuid
       left join jumbo_roll j on a.resource = 'jumboRoll' and j.site_id = a.site_id and j.id = a.row_id::uuid
       left join cutting c on a.resource = 'cutting' and c.site_id = a.site_id and c.id = a.row_id::uuid
       left join slit_set s on a.resource = 'slitSet' and s.site_id = a.site_id and s.id = a.row_id::uuid
       left join slit_roll r on a.resource = 'slitRoll' and r.site_id = a.site_id and r.id = a.row_id::uuid
       left join machine_run m on a.resource = 'machineRun' and m.site_id = a.site_id and m.id = a.row_id::uuid
       left join line_stop p on a.resource = 'lineStop' and p.site_id = a.site_id and p.id = a.row_id::uuid
     where a.site_id = $1 and a.at > $2 and a.user_id is not null and a.request_id not like '${REQUEST_ID_PREFIX}%' and a.resource in ('workOrder', 'jumboRoll', 'cutting', 'slitSet', 'slitRoll', 'machineRun', 'lineStop')`,
    [toMoment(Math.max(now - HANDS_OFF_MS, loadedAt))],
  )
  return new Set(rows.flatMap((row) => row.id ?? []))
}
