import { useTranslation } from 'react-i18next'
import type { AnyRow, Cells } from '@/client/resource/columns'
import { MISSING } from '@/client/format/number'
import { useTeamWord } from '@/plant/client/sheet/use-shift'

/** A shift or team in the plant's words, the same as of a round; what somebody wrote himself stays as it is. */
function ShiftWord({ of, value }: { of: 'shifts' | 'teams'; value: unknown }) {
  const { t } = useTranslation('maintenance')
  return <span>{value ? t(`pages.polling.${of}.${String(value)}`, { defaultValue: String(value) }) : MISSING}</span>
}
function TeamWord({ value }: { value: unknown }) {
  return <span>{useTeamWord()(value) ?? MISSING}</span>
}
/** How the shift and the team of a sheet are drawn. */
export const shiftCells: Cells = {
  shift: (row: AnyRow) => <ShiftWord of="shifts" value={row['shift']} />,
  team: (row: AnyRow) => <TeamWord value={row['team']} />,
}
