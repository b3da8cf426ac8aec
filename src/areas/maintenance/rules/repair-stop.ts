/** Why a line stood for a repair. */
import type { StopReason } from '@/plant/rules/stop-reasons'

const electrical = ['electrical', 'control', 'instrument']
const mechanical = ['mechanical', 'pneumatic', 'hydraulic', 'lubrication', 'heating']
/** Why a line stood for a repair: planned work is 保养, a breakdown goes by its kind of fault. Whoever explains the stop may be more exact. */
export function reasonOfRepair({ faultKind, breakdown }: { faultKind: string; breakdown: boolean }): StopReason {
  if (!breakdown) return 'maintenance'
  return electrical.includes(faultKind) ? 'electrical' : mechanical.includes(faultKind) ? 'mechanical' : 'other'
}
