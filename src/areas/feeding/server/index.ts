import { insideHoppers, woundFlows } from '@/plant/server/events'
import { CHANGED_RECENTLY_SQL, defineServer, handle, type HandlerEntry } from '@/server/area'
import { producingSql } from '@/areas/orders/server/queries/orders'
import { feedingContract } from '../contract'
import { feedInfos, feedLists, feedReports } from '../contract/feed'
import {
  decideLot,
  massBalanceOf,
  materialOrders,
  materialOrdersSheet,
  materialTeams,
  materialTeamsSheet,
} from '../contract/feeding-calls'
import { material, materialLot } from '../contract/material'
import { materialTime } from '../contract/material-time'
import { recycle } from '../contract/recycle'
import * as balances from './balances'
import { ordersAsSheet, teamsAsSheet } from './balance-sheets'
import * as feeds from './feed'
import { lastFedSql } from './last-fed'
import * as lists from './feed-lists'
import * as materials from './material'
import * as sheets from './sheets'

/** Permissions of people who feed or supervise feeding. */
const atTheLine = ['rawMaterialView', 'rollInteractiveView'] as const

export const feedingServer = defineServer(feedingContract, {
  questions: [insideHoppers, woundFlows],
  handlers: [
    ...feedLists.map(({ kind, endpoint }): HandlerEntry => handle(endpoint, lists.listOf(kind))),
    ...feeds.feedHandlers,
    ...feedInfos.map(({ kind, endpoint }): HandlerEntry => handle(endpoint, lists.infoOf(kind))),
    ...feedReports.map(({ kind, endpoint }): HandlerEntry => handle(endpoint, lists.reportOf(kind))),
    handle(materialOrders, balances.orders),
    handle(materialTeams, balances.teams),
    handle(materialOrdersSheet, ordersAsSheet),
    handle(materialTeamsSheet, teamsAsSheet),
    handle(massBalanceOf, balances.balance),
    handle(material.endpoints.update, materials.changeMaterial),
    handle(material.endpoints.import, materials.importMaterials),
    handle(material.endpoints.remove, materials.removeMaterial),
    handle(materialLot.endpoints.create, materials.addLot),
    handle(materialLot.endpoints.update, materials.changeLot),
    handle(materialLot.endpoints.remove, materials.removeLot),
    handle(decideLot, materials.decide),
    handle(recycle.endpoints.create, sheets.addRecycle),
    handle(recycle.endpoints.update, sheets.changeRecycle),
    handle(recycle.endpoints.remove, sheets.removeRecycle),
    handle(materialTime.endpoints.create, sheets.addTime),
    handle(materialTime.endpoints.update, sheets.changeTime),
  ],
  codes: [{ kind: 'lot', resource: materialLot, codeField: 'number' }],
  shiftPack: [
    { resource: 'hopper', keys: [...atTheLine, 'materialTimeView'] },
    {
      resource: 'material',
      where: `active or ${CHANGED_RECENTLY_SQL}`,
      keys: [...atTheLine, 'materialTimeView', 'rawMaterialInspectionView', 'jobHandoverView'],
    },
    // Includes lots that cannot be fed, as long as some is left: a scan without a network must report the reason.
    {
      resource: 'materialLot',
      where: `left_kg > 0 or updated_at > now() - interval '3 days'`,
      keys: [...atTheLine, 'rawMaterialInspectionView', 'materialTimeView', 'jobHandoverView'],
    },
    // Feeds for the ratios of running orders, of this and the previous shift, and the last feed of each hopper.
    {
      resource: 'feed',
      where: `fed_at > now() - interval '1 day' or (fed_at > now() - interval '10 days' and work_order_id in ${producingSql}) or id in ${lastFedSql}`,
      keys: atTheLine,
    },
    { resource: 'recycle', where: `occurred_at > now() - interval '1 day'`, keys: atTheLine },
    { resource: 'materialTime', where: `starts_at > now() - interval '1 day'`, keys: ['materialTimeView'] },
  ],
})
