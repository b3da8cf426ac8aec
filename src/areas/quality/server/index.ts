import { downgradesRevoked } from '@/areas/slitting/server/events'
import { rollsWithFailedChecks } from '@/areas/packing/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { qualityContract } from '../contract'
import { dailyInspection, postInspection } from '../contract/inspections'
import * as processCheck from './process-inspection'
import { handleAddFirstInspection, readFirstInspectionImage } from './first-inspection'
import { planInspections } from './plan-inspections'
import * as inspections from './inspections'
import { qualitySheetPermissions } from '../contract/quality-check'
import { checkHandlers, withdrawCheckDowngrades, listSlitRollsWithFailedChecks } from './checks'
import * as checkLists from './check-lists'
import { traceParameters } from './trace-parameters'
import { addTemplate, editTemplate } from './templates'
import * as records from './width-and-oil-records'

const inspectionPermissions = ['productionInspectionView', 'jobHandoverView'] as const

/** Handlers, listeners, answerers, jobs and shift pack of the quality area. */
export const qualityServer = defineServer(qualityContract, {
  handlers: [
    traceParameters,
    handle(dailyInspection.endpoints.create, inspections.createInspectionAddHandler(dailyInspection)),
    handle(dailyInspection.endpoints.update, inspections.createInspectionEditHandler(dailyInspection)),
    handle(postInspection.endpoints.create, inspections.createInspectionAddHandler(postInspection)),
    handle(postInspection.endpoints.update, inspections.createInspectionEditHandler(postInspection)),
    inspections.removeDailyOrPostInspection,
    inspections.addInspectionTime,
    inspections.editInspectionTime,
    processCheck.addProcessInspection1,
    processCheck.addProcessInspection2,
    processCheck.listProcessParameters1,
    processCheck.listProcessParameters2,
    handleAddFirstInspection,
    readFirstInspectionImage,
    addTemplate,
    editTemplate,
    ...checkHandlers,
    checkLists.loadCheckOptions,
    checkLists.listCheckNames,
    checkLists.listCheckNameOptions,
    checkLists.calculateCheckMetrics,
    ...records.rollRecordHandlers,
    ...records.storageHandlers,
  ],
  listeners: [listenTo(downgradesRevoked, withdrawCheckDowngrades)],
  answerers: [answerQuestion(rollsWithFailedChecks, listSlitRollsWithFailedChecks)],
  jobs: [{ name: 'inspections-due', everySeconds: 600, run: planInspections }],
  shiftPack: [
    ...['dailyInspection', 'postInspection', 'processInspection1', 'processInspection2', 'firstInspection'].map(
      (resource) => ({ resource, where: 'business_date > current_date - 3', access: inspectionPermissions }),
    ),
    { resource: 'inspectionTime', where: `due_at > now() - interval '1 day'`, access: inspectionPermissions },
    {
      resource: 'tableTemplate',
      access: ['tableTemplateView', qualitySheetPermissions.view, 'productionInspectionView'],
    },
    {
      resource: 'qualityCheck',
      where: `checked_at > now() - interval '2 days'`,
      access: [qualitySheetPermissions.view],
    },
    { resource: 'widthCheck', where: `filled_at > now() - interval '2 days'`, access: [qualitySheetPermissions.view] },
    { resource: 'oiling', where: `filled_at > now() - interval '2 days'`, access: [qualitySheetPermissions.view] },
    { resource: 'codeWidth', where: `filled_at > now() - interval '2 days'`, access: [qualitySheetPermissions.view] },
    {
      resource: 'productStorage',
      where: `filled_at > now() - interval '2 days'`,
      access: [qualitySheetPermissions.view],
    },
  ],
})
