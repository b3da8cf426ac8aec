/** Doffs of the bare server: the rows that a doff of the product writes, in one transaction, without its rules. */
import { createUuid7 } from '@/contract/id'
import type { openDatabase } from '@/server/db/connect'
import { lineId, runningOrderId } from './roll-rows'
import { prepareCopies } from './row-copies'

type Database = Awaited<ReturnType<typeof openDatabase>>

/** Returns the route `POST /doff?line=n`. The product must have doffed before: its rows are the templates. */
export function createBareDoff(db: Database): (url: URL) => Promise<unknown> {
  const prepare = async () => ({
    roll: await prepareCopies(db, 'jumbo_roll', "doffed_at > now() - interval '2 days'"),
    content: await prepareCopies(db, 'hopper_content'),
    movement: await prepareCopies(db, 'roll_movement', 'jumbo_roll_id is not null'),
    log: await prepareCopies(db, 'operation_log', "resource = 'jumboRoll'"),
    ledger: await prepareCopies(db, 'sync_op'),
    cause: await prepareCopies(db, 'cost_cause'),
  })
  let templates: ReturnType<typeof prepare> | undefined
  let count = 0
  return async (url) => {
    const { roll, content, movement, log, ledger, cause } = await (templates ??= prepare())
    const line = Number(url.searchParams.get('line'))
    const [workOrderId, orderLineId] = [runningOrderId(line), lineId(line)]
    const serial = count++
    return db.transaction(async (client) => {
      await client.query({
        name: 'lock order',
        text: 'select * from work_order where site_id = 1 and id = $1 for no key update',
        values: [workOrderId],
      })
      const { rows } = await client.query<{ last: number }>({
        name: 'number',
        text: `insert into number_series (site_id, series, last) values (1, $1, 1) on conflict (site_id, series) do update set last = number_series.last + 1 returning last`,
        values: [`bare ${line}`],
      })
      const number = `BARE-${line}-${rows[0]!.last}`
      const id = createUuid7(Date.now())
      const doffedAt = new Date(Date.now() - 30 * 86_400_000 + serial).toISOString()
      await Promise.all([
        roll.insert(client, {
          id,
          number,
          line_id: orderLineId,
          work_order_id: workOrderId,
          doffed_at: doffedAt,
          started_at: doffedAt,
        }),
        content.insert(client, { line_id: orderLineId, at: doffedAt }),
        movement.insert(client, { roll_id: id, jumbo_roll_id: id }),
        log.insert(client),
        ledger.insert(client),
        cause.insert(client, { work_order_id: workOrderId }),
        client.query({
          name: 'mark',
          text: 'insert into figure_mark (site_id, id, version, created_at, updated_at, day) values (1, gen_random_uuid(), 1, now(), now(), current_date)',
        }),
        client.query({
          name: 'sums',
          text: 'update work_order set jumbo_rolls = jumbo_rolls + 1, jumbo_kg = jumbo_kg + 480, updated_at = now() where site_id = 1 and id = $1',
          values: [workOrderId],
        }),
      ])
      return { number }
    })
  }
}
