import { Api } from './app'
import { createApprovedStandard } from './kilogram-plant'
import { getClockAheadEnv, RealServer } from './server'

interface Row {
  id: string
  version: number
}
export interface StartedOrder {
  order: { id: string; number: string }
  line: { id: string; code: string }
  lot: { id: string; number: string }
}
export interface CostPlant {
  materialId: string
  materialCode: string
  first: StartedOrder
  second: StartedOrder
  /** The day of the story, in the plant's calendar. */
  day: string
}
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONE_MS = 8 * HOUR_MS
export const FED_KG = 1000
export const ROLL_KG = 960
/** Power of a running and of an idle line, kW. */
const RUNNING_KW = 800
const IDLE_KW = 320

/** Returns the ms until ten in the morning of the plant, one or two days from now. */
export const getMsUntilTen = (): number => {
  const now = Date.now()
  return 48 * HOUR_MS - ((now + ZONE_MS - 10 * HOUR_MS) % DAY_MS)
}
/** Converts a time of the plant on the day of the story to ISO. */
export const toPlantTime = ({ day }: Pick<CostPlant, 'day'>, time: string): string =>
  new Date(`${day}T${time}:00+08:00`).toISOString()

/** Enters the morning: two new lines, each with a meter and a lot of resin, and two orders that start at ten. */
export async function prepareMorning(server: RealServer, clockAheadMs: number): Promise<CostPlant> {
  const day = new Date(Date.now() + clockAheadMs + ZONE_MS).toISOString().slice(0, 10)
  const [admin, lead, quality] = (await Promise.all(
    ['admin', 'prod-lead', 'quality-lead'].map((name) => Api.signIn(server, name)),
  )) as [Api, Api, Api]
  const material = await lead.call<Row & { code: string }>('POST', '/mater/material', {
    code: 'CST-PP',
    name: '成本切片',
    nameEn: 'Cost resin',
    kind: 'main',
  })
  const product = await admin.call<Row>('POST', '/plant/product', {
    code: 'CST-P15',
    name: '成本纺粘',
    nameEn: 'Cost spunbond',
    family: 'spunbond',
    gsm: 15,
  })
  await createStandard([quality, lead, await Api.signIn(server, 'manager')], product.id, material.id)
  const materialPrice = {
    materialId: material.id,
    effectiveFrom: `${day.slice(0, 7)}-01`,
    price: 7.2,
    reason: '合同价',
  }
  await admin.call('POST', '/cost_material_price', materialPrice)
  const rate = { item: 'material', materialId: material.id, effectiveFrom: `${day.slice(0, 7)}-01`, price: 7 }
  await admin.call('POST', '/plant/standard_rate', rate)
  const startedOrders: StartedOrder[] = []
  for (const n of [1, 2])
    startedOrders.push(await startOrderOnLine({ admin, lead, quality }, { n, productId: product.id, material, day }))
  return {
    materialId: material.id,
    materialCode: material.code,
    first: startedOrders[0]!,
    second: startedOrders[1]!,
    day,
  }
}
/** Creates the standard recipe: written by quality, approved by production and the manager. */
async function createStandard([writer, ...approvers]: readonly [Api, ...Api[]], productId: string, materialId: string) {
  const draft = await writer.call<Row>('POST', '/craft/standard', {
    code: 'CST-STD',
    productId,
    mix: [{ materialId, percent: 100 }],
    trimPercent: 3,
    wastePercent: 1,
    crewHours: 12,
    speed: 250,
  })
  let row = await writer.call<Row>('POST', '/craft/ps_audit', {
    id: draft.id,
    version: draft.version,
    approvers: approvers.map(({ userId }) => userId),
  })
  for (const approver of approvers)
    row = await approver.call<Row>('POST', '/craft/ps_ratify', {
      id: row.id,
      version: row.version,
      decision: 'approved',
    })
}
async function startOrderOnLine(
  { admin, lead, quality }: { admin: Api; lead: Api; quality: Api },
  { n, productId, material, day }: { n: number; productId: string; material: Row; day: string },
): Promise<StartedOrder> {
  const code = `CST${n}`
  const line = await admin.call<Row & { code: string }>('POST', '/plant/line', {
    code,
    name: `成本${n}线`,
    nameEn: `Cost line ${n}`,
    kind: 'spunbond',
    width: 3.2,
    idealSpeed: 250,
    inUseFrom: '2026-01-01',
    sortOrder: 920 + n,
  })
  const hopper = await admin.call<Row>('POST', '/plant/hopper', { code: `${code}-A`, name: 'A', lineId: line.id })
  const meter = await admin.call<Row>('POST', '/meter/meter', {
    code: `${code}-E`,
    name: `成本${n}线电表`,
    kind: 'electricity',
    unit: 'kWh',
    counter: true,
    lineId: line.id,
  })
  const tag = { code: `${code}-E`, name: '电量', kind: 'counter', unit: 'kWh', meterId: meter.id, everyS: 900 }
  await admin.call('POST', '/telemetry/tag', { ...tag, mostPerHour: 5000 })
  const { list } = await admin.call<{ list: Row[] }>('GET', '/energy/item', { size: '1' })
  await admin.call('POST', '/energy/meter', {
    code: `${code}-E`,
    name: `成本${n}线`,
    nameEn: `Cost line ${n}`,
    kind: 'meter',
    medium: 'electricity',
    allocation: 'none',
    itemId: list[0]!.id,
    meterId: meter.id,
    lineId: line.id,
  })
  const number = `CST-LOT-${n}`
  const lot = await lead.call<Row>('POST', '/mater/lot', {
    number,
    materialId: material.id,
    receivedOn: `${day.slice(0, 7)}-01`,
    receivedKg: 2 * FED_KG,
  })
  await quality.call('POST', '/mater/lot_decide', { id: lot.id, state: 'released' })
  const order = await lead.call<Row & { number: string }>('POST', '/plant/work_order', {
    number: `CST-WO-${n}`,
    batch: `CSTB${n}`,
    productId,
    lineId: line.id,
    gsm: 15,
    dueOn: day,
  })
  const approvers = [quality, await Api.signIn(admin.server, 'manager')]
  const standardFields = { productId, lineId: line.id, materialId: material.id, code: `PS-${code}` }
  const { id: processStandardId } = await createApprovedStandard([lead, ...approvers], standardFields)
  await lead.call('PUT', '/plant/work_order', { id: order.id, version: order.version, processStandardId })
  await lead.call('POST', '/jumbo_first/add_work_order', { id: order.id, lineId: line.id })
  const operator = await Api.signIn(admin.server, 'operator-line')
  const hopperFeed = {
    workOrderId: order.id,
    lineId: line.id,
    hopperId: hopper.id,
    materialId: material.id,
    lotId: lot.id,
  }
  await operator.call('POST', '/production/main_material', { ...hopperFeed, kg: FED_KG, reason: 'x' })
  return { order, line, lot: { id: lot.id, number } }
}

