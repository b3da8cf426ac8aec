import { areaContracts } from '@/areas/contracts'
import type { Resource } from '@/contract/resource'
import { runWithoutIndexes } from '@/demo/bulk'
import { openPlantDatabase } from './plant-rows'
import { lineId } from './roll-rows'
import type { ServerSettings } from './server-process'

/** Number of test indexes per roll, and of samples per index. */
export const INDEXES = 20
export const SAMPLES = 10
const toIdSql = (kind: string, n: string): string =>
  `('00000000-0000-7000-8000-${kind}' || lpad((${n})::text, 11, '0'))::uuid`
export const indexId = (n: number): string => `00000000-0000-7000-8000-b${String(n).padStart(11, '0')}`
export const productId = `00000000-0000-7000-8000-2${'0'.repeat(11)}`
/** SQL of a value that varies around the mean and is the same in every run. */
const toValueSql = (n: string, i: string): string =>
  `round((15 + ((${n} * 37 + ${i} * 91) % 101 - 50) / 250.0)::numeric, 2)`

/**
 * Fills laboratory results of the jumbos that `fillRolls` created: published results of one product on one line with their
 * sums as the server stores them, and a standard that demands some of the indexes.
 */
export async function fillTests(settings: ServerSettings, jumbos: number): Promise<void> {
  const db = await openPlantDatabase(settings)
  const site = 'site_id, id'
  try {
    await db.transaction(
      async (client) =>
        runWithoutIndexes(
          client,
          areaContracts.find(({ name }) => name === 'laboratory')!.resources as Resource[],
          async () => {
            await client.query(
              `insert into test_index (${site}, code, name, name_en, unit, method, digits)
               select 1, ${toIdSql('b', 'n')}, 'TI-' || n, '检测项目' || n, 'Test index ' || n, 'N/50 mm', 'GB/T 24218.' || n, 2 from generate_series(0, ${INDEXES - 1}) n`,
            )
            await client.query(
              `insert into product_standard (${site}, code, product_id, revision, newest, state, approved_at, indexes)
               select 1, ${toIdSql('c', '0')}, 'PD-0', '${productId}', 1, true, 'approved', now(),
                 (select jsonb_agg(jsonb_build_object('season', 'both', 'comparison', 'rounded', 'indexId', ${toIdSql('b', 'n')}, 'lsl', 14, 'target', 15, 'usl', 16, 'samplesPerRoll', ${SAMPLES}, 'onCertificate', n < 12)) from generate_series(0, ${INDEXES - 1}) n)`,
            )
            await client.query(
              `insert into test_batch (${site}, number, state, source, product_id, tested_at, published_at)
               select 1, ${toIdSql('d', 'n')}, 'BENCH-' || n, 'published', 'file', '${productId}', timestamptz '2026-05-01Z', now() from generate_series(0, ${INDEXES - 1}) n`,
            )
            for (let index = 0; index < INDEXES; index++)
              await client.query(
                `insert into test_result (${site}, batch_id, index_id, jumbo_roll_id, retest, samples, digits, n, mean, m2, min, max, below, line_id, product_id, work_order_id, rolled_at)
                 select 1, ${toIdSql('e', `${index} * 1000000 + j.n`)}, ${toIdSql('d', String(index))}, ${toIdSql('b', String(index))}, j.id, 0, s.samples, 2, ${SAMPLES}, s.mean, s.m2, s.min, s.max, 0, '${lineId(0)}', '${productId}', j.work_order_id, j.doffed_at
                 from (select id, work_order_id, doffed_at, (row_number() over (order by doffed_at))::int as n from jumbo_roll where site_id = 1 order by doffed_at limit $1) j
                 cross join lateral (
                   select jsonb_agg(jsonb_build_object('no', i, 'lane', i, 'text', v::text, 'value', v, 'below', false, 'excluded', false, 'reason', null) order by i) as samples,
                     avg(v) as mean, var_pop(v) * ${SAMPLES} as m2, min(v) as min, max(v) as max
                   from (select i, ${toValueSql('j.n', 'i')} as v from generate_series(1, ${SAMPLES}) i) of) s`,
                [jumbos],
              )
          },
        ),
      { statementTimeoutMs: 600_000 },
    )
    await db.pool.query('vacuum (analyze) test_result, test_batch, test_index, product_standard')
    if (db.kind === 'embedded') await db.checkpoint()
    await db.waitUntilDurable()
  } finally {
    await db.close()
  }
}
