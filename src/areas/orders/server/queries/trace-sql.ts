/**
 * SQL of traces through orders. The statements select the ids of the next level and the displayed data of each row.
 * Sets of ids are passed as the SQL of an array.
 */
import type { Language } from '@/contract/language'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { sql, type Sql } from '@/server/sql'
import { product } from '@/areas/standards/contract/product'
import { productsSql } from '@/areas/standards/server/queries'
import { customer } from '../../contract/customer'

/** Selects the orders of ERP lines. */
export const buildOrdersOfErpSql = (siteId: number, erpIds: Sql): Sql =>
  sql`select work_order_id as id from erp_order where site_id = ${siteId} and id = any(${erpIds}) and work_order_id is not null`
/** Selects the ERP lines that refer to orders. */
export const buildErpLinesReferencingOrdersSql = (siteId: number, orderIds: Sql): Sql =>
  sql`select id from erp_order where site_id = ${siteId} and work_order_id = any(${orderIds})`
/** Selects the ERP lines to which orders refer. */
export const buildErpLinesReferencedByOrdersSql = (siteId: number, orderIds: Sql): Sql =>
  sql`select distinct erp_order_id as id from work_order where site_id = ${siteId} and id = any(${orderIds}) and erp_order_id is not null`
/** Selects the orders of a customer. */
export const buildOrdersOfCustomerSql = (siteId: number, customerId: string): Sql =>
  sql`select id from work_order where site_id = ${siteId} and customer_id = ${customerId}`
/** Selects the customers of orders. */
export const buildCustomersOfOrdersSql = (siteId: number, orderIds: Sql): Sql =>
  sql`select distinct customer_id as id from work_order where site_id = ${siteId} and id = any(${orderIds}) and customer_id is not null`
/**
 * Selects orders of customers, newest first, with a `page` from 1. Pages have about the same number of good rolls.
 * @param weight `page`: approximate rolls per page; `order`: weight of an order in addition to its rolls
 */
export const buildPagedOrdersSql = (
  siteId: number,
  customerIds: Sql,
  weight: { page: number; order: number },
): Sql => sql`select id, dense_rank() over (order by block)::int as page from (
  select id, floor(coalesce(sum(${weight.order}::int + good_rolls) over (order by coalesce(started_at, created_at) desc, id rows between unbounded preceding and 1 preceding), 0) / ${weight.page}::int) as block
  from work_order where site_id = ${siteId} and customer_id = any(${customerIds})) o`

/**
 * Statements that select the trace nodes of orders, ERP lines and customers, in the reader's language. The caller may
 * append a condition on `t`.
 */
export const buildOrderNodesSql = (language: Language) =>
  ({
    workOrder: sql`select t.id, t.number as label, t.started_at as at, t.good_kg as kg, t.state, null as grade, t.line_id as line, ${buildLocalizedFieldSql(product, 'name', language, 'p')} as note, '[]'::jsonb as parents, jsonb_build_array(jsonb_build_object('id', coalesce(t.erp_order_id, t.customer_id))) as children from work_order t join ${productsSql} p on p.site_id = t.site_id and p.id = t.product_id`,
    erpOrder: sql`select t.id, t.external_number as label, t.received_at as at, t.ordered_kg as kg, t.state, null as grade, null::uuid as line, t.purchase_order as note, '[]'::jsonb as parents, (select coalesce(jsonb_agg(jsonb_build_object('id', o.customer_id)), '[]') from work_order o where o.site_id = t.site_id and o.id = t.work_order_id) as children from erp_order t`,
    customer: sql`select t.id, ${buildLocalizedFieldSql(customer, 'name', language, 't')} as label, null as at, null::numeric as kg, null as state, null as grade, null::uuid as line, t.code as note, '[]'::jsonb as parents, '[]'::jsonb as children from customer t`,
  }) as const
/** Subselect of orders with number and customer name in the reader's language. */
export const buildOrderCustomersSql = (language: Language): Sql =>
  sql`(select o.site_id, o.id, o.number, ${buildLocalizedFieldSql(customer, 'name', language, 'c')} as customer from work_order o left join customer c on c.site_id = o.site_id and c.id = o.customer_id)`
/** Selects the orders of a production batch, except orders whose number equals it: id and label. */
export const buildOrdersOfBatchSql = (siteId: number, batch: string): Sql =>
  sql`select id, number as label from work_order where site_id = ${siteId} and batch = ${batch} and number <> ${batch}`
/** Selects the ERP lines with the customer's order number, except lines whose own number equals it: id and label. */
export const buildErpLinesOfPurchaseSql = (siteId: number, purchaseOrder: string): Sql =>
  sql`select id, external_number as label from erp_order where site_id = ${siteId} and purchase_order = ${purchaseOrder} and external_number <> ${purchaseOrder}`
