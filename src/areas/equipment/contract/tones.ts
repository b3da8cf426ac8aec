import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { MachineCondition, EquipmentUseState } from '../rules/equipment'
import type { meterReading } from './meter'
import type { recordResults } from './record-fields'

/** Tones (colour and icon) of states and results; the text comes from the locale. */
export const machineStateTones: Tones<EquipmentUseState> = { inUse: 'ok', notUsed: 'idle', discarded: 'bad' }
export const conditionTones: Tones<MachineCondition> = {
  normal: 'ok',
  reported: 'bad',
  inMaintenance: 'active',
  toConfirmByProduction: 'wait',
  toConfirmFinally: 'wait',
}
export const recordResultTones: Tones<(typeof recordResults)[number]> = { ok: 'ok', attention: 'warn', notOk: 'bad' }
export const readingVerdictTones: Tones<NonNullable<Row<typeof meterReading>['verdict']>> = {
  ok: 'ok',
  rollOver: 'active',
  exchange: 'active',
  jump: 'warn',
}
