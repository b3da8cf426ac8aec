import { equipmentEvents, equipmentQuestions } from './events'
import { defineServer, type ShiftPackPart } from '@/server/area'
import { equipmentContract } from '../contract'
import { equipment } from '../contract/equipment'
import { hopper } from '../contract/hopper'
import { meter } from '../contract/meter'
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
  { resource: 'equipment', access: equipment.endpoints.list.access as readonly string[] },
  { resource: 'customField', access: ['equipmentLedgerView'] },
  { resource: 'meter', access: meter.endpoints.list.access as readonly string[] },
]

/** Handlers, events and shift pack of the equipment area. */
export const equipmentServer = defineServer(equipmentContract, {
  events: equipmentEvents,
  questions: equipmentQuestions,
  handlers: [
    addEquipment,
    changeEquipment,
    removeEquipment,
    importEquipment,
    findEquipmentByCode,
    listEquipmentLabels,
    downloadEquipmentDocument,
    createCustomField,
    updateCustomField,
    addHopper,
    changeHopper,
    removeHopper,
    recordMachineUse,
    correctMachineUse,
    removeMachineUse,
    ...machineRecordHandlers,
    addMeter,
    changeMeter,
    removeMeter,
    importMeters,
    addReading,
    removeReading,
    importReadings,
    countChecks,
    options.listMachinesInUse,
    options.listMachinesNotInUse,
    options.listMachinesWithUseRecords,
    options.listUseRecordPeople,
    options.listCheckItems,
    options.listDetectionPoints,
    options.listMechanicalParts,
    options.listElectricalParts,
    options.listMainLubricants,
    options.listSlittingLubricants,
    options.listMachineNames,
    options.listRecordKinds,
    options.listRecordPeople,
    options.listCheckPeople,
    options.listNamesByNumber,
  ],
  shiftPack,
  codeLookups: [
    { kind: 'equipment', resource: equipment, codeField: 'code' },
    { kind: 'meter', resource: meter, codeField: 'code' },
    { kind: 'hopper', resource: hopper, codeField: 'code' },
  ],
  customColumns: listCustomColumns,
})
