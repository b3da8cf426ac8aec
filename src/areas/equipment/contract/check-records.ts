import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineResource } from '@/contract/resource'
import { amount, choice, note, reference, text } from '@/contract/field'
import { checkItemsField, recordFilters, recordHeadFields, recordTailFields } from './record-fields'

const sharedOptions = {
  area: 'equipment',
  title: ['equipmentId', 'occurredAt'],
  filters: recordFilters,
  search: ['note'],
  sort: '-occurredAt',
  offlineWrites: ['create'],
} as const
const recordPermissions = {
  view: 'equipmentRecordView',
  add: 'equipmentRecordAdd',
  edit: 'equipmentRecordEdit',
  delete: 'equipmentRecordDelete',
  export: 'equipmentRecordExport',
} as const
const teamCheckPermissions = {
  view: 'teamCheckView',
  add: 'teamCheckAdd',
  edit: 'teamCheckEdit',
  delete: 'teamCheckDelete',
  export: 'teamCheckExport',
} as const

/** First-level check 一级点检, done by the operator of a machine. */
export const firstLevelCheck = defineResource('firstLevelCheck', {
  ...sharedOptions,
  fields: { ...recordHeadFields, items: checkItemsField, ...recordTailFields },
  routes: {
    list: 'POST /book/get_onedete',
    create: 'POST /book/add_onedete',
    update: 'PUT /book/update_onedete',
    remove: 'DELETE /book/delete_onedete',
    export: 'GET /book/onedete_excel',
  },
  permissions: recordPermissions,
})

/** Second-level check 二级点检, done by a maintenance worker, with findings and measures. */
export const secondLevelCheck = defineResource('secondLevelCheck', {
  ...sharedOptions,
  fields: {
    ...recordHeadFields,
    items: checkItemsField,
    findings: note(),
    measures: note(),
    hours: amount({ unit: 'h', digits: 2, min: 0 }),
    ...recordTailFields,
  },
  routes: {
    list: 'POST /book/get_second',
    create: 'POST /book/add_second',
    update: 'PUT /book/update_second',
    remove: 'DELETE /book/delete_second',
    export: 'GET /book/second_excel',
  },
  permissions: recordPermissions,
})

/** Team check record 班组点检表 of a shift. */
export const teamCheck = defineResource('teamCheck', {
  ...sharedOptions,
  fields: {
    ...recordHeadFields,
    // A team check belongs to a line; the machine is optional.
    lineId: reference('line', { required: true }),
    equipmentId: reference('equipment'),
    team: text(teamTextOptions),
    shift: text(shiftTextOptions),
    kind: choice(['electrical', 'safety', 'cleaning', 'running'], { default: 'electrical' }),
    items: checkItemsField,
    ...recordTailFields,
  },
  title: ['lineId', 'occurredAt'],
  filters: [...recordFilters, 'lineId', 'team', 'kind'],
  routes: {
    list: 'POST /check/teamele',
    create: 'POST /check/add_teamele',
    update: 'PUT /check/update_teamele',
    remove: 'DELETE /check/delete_teamele',
    export: 'GET /check/teamele_excel',
  },
  permissions: teamCheckPermissions,
})

/** Mechanical check record 机械点检表: measurements of a mechanic on a running machine. */
export const mechanicalCheck = defineResource('mechanicalCheck', {
  ...sharedOptions,
  fields: {
    ...recordHeadFields,
    part: text(),
    meterId: reference('meter'),
    vibration: amount({ unit: 'mm/s', digits: 2, min: 0 }),
    bearingTemperature: amount({ unit: '°C', digits: 1 }),
    noise: amount({ unit: 'dB', digits: 1, min: 0 }),
    items: checkItemsField,
    ...recordTailFields,
  },
  routes: {
    list: 'POST /check/mechanical',
    create: 'POST /check/add_mechanical',
    update: 'PUT /check/update_mechanical',
    remove: 'DELETE /check/delete_mechanical',
    export: 'GET /check/mechanical_excel',
  },
  permissions: teamCheckPermissions,
})
