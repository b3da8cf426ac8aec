/** Kinds of machines that the lines have. */
import { z } from 'zod'
import { equipmentCategories } from '@/areas/equipment/contract/equipment'
import machineSets from './data/machine-kinds.json' with { type: 'json' }
import { areaKeys, type DemoLineKind } from './lines'
import { machineGroups } from './machine-groups'
import { getKeys, readRecordsByKey } from './read-data'

const machineKindSchema = z.strictObject({
  /** Letters in the machine's code. */
  stem: z.string(),
  name: z.string(),
  nameEn: z.string(),
  group: z.enum(getKeys(machineGroups)),
  category: z.enum(equipmentCategories),
  area: z.enum(areaKeys),
  /** Rated power, kW. */
  power: z.number(),
  criticality: z.enum(['A', 'B', 'C']),
  /** Machines of this kind per line. */
  count: z.int(),
})
export type MachineKind = z.infer<typeof machineKindSchema>

const { spunbond, meltblown, web, bonding, electret, slitting, utility } = readRecordsByKey(
  machineSets,
  z.array(machineKindSchema),
)
/** Machines of a line by its kind. */
export const machinesByLineKind: Readonly<Record<DemoLineKind, readonly MachineKind[]>> = {
  spunbond: [...spunbond, ...web, ...bonding],
  composite: [...spunbond, ...meltblown, ...web, ...bonding],
  meltblown: [...meltblown, ...web, ...electret],
  slitting,
  utility,
}
