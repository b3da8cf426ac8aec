import { feedingEvents, feedingQuestions } from './events'
import { CHANGED_RECENTLY_SQL, defineServer, handle, type HandlerEntry } from '@/server/area'
import { producingOrderIdsSql } from '@/areas/orders/server/queries/orders'
import { feedingContract } from '../contract'
import { feedInfoEndpoints, feedListEndpoints, feedReportEndpoints } from '../contract/feed'
import { materialTeamReport } from '../contract/feeding-endpoints'
import { materialLot } from '../contract/material'
import * as balances from './balances'
import { handleReport } from '@/plant/server/report/handle-report'
import { exportMaterialOrders } from './export-balances'
import * as feedCommands from './feed'
import { lastFedSql } from './queries/hoppers'
import * as feedLists from './feed-lists'
import * as materialsAndLots from './materials-and-lots'
import * as recycleAndTimes from './recycle-and-times'

/** Permissions of people who feed or supervise feeding. */
const lineViewPermissions = ['rawMaterialView', 'rollInteractiveView'] as const

/** Handlers, events and shift pack of the feeding area. */
export const feedingServer = defineServer(feedingContract, {
  events: feedingEvents,
  questions: feedingQuestions,
  handlers: [
    ...feedListEndpoints.map(({ kind, endpoint }): HandlerEntry =>
      handle(endpoint, feedLists.createFeedListHandler(kind)),
    ),
    ...feedCommands.feedHandlers,
    ...feedInfoEndpoints.map(({ kind, endpoint }): HandlerEntry =>
      handle(endpoint, feedLists.createFeedInfoHandler(kind)),
    ),
    ...feedReportEndpoints.map(({ kind, endpoint }): HandlerEntry =>
      handle(endpoint, feedLists.createFeedReportHandler(kind)),
    ),
    balances.listMaterialOrders,
    ...handleReport(materialTeamReport, balances.listMaterialTeams),
    exportMaterialOrders,
    balances.loadMassBalance,
    materialsAndLots.changeMaterial,
    materialsAndLots.importMaterials,
    materialsAndLots.removeMaterial,
    materialsAndLots.addLot,
    materialsAndLots.changeLot,
    materialsAndLots.removeLot,
    materialsAndLots.recordLotDecision,
    recycleAndTimes.addRecycle,
    recycleAndTimes.changeRecycle,
    recycleAndTimes.removeRecycle,
    recycleAndTimes.addMaterialTime,
    recycleAndTimes.changeMaterialTime,
  ],
  codeLookups: [{ kind: 'lot', resource: materialLot, codeField: 'number' }],
  shiftPack: [
    { resource: 'hopper', access: [...lineViewPermissions, 'materialTimeView'] },
    {
      resource: 'material',
      where: `active or ${CHANGED_RECENTLY_SQL}`,
      access: [...lineViewPermissions, 'materialTimeView', 'rawMaterialInspectionView', 'jobHandoverView'],
    },
    // Lots that cannot be fed are included as long as some mass is left, so that a phone without a network can give the
    // reason.
    {
      resource: 'materialLot',
      where: `left_kg > 0 or updated_at > now() - interval '3 days'`,
      access: [...lineViewPermissions, 'rawMaterialInspectionView', 'materialTimeView', 'jobHandoverView'],
    },
    // Feeds for the ratios of running orders, of this and the previous shift, and the last feed of each hopper.
    {
      resource: 'feed',
      where: `fed_at > now() - interval '1 day' or (fed_at > now() - interval '10 days' and work_order_id in ${producingOrderIdsSql}) or id in ${lastFedSql}`,
      access: lineViewPermissions,
    },
    { resource: 'recycle', where: `occurred_at > now() - interval '1 day'`, access: lineViewPermissions },
    { resource: 'materialTime', where: `starts_at > now() - interval '1 day'`, access: ['materialTimeView'] },
  ],
})
