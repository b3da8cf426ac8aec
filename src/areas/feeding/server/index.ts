import { insideHoppers, woundFlows } from '@/plant/server/events'
import { CHANGED_RECENTLY_SQL, defineServer, handle, type HandlerEntry } from '@/server/area'
import { producingSql } from '@/areas/orders/server/queries/orders'
import { feedingContract } from '../contract'
import { feedInfoEndpoints, feedListEndpoints, feedReportEndpoints } from '../contract/feed'
import {
  decideLot,
  massBalanceReport,
  materialOrders,
  materialOrdersWorkbook,
  materialTeams,
  materialTeamsWorkbook,
} from '../contract/feeding-endpoints'
import { material, materialLot } from '../contract/material'
import { materialTime } from '../contract/material-time'
import { recycle } from '../contract/recycle'
import * as balances from './balances'
import { exportMaterialOrders, exportMaterialTeams } from './export-balances'
import * as feeds from './feed'
import { lastFedSql } from './last-fed'
import * as lists from './feed-lists'
import * as materials from './material'
import * as sheets from './recycle-and-times'

/** Permissions of people who feed or supervise feeding. */
const lineViewers = ['rawMaterialView', 'rollInteractiveView'] as const

export const feedingServer = defineServer(feedingContract, {
  questions: [insideHoppers, woundFlows],
  handlers: [
    ...feedListEndpoints.map(({ kind, endpoint }): HandlerEntry => handle(endpoint, lists.createFeedListHandler(kind))),
    ...feeds.feedHandlers,
    ...feedInfoEndpoints.map(({ kind, endpoint }): HandlerEntry => handle(endpoint, lists.createFeedInfoHandler(kind))),
    ...feedReportEndpoints.map(({ kind, endpoint }): HandlerEntry =>
      handle(endpoint, lists.createFeedReportHandler(kind)),
    ),
    handle(materialOrders, balances.listMaterialOrders),
    handle(materialTeams, balances.listMaterialTeams),
    handle(materialOrdersWorkbook, exportMaterialOrders),
    handle(materialTeamsWorkbook, exportMaterialTeams),
    handle(massBalanceReport, balances.loadMassBalance),
    handle(material.endpoints.update, materials.changeMaterial),
    handle(material.endpoints.import, materials.importMaterials),
    handle(material.endpoints.remove, materials.removeMaterial),
    handle(materialLot.endpoints.create, materials.addLot),
    handle(materialLot.endpoints.update, materials.changeLot),
    handle(materialLot.endpoints.remove, materials.removeLot),
    handle(decideLot, materials.recordLotDecision),
    handle(recycle.endpoints.create, sheets.addRecycle),
    handle(recycle.endpoints.update, sheets.changeRecycle),
    handle(recycle.endpoints.remove, sheets.removeRecycle),
    handle(materialTime.endpoints.create, sheets.addMaterialTime),
    handle(materialTime.endpoints.update, sheets.changeMaterialTime),
  ],
  codes: [{ kind: 'lot', resource: materialLot, codeField: 'number' }],
  shiftPack: [
    { resource: 'hopper', keys: [...lineViewers, 'materialTimeView'] },
    {
      resource: 'material',
      where: `active or ${CHANGED_RECENTLY_SQL}`,
      keys: [...lineViewers, 'materialTimeView', 'rawMaterialInspectionView', 'jobHandoverView'],
    },
    // Includes lots that cannot be fed, as long as some is left: a scan without a network must report the reason.
    {
      resource: 'materialLot',
      where: `left_kg > 0 or updated_at > now() - interval '3 days'`,
      keys: [...lineViewers, 'rawMaterialInspectionView', 'materialTimeView', 'jobHandoverView'],
    },
    // Feeds for the ratios of running orders, of this and the previous shift, and the last feed of each hopper.
    {
      resource: 'feed',
      where: `fed_at > now() - interval '1 day' or (fed_at > now() - interval '10 days' and work_order_id in ${producingSql}) or id in ${lastFedSql}`,
      keys: lineViewers,
    },
    { resource: 'recycle', where: `occurred_at > now() - interval '1 day'`, keys: lineViewers },
    { resource: 'materialTime', where: `starts_at > now() - interval '1 day'`, keys: ['materialTimeView'] },
  ],
})
