import { options } from '@/server/sql'
import { sheetsMissing } from '@/plant/server/day-events'
import { sheetSigned } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion } from '@/server/events'
import { removeShiftRecord } from '@/plant/server/shift-records'
import { getOpenStates } from '@/contract/state-machine'
import { handover as handoverLife } from '../rules/handover'
import { handoverContract } from '../contract'
import {
  autoHandover,
  autoPackaging,
  autoSlitting,
  handoverLists,
  previewPost,
  previewSquadLeader,
  removeHandover,
  handover,
} from '../contract/handover'
import {
  checkWaste,
  postTime,
  processRecord,
  productConversion,
  productInfo,
  teamSummary,
  teamSummaryPreview,
  wasteDisposal,
} from '../contract/production-sheets'
import * as reads from './handover-reads'
import * as handovers from './handovers'
import { missingSheets } from './missing-sheets'
import { isSigned } from './sheet-signed'
import * as sheets from './sheets'
import * as summary from './team-summary'

const floor = ['jobHandoverView', 'productionInspectionView', 'productionSheetView'] as const
const recent = `business_date > current_date - 3`

/** Handlers, answerers and shift pack of the handover area. */
export const handoverServer = defineServer(handoverContract, {
  handlers: [
    ...handoverLists.map(({ kind, endpoint }) => handle(endpoint, reads.listOf(kind))),
    ...handovers.handoverHandlers,
    handle(removeHandover, handovers.remove),
    handle(autoHandover, reads.auto('main')),
    handle(autoPackaging, reads.auto('slitting')),
    handle(autoSlitting, reads.auto('slitting')),
    handle(previewSquadLeader, reads.previewOfKind('squadLeader')),
    handle(previewPost, reads.previewOfPosts),
    handle(processRecord.endpoints.create, sheets.add(processRecord)),
    handle(processRecord.endpoints.update, sheets.edit(processRecord)),
    handle(productInfo.endpoints.create, sheets.add(productInfo)),
    handle(productInfo.endpoints.update, sheets.edit(productInfo)),
    handle(productConversion.endpoints.create, sheets.addSpan(productConversion)),
    handle(productConversion.endpoints.update, sheets.editSpan(productConversion)),
    handle(postTime.endpoints.create, sheets.addSpan(postTime)),
    handle(postTime.endpoints.update, sheets.editSpan(postTime)),
    handle(teamSummary.endpoints.create, summary.addSummary),
    handle(teamSummary.endpoints.update, summary.editSummary),
    handle(teamSummary.endpoints.remove, (ctx, input) => removeShiftRecord(ctx, teamSummary, input)),
    handle(teamSummaryPreview, summary.preview),
    handle(wasteDisposal.endpoints.create, sheets.addWaste),
    handle(wasteDisposal.endpoints.update, sheets.editWaste),
    handle(wasteDisposal.endpoints.remove, sheets.removeWaste),
    handle(checkWaste, sheets.check),
  ],
  answerers: [answerQuestion(sheetSigned, isSigned), answerQuestion(sheetsMissing, missingSheets)],
  shiftPack: [
    {
      resource: 'handover',
      where: `business_date > current_date - 2 or state in (${options(handover.fields.state, ...getOpenStates(handoverLife))}) and business_date > current_date - 7`,
      keys: ['jobHandoverView'],
    },
    ...['processRecord', 'teamSummary', 'wasteDisposal', 'postTime'].map((resource) => ({
      resource,
      where: recent,
      keys: floor,
    })),
    {
      resource: 'productInfo',
      where: `coalesce(valid_to, current_date) >= current_date and created_at > now() - interval '90 days'`,
      keys: ['informationTransferView', 'productionSheetView'],
    },
    { resource: 'productConversion', where: recent, keys: ['informationTransferView', 'productionSheetView'] },
  ],
})
