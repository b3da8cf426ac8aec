import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { isOfLine, useMyLine } from '@/plant/client/line/my-line'
import { StateOf } from '@/client/resource/StateOf'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLines } from '@/client/today/TodayCard'
import { openHandovers } from '../../rules/handover'
import { handover } from '../../contract/handover'
import { addDays } from '@/plant/rules/plant-time'
import { useShifts, useShiftWord } from '@/plant/client/sheet/use-shift'
import type { HandoverRow } from '../handover/use-steps'
import { handoverTones } from '../tones'

const MOST = 3
/** Handovers that wait for a signature: given by somebody else, or begun by me and not given. */
export default function ToSignCard() {
  const { t } = useTranslation('handover')
  const { userId } = useSession()
  const { now } = useShifts()
  const myLine = useMyLine()
  const word = useShiftWord()
  const link = usePageLink()
  const { rows, refs } = useList(
    handover,
    useMemo(
      () => ({ state: openHandovers.join(','), businessDateFrom: addDays(now.businessDate, -2), size: 50 }),
      [now.businessDate],
    ),
  )
  const mine = (rows as HandoverRow[]).filter((row) =>
    row.state === 'given'
      ? row.giverId !== userId && isOfLine(row.lineId, myLine)
      : row.createdBy === userId || row.people.includes(userId),
  )
  const lines = useNames(
    'line',
    mine.slice(0, MOST).map(({ lineId }) => lineId),
    refs,
  )
  if (mine.length === 0) return null
  const shown = mine.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link('jobHandover', { id: row.id }),
    title: t(`handover.options.kind.${row.kind}`),
    sub: `${lines[row.lineId] ?? '…'} · ${row.businessDate} ${word(row.shift)}`,
    side: <StateOf of={handover} state={row.state} tones={handoverTones} />,
  }))
  return (
    <TodayCard title={t('pages.today.toSign', { count: mine.length })} page="jobHandover">
      <TodayLines lines={shown} />
    </TodayCard>
  )
}
