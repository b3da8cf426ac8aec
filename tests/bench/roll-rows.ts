import { areaContracts } from '@/areas/contracts'
import type { Resource } from '@/contract/resource'
import { runWithoutIndexes } from '@/demo/bulk'
import { openPlantDatabase } from './plant-rows'
import type { ServerSettings } from './server-process'

export const LANES = 10
const SETS = 2
export const LINES = 8
export const LOTS = 2_500
const toIdSql = (kind: number, n: string): string =>
  `('00000000-0000-7000-8000-${kind}' || lpad((${n})::text, 11, '0'))::uuid`
const createIdBuilder =
  (kind: number) =>
  (n: number): string =>
    `00000000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`
export const lineId = createIdBuilder(1)
export const customerId = createIdBuilder(3)
export const orderId = createIdBuilder(4)
export const lotId = createIdBuilder(5)
export const slitId = createIdBuilder(8)
export const ORDERS = 400
/** The order that has been running on a line since yesterday; it has no rolls yet. */
export const runningOrderId = (line: number): string => orderId(ORDERS + line)
export const CUSTOMERS = 100
/** SQL of the time at which the n-th jumbo was doffed: one every ten minutes on all lines together. */
const toMomentSql = (n: string): string => `timestamptz '2025-10-01Z' + (${n}) * interval '10 minutes'`
export const doffedAt = (slit: number): string =>
  new Date(Date.parse('2025-10-01T00:00:00Z') + Math.floor(slit / (LANES * SETS)) * 600_000 + 7_200_000).toISOString()

