import type { CreationPlace, AreaClient } from '@/client/area'

const workRecordNames = [
  'firstLevelCheck',
  'secondLevelCheck',
  'electricRecord',
  'pmRecord',
  'assistRecord',
  'detectionRecord',
] as const
/** Maps each record resource to its tab of a page. The URL parameter `of` selects the tab. */
const buildTabPlaces = <P extends string>(resourceNames: readonly string[], page: P) =>
  Object.fromEntries(resourceNames.map((name) => [name, { page, params: { of: name } }]))

/** Returns the place where lines, plant areas and hoppers are created: the settings page of the ledger. */
const buildLedgerPlace = (resource: string): CreationPlace => ({
  page: 'equipmentLedger',
  subpath: 'settings',
  params: { of: resource },
  permissions: ['equipmentLedgerAdd'],
})

/** Client of the equipment area: pages for the machine ledger, records of work and meters. */
export const equipmentClient: AreaClient = {
  name: 'equipment',
  pages: {
    equipmentLedger: () => import('./ledger/LedgerPage'),
    equipmentUse: () => import('./use/MachineUsePage'),
    equipmentRecord: () => import('./records/WorkRecordPage'),
    partsRecord: () => import('./records/PartsPage'),
    lubricationRecord: () => import('./records/LubricationPage'),
    teamCheck: () => import('./records/TeamCheckPage'),
    meterInquiry: () => import('./meters/MeterPage'),
  },
  todayCards: [
    {
      name: 'instruments',
      order: 60,
      permissions: ['meterInquiryView'],
      load: () => import('./today/CalibrationCard'),
    },
  ],
  creationPlaces: {
    equipment: { page: 'equipmentLedger', permissions: ['equipmentLedgerAdd'] },
    ...Object.fromEntries(['line', 'hopper', 'plantArea'].map((name) => [name, buildLedgerPlace(name)])),
    meter: { page: 'meterInquiry', permissions: ['meterInquiryAdd'] },
  },
  setupSteps: [
    { name: 'machines', order: 60, resource: 'equipment', opensList: true },
    { name: 'hoppers', order: 65, resource: 'hopper' },
  ],
  pickGroups: { equipment: { field: 'areaId', resource: 'plantArea' } },
  searchableResources: ['equipment'],
  scannableResources: ['equipment', 'meter', 'hopper'],
  rowPlaces: {
    equipment: 'equipmentLedger',
    useRecord: 'equipmentUse',
    ...buildTabPlaces(workRecordNames, 'equipmentRecord'),
    ...buildTabPlaces(['partsRecord', 'electricalPartsRecord'], 'partsRecord'),
    ...buildTabPlaces(['mainLubrication', 'slittingLubrication'], 'lubricationRecord'),
    ...buildTabPlaces(['teamCheck', 'mechanicalCheck'], 'teamCheck'),
    meter: 'meterInquiry',
    meterReading: 'meterInquiry',
  },
  outboxResources: [
    'useRecord',
    ...workRecordNames,
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
  findRowsByCode: async (code) => (await import('./fetch-rows-by-code')).fetchRowsByCode(code),
}
