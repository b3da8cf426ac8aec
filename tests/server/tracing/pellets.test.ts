import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { materialLot } from '@/areas/feeding/contract/material'
import { recycle } from '@/areas/feeding/contract/recycle'
import { hopper } from '@/areas/equipment/contract/hopper'
import { feedAddCommands } from '@/areas/feeding/contract/feed'
import { decideLot } from '@/areas/feeding/contract/feeding-endpoints'
import { putOnHold, releaseHold } from '@/areas/rolls/contract/hold'
import { recallList, recallReport } from '@/areas/tracing/contract/recall'
import { trace } from '@/areas/tracing/contract/trace'
import { derivePelletSources, pelletSource } from '@/areas/tracing/contract/pellet-source'
import { readSheet } from '@/server/excel/read-sheet'
import { plantTime, expectOk, fetchRow, runJob } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  doffJumbo,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let h: SlitterPlant
const [resin, pellets] = [createUuid7(), createUuid7()]
beforeAll(async () => {
  h = await createSlitterPlant()
  await h.plant.query(
    `insert into material (site_id, id, code, name, kind) values (1, $1, 'PP', '聚丙烯', 'main'), (1, $2, 'RC', '再生粒', 'mid')`,
    [resin, pellets],
  )
}, 120_000)
afterAll(() => h.plant.close())

const lotOf = async (number: string, materialId: string, kg: number, time: string, day?: string): Promise<string> => {
  const id = createUuid7()
  await h.plant.query(
    `insert into material_lot (site_id, id, number, material_id, received_on, received_kg, left_kg, state, created_at) values (1, $1, $2, $3, $4, $5, $5, 'released', $6)`,
    [id, number, materialId, day ?? '2026-11-20', kg, plantTime(time, day)],
  )
  return id
}
/** Sets the kilograms of lots in a jumbo; an unknown key is material without a lot. */
async function fill(jumboId: string, kgByLot: Record<string, number>): Promise<void> {
  const lots = Object.entries(kgByLot).map(([lotId, kg]) =>
    lotId === pellets ? { lotId: null, materialId: pellets, kg } : { lotId, materialId: resin, kg },
  )
  await h.plant.query(`update jumbo_roll set lots = $2, unknown_kg = 0 where id = $1`, [jumboId, JSON.stringify(lots)])
}
/** Records trim that went to pellets, with the kilograms of lots in it. */
async function trimOf(orderId: string, kg: number, time: string, kgByLot: Record<string, number>): Promise<string> {
  const id = createUuid7()
  const { line_id } = await fetchRow<{ line_id: string }>(h.plant, 'work_order', orderId)
  await h.plant.query(
    `insert into recycle (site_id, id, work_order_id, line_id, kind, destination, kg, occurred_at, business_date, lots, unknown_kg) values (1, $1, $2, $3, 'edgeTrim', 'pellets', $4, $5, '2026-11-20', $6, 0)`,
    [
      id,
      orderId,
      line_id,
      kg,
      plantTime(time),
      JSON.stringify(Object.entries(kgByLot).map(([lotId, lotKg]) => ({ lotId, materialId: resin, kg: lotKg }))),
    ],
  )
  return id
}
const recall = (kind: 'materialLot' | 'jumboRoll' | 'workOrder', id: string, language: 'zh' | 'en' = 'en') =>
  h.staff.quality.call(recallList, { kind, id }, { language }).then(expectOk)
const sourcesOf = async (lotId: string) =>
  expectOk(await h.staff.admin.call(pelletSource.endpoints.list, { lotId })).list

