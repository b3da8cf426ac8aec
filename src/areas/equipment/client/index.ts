import type { AreaClient } from '@/client/area'

const records = ['firstLevelCheck', 'secondLevelCheck', 'electricRecord', 'upkeepRecord', 'assistRecord', 'detectionRecord'] as const
const of = <N extends string>(names: readonly N[], page: 'equipmentRecord') => Object.fromEntries(names.map((name) => [name, page]))

/** The ledger of machines, what was done to them, and the plant's meters, as pages. */
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
  todayCards: [{ name: 'instruments', order: 60, keys: ['meterInquiryView'], load: () => import('./today/CalibrationCard') }],
  opens: {
    equipment: 'equipmentLedger', useRecord: 'equipmentUse', ...of(records, 'equipmentRecord'), partsRecord: 'partsRecord', electricalPartsRecord: 'partsRecord',
    mainLubrication: 'lubricationRecord', slittingLubrication: 'lubricationRecord', teamCheck: 'teamCheck', mechanicalCheck: 'teamCheck', meter: 'meterInquiry', meterReading: 'meterInquiry',
  },
  operations: [
    'useRecord', ...records, 'partsRecord', 'electricalPartsRecord', 'mainLubrication', 'slittingLubrication', 'teamCheck', 'mechanicalCheck', 'meterReading',
  ],
  contract: async () => (await import('../contract')).equipmentContract,
  units: { meter: 'unit' },
  findCode: async (code) => (await import('./find-code')).findCode(code),
}
