import { defineEndpoint, listOutput, type Access, type ApiRoute } from '@/contract/endpoint'
import { choice, integer, reference, text, type Fields } from '@/contract/field'
import { equipment } from './equipment'

/** One entry of an option list; `count` says how often it was used, where that orders the list. */
export const optionFields = {
  id: text({ required: true, max: 200 }),
  label: text({ required: true, max: 400 }),
  code: text({ max: 200 }),
  note: text({ max: 400 }),
  unit: text({ max: 20 }),
  count: integer({ min: 0 }),
} as const
/** Narrows an option list to one machine and to what was typed. */
export const optionInput = {
  equipmentId: reference('equipment'),
  keyword: text({ max: 200 }),
} as const satisfies Fields

const options = <const N extends string>(name: N, routes: ApiRoute, access: Access) =>
  defineEndpoint(name, {
    area: 'equipment',
    routes,
    access,
    effect: 'read',
    input: optionInput,
    output: listOutput(optionFields),
  })

/** Whoever lists machines chooses one. */
const machines = equipment.endpoints.list.access
const checks = ['equipmentRecordView', 'teamCheckView'] as const

/** Machines in use: what a new record can be about. */
export const machinesInUse = options('equipment.inUse', 'GET /book/get_syid', machines)
/** Machines not in use: what can be put in use again. */
export const machinesNotInUse = options('equipment.notInUse', 'GET /book/get_syid2', machines)
/** Machines that have use records: the filter of that list. */
export const usedMachines = options('useRecord.machines', 'GET /book/get_equseid', 'equipmentUseView')
/** People named in use records: the other filter of that list. */
export const useRecordPeople = options('useRecord.people', 'GET /book/get_equseid2', 'equipmentUseView')
/** Items of earlier first-level checks, most used first, with method as `note`: proposed in a new check. */
export const firstLevelItems = options('firstLevelCheck.items', 'GET /book/onedeteid', checks)
/** Points of earlier detections with their unit: proposed in a new one. */
export const detectionPoints = options('detectionRecord.points', 'GET /book/deteid2', 'equipmentRecordView')
/** Parts for a mechanical parts record: the store's list and what was fitted before. */
export const mechanicalParts = options('partsRecord.names', 'GET /book/partsname', 'partsRecordView')
/** Parts for an electrical parts record. */
export const electricalParts = options('electricalPartsRecord.names', 'GET /book/partsname2', 'partsRecordView')
/** Lubricants used on the main lines. */
export const mainLubricants = options('mainLubrication.lubricants', 'GET /book/partsname3', 'lubricationRecordView')
/** Lubricants used on the slitting machines. */
export const slittingLubricants = options(
  'slittingLubrication.lubricants',
  'GET /book/partsname4',
  'lubricationRecordView',
)
/** Names of all machines, discarded ones too: for reading old records. */
export const machineNames = options('equipment.names', 'GET /book/get_equname', machines)
/** The kinds of record, `id` the resource's name, with how many a machine has. */
export const recordKinds = options('equipment.recordKinds', 'GET /book/table_name', machines)
/** People who may be named in a record: everyone not blocked; with `num` a list of people by its number, as `POST /book/name` answers it. */
export const people = defineEndpoint('equipment.people', {
  area: 'equipment',
  routes: 'GET /book/name',
  access: 'signedIn',
  effect: 'read',
  input: { ...optionInput, num: integer({ min: 1, max: 99 }) },
  output: listOutput(optionFields),
})
/** People who do team and mechanical checks, the most frequent first. */
export const checkPeople = options('teamCheck.people', 'GET /check/check_name', 'teamCheckView')
/** Names by list number: 11 are the users of devices, people whose role reports, repairs or walks rounds; another number is refused. */
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
  usedMachines,
  useRecordPeople,
  firstLevelItems,
  detectionPoints,
  mechanicalParts,
  electricalParts,
  mainLubricants,
  slittingLubricants,
  machineNames,
  recordKinds,
  people,
  checkPeople,
  namesByList,
] as const

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
export const recordKind = choice(recordKindNames)
