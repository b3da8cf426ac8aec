import { feedCalls } from '@/areas/feeding/contract/feed'
import type { Crew } from './crew'

interface Last {
  kind: string
  materialId: string
  lotId: string | null
  hopperId: string | null
  kg: number
  workOrderId: string
}
const AGAIN = ['main', 'sub']

/** What went into the hoppers last goes in again for the roll to come, as much as one feed brought. */
export async function feedLine(crew: Crew, lineId: string, workOrderId: string): Promise<void> {
  const last = await crew.query<Last>(
    `select distinct on (kind, material_id, hopper_id) kind, material_id as "materialId", lot_id as "lotId", hopper_id as "hopperId", kg::float as kg, work_order_id as "workOrderId" from feed
     where site_id = $1 and line_id = $2 and fed_at > now() - interval '14 days' and kg > 0 and counter_of is null and kind = any($3) order by kind, material_id, hopper_id, fed_at desc limit 8`,
    [lineId, AGAIN],
  )
  for (const { kind, ...line } of last) {
    const call = feedCalls.find((one) => one.name === `feed.add${kind[0]!.toUpperCase()}${kind.slice(1)}`)
    if (call) await crew.call('OPERATOR-LINE', call, { ...line, workOrderId, lineId, entry: 'scanned' })
  }
}
