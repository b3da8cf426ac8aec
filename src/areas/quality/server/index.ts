import { downgradesGone, failedChecks } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { qualityContract } from '../contract'
import {
  processInspection1,
  processInspection2,
  processParameters1,
  processParameters2,
  dailyInspection,
  firstInspectionImage,
  inspectionTime,
  postInspection,
  removeInspection,
} from '../contract/inspections'
import * as processCheck from './process-inspection'
import { addFirst, readImage } from './first-inspection'
import { planInspections } from './inspection-jobs'
import * as inspections from './inspections'
import { checkFigures, checkNameOptions, checkNames, checkOptions, checkPicture } from '../contract/check-calls'
import { qualityCheck, sheetKeys } from '../contract/quality-check'
import { tableTemplate } from '../contract/table-template'
import { productStorage, storageImage } from '../contract/web-records'
import { checkHandlers, updateDowngraded } from './check'
import * as checkLists from './check-lists'
import { failedOf } from './failed-checks'
import { readRowPicture } from '@/server/files/form-pictures'
import { tracedParameters } from '../contract/traced-parameters'
import { traced } from './traced-parameters'
import { addTemplate, editTemplate } from './templates'
import * as records from './web-records'

const keys = ['productionInspectionView', 'jobHandoverView'] as const

export const qualityServer = defineServer(qualityContract, {
  handlers: [
    handle(tracedParameters, traced),
    handle(dailyInspection.endpoints.create, inspections.addInspection(dailyInspection)),
    handle(dailyInspection.endpoints.update, inspections.editInspection(dailyInspection)),
    handle(postInspection.endpoints.create, inspections.addInspection(postInspection)),
    handle(postInspection.endpoints.update, inspections.editInspection(postInspection)),
    handle(removeInspection, inspections.removeEither),
    handle(inspectionTime.endpoints.create, inspections.addTime),
    handle(inspectionTime.endpoints.update, inspections.editTime),
    handle(processInspection1.endpoints.create, processCheck.addProcessInspection1),
    handle(processInspection2.endpoints.create, processCheck.addProcessInspection2),
    handle(processParameters1, processCheck.parameters1),
    handle(processParameters2, processCheck.parameters2),
    addFirst,
    handle(firstInspectionImage, readImage),
    handle(tableTemplate.endpoints.create, addTemplate),
    handle(tableTemplate.endpoints.update, editTemplate),
    ...checkHandlers,
    handle(checkOptions, checkLists.formOptions),
    handle(checkNames, checkLists.names),
    handle(checkNameOptions, checkLists.nameOptions),
    handle(checkFigures, checkLists.figures),
    handle(checkPicture, (ctx, input) => readRowPicture(ctx, qualityCheck, input)),
    ...records.recordHandlers,
    ...records.storageHandlers,
    handle(storageImage, (ctx, input) => readRowPicture(ctx, productStorage, input)),
  ],
  listeners: [listenTo(downgradesGone, updateDowngraded)],
  answerers: [answerQuestion(failedChecks, failedOf)],
  jobs: [{ name: 'inspections-due', everySeconds: 600, run: planInspections }],
  shiftPack: [
    ...['dailyInspection', 'postInspection', 'processInspection1', 'processInspection2', 'firstInspection'].map(
      (resource) => ({ resource, where: 'business_date > current_date - 3', keys }),
    ),
    { resource: 'inspectionTime', where: `due_at > now() - interval '1 day'`, keys },
    { resource: 'tableTemplate', keys: ['tableTemplateView', sheetKeys.view, 'productionInspectionView'] },
    { resource: 'qualityCheck', where: `checked_at > now() - interval '2 days'`, keys: [sheetKeys.view] },
    { resource: 'widthCheck', where: `filled_at > now() - interval '2 days'`, keys: [sheetKeys.view] },
    { resource: 'oiling', where: `filled_at > now() - interval '2 days'`, keys: [sheetKeys.view] },
    { resource: 'codeWidth', where: `filled_at > now() - interval '2 days'`, keys: [sheetKeys.view] },
    { resource: 'productStorage', where: `filled_at > now() - interval '2 days'`, keys: [sheetKeys.view] },
  ],
})