describe('a recall through pellets', () => {
  let x: string
  let [p1, p2] = ['', '']
  let [first, second, third] = [
    { id: '', number: '' },
    { id: '', number: '' },
    { id: '', number: '' },
  ]
  let slit: { id: string; widthMm: number }[] = []
  let firstOrder = ''
  beforeAll(async () => {
    x = await lotOf('LOT-X', resin, 1000, '06:00')
    const other = await lotOf('LOT-Y', resin, 1000, '06:00')
    const firstJumbo = await doffJumbo(h)
    firstOrder = firstJumbo.orderId
    first = firstJumbo.jumbo as typeof first
    await fill(first.id, { [x]: 240, [other]: 240 })
    // Half of 30 kg of trim is the lot; 20 kg of it become pellets, so half of those are the lot.
    await trimOf(firstJumbo.orderId, 30, '08:40', { [x]: 15, [other]: 15 })
    p1 = await lotOf('PEL-1', pellets, 20, '09:00')
    const run = await startCuttingRun(h)
    second = run.jumbo as typeof second
    await fill(second.id, { [other]: 460.8, [p1]: 19.2 })
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    slit = set.slit
    // Of the second roll's trim 4 % are the first pellets: 0.4 kg of them, 0.2 kg of the lot, in 10 kg of the second pellets.
    await h.plant.query(
      `insert into cutting (site_id, id, jumbo_roll_id, slitter_id, state, started_at, ended_at, business_date, trim_kg, waste_kg) values (1, $1, $2, $3, 'finished', $4, $5, '2026-11-20', 8, 2)`,
      [createUuid7(), second.id, run.slitterId, plantTime('09:10'), plantTime('09:20')],
    )
    p2 = await lotOf('PEL-2', pellets, 10, '09:30')
    third = (await doffJumbo(h)).jumbo as typeof third
    await fill(third.id, { [other]: 476, [p2]: 4 })
    await runJob(h.plant, 'pellet-sources')
  }, 60_000)

  test('derives the sources of a pellet lot from the trim since the previous lot', async () => {
    expect(await sourcesOf(p1)).toMatchObject([{ kg: 20, basis: 'derived', jumboRollId: null }])
    expect(await sourcesOf(p2)).toMatchObject([{ kg: 10, basis: 'derived', jumboRollId: second.id }])
  })
  test('derives the sources of one lot again from the same trim, not from older trim', async () => {
    const derived = expectOk(await h.staff.admin.call(derivePelletSources, { lotId: p2 }))
    expect(derived).toEqual({ sources: 1, recordedKg: 10, unrecordedKg: 0 })
    expect(await sourcesOf(p2)).toMatchObject([{ kg: 10, basis: 'derived', jumboRollId: second.id }])
  })
  test('finds the rolls with pellets of its trim, with path and maximum kilograms', async () => {
    const list = await recall('materialLot', x)
    const findRow = (id: string) => list.rows.find((one) => one.id === id)
    expect(findRow(first.id)).toMatchObject({
      through: 'direct',
      maxKg: 240,
      traceAmount: false,
      path: `LOT-X → ${first.number}`,
    })
    // 19.2 kg of pellets, half of them the lot.
    expect(findRow(second.id)).toMatchObject({
      through: 'pellets',
      maxKg: 9.6,
      traceAmount: false,
      sourcesMissing: false,
    })
    expect(findRow(second.id)!.path).toMatch(/^LOT-X → Edge trim of .+, 2026-11-20 → pellet lot PEL-1 → /)
    expect(findRow(second.id)!.path!.endsWith(` → ${second.number}`)).toBe(true)
    // A slit roll of 1,000 of 3,200 mm holds at most 1000/3200 of the 9.6 kg.
    expect(slit.map(({ id }) => findRow(id)?.maxKg)).toEqual([3, 3, 3, 0.48])
    // 4 kg of the second pellets, 2 % of them the lot: less than the plant's 0.1 kg.
    expect(findRow(third.id)).toMatchObject({ through: 'pellets', maxKg: 0.08, traceAmount: true })
    expect(findRow(third.id)!.path).toContain(
      ` → pellet lot PEL-1 → trim of roll ${second.number} → pellet lot PEL-2 → ${third.number}`,
    )
    expect(list.rows.at(-1)!.id).toBe(third.id)
    expect(list).toMatchObject({ traceKg: 0.1, pelletRolls: 5, traceRolls: 1, unrecordedRolls: 0, total: 7 })
    expect(list).toMatchObject({ omittedRolls: 0, omittedPelletLots: 0 })
    const inStore = (leftKg: number) => ({ leftKg, lotState: 'released' })
    expect(list.pelletLots).toEqual([
      { id: p1, number: 'PEL-1', kg: 20, maxKg: 10, unrecordedKg: 0, basis: 'derived', ...inStore(20) },
      { id: p2, number: 'PEL-2', kg: 10, maxKg: 0.2, unrecordedKg: 0, basis: 'derived', ...inStore(10) },
    ])
  })
  test('counts at most the kilograms of a jumbo for all its rolls', async () => {
    // Each as wide as the jumbo and cut one after the other: any of them may hold all of the 9.6 kg, not all of them
    const ids = slit.map(({ id }) => id)
    const rollsBefore = await h.plant.query<{ id: string; width: number; state: string }>(
      'select id, width_mm as width, state from slit_roll where id = any($1)',
      [ids],
    )
    await h.plant.query(`update slit_roll set width_mm = 3200, state = 'shipped' where id = any($1)`, [ids])
    const { customers, rows } = await recall('materialLot', x)
    expect(rows.filter(({ id }) => ids.includes(id)).every(({ maxKg }) => maxKg! > 2.4)).toBe(true)
    expect(customers.map(({ rolls, maxKg }) => [rolls, maxKg])).toEqual([[4, 9.6]])
    for (const { id, width, state } of rollsBefore)
      await h.plant.query('update slit_roll set width_mm = $2, state = $3 where id = $1', [id, width, state])
  })
  test('exports to Excel, also in Chinese', async () => {
    const file = await h.staff.admin.call(recallReport.workbook!, { kind: 'materialLot', id: x }, { language: 'zh' })
    const rows = (await readSheet(file.bytes)).rows.map((cells) => cells.join('|'))
    const ofThird = rows.find((cells) => cells.includes(third.number) && cells.includes('PEL-2'))
    expect(ofThird).toContain('0.08')
    expect(ofThird).toContain('经再生粒')
    expect(ofThird).toContain(`母卷 ${second.number} 的边料 → 再生粒 PEL-2`)
  })
  test('leads from pellets to their rolls and back to the lot', async () => {
    const down = expectOk(await h.staff.quality.call(trace, { kind: 'materialLot', id: x }, { language: 'en' }))
    const node = (tree: typeof down, id: string) => tree.nodes.find((one) => one.id === id)
    const edge = (tree: typeof down, fromId: string, to: string) =>
      tree.edges.find((one) => one.from === fromId && one.to === to)?.kg
    expect(node(down, first.id)).toMatchObject({ through: 'direct', maxKg: 240 })
    expect(node(down, second.id)).toMatchObject({ through: 'pellets', maxKg: 9.6, traceAmount: false })
    expect(node(down, second.id)!.path).toMatch(/^LOT-X → Edge trim of .+ → pellet lot PEL-1 → /)
    // Only the recall list shows trace amounts.
    expect(node(down, third.id)).toBeUndefined()
    expect(down.hiddenJumbos).toBe(1)
    expect(node(down, p1)).toMatchObject({ kind: 'materialLot', maxKg: 10, through: 'pellets' })
    expect([edge(down, x, p1), edge(down, p1, second.id)]).toEqual([10, 19.2])
    // The roll with the second pellets is not displayed, but the pellets themselves are.
    expect(node(down, p2)).toMatchObject({ kind: 'materialLot', maxKg: 0.2, through: 'pellets', traceAmount: false })
    expect([edge(down, p1, p2), down.hiddenLots]).toEqual([0.4, 0])
    expect(down.nodes.filter(({ kind }) => kind === 'slitRoll').map(({ id }) => id)).toEqual(
      expect.arrayContaining(slit.map(({ id }) => id)),
    )
    // 1,000 of 3,200 mm of the jumbo's 9.6 kg, as in the recall.
    const up = expectOk(await h.staff.quality.call(trace, { kind: 'slitRoll', id: slit[0]!.id }))
    expect(node(up, x)).toMatchObject({ kind: 'materialLot', maxKg: 3, through: 'pellets', traceAmount: false })
    const upOfNarrow = expectOk(await h.staff.quality.call(trace, { kind: 'slitRoll', id: slit[3]!.id }))
    expect(node(upOfNarrow, x)).toMatchObject({ maxKg: 0.48 })
    const upOfJumbo = expectOk(await h.staff.quality.call(trace, { kind: 'jumboRoll', id: second.id, direction: 'up' }))
    expect(node(upOfJumbo, x)).toMatchObject({ maxKg: 9.6 })
    expect([edge(up, x, p1), up.unrecordedPelletsKg]).toEqual([10, 0])
    // 4 kg of the second pellets: 4 % the first ones, half of that the lot.
    const upOfThird = expectOk(await h.staff.quality.call(trace, { kind: 'jumboRoll', id: third.id, direction: 'up' }))
    expect(node(upOfThird, x)).toMatchObject({ maxKg: 0.08, traceAmount: true })
    expect(edge(upOfThird, p1, p2)).toBe(0.4)
    // Downwards from pellets: later pellets and rolls, but not the source lots.
    const downOfPellets = expectOk(
      await h.staff.quality.call(trace, { kind: 'materialLot', id: p1, direction: 'down' }),
    )
    expect(downOfPellets.nodes.filter(({ kind }) => kind === 'materialLot').map(({ id }) => id)).toEqual([p1, p2])
    expect(node(downOfPellets, p2)).toMatchObject({ maxKg: 0.4, through: 'pellets' })
    expect(node(downOfPellets, third.id)).toMatchObject({ maxKg: 0.16, through: 'pellets' })
    const upOfPellets = expectOk(await h.staff.quality.call(trace, { kind: 'materialLot', id: p1, direction: 'up' }))
    expect(upOfPellets.nodes.map(({ id }) => id)).toEqual(expect.arrayContaining([p1, x]))
    expect(node(upOfPellets, second.id)).toBeUndefined()
    // A pellet lot alone can be traced in both directions.
    const ofPellets = expectOk(await h.staff.quality.call(trace, { kind: 'materialLot', id: p2 }))
    expect(node(ofPellets, x)).toMatchObject({ maxKg: 0.2, traceAmount: false })
    expect(node(ofPellets, third.id)).toMatchObject({ through: 'direct', maxKg: 4 })
  })
  test('follows a roll and an order by their own trim', async () => {
    const ofRoll = await recall('jumboRoll', second.id)
    expect(ofRoll.rows.find(({ id }) => id === third.id)).toMatchObject({
      through: 'pellets',
      maxKg: 4,
      traceAmount: false,
    })
    expect(ofRoll.rows.find(({ id }) => id === second.id)).toMatchObject({
      through: 'direct',
      traceAmount: false,
      // The unslit half of the jumbo.
      maxKg: 240,
    })
    const ofOrder = await recall('workOrder', firstOrder)
    expect(ofOrder.rows.map(({ id }) => id)).toEqual(
      expect.arrayContaining([first.id, second.id, third.id, slit[0]!.id]),
    )
  })
  test('are held with the lot above the trace threshold, and their pellet lots cannot be fed', async () => {
    const preview = await recall('materialLot', x)
    expect(preview).toMatchObject({
      // 10 kg in the first pellets, 0.2 kg in the second.
      pelletLotsInStore: 2,
      pelletLotsMaxKg: 10,
      // The half-cut roll and its four slit rolls; the third roll holds only 0.08 kg.
      pelletRollsInPlant: 5,
      pelletRollsMaxKg: 9.6,
    })
    const hold = expectOk(
      await h.staff.quality.call(putOnHold, {
        kind: 'materialLot',
        subjectId: x,
        reason: '黑点',
        occurredAt: plantTime('09:40'),
      } as never),
    )
    expect(hold).toMatchObject({ jumbos: 2, slitRolls: 4 })
    const holdsOf = async (table: string, id: string) => (await fetchRow<{ holds: string[] }>(h.plant, table, id)).holds
    for (const id of [first.id, second.id]) expect(await holdsOf('jumbo_roll', id)).toEqual([hold.id])
    for (const { id } of slit) expect(await holdsOf('slit_roll', id)).toEqual([hold.id])
    expect(await holdsOf('jumbo_roll', third.id)).toEqual([])
    const stateOf = (id: string) => fetchRow<{ state: string; reason: string }>(h.plant, 'material_lot', id)
    for (const id of [x, p1, p2])
      expect(await stateOf(id)).toMatchObject({ state: 'blocked', reason: `${hold.number} 黑点` })

    const { line_id: lineId } = await fetchRow<{ line_id: string }>(h.plant, 'work_order', firstOrder)
    const { id: hopperId } = expectOk(
      await h.staff['maint-lead'].call(hopper.endpoints.create, { code: 'RC-HOPPER', name: '再生粒', lineId }),
    )
    const feedPellets = (lotId: string) =>
      h.staff['operator-line'].call(
        feedAddCommands.find(({ kind }) => kind === 'mid')!.endpoint,
        { workOrderId: firstOrder, lineId, hopperId, materialId: pellets, lotId, kg: 1 },
        { language: 'en' },
      )
    const refused = await feedPellets(p1)
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain(hold.number)

    // Pellets of such trim that are made later, and rolls with them. What quality decides after the hold stands.
    expectOk(await h.staff.admin.call(decideLot, { id: p2, state: 'concession', reason: '0.2 kg, 可用' }))
    await trimOf(firstOrder, 2, '09:50', { [x]: 1 })
    const laterPellets = await lotOf('PEL-LATER', pellets, 2, '09:58')
    await runJob(h.plant, 'pellet-sources')
    expect([(await stateOf(laterPellets)).state, (await stateOf(p2)).state]).toEqual(['blocked', 'concession'])
    const lateJumbo = (await doffJumbo(h)).jumbo
    await fill(lateJumbo.id, { [laterPellets]: 0.5 })
    await runJob(h.plant, 'pellet-sources')
    expect(await holdsOf('jumbo_roll', lateJumbo.id)).toEqual([hold.id])
    expect(await fetchRow(h.plant, 'hold', hold.id)).toMatchObject({ jumbos: 3, slit_rolls: 4 })

    expectOk(await h.staff.admin.call(releaseHold, { id: hold.id, releaseReason: '合格' }))
    expect(await holdsOf('jumbo_roll', second.id)).toEqual([])
    expect((await stateOf(p1)).state).toBe('blocked')
    await h.plant.query(`update material_lot set state = 'released' where id = any($1)`, [[x, p1, p2, laterPellets]])
    await fill(lateJumbo.id, {})
  })
  test('recalculates sources corrected by a person', async () => {
    const [source] = await sourcesOf(p1)
    await h.plant.query(`update recycle set lots = $2 where id = $1`, [
      source!.recycleId,
      JSON.stringify([{ lotId: x, materialId: resin, kg: 30 }]),
    ])
    const corrected = expectOk(
      await h.staff.admin.call(pelletSource.endpoints.update, {
        id: source!.id,
        version: source!.version,
        kg: 20,
        note: '复核',
      }),
    )
    expect(corrected.basis).toBe('entered')
    expect((await recall('materialLot', x)).rows.find(({ id }) => id === second.id)).toMatchObject({ maxKg: 19.2 })
  })
})

