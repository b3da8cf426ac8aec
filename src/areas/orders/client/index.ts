import type { AreaClient } from '@/client/area'

/** Orders from the ERP to the line, as the app shows it. */
export const ordersClient: AreaClient = {
  name: 'orders',
  pages: {},
}
