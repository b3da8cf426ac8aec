import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { customer } from '../contract/customer'
import { erpOrder } from '../contract/erp-order'
import { workOrder } from '../contract/work-order'
import { handle } from '@/server/area'

type CustomerRow = Row<typeof customer>

/** POST /plant/customer: adds a customer and links the orders that name its code. */
export const addCustomer = handle(customer.endpoints.create, async (ctx, input) => {
  return linkErpOrders(ctx, await ctx.rows.insert(customer, input))
})
/** PUT /plant/customer: edits a customer and links the orders that name its code. */
export const editCustomer = handle(customer.endpoints.update, async (ctx, { id, version, ...patch }) => {
  return linkErpOrders(ctx, await ctx.rows.update(customer, id, patch, { version: version ?? null }))
})
/** Imports a customer workbook; each row is handled like a form. */
export const importCustomers = handle(customer.endpoints.import, (ctx, input) =>
  importWorkbook(ctx as AppContext, customer, input, {
    insert: (txCtx, row) => addCustomer.run(txCtx, row as CreateInput<typeof customer>),
    update: (txCtx, id, row) => editCustomer.run(txCtx, { ...(row as UpdateInput<typeof customer>), id }),
  }),
)
const LINES_PER_SEARCH = 1000
/** Links the customer to ERP lines that name its code, and to their orders, unless a person has chosen a customer. */
async function linkErpOrders(ctx: Context, row: CustomerRow): Promise<CustomerRow> {
  for (;;) {
    // A linked line no longer matches the search, so each search finds the next lines.
    const where = { customerCode: row.code, customerId: null }
    const erpLines = await ctx.rows.find(erpOrder, { where, lock: true, limit: LINES_PER_SEARCH })
    for (const erpLine of erpLines) {
      await ctx.rows.update(erpOrder, erpLine.id, { customerId: row.id })
      const order = erpLine.workOrderId ? await ctx.rows.lock(workOrder, erpLine.workOrderId) : null
      if (order && order.customerId === null) await ctx.rows.update(workOrder, order.id, { customerId: row.id })
    }
    if (erpLines.length < LINES_PER_SEARCH) return row
  }
}
