/** A plant with two web lines, a slitter, a retired line and rolls of two nights, plus a line of another site. */
import { createUuid7 } from '@/contract/id'
import { recalculateMetrics } from '@/areas/figures/server/writes/correct-metrics'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { tag } from '@/areas/telemetry/contract/tag'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { product } from '@/areas/standards/contract/product'
import { workOrder } from '@/areas/orders/contract/work-order'
import { line, plantArea } from '@/plant/contract/line'
import { lineStop, stopReason } from '@/plant/contract/line-stop'
import type { Context } from '@/server/context'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, createStaffedPlant, type Staff } from '../plant-staff'

export interface OverviewPlant {
  plant: TestPlant
  staff: Staff
  lines: Record<'S1' | 'S2' | 'C1' | 'OLD', string>
  orders: Record<'running' | 'paused' | 'late', string>
  productId: string
  standardId: string
  hallId: string
  runInContext: <T>(run: (ctx: Context) => Promise<T>) => Promise<T>
  insertJumbo: (
    lineId: string,
    workOrderId: string,
    when: { day: string; shift: string; team: string; at: string },
    kg: number,
    downgradedM?: number,
  ) => Promise<void>
  findTagId: (lineId: string, lineKey: string) => Promise<string>
}

/** The night shift of the 19th, i.e. 00:00 to 08:00 on the 20th. */
export const NIGHT = { day: '2026-11-19', shift: 'night' } as const

export async function createOverviewPlant(): Promise<OverviewPlant> {
  const { plant, staff } = await createStaffedPlant()
  const runInContext: OverviewPlant['runInContext'] = (run) => runAsSystem(plant.app, 'test', run)
  const createLine = async (code: string, kind: 'spunbond' | 'slitting', active = true) =>
    expectOk(
      await staff['maint-lead'].call(line.endpoints.create, {
        code,
        name: `${code}线`,
        nameEn: `Line ${code}`,
        kind,
        active,
        inUseFrom: '2026-01-01',
      }),
    ).id
  const lines = {
    S1: await createLine('S1', 'spunbond'),
    S2: await createLine('S2', 'spunbond'),
    C1: await createLine('C1', 'slitting'),
    OLD: await createLine('OLD', 'spunbond', false),
  }
  const seeded = await runInContext(async (ctx) => {
    const productRow = await ctx.rows.insert(product, {
      code: 'P1',
      name: '产品一',
      nameEn: 'Product 1',
      family: 'spunbond',
      gsm: 15,
    })
    const standard = await ctx.rows.insert(processStandard, {
      code: 'PS-1',
      revision: 3,
      variant: 'mainLine',
      productId: productRow.id,
      state: 'approved',
      newest: true,
      parameters: [
        {
          key: 'calenderTemp',
          label: '热轧温度',
          labelEn: 'Calender temperature',
          unit: '°C',
          low: 145,
          target: 148,
          high: 150,
        },
        { key: 'tension', label: '张力', labelEn: null, unit: 'N', low: 10, target: 12, high: 14 },
      ],
    })
    const insertOrder = (number: string, more: object) =>
      ctx.rows.insert(workOrder, { number, batch: number, productId: productRow.id, orderedKg: 1000, ...more })
    const running = await insertOrder('WO-1', {
      lineId: lines.S1,
      state: 'running',
      startedAt: plantTime('08:00', '2026-11-18'),
      runSince: plantTime('08:00', '2026-11-18'),
      processStandardId: standard.id,
      dueOn: '2026-11-25',
    })
    const paused = await insertOrder('WO-2', {
      lineId: lines.S2,
      state: 'paused',
      startedAt: plantTime('08:00', '2026-11-18'),
      dueOn: '2026-11-20',
      pauses: [{ from: plantTime('07:30'), to: null, reason: '换滤网' }],
    })
    const late = await insertOrder('WO-3', { lineId: lines.S2, state: 'planned', dueOn: '2026-11-17' })
    await insertOrder('WO-4', {
      lineId: lines.S1,
      state: 'finished',
      dueOn: '2026-11-18',
      startedAt: plantTime('08:00', '2026-11-16'),
      finishedAt: plantTime('20:00', '2026-11-18'),
      goodKg: 1100,
    })
    await insertOrder('WO-5', { lineId: lines.S1, state: 'cancelled', dueOn: '2026-11-17' })
    return { product: productRow, standard, orders: { running: running.id, paused: paused.id, late: late.id } }
  })
  const hallId = expectOk(
    await staff['maint-lead'].call(plantArea.endpoints.create, {
      code: 'HALL',
      name: '纺粘车间',
      nameEn: 'Spunbond hall',
    }),
  ).id
  const insertJumbo: OverviewPlant['insertJumbo'] = async (lineId, workOrderId, when, kg, downgradedM = 0) => {
    const id = createUuid7(Date.now())
    const downgrades = downgradedM ? [{ fromM: 0, toM: downgradedM, grade: 'downgraded', defect: 'hole' }] : []
    await plant.query(
      `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, length_m, net_kg, grade, downgrades, business_date, shift, team, started_at, doffed_at, created_at, updated_at, defects, images, lots)
       values (1, $1, $2, 'uncut', $3, $4, $5, 10000, $6, $7, $8, $9, $10, $11, $12, $12, now(), now(), '[]', '[]', '[]')`,
      [
        id,
        `J-${id.slice(-8)}`,
        workOrderId,
        seeded.product.id,
        lineId,
        kg,
        downgradedM ? 'downgraded' : 'good',
        JSON.stringify(downgrades),
        when.day,
        when.shift,
        when.team,
        when.at,
      ],
    )
  }
  const overviewPlant: OverviewPlant = {
    plant,
    staff,
    lines,
    orders: seeded.orders,
    productId: seeded.product.id,
    standardId: seeded.standard.id,
    hallId,
    runInContext,
    insertJumbo,
    findTagId: async (lineId, lineKey) => {
      const tagRows = await plant.query<{ id: string }>(
        'select id from tag where site_id = 1 and line_id = $1 and line_key = $2',
        [lineId, lineKey],
      )
      return tagRows[0]!.id
    },
  }
  await fillPlant(overviewPlant)
  return overviewPlant
}

