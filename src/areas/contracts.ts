import type { AreaContract } from '@/contract/area'
import { accessContract } from './access/contract'
import { certificatesContract } from './certificates/contract'
import { costContract } from './cost/contract'
import { deviationsContract } from './deviations/contract'
import { energyContract } from './energy/contract'
import { equipmentContract } from './equipment/contract'
import { feedingContract } from './feeding/contract'
import { handoverContract } from './handover/contract'
import { incomingContract } from './incoming/contract'
import { laboratoryContract } from './laboratory/contract'
import { roundsContract } from './rounds/contract'
import { sparePartsContract } from './spareParts/contract'
import { maintenanceContract } from './maintenance/contract'
import { sortByAreaOrder, type AreaName } from './area-order'
import { ordersContract } from './orders/contract'
import { schedulingContract } from './scheduling/contract'
import { pricesContract } from './prices/contract'
import { qualityContract } from './quality/contract'
import { reportsContract } from './reports/contract'
import { figuresContract } from './figures/contract'
import { stockContract } from './stock/contract'
import { monthClosingContract } from './monthClosing/contract'
import { sheetsContract } from './sheets/contract'
import { boardsContract } from './boards/contract'
import { overviewContract } from './overview/contract'
import { noticesContract } from './notices/contract'
import { rollsContract } from './rolls/contract'
import { slittingContract } from './slitting/contract'
import { packingContract } from './packing/contract'
import { cutPlansContract } from './cutPlans/contract'
import { tracingContract } from './tracing/contract'
import { standardsContract } from './standards/contract'
import { telemetryContract } from './telemetry/contract'
import { toolsContract } from './tools/contract'
import { plantContract } from '@/plant/contract'

const contractsByArea: Readonly<Record<AreaName, AreaContract>> = {
  plant: plantContract,
  access: accessContract,
  equipment: equipmentContract,
  telemetry: telemetryContract,
  standards: standardsContract,
  orders: ordersContract,
  scheduling: schedulingContract,
  feeding: feedingContract,
  rolls: rollsContract,
  slitting: slittingContract,
  packing: packingContract,
  cutPlans: cutPlansContract,
  tracing: tracingContract,
  tools: toolsContract,
  prices: pricesContract,
  energy: energyContract,
  quality: qualityContract,
  laboratory: laboratoryContract,
  incoming: incomingContract,
  certificates: certificatesContract,
  deviations: deviationsContract,
  rounds: roundsContract,
  spareParts: sparePartsContract,
  maintenance: maintenanceContract,
  handover: handoverContract,
  cost: costContract,
  reports: reportsContract,
  figures: figuresContract,
  stock: stockContract,
  monthClosing: monthClosingContract,
  sheets: sheetsContract,
  boards: boardsContract,
  overview: overviewContract,
  notices: noticesContract,
}
/** The contract of every area, in area order; used for tables, documents, sync and tests. */
export const areaContracts: readonly AreaContract[] = sortByAreaOrder(contractsByArea)
