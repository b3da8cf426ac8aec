import type { MachineGroup } from './group'
import { serviceGroups } from './service'
import { spinningGroups } from './spinning'
import { webGroups } from './web'

export type GroupName = keyof typeof spinningGroups | keyof typeof webGroups | keyof typeof serviceGroups
export const machineGroups: Readonly<Record<GroupName, MachineGroup>> = {
  ...spinningGroups,
  ...webGroups,
  ...serviceGroups,
}
