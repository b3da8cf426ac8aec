import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { options } from '@/server/sql'
import { incomingContract } from '../contract'
import { incomingField } from '../contract/incoming-field'
import * as calls from '../contract/inspection-calls'
import { materialInspection } from '../contract/material-inspection'
import { materialInspection as life } from '../rules/material-inspection'
import * as extra from './extra'
import { inspectionHandlers, remove } from './inspections'
import * as reads from './reads'
import * as sheet from './sheet'

const keys = ['rawMaterialInspectionView']
export const incomingServer = defineServer(incomingContract, {
  handlers: [
    ...inspectionHandlers,
    handle(materialInspection.endpoints.remove, remove),
    handle(materialInspection.endpoints.export, sheet.exported),
    handle(materialInspection.endpoints.import, sheet.imported),
    handle(calls.autoTypes, reads.types),
    handle(calls.autoValues, reads.values),
    handle(calls.judgeTyped, reads.judged),
    handle(calls.standardCodes, reads.codes),
    handle(calls.inspectionOptions, reads.formOptions),
    handle(calls.certificateFile, reads.certificate),
    handle(incomingField.endpoints.create, extra.addField),
    handle(incomingField.endpoints.update, extra.changeField),
  ],
  customColumns: sheet.customColumns,
  shiftPack: [
    {
      resource: materialInspection.name,
      where: `state = ${options(materialInspection.fields.state, life.initial)} or ${CHANGED_RECENTLY_SQL}`,
      keys,
    },
    { resource: incomingField.name, keys },
  ],
})
