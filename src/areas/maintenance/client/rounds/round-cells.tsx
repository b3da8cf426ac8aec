import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import { roundTones } from '../tones'

/** Custom cells of the round columns. */
export const roundCells: Cells = {
  state: (row: ListRow) => <ResourceStateBadge of={inspectionRound} state={row['state']} tones={roundTones} />,
}
