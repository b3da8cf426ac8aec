import { accessServer } from '@/areas/access/server'
import type { AreaServer } from './area'
import { equipmentServer } from '@/areas/equipment/server'
import { feedingServer } from '@/areas/feeding/server'
import { handoverServer } from '@/areas/handover/server'
import { maintenanceServer } from '@/areas/maintenance/server'
import { ordersServer } from '@/areas/orders/server'
import { reportsServer } from '@/areas/reports/server'
import { rollsServer } from '@/areas/rolls/server'
import { standardsServer } from '@/areas/standards/server'
import { kitServer } from './kit'

/** Every area this server answers for. */
export const areaServers: readonly AreaServer[] = [
  kitServer,
  ordersServer,
  rollsServer,
  feedingServer,
  handoverServer,
  reportsServer,
  standardsServer,
  maintenanceServer,
  equipmentServer,
  accessServer,
]
