/** Stop reasons that follow from repairs. */
import type { StopReason } from '@/plant/rules/stop-reasons'

const ELECTRICAL_FAULTS = ['electrical', 'control', 'instrument']
const MECHANICAL_FAULTS = ['mechanical', 'pneumatic', 'hydraulic', 'lubrication', 'heating']
/**
 * Returns the reason of a line stop caused by a repair: planned work is 保养, a breakdown depends on its kind of fault.
 * People who explain the stop may choose a more precise one.
 */
export function getRepairStopReason({ faultKind, breakdown }: { faultKind: string; breakdown: boolean }): StopReason {
  if (!breakdown) return 'maintenance'
  return ELECTRICAL_FAULTS.includes(faultKind)
    ? 'electrical'
    : MECHANICAL_FAULTS.includes(faultKind)
      ? 'mechanical'
      : 'other'
}
