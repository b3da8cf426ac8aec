/** Stop reasons that follow from repairs. */
import type { StopReason } from '@/plant/rules/stop-reasons'

const electrical = ['electrical', 'control', 'instrument']
const mechanical = ['mechanical', 'pneumatic', 'hydraulic', 'lubrication', 'heating']
/**
 * Returns the reason of a line stop caused by a repair: planned work is 保养, a breakdown depends on its kind of fault.
 * People who explain the stop may choose a more precise one.
 */
export function reasonOfRepair({ faultKind, breakdown }: { faultKind: string; breakdown: boolean }): StopReason {
  if (!breakdown) return 'maintenance'
  return electrical.includes(faultKind) ? 'electrical' : mechanical.includes(faultKind) ? 'mechanical' : 'other'
}
