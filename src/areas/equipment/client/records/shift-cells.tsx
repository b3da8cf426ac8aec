import type { ListRow, Cells } from '@/client/resource/build-columns'
import { MISSING } from '@/client/format/number'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'

function TeamCell({ value }: { value: unknown }) {
  return <span>{useFormatTeam()(value) ?? MISSING}</span>
}
/** Cells of team checks: the team is shown by its display name. */
export const shiftCells: Cells = {
  team: (row: ListRow) => <TeamCell value={row['team']} />,
}
