import { defineServer, handle } from '@/server/area'
import { qualityContract } from '../contract'
import {
  craftInspection1,
  craftInspection2,
  craftParameters1,
  craftParameters2,
  dailyInspection,
  firstInspectionImage,
  inspectionTime,
  postInspection,
  removeInspection,
} from '../contract/inspections'
import * as craft from './craft'
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
    handle(craftInspection1.endpoints.create, craft.addCraft1),
    handle(craftInspection2.endpoints.create, craft.addCraft2),
    handle(craftParameters1, craft.parameters1),
    handle(craftParameters2, craft.parameters2),
    addFirst,
    handle(firstInspectionImage, readImage),
  ],
  jobs: [{ name: 'inspections-due', everySeconds: 600, run: planInspections }],
  shiftPack: [
    ...['dailyInspection', 'postInspection', 'craftInspection1', 'craftInspection2', 'firstInspection'].map(
      (resource) => ({ resource, where: 'business_date > current_date - 3', keys }),
    ),
    { resource: 'inspectionTime', where: `due_at > now() - interval '1 day'`, keys },
  ],
})
