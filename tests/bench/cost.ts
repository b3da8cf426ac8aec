/** Cost per kilogram over 13 months: energy pages with many meters, and the recalculation of all order costs, on the demonstration plant. */
import { setTimeout as pause } from 'node:timers/promises'
import { opened } from './plant-rows'
import { FOLLOWERS, startServer, waitForJobs, type ServerProcess, type ServerSettings } from './server-process'
import { atMost, withoutLimit, type Figure } from './table'
import { getFrom, percentile, measureDurations } from './timing'

const METERS = 200
/** Number of meters; the plant has slightly more than the limit demands. */
const ORDERS = 1500

/** Loads a demonstration plant if the folder has none. SQL copies its meters with their readings until there are 200. */
export async function measureCost(settings: ServerSettings): Promise<Figure[]> {
  const demo = { ...settings, demo: true }
  const first = await startServer(demo)
  const calculationSeconds = await waitForJobs(first, FOLLOWERS)
  await first.stop()
  const meters = await copyMeters(settings)
  const looked = await startServer(demo)
  let pages: Figure[]
  try {
    pages = await measureDisplay(looked, meters)
  } finally {
    await looked.stop()
  }
  const orders = await invalidateOrders(settings)
  const again = await startServer(demo)
  try {
    const began = performance.now()
    // A job that ran just before the stop is not due at once: until it has run, `behind` omits it.
    while ((await jobSeconds(again.url)) === null) await pause(100)
    await waitForJobs(again, ['costs-renew'])
    const seconds = (performance.now() - began) / 1000
    return [
      withoutLimit('history worked off after the first start', calculationSeconds, 's'),
      ...pages,
      atMost(
        `cost of ${orders} orders worked out again: its own turns, for ${ORDERS} of them`,
        (((await jobSeconds(again.url)) ?? Number.NaN) * ORDERS) / orders,
        10,
        's',
      ),
      withoutLimit('until all of them were, with pauses for people and other work in between', seconds, 's'),
    ]
  } finally {
    await again.stop()
  }
}

/** Time that the server has spent on costs since its start, s; null until it has finished. */
async function jobSeconds(url: string): Promise<number | null> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer bench' } })).text()
  const found = /^job_seconds\{job="costs-renew"\} ([\d.]+)$/m.exec(text)
  return found ? Number(found[1]) : null
}

/** Copies energy meters with their instruments, tags, roll-ups and days until there are enough. Returns their number. */
async function copyMeters(settings: ServerSettings): Promise<number> {
  const db = await opened(settings)
  const copy = (id: string) => `md5(${id}::text || k)::uuid`
  try {
    const columns = async (table: string, own: Readonly<Record<string, string>>) => {
      const { rows } = await db.pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position`,
        [table],
      )
      const names = rows.map(({ name }) => name)
      return `(${names.join(', ')}) select ${names.map((name) => own[name] ?? `t.${name}`).join(', ')} from ${table} t`
    }
    const { rows } = await db.pool.query<{ n: number }>(
      `select count(*)::int as n from energy_meter where kind = 'meter' and meter_id is not null and active`,
    )
    const times = Math.ceil(METERS / rows[0]!.n) - 1
    const mine = `join energy_meter e on e.kind = 'meter' and e.active and`
    const series = `cross join generate_series(1, ${times}) k where t.site_id = 1`
    const code = `t.code || '-' || k`
    for (const [table, copiedColumns, join] of [
      ['meter', { id: copy('t.id'), code }, `${mine} e.meter_id = t.id`],
      ['tag', { id: copy('t.id'), code, meter_id: copy('t.meter_id') }, `${mine} e.meter_id = t.meter_id`],
      ['usage_day', { tag_id: copy('t.tag_id') }, `join tag g on g.id = t.tag_id ${mine} e.meter_id = g.meter_id`],
      ['usage_slots', { tag_id: copy('t.tag_id') }, `join tag g on g.id = t.tag_id ${mine} e.meter_id = g.meter_id`],
      [
        'energy_meter',
        { id: copy('t.id'), code, meter_id: copy('t.meter_id') },
        `${mine} e.id = t.id and e.meter_id is not null`,
      ],
      ...(['energy_meter_day', 'energy_meter_month'] as const).map(
        (table) =>
          [
            table,
            { id: copy('t.id'), energy_meter_id: copy('t.energy_meter_id') },
            `${mine} e.id = t.energy_meter_id`,
          ] as const,
      ),
    ] as const)
      await db.pool.query(`insert into ${table} ${await columns(table, copiedColumns)} ${join} ${series}`)
    await db.pool.query('analyze')
    await db.waitUntilDurable()
    return rows[0]!.n * (times + 1)
  } finally {
    await db.close()
  }
}
/** Invalidates the cost of every order, as a change of a price for all would. */
async function invalidateOrders(settings: ServerSettings): Promise<number> {
  const db = await opened(settings)
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
  const get = getFrom(server.url, token)
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
  const { data } = JSON.parse(await get('/order_cost?size=50')) as {
    data: { list: { workOrderId?: string; id: string }[] }
  }
  const order = data.list.at(-1)!.workOrderId ?? data.list.at(-1)!.id
  const pages: readonly (readonly [what: string, path: string, most: number])[] = [
    ['energy tree of a year', `/GET_AREA_PROJECT?from=${day(364)}&to=${day(0)}`, 200],
    ['energy by area, year', '/ENERGY_ANALYSIS?period=year&by=area', 200],
    ['energy by product, year', '/ENERGY_ANALYSIS?period=year&by=product', 200],
    ['30 products a kilogram, year', '/ENERGY_STATISTICAL?period=year', 200],
    ['energy of today', '/NOW_ENERGY_STATISTICAL', 200],
    ['one day in quarters', `/ENERGY_ONE_DAY?day=${day(3)}`, 200],
    ["curve of an order's run", `/energy/curve?workOrderId=${order}`, 200],
    ['cost list, first page', '/order_cost?size=50', 100],
    ['cost of an order with its lines', `/plant/order_cost_rows?workOrderId=${order}`, 100],
  ]
  const figures: Figure[] = [
    withoutLimit('meters (copied by SQL from those of the demonstration, readings and all)', meters, ''),
  ]
  for (const [what, path, most] of pages)
    figures.push(atMost(`${what}: median`, percentile(await measureDurations(8, () => get(path)), 0.5), most, 'ms'))
  return figures
}
