import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import type { ErpRow } from './erp-take'

/** More than these at once are told of together. */
const ONE_BY_ONE = 3

/** Tells those who settle conflicts what the ERP wants of orders that cannot simply follow; the notice opens the first. */
export function notifyConflicts(ctx: Context, rows: readonly ErpRow[]): void {
  const { words } = (ctx as KitContext).app
  const [first] = rows
  if (!first) return
  if (rows.length > ONE_BY_ONE) {
    ctx.notify({
      notice: 'orderConflict',
      id: first.id,
      keys: ['orderSyncEdit'],
      title: (language) => words.t(language)('orders:notices.conflicts', { orders: rows.length }),
    })
    return
  }
  for (const row of rows) {
    ctx.notify({
      notice: 'orderConflict',
      id: row.id,
      keys: ['orderSyncEdit'],
      title: (language) => {
        const t = words.t(language)
        return t('orders:notices.conflict', {
          number: row.externalNumber,
          fields: Object.keys(row.conflict)
            .map((field) => t(`orders:erpOrder.fields.${field}`))
            .join(', '),
        })
      },
    })
  }
}
