import { useTranslation } from 'react-i18next'
import { countOpenRows, useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { useRowText } from '@/client/i18n/labels'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { notice } from '../../contract/notice'
import type { Tones } from '@/contract/state-machine'
import type { NoticeState } from '../../rules/notice'

const RINGING_FILTER = { state: 'ringing' }
/**
 * Exceeds `MAX_DISPLAYED_ROWS`, because the list may contain notices whose acknowledgement this phone has not sent yet.
 */
const MAX_LOADED_ROWS = 20
const MAX_DISPLAYED_ROWS = 3

/** Today card with ringing notices that nobody has acknowledged. */
export default function RingingCard() {
  const { t } = useTranslation('notices')
  const buildPageLink = usePageLink()
  const zone = usePlantZone()
  const getNoticeName = useRowText(notice, 'name')
  const list = useList(notice, { ...RINGING_FILTER, size: MAX_LOADED_ROWS })
  const { refs } = list
  const ringingRows = list.rows.filter(({ state }) => state === RINGING_FILTER.state)
  const displayedRows = ringingRows.slice(0, MAX_DISPLAYED_ROWS)
  const lineNames = useNames(
    'line',
    displayedRows.flatMap((row) => row.lineId ?? []),
    refs,
  )
  if (ringingRows.length === 0) return null
  return (
    <TodayCard
      title={t('pages.notices.today', { count: countOpenRows(list, ringingRows.length) })}
      page="notices"
      query={{ view: 'all', ...RINGING_FILTER }}
    >
      <TodayItemList
        items={displayedRows.map((row) => ({
          key: row.id,
          to: buildPageLink('notices', { id: row.id }),
          title: getNoticeName(row),
          subtitle: [row.lineId && lineNames[row.lineId], formatMoment(row.beganAt, zone)].filter(Boolean).join(' · '),
          sideContent: <ResourceStateBadge resource={notice} state={row.state} tones={noticeTones} />,
        }))}
      />
    </TodayCard>
  )
}

export const noticeTones: Tones<NoticeState> = { ringing: 'bad', seenTo: 'warn', over: 'ok' }
