import type { AreaContract } from '@/contract/area'
import { accessContract } from '@/areas/access/contract'
import { equipmentContract } from '@/areas/equipment/contract'
import { maintenanceContract } from '@/areas/maintenance/contract'
import { standardsContract } from '@/areas/standards/contract'
import { ordersContract } from '@/areas/orders/contract'
import { feedingContract } from '@/areas/feeding/contract'
import { rollsContract } from '@/areas/rolls/contract'
import { reportsContract } from '@/areas/reports/contract'
import { handoverContract } from '@/areas/handover/contract'

/** Every area of the plant, in the order of the menu: what tables, documents, sync and the tests go over. */
export const areaContracts: readonly AreaContract[] = [
  ordersContract,
  rollsContract,
  feedingContract,
  handoverContract,
  reportsContract,
  standardsContract,
  maintenanceContract,
  equipmentContract,
  accessContract,
]
