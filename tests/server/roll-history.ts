/** A long history of rolls, packages and waste, for searches and recalls in large tables. */
import type { Database } from '@/server/db/connect'

/** SQL of the id of row `n` of a kind: `order`, `lot`, `jumbo`, `roll`, `package`, … */
export const buildIdSql = (kind: string, n: string | number): string => `md5('${kind}' || (${n}))::uuid`
/** The day of jumbo or package `n`, ten a day. */
const buildDaySql = (n: string) => `(date '2026-01-01' + (${n}) / 10)`
const buildJumboNumberSql = (n: string) =>
  `'B26-SS1-' || to_char(${buildDaySql(n)}, 'YYMMDD') || '-' || lpad(((${n}) % 10 + 1)::text, 3, '0')`
const [PRODUCT, LINE, SLITTER, MATERIAL] = ['product', 'line', 'slitter', 'material'].map((kind) => buildIdSql(kind, 0))
/** Jumbos made of one lot and for one order. */
export const JUMBOS_PER_ORDER = 20

/**
 * Inserts slit rolls with their jumbos (two sets of five rolls), packages (ten rolls), and for each jumbo edge trim, which
 * became pellets. A day has 100 rolls, the first one is 2026-01-01. Numbers are as in `buildSlitNumber`: `B26-SS1-260101-001-1-01`.
 */
export async function insertRollHistory(db: Database, rolls: number): Promise<void> {
  const jumbos = rolls / 10
  const orders = Math.ceil(jumbos / JUMBOS_PER_ORDER)
  const order = buildIdSql('order', `n / ${JUMBOS_PER_ORDER}`)
  const lots = `jsonb_build_array(jsonb_build_object('lotId', ${buildIdSql('lot', `n / ${JUMBOS_PER_ORDER}`)}, 'materialId', ${MATERIAL}, 'kg', 400))`
  const eachJumbo = `from generate_series(0, ${jumbos - 1}) n, lateral (select ${buildDaySql('n')} as day) d`
  const statements = [
    `insert into line (site_id, id, code, name, kind) values (1, ${LINE}, 'SS1', 'SS1', 'spunbond'), (1, ${SLITTER}, 'S1', 'S1', 'slitter')`,
    `insert into product (site_id, id, code, name, family, gsm) values (1, ${PRODUCT}, 'P', 'P', 'spunbond', 15)`,
    `insert into material (site_id, id, code, name, kind) values (1, ${MATERIAL}, 'PP', 'PP', 'main')`,
    `insert into work_order (site_id, id, number, batch, product_id, state)
     select 1, ${buildIdSql('order', 'n')}, 'W' || n, 'B' || n, ${PRODUCT}, 'running' from generate_series(0, ${orders - 1}) n`,
    `insert into material_lot (site_id, id, number, material_id, received_on, received_kg, left_kg, state)
     select 1, ${buildIdSql('lot', 'n')}, 'L' || n, ${MATERIAL}, date '2026-01-01', 10000, 0, 'released' from generate_series(0, ${orders - 1}) n
     union all select 1, ${buildIdSql('pellets', 0)}, 'PEL', ${MATERIAL}, date '2026-01-01', 10000, 10000, 'released'`,
    `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, started_at, doffed_at, business_date, net_kg, lots)
     select 1, ${buildIdSql('jumbo', 'n')}, ${buildJumboNumberSql('n')}, 'cut', ${order}, ${PRODUCT}, ${LINE}, day + interval '8 hours', day + interval '9 hours', day, 400, ${lots} ${eachJumbo}`,
    `insert into recycle (site_id, id, work_order_id, line_id, kind, destination, kg, occurred_at, business_date, lots)
     select 1, ${buildIdSql('waste', 'n')}, ${order}, ${LINE}, 'edgeTrim', 'pellets', 400, day + interval '9 hours', day, ${lots} ${eachJumbo}`,
    `insert into pellet_source (site_id, id, lot_id, recycle_id, kg)
     select 1, ${buildIdSql('source', 'n')}, ${buildIdSql('pellets', 0)}, ${buildIdSql('waste', 'n')}, 100 ${eachJumbo}`,
    `insert into cutting (site_id, id, jumbo_roll_id, slitter_id, state, started_at, ended_at, business_date, trim_kg)
     select 1, ${buildIdSql('cutting', 'n')}, ${buildIdSql('jumbo', 'n')}, ${SLITTER}, 'finished', day + interval '10 hours', day + interval '11 hours', day, 5 ${eachJumbo}`,
    `insert into slit_set (site_id, id, cutting_id, jumbo_roll_id, slitter_id, set_number, from_m, to_m, doffed_at, business_date)
     select 1, ${buildIdSql('set', 'n')}, ${buildIdSql('cutting', 'n / 2')}, ${buildIdSql('jumbo', 'n / 2')}, ${SLITTER}, n % 2 + 1, 0, 5000, day + interval '10 hours', day
     from generate_series(0, ${2 * jumbos - 1}) n, lateral (select ${buildDaySql('n / 2')} as day) d`,
    `insert into package (site_id, id, number, work_order_id, state, place, note, business_date, created_at)
     select 1, ${buildIdSql('package', 'n')}, 'P' || to_char(day, 'YYMMDD') || '-' || lpad((n % 10 + 1)::text, 2, '0'), ${order}, 'packed',
       case when n in (67, 68) then '库区 7' end, case when n = 34 then '小心，很易碎' end, day, day + n % 10 * interval '1 minute' ${eachJumbo}`,
    // Every tenth jumbo has a roll that went to the pelletiser.
    `insert into slit_roll (site_id, id, number, state, jumbo_roll_id, slit_set_id, slitter_id, work_order_id, product_id, package_id, lane, width_mm, from_mm, from_m, to_m, length_m, doffed_at, business_date, kg)
     select 1, ${buildIdSql('roll', 'n')}, ${buildJumboNumberSql('n / 10')} || '-' || (n / 5 % 2 + 1) || '-0' || n % 5 + 1, case when n % 100 = 0 then 'recycled' else 'made' end,
       ${buildIdSql('jumbo', 'n / 10')}, ${buildIdSql('set', 'n / 5')}, ${SLITTER}, ${buildIdSql('order', `n / ${10 * JUMBOS_PER_ORDER}`)}, ${PRODUCT}, ${buildIdSql('package', 'n / 10')},
       n % 5 + 1, 480, 0, 0, 5000, 5000, day + interval '10 hours' + n % 100 * interval '1 minute', day, 40
     from generate_series(0, ${rolls - 1}) n, lateral (select ${buildDaySql('n / 10')} as day) d`,
    'analyze jumbo_roll, slit_roll, package, recycle, cutting, pellet_source',
  ]
  await db.transaction(
    async (client) => {
      for (const statement of statements) await client.query(statement)
    },
    { statementTimeoutMs: 600_000 },
  )
}
