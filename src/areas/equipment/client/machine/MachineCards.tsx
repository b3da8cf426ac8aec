import type { MachinePart } from '@/client/area'
import { getMachineCards } from '@/client/area-registry'
import { AreaCards } from '@/client/shell/AreaCards'

/** What other areas show in a part of a machine's page: its open round, its figures, its history. */
export function MachineCards({ part, equipmentId }: { part: MachinePart; equipmentId: string }) {
  return <AreaCards cards={getMachineCards().filter((card) => card.part === part)} cardProps={{ equipmentId }} />
}
