import { storeParts } from '@/plant/server/events'
import { defineServer, handle, type ShiftPackPart } from '@/server/area'
import { equipmentContract } from '../contract'
import { customField } from '../contract/custom-field'
import { equipment } from '../contract/equipment'
import { checkCount, equipmentByCode, equipmentDocument, equipmentLabel } from '../contract/equipment-calls'
import { hopper } from '../contract/hopper'
import { meter, meterReading } from '../contract/meter'
import * as lists from '../contract/options'
import { useRecord } from '../contract/use-record'
import { countChecks } from './counts'
import { addField, changeField, customColumns } from './custom-fields'
import { addEquipment, changeEquipment, importEquipment, removeEquipment } from './equipment'
import { documentOf, labelsOf } from './labels'
import { addReading, importReadings, removeReading } from './meter-readings'
import { addMeter, changeMeter, importMeters, removeMeter } from './meters'
import * as options from './options'
import { addHopper, changeHopper, removeHopper } from './hoppers'
import { recordHandlers } from './records'
import { findByCode } from './scan'
import { addUse, changeUse, removeUse } from './use-records'

const shiftPack: ShiftPackPart[] = [
  { resource: 'equipment', keys: equipment.endpoints.list.access as readonly string[] },
  { resource: 'customField', keys: ['equipmentLedgerView'] },
  { resource: 'meter', keys: meter.endpoints.list.access as readonly string[] },
]

export const equipmentServer = defineServer(equipmentContract, {
  questions: [storeParts],
  handlers: [
    handle(equipment.endpoints.create, addEquipment),
    handle(equipment.endpoints.update, changeEquipment),
    handle(equipment.endpoints.remove, removeEquipment),
    handle(equipment.endpoints.import, importEquipment),
    handle(equipmentByCode, findByCode),
    handle(equipmentLabel, labelsOf),
    handle(equipmentDocument, documentOf),
    handle(customField.endpoints.create, addField),
    handle(customField.endpoints.update, changeField),
    handle(hopper.endpoints.create, addHopper),
    handle(hopper.endpoints.update, changeHopper),
    handle(hopper.endpoints.remove, removeHopper),
    handle(useRecord.endpoints.create, addUse),
    handle(useRecord.endpoints.update, changeUse),
    handle(useRecord.endpoints.remove, removeUse),
    ...recordHandlers,
    handle(meter.endpoints.create, addMeter),
    handle(meter.endpoints.update, changeMeter),
    handle(meter.endpoints.remove, removeMeter),
    handle(meter.endpoints.import, importMeters),
    handle(meterReading.endpoints.create, addReading),
    handle(meterReading.endpoints.remove, removeReading),
    handle(meterReading.endpoints.import, importReadings),
    handle(checkCount, countChecks),
    handle(lists.machinesInUse, options.inUse),
    handle(lists.machinesNotInUse, options.notInUse),
    handle(lists.usedMachines, options.used),
    handle(lists.useRecordPeople, options.inUseRecords),
    handle(lists.firstLevelItems, options.checkItems),
    handle(lists.detectionPoints, options.points),
    handle(lists.mechanicalParts, options.mechanical),
    handle(lists.electricalParts, options.electrical),
    handle(lists.mainLubricants, options.onMainLines),
    handle(lists.slittingLubricants, options.onSlitters),
    handle(lists.machineNames, options.allNames),
    handle(lists.recordKinds, options.kindsOfRecord),
    handle(lists.people, options.everybody),
    handle(lists.checkPeople, options.checking),
    handle(lists.namesByList, options.listByNumber),
  ],
  shiftPack,
  codes: [
    { kind: 'equipment', resource: equipment, codeField: 'code' },
    { kind: 'meter', resource: meter, codeField: 'code' },
    { kind: 'hopper', resource: hopper, codeField: 'code' },
  ],
  customColumns,
})
