import type { AreaContract } from '@/contract/area'
import { plantContract } from '@/plant/contract'
import { accessContract } from './access/contract'
import { equipmentContract } from './equipment/contract'
import { feedingContract } from './feeding/contract'
import { handoverContract } from './handover/contract'
import { maintenanceContract } from './maintenance/contract'
import { inOrder, type AreaName } from './order'
import { ordersContract } from './orders/contract'
import { qualityContract } from './quality/contract'
import { reportsContract } from './reports/contract'
import { rollsContract } from './rolls/contract'
import { standardsContract } from './standards/contract'
import { toolsContract } from './tools/contract'

const contracts: Readonly<Record<AreaName, AreaContract>> = {
  plant: plantContract,
  access: accessContract,
  equipment: equipmentContract,
  standards: standardsContract,
  orders: ordersContract,
  feeding: feedingContract,
  rolls: rollsContract,
  tools: toolsContract,
  quality: qualityContract,
  maintenance: maintenanceContract,
  handover: handoverContract,
  reports: reportsContract,
}
/** What both sides know of every area: what tables, documents, sync and the tests go over. */
export const areaContracts: readonly AreaContract[] = inOrder(contracts)
