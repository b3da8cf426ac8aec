import type { AreaClient } from '@/client/area'
import { accessClient } from './access/client'
import { certificatesClient } from './certificates/client'
import { costClient } from './cost/client'
import { deviationsClient } from './deviations/client'
import { energyClient } from './energy/client'
import { equipmentClient } from './equipment/client'
import { feedingClient } from './feeding/client'
import { handoverClient } from './handover/client'
import { incomingClient } from './incoming/client'
import { laboratoryClient } from './laboratory/client'
import { roundsClient } from './rounds/client'
import { sparePartsClient } from './spareParts/client'
import { maintenanceClient } from './maintenance/client'
import { sortByAreaOrder, type AreaName } from './area-order'
import { ordersClient } from './orders/client'
import { schedulingClient } from './scheduling/client'
import { pricesClient } from './prices/client'
import { qualityClient } from './quality/client'
import { reportsClient } from './reports/client'
import { figuresClient } from './figures/client'
import { stockClient } from './stock/client'
import { monthClosingClient } from './monthClosing/client'
import { sheetsClient } from './sheets/client'
import { boardsClient } from './boards/client'
import { overviewClient } from './overview/client'
import { noticesClient } from './notices/client'
import { rollsClient } from './rolls/client'
import { slittingClient } from './slitting/client'
import { packingClient } from './packing/client'
import { cutPlansClient } from './cutPlans/client'
import { tracingClient } from './tracing/client'
import { standardsClient } from './standards/client'
import { telemetryClient } from './telemetry/client'
import { toolsClient } from './tools/client'
import { plantClient } from '@/plant/client'

const clientsByArea: Readonly<Record<AreaName, AreaClient>> = {
  plant: plantClient,
  access: accessClient,
  equipment: equipmentClient,
  telemetry: telemetryClient,
  standards: standardsClient,
  orders: ordersClient,
  scheduling: schedulingClient,
  feeding: feedingClient,
  rolls: rollsClient,
  slitting: slittingClient,
  packing: packingClient,
  cutPlans: cutPlansClient,
  tracing: tracingClient,
  tools: toolsClient,
  prices: pricesClient,
  energy: energyClient,
  quality: qualityClient,
  laboratory: laboratoryClient,
  incoming: incomingClient,
  certificates: certificatesClient,
  deviations: deviationsClient,
  rounds: roundsClient,
  spareParts: sparePartsClient,
  maintenance: maintenanceClient,
  handover: handoverClient,
  cost: costClient,
  reports: reportsClient,
  figures: figuresClient,
  stock: stockClient,
  monthClosing: monthClosingClient,
  sheets: sheetsClient,
  boards: boardsClient,
  overview: overviewClient,
  notices: noticesClient,
}
/** The client of every area, in area order. Heavy parts are loaded lazily. */
export const areaClients: readonly AreaClient[] = sortByAreaOrder(clientsByArea)