async function fillPlant(overviewPlant: OverviewPlant): Promise<void> {
  const { plant, staff, lines, orders } = overviewPlant
  // The night shift: 500 + 480 kg at S1, 2,500 of 10,000 m (120 kg) of the second roll downgraded; 300 kg at S2; 900 kg at the retired line.
  await overviewPlant.insertJumbo(lines.S1, orders.running, { ...NIGHT, team: 'A', at: plantTime('02:00') }, 500)
  await overviewPlant.insertJumbo(lines.S1, orders.running, { ...NIGHT, team: 'A', at: plantTime('03:00') }, 480, 2500)
  await overviewPlant.insertJumbo(lines.S2, orders.paused, { ...NIGHT, team: 'A', at: plantTime('04:00') }, 300)
  await overviewPlant.insertJumbo(lines.OLD, orders.running, { ...NIGHT, team: 'A', at: plantTime('04:30') }, 900)
  // The middle shift before that night, and the night before.
  await overviewPlant.insertJumbo(
    lines.S1,
    orders.running,
    { day: '2026-11-19', shift: 'middle', team: 'B', at: plantTime('18:00', '2026-11-19') },
    700,
  )
  await overviewPlant.insertJumbo(
    lines.S1,
    orders.running,
    { day: '2026-11-18', shift: 'night', team: 'C', at: plantTime('02:00', '2026-11-19') },
    1120,
  )
  const reasons = expectOk(await staff.admin.call(stopReason.endpoints.list, { size: 100 })).list
  await overviewPlant.runInContext(async (ctx) => {
    await ctx.rows.insert(lineStop, {
      lineId: lines.S2,
      startedAt: plantTime('07:30'),
      reasonId: reasons[0]!.id,
      source: 'person',
      businessDate: NIGHT.day,
      shift: NIGHT.shift,
      team: 'A',
    })
    await recalculateMetrics(ctx, { from: '2026-11-18', to: '2026-11-20' })
  })
  const createTag = async (code: string, more: object) =>
    expectOk(
      await staff['maint-lead'].call(tag.endpoints.create, {
        code,
        name: code,
        kind: 'gauge',
        unit: '°C',
        everyS: 60,
        ...more,
      } as never),
    )
  await createTag('S1/FRT', { lineId: lines.S1, lineKey: 'FRT', low: 100, high: 200 })
  await createTag('S1/DCD', { lineId: lines.S1, lineKey: 'DCD', unit: 'mm', low: 180, high: 200 })
  await createTag('S2/FRT', { lineId: lines.S2, lineKey: 'FRT', low: 100, high: 110 })
  await createTag('HALL/T', { areaId: overviewPlant.hallId, hallKey: 'temperature', low: 18, high: 28 })
  await createTag('HALL/D', { areaId: overviewPlant.hallId, hallKey: 'dust', unit: 'µg/m³', high: 100, everyS: 60 })
  const readings = [
    // Above the standard’s limit of 150 and below the tag’s limit of 200.
    ...[0, 1, 2].map((minute) => ({ tag: 'S1/FRT', at: plantTime(`09:5${7 + minute}`), value: 150 + minute })),
    // Stale: 90 minutes old.
    { tag: 'S1/DCD', at: plantTime('08:30'), value: 300 },
    { tag: 'S2/FRT', at: plantTime('09:59'), value: 120 },
    { tag: 'HALL/T', at: plantTime('09:59'), value: 31 },
    { tag: 'HALL/T', at: plantTime('09:00'), value: 22 },
    { tag: 'HALL/D', at: plantTime('07:00'), value: 500 },
  ].map((reading) => ({ ...reading, unit: null, quality: null }))
  expectOk(await staff.admin.call(sendReadings, { readings }))
  await plant.query(
    `insert into line (id, site_id, code, name, kind, active, version, created_at, updated_at) values ($1, 2, 'FAR', '外厂', 'spunbond', true, 1, now(), now())`,
    [FOREIGN_LINE_ID],
  )
  await plant.query(
    `insert into tag (id, site_id, code, name, kind, unit, line_id, line_key, every_s, active, version, created_at, updated_at) values ($1, 2, 'FAR/FRT', 'FAR', 'gauge', '°C', $2, 'FRT', 60, true, 1, now(), now())`,
    [createUuid7(Date.now()), FOREIGN_LINE_ID],
  )
  await plant.query(
    `insert into shift_figure (id, site_id, kind, business_date, shift, team, line_id, wound_kg, version, created_at, updated_at) values ($1, 2, 'counted', '2026-11-19', 'night', 'A', $2, 7777, 1, now(), now())`,
    [createUuid7(Date.now()), FOREIGN_LINE_ID],
  )
}
export const FOREIGN_LINE_ID = createUuid7(Date.parse('2026-01-01T00:00:00Z'))
