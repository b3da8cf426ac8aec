import { defineServer, handle } from '@/server/area'
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

const keys = ['productionInspectionView', 'jobHandoverView'] as const

export const qualityServer = defineServer(qualityContract, {
  handlers: [
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
  ],
  jobs: [{ name: 'inspections-due', everySeconds: 600, run: planInspections }],
  shiftPack: [
    ...['dailyInspection', 'postInspection', 'processInspection1', 'processInspection2', 'firstInspection'].map(
      (resource) => ({ resource, where: 'business_date > current_date - 3', keys }),
    ),
    { resource: 'inspectionTime', where: `due_at > now() - interval '1 day'`, keys },
  ],
})
