import type { AreaServer } from '@/server/area'
import { plantServer } from '@/plant/server'
import { accessServer } from './access/server'
import { equipmentServer } from './equipment/server'
import { feedingServer } from './feeding/server'
import { handoverServer } from './handover/server'
import { maintenanceServer } from './maintenance/server'
import { inOrder, type AreaName } from './order'
import { ordersServer } from './orders/server'
import { qualityServer } from './quality/server'
import { reportsServer } from './reports/server'
import { rollsServer } from './rolls/server'
import { standardsServer } from './standards/server'
import { toolsServer } from './tools/server'

const servers: Readonly<Record<AreaName, AreaServer>> = {
  plant: plantServer,
  access: accessServer,
  equipment: equipmentServer,
  standards: standardsServer,
  orders: ordersServer,
  feeding: feedingServer,
  rolls: rollsServer,
  tools: toolsServer,
  quality: qualityServer,
  maintenance: maintenanceServer,
  handover: handoverServer,
  reports: reportsServer,
}
/** Who answers the calls of every area. */
export const areaServers: readonly AreaServer[] = inOrder(servers)
