import type { AreaServer } from '@/server/area'
import { accessServer } from './access/server'
import { certificatesServer } from './certificates/server'
import { costServer } from './cost/server'
import { deviationsServer } from './deviations/server'
import { energyServer } from './energy/server'
import { equipmentServer } from './equipment/server'
import { feedingServer } from './feeding/server'
import { handoverServer } from './handover/server'
import { incomingServer } from './incoming/server'
import { laboratoryServer } from './laboratory/server'
import { roundsServer } from './rounds/server'
import { sparePartsServer } from './spareParts/server'
import { maintenanceServer } from './maintenance/server'
import { sortByAreaOrder, type AreaName } from './area-order'
import { ordersServer } from './orders/server'
import { schedulingServer } from './scheduling/server'
import { pricesServer } from './prices/server'
import { qualityServer } from './quality/server'
import { reportsServer } from './reports/server'
import { figuresServer } from './figures/server'
import { stockServer } from './stock/server'
import { monthClosingServer } from './monthClosing/server'
import { sheetsServer } from './sheets/server'
import { boardsServer } from './boards/server'
import { overviewServer } from './overview/server'
import { noticesServer } from './notices/server'
import { rollsServer } from './rolls/server'
import { slittingServer } from './slitting/server'
import { packingServer } from './packing/server'
import { cutPlansServer } from './cutPlans/server'
import { tracingServer } from './tracing/server'
import { standardsServer } from './standards/server'
import { telemetryServer } from './telemetry/server'
import { toolsServer } from './tools/server'
import { plantServer } from '@/plant/server'

const serversByArea: Readonly<Record<AreaName, AreaServer>> = {
  plant: plantServer,
  access: accessServer,
  equipment: equipmentServer,
  telemetry: telemetryServer,
  standards: standardsServer,
  orders: ordersServer,
  scheduling: schedulingServer,
  feeding: feedingServer,
  rolls: rollsServer,
  slitting: slittingServer,
  packing: packingServer,
  cutPlans: cutPlansServer,
  tracing: tracingServer,
  tools: toolsServer,
  prices: pricesServer,
  energy: energyServer,
  quality: qualityServer,
  laboratory: laboratoryServer,
  incoming: incomingServer,
  certificates: certificatesServer,
  deviations: deviationsServer,
  rounds: roundsServer,
  spareParts: sparePartsServer,
  maintenance: maintenanceServer,
  handover: handoverServer,
  cost: costServer,
  reports: reportsServer,
  figures: figuresServer,
  stock: stockServer,
  monthClosing: monthClosingServer,
  sheets: sheetsServer,
  boards: boardsServer,
  overview: overviewServer,
  notices: noticesServer,
}
/** The server of every area, in area order. */
export const areaServers: readonly AreaServer[] = sortByAreaOrder(serversByArea)
