import { options } from '@/server/sql'
import { missingShiftRecords } from '@/areas/energy/server/events'
import { isShiftRecordSigned } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion } from '@/server/events'
import { removeShiftRecord } from '@/plant/server/shift-records'
import { getOpenStates } from '@/contract/state-machine'
import { handoverLifecycle } from '../rules/handover'
import { handoverContract } from '../contract'
import {
  lineSnapshot,
  packagingSnapshot,
  slittingSnapshot,
  handoverListEndpoints,
  handover,
} from '../contract/handover'
import { postTime, processRecord, productConversion, productInfo, teamSummary } from '../contract/production-records'
import * as queries from './handover-queries'
import * as handovers from './handovers'
import { findMissingRecords } from './missing-records'
import { isShiftSigned } from './handover-queries'
import * as records from './production-records'
import * as summary from './team-summary'

const FLOOR_PERMISSIONS = ['jobHandoverView', 'productionInspectionView', 'productionSheetView'] as const
const RECENT_SQL = `business_date > current_date - 3`

/** Handlers, answerers and shift pack of the handover area. */
export const handoverServer = defineServer(handoverContract, {
  handlers: [
    ...handoverListEndpoints.map(({ kind, endpoint }) => handle(endpoint, queries.createListHandler(kind))),
    ...handovers.handoverHandlers,
    handovers.deleteHandover,
    handle(lineSnapshot, queries.createSnapshotHandler('main')),
    handle(packagingSnapshot, queries.createSnapshotHandler('slitting')),
    handle(slittingSnapshot, queries.createSnapshotHandler('slitting')),
    queries.previewSquadLeaderHandover,
    queries.previewPostHandover,
    handle(processRecord.endpoints.create, records.createAddRecordHandler(processRecord)),
    handle(processRecord.endpoints.update, records.createEditRecordHandler(processRecord)),
    handle(productInfo.endpoints.create, records.createAddRecordHandler(productInfo)),
    handle(productInfo.endpoints.update, records.createEditRecordHandler(productInfo)),
    handle(productConversion.endpoints.create, records.createAddSpanHandler(productConversion)),
    handle(productConversion.endpoints.update, records.createEditSpanHandler(productConversion)),
    handle(postTime.endpoints.create, records.createAddSpanHandler(postTime)),
    handle(postTime.endpoints.update, records.createEditSpanHandler(postTime)),
    summary.addTeamSummary,
    summary.editTeamSummary,
    handle(teamSummary.endpoints.remove, (ctx, input) => removeShiftRecord(ctx, teamSummary, input)),
    summary.previewTeamSummary,
    records.addWaste,
    records.editWaste,
    records.removeWaste,
    records.saveWasteCheck,
  ],
  answerers: [
    answerQuestion(isShiftRecordSigned, isShiftSigned),
    answerQuestion(missingShiftRecords, findMissingRecords),
  ],
  shiftPack: [
    {
      resource: 'handover',
      where: `business_date > current_date - 2 or state in (${options(handover.fields.state, ...getOpenStates(handoverLifecycle))}) and business_date > current_date - 7`,
      access: ['jobHandoverView'],
    },
    ...['processRecord', 'teamSummary', 'wasteDisposal', 'postTime'].map((resource) => ({
      resource,
      where: RECENT_SQL,
      access: FLOOR_PERMISSIONS,
    })),
    {
      resource: 'productInfo',
      where: `coalesce(valid_to, current_date) >= current_date and created_at > now() - interval '90 days'`,
      access: ['informationTransferView', 'productionSheetView'],
    },
    { resource: 'productConversion', where: RECENT_SQL, access: ['informationTransferView', 'productionSheetView'] },
  ],
})
