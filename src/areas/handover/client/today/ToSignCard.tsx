import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { translatePresets } from '@/contract/preset'
import { buildNotEqualFilter } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useMyLine } from '@/plant/client/line/my-line'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { StateBadge } from '@/client/ui/StateBadge'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { getRevokedSignature } from '../../rules/handover'
import { handover } from '../../contract/handover'
import { addDays } from '@/plant/rules/plant-time'
import { useShifts, useFormatShift } from '@/plant/client/shift-record/use-shift'
import type { HandoverRow } from '../handover/use-handover-commands'
import { handoverTones } from '../tones'

const MAX_LISTED = 3
/** Card of handovers to sign: returned to this person (any age), given by others, and own drafts. */
export default function ToSignCard() {
  const { t } = useTranslation('handover')
  const { userId } = useSession()
  const { currentShift } = useShifts()
  const myLine = useMyLine()
  const formatShift = useFormatShift()
  const buildPageLink = usePageLink()
  const [returnedQuery, draftQuery, givenQuery] = useMemo(() => {
    const draftFilter = { state: 'draft', concerned: userId, size: MAX_COUNTED }
    const recentFilter = { businessDateFrom: addDays(currentShift.businessDate, -2) }
    return [
      { ...draftFilter, returnsFrom: 1 },
      { ...draftFilter, ...recentFilter, returnsTo: 0 },
      {
        ...recentFilter,
        state: 'given',
        giverId: buildNotEqualFilter(userId),
        ...(myLine ? { lineId: myLine } : {}),
        size: MAX_COUNTED,
      },
    ]
  }, [currentShift.businessDate, userId, myLine])
  const lists = [useList(handover, returnedQuery), useList(handover, draftQuery), useList(handover, givenQuery)]
  // A row with an unsent signature of this phone still matches the server's filters, so the local state is checked, too.
  const findWaiting = ({ rows }: (typeof lists)[number]) =>
    (rows as HandoverRow[]).filter((row) => (row.state === 'given' ? row.giverId !== userId : row.state === 'draft'))
  const handoversToSign = [...new Map(lists.flatMap(findWaiting).map((row) => [row.id, row])).values()].sort(
    (a, b) => Number(getRevokedSignature(b) !== null) - Number(getRevokedSignature(a) !== null),
  )
  const { textParams: titleParams, query } = countWaitingRows(lists, handoversToSign)
  const lineNames = useNames(
    'line',
    handoversToSign.slice(0, MAX_LISTED).map(({ lineId }) => lineId),
    Object.assign({}, ...lists.map(({ refs }) => refs)) as Record<string, string>,
  )
  if (handoversToSign.length === 0) return null
  const cardItems = handoversToSign.slice(0, MAX_LISTED).map((row) => ({
    key: row.id,
    to: buildPageLink('jobHandover', { id: row.id }),
    title: t(`handover.options.kind.${row.kind}`),
    subtitle: [
      lineNames[row.lineId] ?? '…',
      `${row.businessDate} ${formatShift(row.shift)}`,
      getRevokedSignature(row) && translatePresets(row.reason ?? '', t),
    ]
      .filter(Boolean)
      .join(' · '),
    sideContent: <SignStateBadge row={row} />,
  }))
  return (
    <TodayCard title={t('pages.today.toSign', titleParams)} page="jobHandover" query={{ view: 'all', ...query }}>
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}

/** State of a handover, or whose signature is needed again. */
function SignStateBadge({ row }: { row: HandoverRow }) {
  const { t } = useTranslation('handover')
  const revokedSide = getRevokedSignature(row)
  if (!revokedSide) return <ResourceStateBadge resource={handover} state={row.state} tones={handoverTones} />
  const wasReturned = revokedSide === 'giver' && row.returns > 0
  return (
    <StateBadge tone="bad">{t(wasReturned ? 'pages.today.sentBack' : `pages.handover.back.${revokedSide}`)}</StateBadge>
  )
}
