import type { MachinePart } from '@/client/area'
import { getMachineCards } from '@/client/area-registry'
import { AreaCards } from '@/client/shell/AreaCards'

/** Cards of other areas in a part of the machine page, e.g. open round, metrics, history. */
export function MachineCards({ part, equipmentId }: { part: MachinePart; equipmentId: string }) {
  return <AreaCards cards={getMachineCards().filter((card) => card.part === part)} cardProps={{ equipmentId }} />
}
