import { equipmentEvents, equipmentQuestions } from './events'
import { defineServer, handle, type ShiftPackPart } from '@/server/area'
import { equipmentContract } from '../contract'
import { customField } from '../contract/custom-field'
import { equipment, machineUseRecord } from '../contract/equipment'
import { checkCount, equipmentByCode, equipmentDocument, equipmentLabel } from '../contract/equipment-endpoints'
import { hopper } from '../contract/hopper'
import { meter, meterReading } from '../contract/meter'
import * as lists from '../contract/option-endpoints'
import { machineRecordHandlers, countChecks } from './records'
import { createCustomField, updateCustomField, listCustomColumns } from './custom-fields'
import {
  addEquipment,
  changeEquipment,
  importEquipment,
  removeEquipment,
  findEquipmentByCode,
  addHopper,
  changeHopper,
  removeHopper,
} from './equipment'
import { downloadEquipmentDocument, listEquipmentLabels } from './labels-and-documents'
import { addReading, importReadings, removeReading } from './meter-readings'
import { addMeter, changeMeter, importMeters, removeMeter } from './meters'
import * as options from './options'
import { recordMachineUse, correctMachineUse, removeMachineUse } from './machine-use-records'

const shiftPack: ShiftPackPart[] = [
  { resource: 'equipment', keys: equipment.endpoints.list.access as readonly string[] },
  { resource: 'customField', keys: ['equipmentLedgerView'] },
  { resource: 'meter', keys: meter.endpoints.list.access as readonly string[] },
]

export const equipmentServer = defineServer(equipmentContract, {
  events: equipmentEvents,
  questions: equipmentQuestions,
  handlers: [
    handle(equipment.endpoints.create, addEquipment),
    handle(equipment.endpoints.update, changeEquipment),
    handle(equipment.endpoints.remove, removeEquipment),
    handle(equipment.endpoints.import, importEquipment),
    handle(equipmentByCode, findEquipmentByCode),
    handle(equipmentLabel, listEquipmentLabels),
    handle(equipmentDocument, downloadEquipmentDocument),
    handle(customField.endpoints.create, createCustomField),
    handle(customField.endpoints.update, updateCustomField),
    handle(hopper.endpoints.create, addHopper),
    handle(hopper.endpoints.update, changeHopper),
    handle(hopper.endpoints.remove, removeHopper),
    handle(machineUseRecord.endpoints.create, recordMachineUse),
    handle(machineUseRecord.endpoints.update, correctMachineUse),
    handle(machineUseRecord.endpoints.remove, removeMachineUse),
    ...machineRecordHandlers,
    handle(meter.endpoints.create, addMeter),
    handle(meter.endpoints.update, changeMeter),
    handle(meter.endpoints.remove, removeMeter),
    handle(meter.endpoints.import, importMeters),
    handle(meterReading.endpoints.create, addReading),
    handle(meterReading.endpoints.remove, removeReading),
    handle(meterReading.endpoints.import, importReadings),
    handle(checkCount, countChecks),
    handle(lists.machinesInUse, options.listMachinesInUse),
    handle(lists.machinesNotInUse, options.listMachinesNotInUse),
    handle(lists.usedMachines, options.listUsedMachines),
    handle(lists.useRecordPeople, options.listUseRecordPeople),
    handle(lists.firstLevelItems, options.listCheckItems),
    handle(lists.detectionPoints, options.listDetectionPoints),
    handle(lists.mechanicalPartOptions, options.listMechanicalParts),
    handle(lists.electricalPartOptions, options.listElectricalParts),
    handle(lists.mainLubricants, options.listMainLubricants),
    handle(lists.slittingLubricants, options.listSlittingLubricants),
    handle(lists.machineNames, options.listMachineNames),
    handle(lists.recordKinds, options.listRecordKinds),
    handle(lists.equipmentPeople, options.listRecordPeople),
    handle(lists.checkPeople, options.listCheckPeople),
    handle(lists.namesByList, options.listNamesByNumber),
  ],
  shiftPack,
  codeLookups: [
    { kind: 'equipment', resource: equipment, codeField: 'code' },
    { kind: 'meter', resource: meter, codeField: 'code' },
    { kind: 'hopper', resource: hopper, codeField: 'code' },
  ],
  customColumns: listCustomColumns,
})
