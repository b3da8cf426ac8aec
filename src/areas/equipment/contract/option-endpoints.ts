import { defineEndpoint, listOutput, type Access, type ApiRoute } from '@/contract/endpoint'
import { integer, reference, text, type Fields } from '@/contract/field'
import { equipment } from './equipment'

/** Fields of one entry of an option list. `count` is the number of records with the entry, null if not counted. */
export const optionFields = {
  id: text({ required: true, max: 200 }),
  label: text({ required: true, max: 400 }),
  code: text({ max: 200 }),
  note: text({ max: 400 }),
  unit: text({ max: 20 }),
  count: integer({ min: 0 }),
} as const
/** Filters an option list by machine and by keyword. */
export const optionInput = {
  equipmentId: reference('equipment'),
  keyword: text({ max: 200 }),
} as const satisfies Fields

const defineOptionEndpoint = <const N extends string>(name: N, routes: ApiRoute, access: Access) =>
  defineEndpoint(name, {
    area: 'equipment',
    routes,
    access,
    effect: 'read',
    input: optionInput,
    output: listOutput(optionFields),
  })

/** Everyone who may list machines may also select one. */
const machineListPermissions = equipment.endpoints.list.access
const checkPermissions = ['equipmentRecordView', 'teamCheckView'] as const

/** Machines in use, offered for new records. */
export const machinesInUse = defineOptionEndpoint('equipment.inUse', 'GET /book/get_syid', machineListPermissions)
/** Machines not in use, which can be put back in use. */
export const machinesNotInUse = defineOptionEndpoint(
  'equipment.notInUse',
  'GET /book/get_syid2',
  machineListPermissions,
)
/** Machines with use records, for the filter of the use record list. */
export const machinesWithUseRecords = defineOptionEndpoint(
  'useRecord.machines',
  'GET /book/get_equseid',
  'equipmentUseView',
)
/** People named in use records, for the filter of the use record list. */
export const peopleInUseRecords = defineOptionEndpoint('useRecord.people', 'GET /book/get_equseid2', 'equipmentUseView')
/** Items of earlier first-level checks, suggested in new checks. Most used first; `note` is the method. */
export const firstLevelItems = defineOptionEndpoint('firstLevelCheck.items', 'GET /book/onedeteid', checkPermissions)
/** Points of earlier detection records with their unit, suggested in new records. */
export const detectionPoints = defineOptionEndpoint(
  'detectionRecord.points',
  'GET /book/deteid2',
  'equipmentRecordView',
)
/** Parts for a mechanical parts record, from the spare part store and from earlier records. */
export const mechanicalPartOptions = defineOptionEndpoint('partsRecord.names', 'GET /book/partsname', 'partsRecordView')
/** Parts for an electrical parts record, from the spare part store and from earlier records. */
export const electricalPartOptions = defineOptionEndpoint(
  'electricalPartsRecord.names',
  'GET /book/partsname2',
  'partsRecordView',
)
/** Lubricants used on the main lines. */
export const mainLubricants = defineOptionEndpoint(
  'mainLubrication.lubricants',
  'GET /book/partsname3',
  'lubricationRecordView',
)
/** Lubricants used on the slitting machines. */
export const slittingLubricants = defineOptionEndpoint(
  'slittingLubrication.lubricants',
  'GET /book/partsname4',
  'lubricationRecordView',
)
/** Names of all machines including discarded ones, needed to read old records. */
export const machineNames = defineOptionEndpoint('equipment.names', 'GET /book/get_equname', machineListPermissions)
/** Kinds of record, with the number of records that a machine has; `id` is the resource name. */
export const recordKinds = defineOptionEndpoint('equipment.recordKinds', 'GET /book/table_name', machineListPermissions)
/** People who can be named in a record: everyone not blocked. With `num`, the answer is that of `namesByList`. */
export const equipmentPeople = defineEndpoint('equipment.people', {
  area: 'equipment',
  routes: 'GET /book/name',
  access: 'signedIn',
  effect: 'read',
  input: { ...optionInput, num: integer({ min: 1, max: 99 }) },
  output: listOutput(optionFields),
})
/** People who carry out team and mechanical checks, most frequent first. */
export const checkPeople = defineOptionEndpoint('teamCheck.people', 'GET /check/check_name', 'teamCheckView')
/** Names of the list with number `num`. The only list is 11: people whose role reports, repairs or inspects. */
export const namesByList = defineEndpoint('equipment.namesByList', {
  area: 'equipment',
  routes: 'POST /book/name',
  access: 'signedIn',
  effect: 'read',
  input: { num: integer({ required: true, min: 1, max: 99 }), keyword: text({ max: 200 }) },
  output: listOutput(optionFields),
})
export const optionEndpoints = [
  machinesInUse,
  machinesNotInUse,
  machinesWithUseRecords,
  peopleInUseRecords,
  firstLevelItems,
  detectionPoints,
  mechanicalPartOptions,
  electricalPartOptions,
  mainLubricants,
  slittingLubricants,
  machineNames,
  recordKinds,
  equipmentPeople,
  checkPeople,
  namesByList,
] as const

/** Names of the resources whose rows are records about a machine. */
export const recordKindNames = [
  'firstLevelCheck',
  'secondLevelCheck',
  'electricRecord',
  'pmRecord',
  'assistRecord',
  'detectionRecord',
  'partsRecord',
  'electricalPartsRecord',
  'mainLubrication',
  'slittingLubrication',
  'teamCheck',
  'mechanicalCheck',
] as const
