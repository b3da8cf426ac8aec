import { openDatabase } from '@/server/db/connect'
import { pino } from 'pino'
import type { ServerSettings } from './server-process'

export const LINES = 400
/** Ids by number, so that a load generator can calculate them. */
export const lineId = (n: number): string => `00000000-0000-7000-8000-1${String(n).padStart(11, '0')}`
export const machineId = (n: number): string => `00000000-0000-7000-8000-2${String(n).padStart(11, '0')}`
export const openPlantDatabase = ({ dataDir, databaseUrl }: ServerSettings) =>
  openDatabase({ dataDir, databaseUrl, log: pino({ level: 'error' }) })

/** Inserts lines and machines into a database that a server has created. No server may have it open. */
export async function fillMachines(settings: ServerSettings, machines: number): Promise<void> {
  const db = await openPlantDatabase(settings)
  try {
    await db.transaction(
      async (client) => {
        await client.query(
          `insert into line (site_id, id, code, name, kind, sort_order)
         select 1, ('00000000-0000-7000-8000-1' || lpad(n::text, 11, '0'))::uuid, 'L-' || n, 'Line ' || n, 'spunbond', n from generate_series(0, $1::int - 1) n`,
          [LINES],
        )
        for (let from = 0; from < machines; from += 50_000) {
          await client.query(
            `insert into equipment (site_id, id, code, name, name_en, category, line_id, model, maker, serial_number, criticality, installed_on, running_hours, rated_power, note)
           select 1, ('00000000-0000-7000-8000-2' || lpad(n::text, 11, '0'))::uuid, 'M-' || lpad(n::text, 6, '0'), '纺丝机 ' || n, 'Spinning beam ' || n,
             (array['extrusion', 'spinning', 'winding', 'slitting'])[1 + n % 4], ('00000000-0000-7000-8000-1' || lpad((n % $1)::text, 11, '0'))::uuid,
             'SB-' || n % 97, 'Maker ' || n % 31, 'SN' || n, (array['A', 'B'])[1 + n / $1 % 2], date '2015-01-01' + n % 3650, n % 90000 / 10.0, n % 500, 'Checked at delivery.'
           from generate_series($2::int, $3::int) n`,
            [LINES, from, Math.min(from + 50_000, machines) - 1],
          )
        }
      },
      { statementTimeoutMs: 300_000 },
    )
    await db.pool.query('analyze equipment, line')
    if (db.kind === 'embedded') await db.checkpoint()
    await db.pool.query('update app_user set must_change = false')
    await db.waitUntilDurable()
  } finally {
    await db.close()
  }
}
