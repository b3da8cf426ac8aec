import type { MachinePart } from '@/client/area'
import { machineCards } from '@/client/areas'
import { CardsOf } from '@/client/shell/CardsOf'

/** What other areas show in a part of a machine's page: its open round, its figures, its history. */
export function MachineCards({ part, equipmentId }: { part: MachinePart; equipmentId: string }) {
  return <CardsOf cards={machineCards().filter((card) => card.part === part)} of={{ equipmentId }} />
}
