import type { AreaClient } from '@/client/area'
import { plantClient } from '@/plant/client'
import { accessClient } from './access/client'
import { equipmentClient } from './equipment/client'
import { feedingClient } from './feeding/client'
import { handoverClient } from './handover/client'
import { maintenanceClient } from './maintenance/client'
import { inOrder, type AreaName } from './order'
import { ordersClient } from './orders/client'
import { qualityClient } from './quality/client'
import { reportsClient } from './reports/client'
import { rollsClient } from './rolls/client'
import { standardsClient } from './standards/client'
import { toolsClient } from './tools/client'

const clients: Readonly<Record<AreaName, AreaClient>> = {
  plant: plantClient,
  access: accessClient,
  equipment: equipmentClient,
  standards: standardsClient,
  orders: ordersClient,
  feeding: feedingClient,
  rolls: rollsClient,
  tools: toolsClient,
  quality: qualityClient,
  maintenance: maintenanceClient,
  handover: handoverClient,
  reports: reportsClient,
}
/** What the app shows of every area. Everything heavy stands behind a loader. */
export const areaClients: readonly AreaClient[] = inOrder(clients)
