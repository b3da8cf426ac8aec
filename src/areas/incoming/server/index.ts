import { CHANGED_RECENTLY_SQL, defineServer } from '@/server/area'
import { options } from '@/server/sql'
import { incomingContract } from '../contract'
import { materialInspection, incomingField } from '../contract/material-inspection'
import { materialInspectionLifecycle } from '../rules/material-inspection'
import * as customFields from './custom-fields'
import { inspectionHandlers, removeMaterialInspection } from './inspections'
import * as queries from './inspection-queries'
import * as workbook from './inspection-workbook'

const viewPermissions = ['rawMaterialInspectionView']
/** Handlers and shift pack of the incoming area. */
export const incomingServer = defineServer(incomingContract, {
  handlers: [
    ...inspectionHandlers,
    removeMaterialInspection,
    workbook.exportInspections,
    workbook.importInspections,
    queries.listMaterialsWithStandard,
    queries.loadInitialValues,
    queries.judgeReadings,
    queries.listStandardCodes,
    queries.listInspectionOptions,
    queries.downloadLotCertificate,
    customFields.addFieldDefinition,
    customFields.changeFieldDefinition,
  ],
  customColumns: workbook.listInspectionColumns,
  shiftPack: [
    {
      resource: materialInspection.name,
      where: `state = ${options(materialInspection.fields.state, materialInspectionLifecycle.initial)} or ${CHANGED_RECENTLY_SQL}`,
      access: viewPermissions,
    },
    { resource: incomingField.name, access: viewPermissions },
  ],
})
