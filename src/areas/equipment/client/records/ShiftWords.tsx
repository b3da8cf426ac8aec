import type { AnyRow, Cells } from '@/client/resource/columns'
import { MISSING } from '@/client/format/number'
import { useTeamWord } from '@/plant/client/sheet/use-shift'

function TeamWord({ value }: { value: unknown }) {
  return <span>{useTeamWord()(value) ?? MISSING}</span>
}
/** How the team of a sheet is drawn. */
export const shiftCells: Cells = {
  team: (row: AnyRow) => <TeamWord value={row['team']} />,
}
