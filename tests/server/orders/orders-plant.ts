/** What the tests of orders share: lines, products with an approved standard, orders, and an ERP of their own. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { line } from '@/plant/contract/line'
import { customer } from '@/areas/orders/contract/customer'
import { erpSource } from '@/areas/orders/contract/erp-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { startOrder, switchOrder } from '@/areas/orders/contract/work-order-endpoints'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { product } from '@/areas/standards/contract/product'
import type { Row } from '@/contract/resource'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { good, type Staff } from '../people'

export type OrderRow = Row<typeof workOrder>
export interface OrdersPlant {
  plant: TestPlant
  staff: Staff
}
let serial = 0
export const next = (): number => ++serial

export const newLine = async (
  { staff }: OrdersPlant,
  kind: 'spunbond' | 'slitting' = 'spunbond',
): Promise<Row<typeof line>> =>
  good(await staff['maint-lead'].call(line.endpoints.create, { code: `LN-${next()}`, name: `产线${serial}`, kind }))
/** A product; `standard` is the state of its newest process standard, null for none. */
export async function newProduct(
  { plant, staff }: OrdersPlant,
  more: Record<string, unknown> = {},
  standard: 'approved' | 'notApproved' | null = 'approved',
): Promise<Row<typeof product>> {
  const made = good(
    await staff.admin.call(product.endpoints.create, {
      code: `PR-${next()}`,
      name: `产品${serial}`,
      family: 'spunbond',
      gsm: 15,
      widthMm: 3200,
      colour: '白',
      ...more,
    }),
  )
  if (standard) await newStandard(plant, made.id, { state: standard })
  return made
}
export async function newStandard(
  plant: TestPlant,
  productId: string,
  more: Partial<Row<typeof processStandard>> = {},
): Promise<string> {
  let id = ''
  await runAsSystem(plant.app, 'test.standard', async (ctx) => {
    id = (
      await ctx.rows.insert(processStandard, {
        code: `PS-${next()}`,
        revision: 1,
        // As in the plant: a version is the newest of its code once it is approved.
        newest: (more.state ?? 'approved') === 'approved',
        state: 'approved',
        variant: 'mainLine',
        productId,
        idealSpeed: 300,
        ...more,
      })
    ).id
  })
  return id
}
export const newCustomer = async ({ staff }: OrdersPlant): Promise<Row<typeof customer>> =>
  good(
    await staff['prod-lead'].call(customer.endpoints.create, {
      code: `C-${next()}`,
      name: `客户${serial}`,
      nameEn: `Customer ${serial}`,
    }),
  )
export async function newOrder(p: OrdersPlant, more: Record<string, unknown> = {}): Promise<OrderRow> {
  const productId = (more['productId'] as string | undefined) ?? (await newProduct(p)).id
  return good(
    await p.staff['prod-lead'].call(workOrder.endpoints.create, {
      number: `WO-${next()}`,
      batch: `B-${serial}`,
      orderedKg: 10_000,
      ...more,
      productId,
    }),
  )
}
export const started = async (p: OrdersPlant, order: OrderRow, lineId: string): Promise<OrderRow> =>
  good(await p.staff['operator-line'].call(startOrder, { id: order.id, lineId }))
export const switched = async (
  p: OrdersPlant,
  order: { id: string },
  action: 'pause' | 'resume' | 'finish',
  /** Of one that is finished: nothing is wound in these plants, so there is one unless told. */
  shortReason: string | null = '试单',
): Promise<OrderRow> =>
  good(
    await p.staff['operator-line'].call(switchOrder, {
      id: order.id,
      action,
      ...(action === 'pause' ? { reason: '等料' } : {}),
      ...(action === 'finish' && shortReason ? { shortReason } : {}),
    }),
  )

/** An ERP: answers as the test tells it, and counts how often it was asked. */
export interface Erp {
  url: string
  asked: string[]
  answer: (page: number, request: IncomingMessage, response: ServerResponse) => void
  close(): Promise<void>
}
export async function newErp(): Promise<Erp> {
  const erp: Erp = {
    url: '',
    asked: [],
    answer: (_page, _request, response) => response.end('{"data":{"rows":[],"total":0}}'),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const server: Server = createServer((request, response) => {
    erp.asked.push(request.url ?? '')
    erp.answer(Number(new URL(request.url ?? '/', 'http://x').searchParams.get('page') ?? 1), request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  erp.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`
  return erp
}
/** Answers records in pages, with their number. */
export const inPages = (erp: Erp, records: readonly unknown[], size: number, total = records.length): void => {
  erp.answer = (page, _request, response) =>
    void response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ data: { rows: records.slice((page - 1) * size, page * size), total } }))
}
export const line1 = (number: string, productCode: string, more: Record<string, unknown> = {}) => ({
  no: number,
  item: { code: productCode },
  qty: '5000.0',
  due: '2026-12-01T00:00:00',
  ...more,
})
export const newSource = async (
  { staff }: OrdersPlant,
  url: string,
  more: Record<string, unknown> = {},
): Promise<Row<typeof erpSource>> =>
  good(
    await staff['prod-lead'].call(erpSource.endpoints.create, {
      name: `ERP ${next()}`,
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
      ...more,
    }),
  )
