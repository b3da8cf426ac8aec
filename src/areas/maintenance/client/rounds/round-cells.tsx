import { useTranslation } from 'react-i18next'
import type { AnyRow, Cells } from '@/client/resource/columns'
import { StateOf } from '@/client/resource/StateOf'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import { roundTones } from '../tones'
import { useTeamWord } from '@/plant/client/sheet/use-shift'

/** Keys of shifts and teams in the plant's words; those of a pattern of the plant's own stay as they are. */
function Named({ of, name }: { of: 'shifts' | 'teams'; name: unknown }) {
  const { t } = useTranslation('maintenance')
  return <span>{name ? t(`pages.polling.${of}.${String(name)}`, { defaultValue: String(name) }) : '–'}</span>
}
function TeamWord({ name }: { name: unknown }) {
  return <span>{useTeamWord()(name) ?? '–'}</span>
}
/** How some columns of a round are drawn. */
export const roundCells: Cells = {
  state: (row: AnyRow) => <StateOf of={inspectionRound} state={row['state']} tones={roundTones} />,
  shift: (row: AnyRow) => <Named of="shifts" name={row['shift']} />,
  team: (row: AnyRow) => <TeamWord name={row['team']} />,
}
