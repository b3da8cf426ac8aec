import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { options } from '@/server/sql'
import { incomingContract } from '../contract'
import { materialInspection, incomingField } from '../contract/material-inspection'
import * as endpoints from '../contract/inspection-endpoints'
import { materialInspectionLifecycle } from '../rules/material-inspection'
import * as customFields from './custom-fields'
import { inspectionHandlers, removeMaterialInspection } from './inspections'
import * as queries from './inspection-queries'
import * as workbook from './inspection-workbook'

const permissions = ['rawMaterialInspectionView']
export const incomingServer = defineServer(incomingContract, {
  handlers: [
    ...inspectionHandlers,
    handle(materialInspection.endpoints.remove, removeMaterialInspection),
    handle(materialInspection.endpoints.export, workbook.exportInspections),
    handle(materialInspection.endpoints.import, workbook.importInspections),
    handle(endpoints.materialsWithStandard, queries.listMaterialsWithStandard),
    handle(endpoints.initialInspectionValues, queries.loadInitialValues),
    handle(endpoints.judgeEnteredReadings, queries.judgeReadings),
    handle(endpoints.standardCodes, queries.listStandardCodes),
    handle(endpoints.inspectionOptions, queries.listInspectionOptions),
    handle(endpoints.certificateFile, queries.downloadLotCertificate),
    handle(incomingField.endpoints.create, customFields.addFieldDefinition),
    handle(incomingField.endpoints.update, customFields.changeFieldDefinition),
  ],
  customColumns: workbook.listInspectionColumns,
  shiftPack: [
    {
      resource: materialInspection.name,
      where: `state = ${options(materialInspection.fields.state, materialInspectionLifecycle.initial)} or ${CHANGED_RECENTLY_SQL}`,
      keys: permissions,
    },
    { resource: incomingField.name, keys: permissions },
  ],
})