describe('less than half a gram', () => {
  test('is not listed, but counted', async () => {
    const tiny = await lotOf('LOT-TINY', resin, 1000, '06:00')
    const other = await lotOf('LOT-REST', resin, 1000, '06:00')
    const { jumbo, orderId } = await doffJumbo(h)
    const withPellets = (await doffJumbo(h)).jumbo
    await fill(jumbo.id, { [tiny]: 0.02 })
    const trim = await trimOf(orderId, 20, '09:57', { [tiny]: 0.0008, [other]: 19.9992 })
    const tinyPellets = await lotOf('PEL-TINY', pellets, 10, '09:58')
    await h.plant.query('delete from pellet_source where lot_id = $1', [tinyPellets])
    expectOk(
      await h.staff.admin.call(pelletSource.endpoints.create, {
        lotId: tinyPellets,
        recycleId: trim,
        kg: 10,
      } as never),
    )
    await fill(withPellets.id, { [tinyPellets]: 5 })
    const down = expectOk(await h.staff.quality.call(trace, { kind: 'materialLot', id: tiny, direction: 'down' }))
    expect(down.nodes.map(({ id }) => id)).toContain(jumbo.id)
    expect(down).toMatchObject({ hiddenLots: 1, hiddenJumbos: 1 })
    const up = expectOk(await h.staff.quality.call(trace, { kind: 'jumboRoll', id: withPellets.id, direction: 'up' }))
    expect(up.nodes.map(({ id }) => id)).not.toContain(tiny)
    expect(up.hiddenLots).toBe(1)
    const list = await recall('materialLot', tiny)
    expect(list.rows.map(({ id }) => id)).toEqual([jumbo.id])
    expect(list).toMatchObject({ omittedRolls: 1, omittedPelletLots: 1 })
    expect(list.pelletLots.map(({ id }) => id)).not.toContain(tinyPellets)
  })
})

