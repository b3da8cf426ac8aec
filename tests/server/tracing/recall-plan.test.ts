/** A recall reads the rows of the lots and rolls concerned: it takes no longer in a plant with a longer history. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recallList } from '@/areas/tracing/contract/recall'
import type { RecallSubject } from '@/areas/tracing/server/reach-sql'
import { buildRecallSql } from '@/areas/tracing/server/recall-sql'
import { buildOriginQueries } from '@/areas/tracing/server/pellets/find-pellet-hits'
import { buildSubjectSourcesSql } from '@/areas/tracing/server/pellets/load-pellet-book'
import { buildRecalledWasteSql } from '@/areas/tracing/server/recalled-waste'
import type { Sql } from '@/server/sql'
import { createTestPlant, type TestPlant } from '../harness'
import { expectOk } from '../plant-staff'
import { buildIdSql, insertRollHistory, JUMBOS_PER_ORDER } from '../roll-history'

const ROLLS = 30_000
const GROWING_TABLES = ['recycle', 'jumbo_roll', 'slit_roll', 'cutting', 'pellet_source']
let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant()
  await insertRollHistory(plant.app.db, ROLLS)
})
afterAll(() => plant.close())

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}
/** Runs a statement. @returns the scans of growing tables, and the number of rows they read */
async function measureScans(statement: Sql): Promise<{ scans: string[]; rows: number }> {
  const [row] = await plant.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${statement.text}`,
    [...statement.values],
  )
  const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]
  const nodes = listNodes(row!['QUERY PLAN'][0].Plan).filter((node) =>
    GROWING_TABLES.includes(node['Relation Name'] ?? ''),
  )
  return {
    scans: nodes.map((node) => `${node['Node Type']} ${node['Relation Name']}`),
    rows: nodes.reduce(
      (sum, node) =>
        sum +
        node['Actual Loops'] *
          (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)),
      0,
    ),
  }
}
const loadId = async (kind: string, n: number): Promise<string> =>
  (await plant.query<{ id: string }>(`select ${buildIdSql(kind, n)} as id`))[0]!.id

test.each([
  ['materialLot', 'lot'],
  ['workOrder', 'order'],
  ['jumboRoll', 'jumbo'],
  ['slitRoll', 'roll'],
] as const)('a recall of a %s scans no table of rolls or waste', async (kind, rowKind) => {
  const subject: RecallSubject = { siteId: 1, kind, id: await loadId(rowKind, 20) }
  // The pellets that can contain the subject are another lot, and pellets without a lot.
  const lot = { id: await loadId('lot', 3), lot: { kg: 500 }, share: 0.1, unrecordedShare: 0 }
  const pelletsWithoutLot = { id: await loadId('material', 1), lot: null, share: 0, unrecordedShare: 1 }
  const pellets = { hits: [lot, pelletsWithoutLot], sinceMs: 0, maxOriginKg: null }
  const waste = await measureScans(buildRecalledWasteSql(subject, pellets, 'zh'))
  expect(waste.scans.length).toBeGreaterThan(3)
  const rolls = await measureScans(
    buildRecallSql(
      subject,
      { pellets: pellets as never, returnedTrim: new Map(), traceKg: 1 },
      { offset: 0, rows: 500, maxOrders: 500 },
      'zh',
    ),
  )
  expect(rolls.scans.length).toBeGreaterThan(3)
  expect([...waste.scans, ...rolls.scans].filter((scan) => scan.startsWith('Seq Scan'))).toEqual([])
  // Of 30,000 slit rolls and 3,000 rows in each of the other tables.
  expect(waste.rows).toBeLessThan(1500)
  expect(rolls.rows).toBeLessThan(3000)
})
test.each([
  // A trim of each jumbo, and two recycled rolls.
  ['workOrder', 'order', 400],
  ['jumboRoll', 'jumbo', 100],
  ['slitRoll', 'roll', 100],
] as const)(
  'the pellets of a %s are found without a scan of rolls, waste or sources',
  async (kind, rowKind, maxRows) => {
    const { sourceCondition, start } = buildOriginQueries(1, kind, await loadId(rowKind, 20))!
    const sources = await measureScans(buildSubjectSourcesSql(1, sourceCondition))
    const beginning = await measureScans(start)
    expect([...sources.scans, ...beginning.scans].filter((scan) => scan.startsWith('Seq Scan'))).toEqual([])
    // All rows of an order: 20 jumbos and 200 slit rolls (each found by order and by jumbo), 20 wastes and 20 sources.
    expect(sources.rows + beginning.rows).toBeLessThan(maxRows)
  },
)
test('the recalled rows are those of the lot', async () => {
  const admin = await plant.as('admin')
  const list = expectOk(await admin.call(recallList, { kind: 'materialLot', id: await loadId('lot', 20) }))
  expect(list.total).toBe(JUMBOS_PER_ORDER * 10 - 2)
  const kinds = list.waitingWaste.map(({ wasteKind, kg }) => `${wasteKind} ${kg}`)
  expect(new Set(kinds)).toEqual(new Set(['edgeTrim 300', 'slitterTrim 5', 'recycledRoll 40']))
  expect(kinds).toHaveLength(2 * JUMBOS_PER_ORDER + 2)
})
