import type { AreaContract } from '@/contract/area'
import { accessContract } from '@/areas/access/contract'
import { equipmentContract } from '@/areas/equipment/contract'
import { maintenanceContract } from '@/areas/maintenance/contract'

/** Every area of the plant, in the order of the menu: what tables, documents, sync and the tests go over. */
export const areaContracts: readonly AreaContract[] = [accessContract, equipmentContract, maintenanceContract]