describe('pellets without recorded sources', () => {
  test('may contain any earlier material and say so, but not later pellets', async () => {
    const x = await lotOf('LOT-U', resin, 1000, '06:00')
    const { jumbo, orderId } = await doffJumbo(h)
    const { line_id } = await fetchRow<{ line_id: string }>(h.plant, 'work_order', orderId)
    await h.plant.query(
      `insert into feed (site_id, id, kind, work_order_id, line_id, material_id, lot_id, kg, fed_at, business_date) values (1, $1, 'main', $2, $3, $4, $5, 500, $6, '2026-11-20')`,
      [createUuid7(), orderId, line_id, resin, x, plantTime('07:00')],
    )
    await fill(jumbo.id, { [x]: 480 })
    const [olderLot, newerLot] = [
      await lotOf('PEL-OLD', pellets, 100, '06:00', '2026-11-01'),
      await lotOf('PEL-NEW', pellets, 100, '09:55'),
    ]
    await h.plant.query('delete from pellet_source where lot_id = any($1)', [[olderLot, newerLot]])
    // Newer pellets made from old ones contain only the material of the old ones.
    const mixed = await lotOf('PEL-MIX', pellets, 100, '09:56')
    await h.plant.query('delete from pellet_source where lot_id = $1', [mixed])
    expectOk(
      await h.staff.admin.call(pelletSource.endpoints.create, {
        lotId: mixed,
        sourceLotId: olderLot,
        kg: 100,
      } as never),
    )
    const { version } = expectOk(await h.staff.admin.call(materialLot.endpoints.list, { id: olderLot })).list[0]!
    const correctReceipt = (receivedKg: number) =>
      h.staff.admin.call(materialLot.endpoints.update, { id: olderLot, version, receivedKg })
    expect((await correctReceipt(99)).errno).toBe('6000')
    expectOk(await correctReceipt(100.5))
    const [ofOld, ofNew, ofNone] = [await doffJumbo(h), await doffJumbo(h), await doffJumbo(h)]
    const ofMixed = await doffJumbo(h)
    await fill(ofMixed.jumbo.id, { [mixed]: 20 })
    await fill(ofOld.jumbo.id, { [olderLot]: 20 })
    await fill(ofNew.jumbo.id, { [newerLot]: 20 })
    await fill(ofNone.jumbo.id, { [pellets]: 15 })
    const list = await recall('materialLot', x)
    const findRow = (id: string) => list.rows.find((one) => one.id === id)
    expect(findRow(ofOld.jumbo.id)).toBeUndefined()
    expect(findRow(ofMixed.jumbo.id)).toBeUndefined()
    expect(findRow(ofNew.jumbo.id)).toMatchObject({ through: 'unrecorded', maxKg: 20, sourcesMissing: true })
    expect(findRow(ofNew.jumbo.id)!.path).toBe(
      `LOT-U → (sources not recorded, may contain it) → pellet lot PEL-NEW → ${ofNew.jumbo.number}`,
    )
    expect(findRow(ofNone.jumbo.id)).toMatchObject({ through: 'unrecorded', maxKg: 15 })
    expect(list.pelletLots.find(({ id }) => id === newerLot)).toMatchObject({
      basis: 'none',
      maxKg: 0,
      unrecordedKg: 100,
    })
  })
})

