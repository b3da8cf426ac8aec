/** Routes of the bare server for the calls of `crowd.ts`: prepared queries of about the same rows, and a durable insert. */
import type { openDatabase } from '@/server/db/connect'
import { prepareCopies } from './row-copies'

type Database = Awaited<ReturnType<typeof openDatabase>>
type Route = (url: URL) => Promise<unknown>

const PAGE_SIZE = 50
const QUERIES = {
  machines: `select * from equipment where site_id = 1 and state = 'inUse' and ($2::text is null or code ilike $2 or name ilike $2) order by code, id limit ${PAGE_SIZE} offset $1`,
  repairs: `select * from repair where site_id = 1 order by reported_at desc, id desc limit ${PAGE_SIZE} offset $1`,
  counts: 'select state, count(*)::int as count from repair where site_id = 1 group by state',
  jumbo: 'select * from jumbo_roll where site_id = 1 and number = $1',
  slitRolls: 'select * from slit_roll where site_id = 1 and jumbo_roll_id = $1 order by number limit 200',
  packages: 'select * from package where site_id = 1 and id = any($1::uuid[])',
  order:
    'select w.*, c.name as customer from work_order w left join customer c on c.site_id = w.site_id and c.id = w.customer_id where w.site_id = 1 and w.id = $1',
  lots: 'select l.*, m.name as material from material_lot l join material m on m.site_id = l.site_id and m.id = l.material_id where l.site_id = 1 and l.id = any($1::uuid[])',
  winding: `select j.*, l.code as line, w.number as order_number from jumbo_roll j join line l on l.site_id = j.site_id and l.id = j.line_id
    join work_order w on w.site_id = j.site_id and w.id = j.work_order_id where j.site_id = 1 and j.state = 'winding'`,
} as const

/** Returns the routes by method and path. */
export function createBareCrowd(db: Database): Record<string, Route> {
  const run = async (name: keyof typeof QUERIES, ...values: unknown[]) =>
    (await db.pool.query<Record<string, unknown>>({ name, text: QUERIES[name], values })).rows
  const getOffset = (url: URL) => (Number(url.searchParams.get('page') ?? 1) - 1) * PAGE_SIZE
  let repairs: ReturnType<typeof prepareCopies> | undefined
  let logs: ReturnType<typeof prepareCopies> | undefined
  return {
    'GET /machines': (url) => {
      const keyword = url.searchParams.get('keyword')
      return run('machines', getOffset(url), keyword === null ? null : `%${keyword}%`)
    },
    'GET /repairs': (url) => run('repairs', getOffset(url)),
    'GET /repair_counts': () => run('counts'),
    'GET /trace': async (url) => {
      const [jumbo] = await run('jumbo', url.searchParams.get('number'))
      const lotIds = (jumbo!['lots'] as { lotId: string }[]).map(({ lotId }) => lotId)
      const slitRolls = await run('slitRolls', jumbo!['id'])
      const packageIds = slitRolls.flatMap((roll) => (roll['package_id'] as string | null) ?? [])
      const [order, lots, packages] = await Promise.all([
        run('order', jumbo!['work_order_id']),
        run('lots', lotIds),
        run('packages', packageIds),
      ])
      return { jumbo, order, lots, slitRolls, packages }
    },
    'GET /winding': () => run('winding'),
    'POST /repair': async () => {
      const [repair, log] = await Promise.all([
        (repairs ??= prepareCopies(db, 'repair', "state = 'reported'")),
        (logs ??= prepareCopies(db, 'operation_log', "resource = 'repair'")),
      ])
      return db.transaction(async (client) => {
        await Promise.all([repair.insert(client, { number: `BARE-${Math.random()}` }), log.insert(client)])
        return {}
      })
    },
  }
}
