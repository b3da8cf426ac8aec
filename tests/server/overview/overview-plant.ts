/** A plant of two lines that make web, a slitter and a line that is out of use, with two nights of rolls; another site beside it. */
import { createUuid7 } from '@/contract/id'
import { recalculateMetrics } from '@/areas/figures/server/queries'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { tag } from '@/areas/telemetry/contract/tag'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { product } from '@/areas/standards/contract/product'
import { workOrder } from '@/areas/orders/contract/work-order'
import { line } from '@/plant/contract/line'
import { lineStop, stopReason } from '@/plant/contract/line-stop'
import { plantArea } from '@/plant/contract/plant-area'
import type { Context } from '@/server/context'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { at, good, staffed, type Staff } from '../people'

export interface OverviewPlant {
  plant: TestPlant
  staff: Staff
  lines: Record<'S1' | 'S2' | 'C1' | 'OLD', string>
  orders: Record<'running' | 'paused' | 'late', string>
  productId: string
  standardId: string
  hallId: string
  inside: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
  jumbo: (
    lineId: string,
    workOrderId: string,
    when: { day: string; shift: string; team: string; at: string },
    kg: number,
    bad?: number,
  ) => Promise<void>
  tagOf: (lineId: string, lineKey: string) => Promise<string>
}

/** The night of the 19th: 00:00 to 08:00 of the 20th on the clock. */
export const NIGHT = { day: '2026-11-19', shift: 'night' } as const

