import { airGroups } from './air'
import type { MachineGroup } from './group'
import { powerGroups } from './power'
import { serviceGroups } from './service'
import { spinningGroups } from './spinning'
import { utilityGroups } from './utilities'
import { webGroups } from './web'
import { windingGroups } from './winding'

const groupsByName = {
  ...spinningGroups,
  ...airGroups,
  ...webGroups,
  ...windingGroups,
  ...powerGroups,
  ...utilityGroups,
  ...serviceGroups,
}
export type GroupName = keyof typeof groupsByName
export const machineGroups: Readonly<Record<GroupName, MachineGroup>> = groupsByName
