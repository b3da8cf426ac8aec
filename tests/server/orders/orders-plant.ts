/** Lines, products with an approved standard, orders, and a fake ERP, for the order tests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { line } from '@/plant/contract/line'
import { customer } from '@/areas/orders/contract/customer'
import { erpSource } from '@/areas/orders/contract/erp-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { startOrder, changeRunState } from '@/areas/orders/contract/work-order-endpoints'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { product } from '@/areas/standards/contract/product'
import type { Row } from '@/contract/resource'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { expectOk, type Staff } from '../plant-staff'

export type OrderRow = Row<typeof workOrder>
export interface OrdersPlant {
  plant: TestPlant
  staff: Staff
}
let serial = 0
export const nextSerial = (): number => ++serial

export const createLine = async (
  { staff }: OrdersPlant,
  kind: 'spunbond' | 'slitting' = 'spunbond',
): Promise<Row<typeof line>> =>
  expectOk(
    await staff['maint-lead'].call(line.endpoints.create, { code: `LN-${nextSerial()}`, name: `产线${serial}`, kind }),
  )
/** Creates a product. `standard` is the state of its newest process standard, null for none. */
export async function createProduct(
  { plant, staff }: OrdersPlant,
  overrides: Record<string, unknown> = {},
  standard: 'approved' | 'notApproved' | null = 'approved',
): Promise<Row<typeof product>> {
  const createdProduct = expectOk(
    await staff.admin.call(product.endpoints.create, {
      code: `PR-${nextSerial()}`,
      name: `产品${serial}`,
      family: 'spunbond',
      gsm: 15,
      widthMm: 3200,
      colour: '白',
      ...overrides,
    }),
  )
  if (standard) await createStandard(plant, createdProduct.id, { state: standard })
  return createdProduct
}
export async function createStandard(
  plant: TestPlant,
  productId: string,
  overrides: Partial<Row<typeof processStandard>> = {},
): Promise<string> {
  let id = ''
  await runAsSystem(plant.app, 'test.standard', async (ctx) => {
    id = (
      await ctx.rows.insert(processStandard, {
        code: `PS-${nextSerial()}`,
        revision: 1,
        // In the program, a version becomes the newest of its code when it is approved.
        newest: (overrides.state ?? 'approved') === 'approved',
        state: 'approved',
        variant: 'mainLine',
        productId,
        idealSpeed: 300,
        ...overrides,
      })
    ).id
  })
  return id
}
export const createCustomer = async ({ staff }: OrdersPlant): Promise<Row<typeof customer>> =>
  expectOk(
    await staff['prod-lead'].call(customer.endpoints.create, {
      code: `C-${nextSerial()}`,
      name: `客户${serial}`,
      nameEn: `Customer ${serial}`,
    }),
  )
export async function createOrder(
  ordersPlant: OrdersPlant,
  overrides: Record<string, unknown> = {},
): Promise<OrderRow> {
  const productId = (overrides['productId'] as string | undefined) ?? (await createProduct(ordersPlant)).id
  return expectOk(
    await ordersPlant.staff['prod-lead'].call(workOrder.endpoints.create, {
      number: `WO-${nextSerial()}`,
      batch: `B-${serial}`,
      orderedKg: 10_000,
      ...overrides,
      productId,
    }),
  )
}
export const startOrderOn = async (ordersPlant: OrdersPlant, order: OrderRow, lineId: string): Promise<OrderRow> =>
  expectOk(await ordersPlant.staff['operator-line'].call(startOrder, { id: order.id, lineId }))
export const switchOrderTo = async (
  ordersPlant: OrdersPlant,
  order: { id: string },
  action: 'pause' | 'resume' | 'finish',
  /** The reason for a short order, which finishing needs because nothing was wound. */
  shortReason: string | null = '试单',
): Promise<OrderRow> =>
  expectOk(
    await ordersPlant.staff['operator-line'].call(changeRunState, {
      id: order.id,
      action,
      ...(action === 'pause' ? { reason: '等料' } : {}),
      ...(action === 'finish' && shortReason ? { shortReason } : {}),
    }),
  )

/** A fake ERP server. Tests may replace `answer`; `requests` lists the requested URLs. */
export interface Erp {
  url: string
  requests: string[]
  answer: (page: number, request: IncomingMessage, response: ServerResponse) => void
  close(): Promise<void>
}
export async function createErp(): Promise<Erp> {
  const erp: Erp = {
    url: '',
    requests: [],
    answer: (_page, _request, response) => response.end('{"data":{"rows":[],"total":0}}'),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const server: Server = createServer((request, response) => {
    erp.requests.push(request.url ?? '')
    erp.answer(Number(new URL(request.url ?? '/', 'http://x').searchParams.get('page') ?? 1), request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  erp.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`
  return erp
}
/** Makes the ERP answer with pages of these records and their total. */
export const answerInPages = (
  erp: Erp,
  records: readonly unknown[],
  pageSize: number,
  total = records.length,
): void => {
  erp.answer = (page, _request, response) =>
    void response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ data: { rows: records.slice((page - 1) * pageSize, page * pageSize), total } }))
}
export const createErpLine = (number: string, productCode: string, overrides: Record<string, unknown> = {}) => ({
  no: number,
  item: { code: productCode },
  qty: '5000.0',
  due: '2026-12-01T00:00:00',
  ...overrides,
})
export const createSource = async (
  { staff }: OrdersPlant,
  url: string,
  overrides: Record<string, unknown> = {},
): Promise<Row<typeof erpSource>> =>
  expectOk(
    await staff['prod-lead'].call(erpSource.endpoints.create, {
      name: `ERP ${nextSerial()}`,
      url,
      listPath: 'data.rows',
      totalPath: 'data.total',
      pageParameter: 'page',
      pageSize: 2,
      active: true,
      mapping: [
        { field: 'externalNumber', path: 'no' },
        { field: 'productCode', path: 'item.code' },
        { field: 'orderedKg', path: 'qty' },
        { field: 'dueOn', path: 'due' },
        { field: 'customerName', path: 'buyer' },
      ],
      ...overrides,
    }),
  )
