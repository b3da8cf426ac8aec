import { defineArea } from '@/contract/area'
import { equipmentUseLifecycle } from '@/areas/equipment/rules/equipment'
import { firstLevelCheck, mechanicalCheck, secondLevelCheck, teamCheck } from './check-records'
import { customField } from './custom-field'
import { equipment, machineUseRecord } from './equipment'
import { equipmentEndpoints } from './equipment-endpoints'
import { hopper } from './hopper'
import { mainLubrication, slittingLubrication } from './lubrication'
import { meter, meterReading } from './meter'
import { optionEndpoints } from './option-endpoints'
import { electricalPartsRecord, partsRecord } from './parts-records'
import { assistRecord, detectionRecord, electricRecord, pmRecord } from './work-records'

/** Equipment area: the machine ledger, records of work on machines, and the plant's meters. */
export const equipmentContract = defineArea({
  name: 'equipment',
  pages: [
    'equipmentLedger',
    'equipmentUse',
    'equipmentRecord',
    'partsRecord',
    'lubricationRecord',
    'teamCheck',
    'meterInquiry',
  ],
  resources: [
    hopper,
    equipment,
    customField,
    machineUseRecord,
    firstLevelCheck,
    secondLevelCheck,
    electricRecord,
    pmRecord,
    assistRecord,
    detectionRecord,
    partsRecord,
    electricalPartsRecord,
    mainLubrication,
    slittingLubrication,
    teamCheck,
    mechanicalCheck,
    meter,
    meterReading,
  ],
  endpoints: [...equipmentEndpoints, ...optionEndpoints],
  lifecycles: [equipmentUseLifecycle],
})
