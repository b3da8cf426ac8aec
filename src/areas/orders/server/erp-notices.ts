import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import type { ErpOrderRow } from './erp-lines'

/** Above this number one common notice is sent. */
const MAX_SINGLE_NOTICES = 3

/** Notifies the people who settle conflicts. A common notice opens the first conflict. */
export function notifyConflicts(ctx: Context, rows: readonly ErpOrderRow[]): void {
  const { words } = (ctx as KitContext).app
  const [first] = rows
  if (!first) return
  if (rows.length > MAX_SINGLE_NOTICES) {
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
