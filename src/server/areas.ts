import { accessServer } from '@/areas/access/server'
import type { AreaServer } from './area'
import { equipmentServer } from '@/areas/equipment/server'
import { maintenanceServer } from '@/areas/maintenance/server'
import { kitServer } from './kit'

/** Every area this server answers for. */
export const areaServers: readonly AreaServer[] = [kitServer, accessServer, equipmentServer, maintenanceServer]
