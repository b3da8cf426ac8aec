import { downgradesRevoked } from '@/areas/rolls/server/events'
import { rollsWithFailedChecks } from '@/areas/packing/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { qualityContract } from '../contract'
import {
  processInspection1,
  processInspection2,
  processParameters1,
  processParameters2,
  dailyInspection,
  postInspection,
} from '../contract/inspections'
import * as processCheck from './process-inspection'
import { addFirstInspectionHandler, readFirstInspectionImage } from './first-inspection'
import { planInspections } from './plan-inspections'
import * as inspections from './inspections'
import { checkPicture } from '../contract/check-endpoints'
import { qualityCheck, qualitySheetPermissions } from '../contract/quality-check'
import { productStorage, storageImage } from '../contract/width-and-oil-records'
import { checkHandlers, withdrawCheckDowngrades, listSlitRollsWithFailedChecks } from './checks'
import * as checkLists from './check-lists'
import { readRowPicture } from '@/server/files/form-pictures'
import { traceParameters } from './trace-parameters'
import { addTemplate, editTemplate } from './templates'
import * as records from './width-and-oil-records'

const inspectionPermissions = ['productionInspectionView', 'jobHandoverView'] as const

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
    handle(processInspection1.endpoints.create, processCheck.addProcessInspection1),
    handle(processInspection2.endpoints.create, processCheck.addProcessInspection2),
    handle(processParameters1, processCheck.listProcessParameters1),
    handle(processParameters2, processCheck.listProcessParameters2),
    addFirstInspectionHandler,
    readFirstInspectionImage,
    addTemplate,
    editTemplate,
    ...checkHandlers,
    checkLists.loadCheckOptions,
    checkLists.listCheckNames,
    checkLists.listCheckNameOptions,
    checkLists.calculateCheckMetrics,
    handle(checkPicture, (ctx, input) => readRowPicture(ctx, qualityCheck, input)),
    ...records.rollRecordHandlers,
    ...records.storageHandlers,
    handle(storageImage, (ctx, input) => readRowPicture(ctx, productStorage, input)),
  ],
  listeners: [listenTo(downgradesRevoked, withdrawCheckDowngrades)],
  answerers: [answerQuestion(rollsWithFailedChecks, listSlitRollsWithFailedChecks)],
  jobs: [{ name: 'inspections-due', everySeconds: 600, run: planInspections }],
  shiftPack: [
    ...['dailyInspection', 'postInspection', 'processInspection1', 'processInspection2', 'firstInspection'].map(
      (resource) => ({ resource, where: 'business_date > current_date - 3', keys: inspectionPermissions }),
    ),
    { resource: 'inspectionTime', where: `due_at > now() - interval '1 day'`, keys: inspectionPermissions },
    {
      resource: 'tableTemplate',
      keys: ['tableTemplateView', qualitySheetPermissions.view, 'productionInspectionView'],
    },
    { resource: 'qualityCheck', where: `checked_at > now() - interval '2 days'`, keys: [qualitySheetPermissions.view] },
    { resource: 'widthCheck', where: `filled_at > now() - interval '2 days'`, keys: [qualitySheetPermissions.view] },
    { resource: 'oiling', where: `filled_at > now() - interval '2 days'`, keys: [qualitySheetPermissions.view] },
    { resource: 'codeWidth', where: `filled_at > now() - interval '2 days'`, keys: [qualitySheetPermissions.view] },
    {
      resource: 'productStorage',
      where: `filled_at > now() - interval '2 days'`,
      keys: [qualitySheetPermissions.view],
    },
  ],
})