export async function overviewPlant(): Promise<OverviewPlant> {
  const { plant, staff } = await staffed()
  const inside: OverviewPlant['inside'] = (work) => runAsSystem(plant.app, 'test', work)
  const newLine = async (code: string, kind: 'spunbond' | 'slitting', active = true) =>
    good(
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
    S1: await newLine('S1', 'spunbond'),
    S2: await newLine('S2', 'spunbond'),
    C1: await newLine('C1', 'slitting'),
    OLD: await newLine('OLD', 'spunbond', false),
  }
  const made = await inside(async (ctx) => {
    const of = await ctx.rows.insert(product, {
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
      productId: of.id,
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
    const order = (number: string, more: object) =>
      ctx.rows.insert(workOrder, { number, batch: number, productId: of.id, orderedKg: 1000, ...more })
    const running = await order('WO-1', {
      lineId: lines.S1,
      state: 'running',
      startedAt: at('08:00', '2026-11-18'),
      runSince: at('08:00', '2026-11-18'),
      processStandardId: standard.id,
      dueOn: '2026-11-25',
    })
    const paused = await order('WO-2', {
      lineId: lines.S2,
      state: 'paused',
      startedAt: at('08:00', '2026-11-18'),
      dueOn: '2026-11-20',
      pauses: [{ from: at('07:30'), to: null, reason: '换滤网' }],
    })
    const late = await order('WO-3', { lineId: lines.S2, state: 'planned', dueOn: '2026-11-17' })
    await order('WO-4', {
      lineId: lines.S1,
      state: 'finished',
      dueOn: '2026-11-18',
      startedAt: at('08:00', '2026-11-16'),
      finishedAt: at('20:00', '2026-11-18'),
      goodKg: 1100,
    })
    await order('WO-5', { lineId: lines.S1, state: 'cancelled', dueOn: '2026-11-17' })
    return { of, standard, orders: { running: running.id, paused: paused.id, late: late.id } }
  })
  const hallId = good(
    await staff['maint-lead'].call(plantArea.endpoints.create, {
      code: 'HALL',
      name: '纺粘车间',
      nameEn: 'Spunbond hall',
    }),
  ).id
  const jumbo: OverviewPlant['jumbo'] = async (lineId, workOrderId, when, kg, bad = 0) => {
    const id = createUuid7(Date.now())
    const downgrades = bad ? [{ fromM: 0, toM: bad, grade: 'downgraded', defect: 'hole' }] : []
    await plant.query(
      `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, length_m, net_kg, grade, downgrades, business_date, shift, team, started_at, doffed_at, created_at, updated_at, defects, images, lots)
       values (1, $1, $2, 'uncut', $3, $4, $5, 10000, $6, $7, $8, $9, $10, $11, $12, $12, now(), now(), '[]', '[]', '[]')`,
      [
        id,
        `J-${id.slice(-8)}`,
        workOrderId,
        made.of.id,
        lineId,
        kg,
        bad ? 'downgraded' : 'good',
        JSON.stringify(downgrades),
        when.day,
        when.shift,
        when.team,
        when.at,
      ],
    )
  }
  const p: OverviewPlant = {
    plant,
    staff,
    lines,
    orders: made.orders,
    productId: made.of.id,
    standardId: made.standard.id,
    hallId,
    inside,
    jumbo,
    tagOf: async (lineId, lineKey) => {
      const found = await plant.query<{ id: string }>(
        'select id from tag where site_id = 1 and line_id = $1 and line_key = $2',
        [lineId, lineKey],
      )
      return found[0]!.id
    },
  }
  await fill(p)
  return p
}

async function fill(p: OverviewPlant): Promise<void> {
  const { plant, staff, lines, orders } = p
  // The night: 500 + 480 kg at S1, of the second 2,500 of 10,000 m (120 kg) downgraded; 300 kg at S2; 900 kg at a line out of use.
  await p.jumbo(lines.S1, orders.running, { ...NIGHT, team: 'A', at: at('02:00') }, 500)
  await p.jumbo(lines.S1, orders.running, { ...NIGHT, team: 'A', at: at('03:00') }, 480, 2500)
  await p.jumbo(lines.S2, orders.paused, { ...NIGHT, team: 'A', at: at('04:00') }, 300)
  await p.jumbo(lines.OLD, orders.running, { ...NIGHT, team: 'A', at: at('04:30') }, 900)
  // The middle shift before it, and the night before that.
  await p.jumbo(
    lines.S1,
    orders.running,
    { day: '2026-11-19', shift: 'middle', team: 'B', at: at('18:00', '2026-11-19') },
    700,
  )
  await p.jumbo(
    lines.S1,
    orders.running,
    { day: '2026-11-18', shift: 'night', team: 'C', at: at('02:00', '2026-11-19') },
    1120,
  )
  const reasons = good(await staff.admin.call(stopReason.endpoints.list, { size: 100 })).list
  await p.inside(async (ctx) => {
    await ctx.rows.insert(lineStop, {
      lineId: lines.S2,
      startedAt: at('07:30'),
      reasonId: reasons[0]!.id,
      source: 'person',
      businessDate: NIGHT.day,
      shift: NIGHT.shift,
      team: 'A',
    })
    await recalculateMetrics(ctx, { from: '2026-11-18', to: '2026-11-20' })
  })
  const newTag = async (code: string, more: object) =>
    good(
      await staff['maint-lead'].call(tag.endpoints.create, {
        code,
        name: code,
        kind: 'gauge',
        unit: '°C',
        everyS: 60,
        ...more,
      } as never),
    )
  await newTag('S1/FRT', { lineId: lines.S1, lineKey: 'FRT', low: 100, high: 200 })
  await newTag('S1/DCD', { lineId: lines.S1, lineKey: 'DCD', unit: 'mm', low: 180, high: 200 })
  await newTag('S2/FRT', { lineId: lines.S2, lineKey: 'FRT', low: 100, high: 110 })
  await newTag('HALL/T', { areaId: p.hallId, hallKey: 'temperature', low: 18, high: 28 })
  await newTag('HALL/D', { areaId: p.hallId, hallKey: 'dust', unit: 'µg/m³', high: 100, everyS: 60 })
  const readings = [
    // Above 150, the limit of the standard, below 200, that of the tag.
    ...[0, 1, 2].map((minute) => ({ tag: 'S1/FRT', at: at(`09:5${7 + minute}`), value: 150 + minute })),
    // An hour and a half ago: stale.
    { tag: 'S1/DCD', at: at('08:30'), value: 300 },
    { tag: 'S2/FRT', at: at('09:59'), value: 120 },
    { tag: 'HALL/T', at: at('09:59'), value: 31 },
    { tag: 'HALL/T', at: at('09:00'), value: 22 },
    { tag: 'HALL/D', at: at('07:00'), value: 500 },
  ].map((one) => ({ ...one, unit: null, quality: null }))
  good(await staff.admin.call(sendReadings, { readings }))
  await plant.query(
    `insert into line (id, site_id, code, name, kind, active, version, created_at, updated_at) values ($1, 2, 'FAR', '外厂', 'spunbond', true, 1, now(), now())`,
    [FAR],
  )
  await plant.query(
    `insert into tag (id, site_id, code, name, kind, unit, line_id, line_key, every_s, active, version, created_at, updated_at) values ($1, 2, 'FAR/FRT', 'FAR', 'gauge', '°C', $2, 'FRT', 60, true, 1, now(), now())`,
    [createUuid7(Date.now()), FAR],
  )
  await plant.query(
    `insert into shift_figure (id, site_id, kind, business_date, shift, team, line_id, wound_kg, version, created_at, updated_at) values ($1, 2, 'counted', '2026-11-19', 'night', 'A', $2, 7777, 1, now(), now())`,
    [createUuid7(Date.now()), FAR],
  )
}
export const FAR = createUuid7(Date.parse('2026-01-01T00:00:00Z'))
