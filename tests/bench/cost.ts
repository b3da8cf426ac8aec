/** Costs over 13 months on the demonstration plant: energy pages with many meters, and the recalculation of all order costs. */
import { setTimeout as pause } from 'node:timers/promises'
import { openPlantDatabase } from './plant-rows'
import { FOLLOWERS, startServer, waitForJobs, type ServerProcess, type ServerSettings } from './server-process'
import { atMost, withoutLimit, type Figure } from './table'
import { createGet, getPercentile, measureDurations } from './timing'

const METERS = 200
/** The limit is for this many orders; the plant has slightly more. */
const ORDERS = 1500

/** Loads a demonstration plant if the folder has none. SQL copies its meters with their readings until there are 200. */
export async function measureCost(settings: ServerSettings): Promise<Figure[]> {
  const demo = { ...settings, demo: true }
  const loadingServer = await startServer(demo)
  const calculationSeconds = await waitForJobs(loadingServer, FOLLOWERS)
  await loadingServer.stop()
  const meters = await copyMeters(settings)
  const pageServer = await startServer(demo)
  let pages: Figure[]
  try {
    pages = await measureDisplay(pageServer, meters)
  } finally {
    await pageServer.stop()
  }
  const orders = await invalidateOrders(settings)
  const costServer = await startServer(demo)
  try {
    const startTime = performance.now()
    // `behind` omits the job until it has run once, which takes a while if it ran just before the stop.
    while ((await readJobSeconds(costServer.url)) === null) await pause(100)
    await waitForJobs(costServer, ['costs-renew'])
    const seconds = (performance.now() - startTime) / 1000
    return [
      withoutLimit('history worked off after the first start', calculationSeconds, 's'),
      ...pages,
      atMost(
        `cost of ${orders} orders worked out again: its own turns, for ${ORDERS} of them`,
        (((await readJobSeconds(costServer.url)) ?? Number.NaN) * ORDERS) / orders,
        10,
        's',
      ),
      withoutLimit('until all of them were, with pauses for people and other work in between', seconds, 's'),
    ]
  } finally {
    await costServer.stop()
  }
}

/** Time that the server has spent on costs since its start, s; null until it has finished. */
async function readJobSeconds(url: string): Promise<number | null> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer bench' } })).text()
  const match = /^job_seconds\{job="costs-renew"\} ([\d.]+)$/m.exec(text)
  return match ? Number(match[1]) : null
}

/** Copies energy meters with their instruments, tags, roll-ups and days until there are enough. Returns their number. */
async function copyMeters(settings: ServerSettings): Promise<number> {
  const db = await openPlantDatabase(settings)
  const toCopiedId = (id: string) => `md5(${id}::text || k)::uuid`
  try {
    const buildCopyStatement = async (table: string, changes: Readonly<Record<string, string>>) => {
      const { rows } = await db.pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position`,
        [table],
      )
      const names = rows.map(({ name }) => name)
      return `(${names.join(', ')}) select ${names.map((name) => changes[name] ?? `t.${name}`).join(', ')} from ${table} t`
    }
    const { rows } = await db.pool.query<{ n: number }>(
      `select count(*)::int as n from energy_meter where kind = 'meter' and meter_id is not null and active`,
    )
    const copyCount = Math.ceil(METERS / rows[0]!.n) - 1
    const joinEnergyMeter = `join energy_meter e on e.kind = 'meter' and e.active and`
    const series = `cross join generate_series(1, ${copyCount}) k where t.site_id = 1`
    const code = `t.code || '-' || k`
    for (const [table, copiedColumns, join] of [
      ['meter', { id: toCopiedId('t.id'), code }, `${joinEnergyMeter} e.meter_id = t.id`],
      [
        'tag',
        { id: toCopiedId('t.id'), code, meter_id: toCopiedId('t.meter_id') },
        `${joinEnergyMeter} e.meter_id = t.meter_id`,
      ],
      [
        'usage_day',
        { tag_id: toCopiedId('t.tag_id') },
        `join tag g on g.id = t.tag_id ${joinEnergyMeter} e.meter_id = g.meter_id`,
      ],
      [
        'usage_slots',
        { tag_id: toCopiedId('t.tag_id') },
        `join tag g on g.id = t.tag_id ${joinEnergyMeter} e.meter_id = g.meter_id`,
      ],
      [
        'energy_meter',
        { id: toCopiedId('t.id'), code, meter_id: toCopiedId('t.meter_id') },
        `${joinEnergyMeter} e.id = t.id and e.meter_id is not null`,
      ],
      ...(['energy_meter_day', 'energy_meter_month'] as const).map(
        (table) =>
          [
            table,
            { id: toCopiedId('t.id'), energy_meter_id: toCopiedId('t.energy_meter_id') },
            `${joinEnergyMeter} e.id = t.energy_meter_id`,
          ] as const,
      ),
    ] as const)
      await db.pool.query(`insert into ${table} ${await buildCopyStatement(table, copiedColumns)} ${join} ${series}`)
    await db.pool.query('analyze')
    await db.waitUntilDurable()
    return rows[0]!.n * (copyCount + 1)
  } finally {
    await db.close()
  }
}
/** Invalidates the cost of every order, as a change of a price for all would. */
async function invalidateOrders(settings: ServerSettings): Promise<number> {
  const db = await openPlantDatabase(settings)
  try {
    const { rowCount } = await db.pool.query(
      `insert into cost_cause (site_id, id, work_order_id, cause, at) select 1, gen_random_uuid(), work_order_id, 'price', now() from order_cost where site_id = 1`,
    )
    await db.waitUntilDurable()
    return rowCount ?? 0
  } finally {
    await db.close()
  }
}

async function measureDisplay(server: ServerProcess, meters: number): Promise<Figure[]> {
  const { token } = await server.signIn()
  const get = createGet(server.url, token)
  const toDayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const { data } = JSON.parse(await get('/order_cost?size=50')) as {
    data: { list: { workOrderId?: string; id: string }[] }
  }
  const order = data.list.at(-1)!.workOrderId ?? data.list.at(-1)!.id
  const pages: readonly (readonly [what: string, path: string, maxMs: number])[] = [
    ['energy tree of a year', `/GET_AREA_PROJECT?from=${toDayBefore(364)}&to=${toDayBefore(0)}`, 200],
    ['energy by area, year', '/ENERGY_ANALYSIS?period=year&by=area', 200],
    ['energy by product, year', '/ENERGY_ANALYSIS?period=year&by=product', 200],
    ['30 products a kilogram, year', '/ENERGY_STATISTICAL?period=year', 200],
    ['energy of today', '/NOW_ENERGY_STATISTICAL', 200],
    ['one day in quarters', `/ENERGY_ONE_DAY?day=${toDayBefore(3)}`, 200],
    ["curve of an order's run", `/energy/curve?workOrderId=${order}`, 200],
    ['cost list, first page', '/order_cost?size=50', 100],
    ['cost of an order with its lines', `/plant/order_cost_rows?workOrderId=${order}`, 100],
  ]
  const figures: Figure[] = [
    withoutLimit('meters (copied by SQL from those of the demonstration, readings and all)', meters, ''),
  ]
  for (const [what, path, maxMs] of pages)
    figures.push(atMost(`${what}: median`, getPercentile(await measureDurations(8, () => get(path)), 0.5), maxMs, 'ms'))
  return figures
}
