import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { options } from '@/server/sql'
import { incomingContract } from '../contract'
import { incomingField } from '../contract/incoming-field'
import * as calls from '../contract/inspection-endpoints'
import { materialInspection } from '../contract/material-inspection'
import { materialInspectionLifecycle } from '../rules/material-inspection'
import * as extra from './custom-fields'
import { inspectionHandlers, removeMaterialInspection } from './inspections'
import * as reads from './inspection-queries'
import * as sheet from './inspection-workbook'

const permissions = ['rawMaterialInspectionView']
export const incomingServer = defineServer(incomingContract, {
  handlers: [
    ...inspectionHandlers,
    handle(materialInspection.endpoints.remove, removeMaterialInspection),
    handle(materialInspection.endpoints.export, sheet.exportInspections),
    handle(materialInspection.endpoints.import, sheet.importInspections),
    handle(calls.autoTypes, reads.listAutoTypes),
    handle(calls.autoValues, reads.loadAutoValues),
    handle(calls.judgeTyped, reads.judgeTypedReadings),
    handle(calls.standardCodes, reads.listStandardCodes),
    handle(calls.inspectionOptions, reads.listInspectionOptions),
    handle(calls.certificateFile, reads.downloadLotCertificate),
    handle(incomingField.endpoints.create, extra.addIncomingField),
    handle(incomingField.endpoints.update, extra.changeIncomingField),
  ],
  customColumns: sheet.listInspectionColumns,
  shiftPack: [
    {
      resource: materialInspection.name,
      where: `state = ${options(materialInspection.fields.state, materialInspectionLifecycle.initial)} or ${CHANGED_RECENTLY_SQL}`,
      keys: permissions,
    },
    { resource: incomingField.name, keys: permissions },
  ],
})
