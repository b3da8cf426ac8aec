import { defineResource } from '@/contract/resource'
import { amount, choice, day, list, moment, note, reference, text } from '@/contract/field'
import {
  checkItemsField,
  recordFilters,
  recordHeadFields,
  recordResults,
  recordTailFields,
  usedPartsField,
} from './record-fields'

const sharedOptions = {
  area: 'equipment',
  title: ['equipmentId', 'occurredAt'],
  filters: recordFilters,
  search: ['note'],
  sort: '-occurredAt',
  offlineWrites: ['create'],
} as const
const workRecordPermissions = {
  view: 'equipmentRecordView',
  add: 'equipmentRecordAdd',
  edit: 'equipmentRecordEdit',
  delete: 'equipmentRecordDelete',
  export: 'equipmentRecordExport',
} as const
const hoursField = amount({ unit: 'h', digits: 2, min: 0 })

/** Record of an electrical inspection or repair 电气记录, with measured values. */
export const electricRecord = defineResource('electricRecord', {
  ...sharedOptions,
  fields: {
    ...recordHeadFields,
    circuit: text(),
    voltage: amount({ unit: 'V', digits: 1, min: 0 }),
    current: amount({ unit: 'A', digits: 2, min: 0 }),
    insulation: amount({ unit: 'MΩ', digits: 2, min: 0 }),
    temperature: amount({ unit: '°C', digits: 1 }),
    items: checkItemsField,
    work: note(),
    hours: hoursField,
    ...recordTailFields,
  },
  routes: {
    list: 'POST /book/get_electric',
    create: 'POST /book/add_ele',
    update: 'PUT /book/edit_ele',
    remove: 'DELETE /book/delete_ele',
    export: 'GET /book/electric_excel',
  },
  permissions: workRecordPermissions,
})

/** Record of preventive maintenance 保养记录, with or without a plan. */
export const pmRecord = defineResource('pmRecord', {
  ...sharedOptions,
  fields: {
    ...recordHeadFields,
    // Set if the record completes a plan, which also moves the next due day of the plan.
    planId: reference('pmPlan', { readonly: true }),
    // State of the plan before the record completed it; restored when the record is removed.
    planBefore: list(
      {
        lastDoneOn: day({ required: true }),
        lastDoneAt: moment(),
        servedOn: day(),
        lastReading: amount({ unit: '', digits: 3, min: 0 }),
        currentReading: amount({ unit: '', digits: 3 }),
        currentReadAt: moment(),
      },
      { readonly: true, hidden: true, max: 1 },
    ),
    title: text(),
    // Counter reading at the time of the work, in the plan's unit.
    reading: amount({ unit: '', digits: 3, min: 0 }),
    items: checkItemsField,
    parts: usedPartsField,
    hours: hoursField,
    ...recordTailFields,
  },
  filters: [...recordFilters, 'planId'],
  search: ['title', 'note'],
  routes: {
    list: 'POST /book/get_upkeep',
    create: 'POST /book/add_upkeep',
    update: 'PUT /book/edit_upkeep',
    remove: 'DELETE /book/delete_upkeep',
    export: 'GET /book/upkeep_excel',
  },
  permissions: workRecordPermissions,
})

/** Record of auxiliary work 辅助记录 that is neither a check nor preventive maintenance. */
export const assistRecord = defineResource('assistRecord', {
  ...sharedOptions,
  fields: {
    ...recordHeadFields,
    kind: choice(['cleaning', 'adjustment', 'filterChange', 'relocation', 'commissioning', 'other'], {
      required: true,
    }),
    work: note({ required: true }),
    parts: usedPartsField,
    hours: hoursField,
    ...recordTailFields,
  },
  filters: [...recordFilters, 'kind'],
  search: ['work', 'note'],
  routes: {
    list: 'POST /book/get_assist',
    create: 'POST /book/add_ass',
    update: 'PUT /book/update_ass',
    remove: 'DELETE /book/delete_ass',
    export: 'GET /book/assist_excel',
  },
  permissions: workRecordPermissions,
})

/** Detection record 检测记录: instrument measurements with limits, both in the row's `unit`. */
export const detectionRecord = defineResource('detectionRecord', {
  ...sharedOptions,
  fields: {
    ...recordHeadFields,
    kind: choice(['vibration', 'temperature', 'thickness', 'leakage', 'balance', 'alignment', 'insulation', 'other'], {
      required: true,
    }),
    meterId: reference('meter'),
    instrument: text(),
    standard: text(),
    values: list(
      {
        point: text({ required: true }),
        value: amount({ unit: '', required: true, digits: 6 }),
        unit: text({ required: true, max: 20 }),
        low: amount({ unit: '', digits: 6 }),
        high: amount({ unit: '', digits: 6 }),
        result: choice(recordResults, { required: true }),
      },
      { max: 200 },
    ),
    ...recordTailFields,
  },
  filters: [...recordFilters, 'kind', 'meterId'],
  search: ['instrument', 'standard', 'note'],
  routes: {
    list: 'POST /book/get_detection',
    create: 'POST /book/add_dete',
    update: 'PUT /book/update_dete',
    // Existing callers send the delete to the path of the update.
    remove: 'DELETE /book/update_dete',
    export: 'GET /book/detection_excel',
  },
  permissions: workRecordPermissions,
})
