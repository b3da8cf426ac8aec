import { Api } from './app'
import { getClockAheadEnv, RealServer } from './server'

interface Row {
  id: string
  version: number
}
type List<T> = { total: number; list: T[] }
interface Standard extends Row {
  productId: string
  state: string
  newest: boolean
}
export interface Mill {
  line: { id: string; code: string }
  slitter: { id: string; code: string }
  order: { id: string; number: string; erpNumber: string }
  /** Name of the order's customer in both languages. */
  customer: { readonly zh: string; readonly en: string }
  materialId: string
  lots: readonly [Lot, Lot]
}
export interface Lot {
  id: string
  number: string
}

/** The web weighs 15 g/m² and is 3.2 m wide, i.e. 48 kg per kilometre. */
export const GSM = 15
export const LENGTH_M = 10_000
export const EXPECTED_KG = 480
/** Received weight of each lot, kg. */
export const RECEIVED_KG = 1000
/** Lanes of the order: 3,160 of 3,200 mm. */
export const LANES = '3×1000 + 1×160'
const HOUR_MS = 3_600_000

/**
 * Starts a server on a copy of the demonstration plant at ten o'clock of one of the next two days, far from both ends of the early
 * shift. The clocks of all phones are therefore at least a day behind.
 */
export function startMorningServer(): Promise<RealServer> {
  const now = Date.now()
  const msSinceTen = (now + 8 * HOUR_MS - 10 * HOUR_MS) % (24 * HOUR_MS)
  return RealServer.start({ env: getClockAheadEnv(48 * HOUR_MS - msSinceTen) })
}

const CUSTOMER = { zh: '公斤卫生用品', en: 'Kilogram Hygiene' } as const
/** Enters the data of the story as the office: a new line and slitter, a customer order from the ERP, two lots released by quality. */
export async function furnishMill(server: RealServer): Promise<Mill> {
  const [admin, lead, quality] = (await Promise.all(
    ['admin', 'prod-lead', 'quality-lead'].map((name) => Api.signIn(server, name)),
  )) as [Api, Api, Api]
  const line = await admin.call<Row & { code: string }>('POST', '/plant/line', {
    code: 'KG1',
    name: '九号线',
    nameEn: 'Line nine',
    kind: 'spunbond',
    width: 3.2,
    idealSpeed: 200,
    sortOrder: 900,
  })
  await admin.call('POST', '/plant/hopper', { code: 'KG1-A', name: 'A', nameEn: 'A', lineId: line.id })
  const slitter = await admin.call<Row & { code: string }>('POST', '/plant/line', {
    code: 'KGS',
    name: '九号分切机',
    nameEn: 'Slitter nine',
    kind: 'slitting',
    width: 3.2,
    sortOrder: 901,
  })
  const resin = (await lead.call<List<Row>>('GET', '/mater/material', { kind: 'main', size: '1' })).list[0]
  if (!resin) throw new Error('the demonstration plant has no resin')
  const product = await admin.call<Row & { code: string }>('POST', '/plant/product', {
    code: 'KG-P15',
    name: '公斤纺粘',
    nameEn: 'Kilogram spunbond',
    family: 'spunbond',
    gsm: GSM,
    colour: '白色',
  })
  const standard = await createApprovedStandard([lead, quality, await Api.signIn(server, 'manager')], {
    productId: product.id,
    lineId: line.id,
    materialId: resin.id,
  })
  const customer = await lead.call<Row & { name: string }>('POST', '/plant/customer', {
    code: 'KG-C',
    name: CUSTOMER.zh,
    nameEn: CUSTOMER.en,
  })
  const order = await releaseOrder(lead, { product, standard, customerId: customer.id })
  const lots = (await Promise.all(
    ['KG-LOT-1', 'KG-LOT-2'].map(async (number) => {
      const lot = await lead.call<Row>('POST', '/mater/lot', {
        number,
        materialId: resin.id,
        receivedOn: '2026-11-01',
        receivedKg: RECEIVED_KG,
      })
      await quality.call('POST', '/mater/lot_decide', { id: lot.id, state: 'released' })
      return { id: lot.id, number }
    }),
  )) as [Lot, Lot]
  return { line, slitter, order, customer: CUSTOMER, materialId: resin.id, lots }
}

/** Creates the process standard: written by production, approved by quality and then by the manager. */
export async function createApprovedStandard(
  [lead, ...approvers]: readonly [Api, ...Api[]],
  {
    materialId,
    code = 'PS-KG-P15',
    ...standardFields
  }: { productId: string; lineId: string; materialId: string; code?: string },
): Promise<Standard> {
  const draft = await lead.call<Standard>('POST', '/craft/add_craft', {
    ...standardFields,
    code,
    idealSpeed: 200,
    weightTolerance: 4,
    ratios: [{ materialId, minPercent: 94, maxPercent: 100 }],
    parameters: [
      {
        key: 'calenderTemp',
        label: '热轧温度',
        labelEn: 'Calender temperature',
        unit: '°C',
        target: 150,
        low: 146,
        high: 154,
      },
    ],
  })
  let standard = await lead.call<Standard>('POST', '/craft/audit', {
    id: draft.id,
    version: draft.version,
    approvers: approvers.map(({ userId }) => userId),
  })
  for (const approver of approvers)
    standard = await approver.call<Standard>('POST', '/craft/ratify', {
      id: standard.id,
      version: standard.version,
      decision: 'approved',
    })
  if (standard.state !== 'approved' || !standard.newest) throw new Error(`the standard is ${standard.state}`)
  return standard
}

/** Turns the ERP order into a work order with the product's approved standard. */
async function releaseOrder(
  lead: Api,
  { product, standard, customerId }: { product: { code: string }; standard: Standard; customerId: string },
): Promise<Mill['order']> {
  const erp = await lead.call<Row & { externalNumber: string }>('POST', '/equ/erp_mes', {
    externalNumber: 'KG-4711-10',
    customerId,
    productCode: product.code,
    productId: standard.productId,
    gsm: GSM,
    orderedKg: 900,
    orderedRolls: 16,
    jumboLengthM: LENGTH_M,
    rollLengthM: LENGTH_M,
    slittingPattern: LANES,
    dueOn: '2026-12-24',
  })
  const { workOrderId } = await lead.call<{ workOrderId: string }>('POST', '/equ/erp_release', {
    id: erp.id,
    version: erp.version,
  })
  const order = await lead.call<Row & { number: string }>('GET', '/production/work_order', { id: workOrderId })
  await lead.call('PUT', '/plant/work_order', { id: order.id, version: order.version, processStandardId: standard.id })
  return { id: order.id, number: order.number, erpNumber: erp.externalNumber }
}
