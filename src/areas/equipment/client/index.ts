import type { CreationPlace, AreaClient } from '@/client/area'

const records = [
  'firstLevelCheck',
  'secondLevelCheck',
  'electricRecord',
  'pmRecord',
  'assistRecord',
  'detectionRecord',
] as const
/** Maps each record resource to its tab of a page. */
const on = <P extends string>(names: readonly string[], page: P) =>
  Object.fromEntries(names.map((name) => [name, { page, at: { of: name } }]))

/** Returns the place where lines, plant areas and hoppers are created: the settings of the ledger. */
const ofLedger = (of: string): CreationPlace => ({
  page: 'equipmentLedger',
  subpath: 'settings',
  at: { of },
  keys: ['equipmentLedgerAdd'],
})

/** Client of the equipment area: pages for the machine ledger, records of work and meters. */
export const equipmentClient: AreaClient = {
  name: 'equipment',
  pages: {
    equipmentLedger: () => import('./ledger/LedgerPage'),
    equipmentUse: () => import('./use/UsePage'),
    equipmentRecord: () => import('./records/RecordPage'),
    partsRecord: () => import('./records/PartsPage'),
    lubricationRecord: () => import('./records/LubricationPage'),
    teamCheck: () => import('./records/TeamCheckPage'),
    meterInquiry: () => import('./meters/MeterPage'),
  },
  todayCards: [
    { name: 'instruments', order: 60, keys: ['meterInquiryView'], load: () => import('./today/CalibrationCard') },
  ],
  creationPlaces: {
    equipment: { page: 'equipmentLedger', keys: ['equipmentLedgerAdd'] },
    ...Object.fromEntries(['line', 'hopper', 'plantArea'].map((of) => [of, ofLedger(of)])),
    meter: { page: 'meterInquiry', keys: ['meterInquiryAdd'] },
  },
  setupSteps: [
    { name: 'machines', order: 60, resource: 'equipment', opensList: true },
    { name: 'hoppers', order: 65, resource: 'hopper' },
  ],
  searchableResources: ['equipment'],
  scannableResources: ['equipment', 'meter', 'hopper'],
  rowPlaces: {
    equipment: 'equipmentLedger',
    useRecord: 'equipmentUse',
    ...on(records, 'equipmentRecord'),
    ...on(['partsRecord', 'electricalPartsRecord'], 'partsRecord'),
    ...on(['mainLubrication', 'slittingLubrication'], 'lubricationRecord'),
    ...on(['teamCheck', 'mechanicalCheck'], 'teamCheck'),
    meter: 'meterInquiry',
    meterReading: 'meterInquiry',
  },
  outboxResources: [
    'useRecord',
    ...records,
    'partsRecord',
    'electricalPartsRecord',
    'mainLubrication',
    'slittingLubrication',
    'teamCheck',
    'mechanicalCheck',
    'meterReading',
  ],
  contract: async () => (await import('../contract')).equipmentContract,
  unitFields: { meter: 'unit' },
  findCode: async (code) => (await import('./find-code')).findCode(code),
}