/** Kills the server and restarts it at half past six in the evening, when the events of the day are entered. */
export async function restartInEvening(morning: RealServer, clockAheadMs: number): Promise<RealServer> {
  await morning.kill()
  return RealServer.start({ dataDir: morning.dataDir, env: getClockAheadEnv(clockAheadMs + 8.5 * HOUR_MS) })
}
/** Enters rolls, readings, the stop at peak price and the end of both orders, hours after they happened. */
export async function enterDay(server: RealServer, plant: CostPlant): Promise<void> {
  const [admin, lead, operator] = (await Promise.all(
    ['admin', 'prod-lead', 'operator-line'].map((name) => Api.signIn(server, name)),
  )) as [Api, Api, Api]
  for (const { order, line } of [plant.first, plant.second]) {
    await operator.call('POST', '/jumbo_second/doff_team', {
      workOrderId: order.id,
      lineId: line.id,
      lengthM: 20_000,
      grossKg: ROLL_KG + 10,
      coreKg: 10,
      occurredAt: toPlantTime(plant, '17:00'),
    })
    await admin.call('POST', '/telemetry/readings', { readings: buildReadings(plant, `${line.code}-E`) })
    const [startedAt, endedAt] = [toPlantTime(plant, '15:00'), toPlantTime(plant, '16:00')]
    await lead.call('POST', '/production/stop_record', { lineId: line.id, startedAt, endedAt, note: '换喷丝板' })
    const finish = { id: order.id, action: 'finish', shortReason: '短单', occurredAt: toPlantTime(plant, '18:00') }
    await lead.call('PUT', '/jumbo_first/add_work_order', finish)
  }
  await admin.call('POST', '/set_redis', { from: plant.day, to: plant.day })
}
function buildReadings(plant: CostPlant, tag: string) {
  let value = 5000
  return Array.from({ length: 4 * 10 + 1 }, (_, i) => {
    const readAt = Date.parse(toPlantTime(plant, '08:00')) + i * 900_000
    const hour = 8 + i / 4
    if (i > 0) value += (hour > 15 && hour <= 16 ? IDLE_KW : RUNNING_KW) / 4
    return { tag, at: new Date(readAt).toISOString(), value }
  })
}