describe('manually entered sources', () => {
  test('name each source once, older than the pellets and large enough', async () => {
    const run = await doffJumbo(h)
    const lot = await lotOf('PEL-H', pellets, 500, '09:50')
    const late = await trimOf(run.orderId, 40, '09:55', {})
    const soon = await trimOf(run.orderId, 40, '09:45', {})
    const add = (more: object) =>
      h.staff.admin.call(pelletSource.endpoints.create, { lotId: lot, kg: 5, ...more } as never, { language: 'en' })
    expect((await add({})).errno).toBe('6000')
    expect((await add({ recycleId: soon, jumboRollId: run.jumbo.id })).errmsg).toContain('exactly one')
    expect((await add({ recycleId: late })).errmsg).toContain('after pellet lot PEL-H was made')
    expect((await add({ recycleId: soon, kg: 41 })).errno).toBe('4013')
    expect((await add({ sourceLotId: lot })).errno).toBe('4013')
    const saved = expectOk(await add({ recycleId: soon, kg: 40 }))
    expect(saved).toMatchObject({ basis: 'entered', madeAt: plantTime('09:45') })
    const reduce = async (kg: number) => {
      const { version } = expectOk(await h.staff.admin.call(recycle.endpoints.list, { id: soon })).list[0]!
      return h.staff.admin.call(recycle.endpoints.update, { id: soon, version, kg }, { language: 'en' })
    }
    expect((await reduce(39.9)).errmsg).toBe(
      '39.9 kg would be less than the 40 kg of it that pellets were made of. Correct the pellet sources first if they are wrong',
    )
    expectOk(await reduce(42))
    expectOk(await reduce(40))
    expectOk(await add({ purchased: true, kg: 400 }))
    const derived = expectOk(await h.staff.admin.call(derivePelletSources, { lotId: lot }))
    expect(derived.recordedKg).toBeGreaterThanOrEqual(440)
    const notPellets = await lotOf('LOT-M', resin, 5, '06:00')
    expect((await h.staff.admin.call(derivePelletSources, { lotId: notPellets }, { language: 'en' })).errmsg).toContain(
      'no reclaimed pellets',
    )
    expect((await h.staff.viewer.call(derivePelletSources, { lotId: lot })).errno).toBe('401')
    // A mistaken entry can be removed and is then no source.
    const waste = expectOk(await h.staff.admin.call(recycle.endpoints.list, { id: soon })).list[0]!
    expectOk(await h.staff.admin.call(recycle.endpoints.remove, { id: soon, version: waste.version }))
    expect((await sourcesOf(lot)).map(({ recycleId }) => recycleId)).not.toContain(soon)
    expectOk(await h.staff.admin.call(materialLot.endpoints.remove, { id: lot }))
    expect(await sourcesOf(lot)).toEqual([])
  })
})

describe('a lot that was taken into pellets without being fed', () => {
  test('is not in pellets and rolls from before its receipt, and no unrecorded pellets hold more of it than was taken', async () => {
    const unknownOrigin = await lotOf('PEL-UNSOURCED', pellets, 50, '08:00', '2026-11-10')
    const oldRoll = (await doffJumbo(h)).jumbo
    await fill(oldRoll.id, { [unknownOrigin]: 48 })
    const lot = await lotOf('LOT-DIRECT', resin, 100, '06:00')
    const later = await lotOf('PEL-AFTER-DIRECT', pellets, 40, '09:50')
    expectOk(
      await h.staff.admin.call(pelletSource.endpoints.create, { lotId: later, sourceLotId: lot, kg: 10 } as never),
    )
    const laterRoll = (await doffJumbo(h)).jumbo
    await fill(laterRoll.id, { [later]: 20 })
    const list = await recall('materialLot', lot)
    expect(list.rows.map(({ id }) => id)).not.toContain(oldRoll.id)
    // A quarter of the 20 kg is recorded as the lot; of the other 15 kg at most the 10 kg that were taken can be.
    expect(list.rows.find(({ id }) => id === laterRoll.id)).toMatchObject({ through: 'pellets', maxKg: 15 })
  })
})