/** Inserts orders, lots, jumbos and slit rolls into a database that a server has created. No server may have it open. */
export async function fillRolls(settings: ServerSettings, slitRolls: number): Promise<void> {
  const jumbos = slitRolls / (LANES * SETS)
  const db = await openPlantDatabase(settings)
  const fill = (table: string, columns: string, values: string, count: number) =>
    `insert into ${table} (site_id, id, ${columns}) select 1, ${values} from generate_series(0, ${count - 1}) n`
  try {
    await db.transaction(
      async (client) =>
        runWithoutIndexes(
          client,
          areaContracts.find(({ name }) => name === 'rolls')!.resources as Resource[],
          async () => {
            await client.query(
              fill(
                'public.line',
                'code, name, kind, width, sort_order',
                `${toIdSql(1, 'n')}, 'L-' || n, 'Line ' || n, case when n < ${LINES} then 'spunbond' else 'slitting' end, 3.2, n`,
                LINES * 2,
              ),
            )
            await client.query(
              fill(
                'product',
                'code, name, family, gsm',
                `${toIdSql(2, 'n')}, 'P-' || n, 'Web ' || n, 'spunbond', 15`,
                40,
              ),
            )
            await client.query(
              fill('customer', 'code, name', `${toIdSql(3, 'n')}, 'C-' || n, 'Customer ' || n`, CUSTOMERS),
            )
            await client.query(
              fill(
                'work_order',
                'number, batch, state, customer_id, product_id, line_id, gsm, width_mm, good_rolls, started_at',
                `${toIdSql(4, 'n')}, 'WO-' || n, 'B-' || n, case when n < ${ORDERS} then 'finished' else 'running' end, ${toIdSql(3, `n % ${CUSTOMERS}`)}, ${toIdSql(2, 'n % 40')}, ${toIdSql(1, `n % ${LINES}`)}, 15, 300, case when n < ${ORDERS} then ${Math.round(slitRolls / ORDERS)} else 0 end, case when n < ${ORDERS} then ${toMomentSql('n')} else now() - interval '30 hours' end`,
                ORDERS + LINES,
              ),
            )
            await client.query(
              fill('material', 'code, name, kind', `${toIdSql(6, 'n')}, 'M-' || n, 'Resin ' || n, 'main'`, 1),
            )
            await client.query(
              fill(
                'material_lot',
                'number, material_id, received_on, received_kg, left_kg, state',
                `${toIdSql(5, 'n')}, 'LOT-' || n, ${toIdSql(6, '0')}, date '2025-10-01', 24000, 0, 'released'`,
                LOTS,
              ),
            )
            const lot = (n: string) =>
              `jsonb_build_object('lotId', ${toIdSql(5, n)}, 'materialId', ${toIdSql(6, '0')}, 'kg', 240)`
            await client.query(
              fill(
                'jumbo_roll',
                'number, state, work_order_id, product_id, line_id, gsm, width_mm, length_m, started_at, doffed_at, business_date, net_kg, expected_kg, left_m, lots',
                `${toIdSql(7, 'n')}, 'B-L-' || lpad(n::text, 8, '0'), 'cut', ${toIdSql(4, `n % ${ORDERS}`)}, ${toIdSql(2, 'n % 40')}, ${toIdSql(1, `n % ${LINES}`)}, 15, 3200, 10000, ${toMomentSql('n')}, ${toMomentSql('n')}, date '2025-10-01' + n / 144, 480, 480, 0, jsonb_build_array(${lot(`n * ${LOTS} / ${jumbos}`)}, ${lot(`(n + 7) * ${LOTS} / ${jumbos} % ${LOTS}`)})`,
                jumbos,
              ),
            )
            await client.query(
              fill(
                'cutting',
                'jumbo_roll_id, slitter_id, state, started_at, business_date',
                `${toIdSql(9, 'n')}, ${toIdSql(7, 'n')}, ${toIdSql(1, `${LINES} + n % ${LINES}`)}, 'finished', ${toMomentSql('n + 6')}, date '2025-10-01' + n / 144`,
                jumbos,
              ),
            )
            await client.query(`insert into slit_set (site_id, id, cutting_id, jumbo_roll_id, slitter_id, set_number, from_m, to_m, doffed_at, business_date, rolls)
        select 1, ('00000000-0000-7000-8000-a' || lpad(n::text, 11, '0'))::uuid, ${toIdSql(9, `n / ${SETS}`)}, ${toIdSql(7, `n / ${SETS}`)}, ${toIdSql(1, `${LINES} + n / ${SETS} % ${LINES}`)}, n % ${SETS} + 1, 5000 * (1 - n % ${SETS}), 5000 * (2 - n % ${SETS}), ${toMomentSql(`n / ${SETS} + 12`)}, date '2025-10-01' + n / ${144 * SETS}, ${LANES} from generate_series(0, ${jumbos * SETS - 1}) n`)
            for (let from = 0; from < slitRolls; from += 100_000)
              await client.query(
                `insert into slit_roll (site_id, id, number, state, jumbo_roll_id, slit_set_id, slitter_id, work_order_id, product_id, lane, width_mm, from_mm, from_m, to_m, length_m, doffed_at, business_date, expected_kg, kg, grade)
         select 1, ${toIdSql(8, 'n')}, 'B-L-' || lpad((n / ${LANES * SETS})::text, 8, '0') || '-' || (n / ${LANES} % ${SETS} + 1) || '-' || lpad((n % ${LANES} + 1)::text, 2, '0'), 'stored', ${toIdSql(7, `n / ${LANES * SETS}`)}, ('00000000-0000-7000-8000-a' || lpad((n / ${LANES})::text, 11, '0'))::uuid, ${toIdSql(1, `${LINES} + n / ${LANES * SETS} % ${LINES}`)},
           ${toIdSql(4, `n / ${LANES * SETS} % ${ORDERS}`)}, ${toIdSql(2, `n / ${LANES * SETS} % 40`)}, n % ${LANES} + 1, 300, 100 + n % ${LANES} * 300, 5000 * (1 - n / ${LANES} % ${SETS}), 5000 * (2 - n / ${LANES} % ${SETS}), 5000, ${toMomentSql(`n / ${LANES * SETS} + 12`)}, date '2025-10-01' + n / ${144 * LANES * SETS}, 22.5, 22.5, case when n % 40 = 0 then 'downgraded' else 'good' end
         from generate_series($1::int, $2::int) n`,
                [from, Math.min(from + 100_000, slitRolls) - 1],
              )
          },
        ),
      { statementTimeoutMs: 1_200_000 },
    )
    await db.pool.query('vacuum (analyze)') // a running server does the same sooner or later
    if (db.kind === 'embedded') await db.checkpoint()
    await db.pool.query('update app_user set must_change = false')
    await db.waitUntilDurable()
  } finally {
    await db.close()
  }
}
