import type { AnyRow, Cells } from '@/client/resource/columns'
import { StateOf } from '@/client/resource/StateOf'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import { roundTones } from '../tones'

/** How some columns of a round are drawn. */
export const roundCells: Cells = {
  state: (row: AnyRow) => <StateOf of={inspectionRound} state={row['state']} tones={roundTones} />,
}
