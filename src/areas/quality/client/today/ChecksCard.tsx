import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { formatClock } from '@/client/format/time'
import { useActor } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { ScanIcon } from '@/client/ui/icons'
import { StateBadge } from '@/client/ui/StateBadge'
import { useNow } from '@/client/clock'
import { toMoment } from '@/plant/rules/plant-time'
import { qualityCheck } from '../../contract/quality-check'
import { checkResultTones, checkFlagTones } from '../tones'

const MAX_DISPLAYED_CHECKS = 3
const HOUR_MS = 3_600_000
/**
 * Today card: failed checks of the last 24 h without a downgrade, and a link to a new check. The person's own flagged
 * checks come first, because an inspector who was offline has missed the notice. A check is flagged if its roll was
 * downgraded, shipped or removed before the check arrived.
 */
export default function ChecksCard() {
  const { t } = useTranslation('quality')
  const zone = usePlantZone()
  const getPageLink = usePageLink()
  const hour = Math.floor(useNow() / HOUR_MS) * HOUR_MS
  const userId = useActor().id
  const [failedQuery, flaggedQuery] = useMemo(() => {
    const dayQuery = { checkedAtFrom: toMoment(hour - 24 * HOUR_MS), sort: '-checkedAt', size: MAX_COUNTED }
    return [
      // `toDowngrade`: the roll still has to be downgraded.
      { ...dayQuery, toDowngrade: true },
      { ...dayQuery, userId, flag: qualityCheck.fields.flag.options.join(',') },
    ]
  }, [hour, userId])
  const flaggedList = useList(qualityCheck, flaggedQuery)
  // The flagged list still contains checks whose downgrade is in this phone's outbox.
  const flaggedChecks = flaggedList.rows.filter(({ downgradedAt }) => downgradedAt === null)
  const failedList = useList(qualityCheck, failedQuery)
  const checksWithoutDowngrade = failedList.rows.filter((row) => row.toDowngrade)
  const waitingChecks = [
    ...flaggedChecks,
    ...checksWithoutDowngrade.filter((row) => !flaggedChecks.some(({ id }) => id === row.id)),
  ]
  const { textParams: titleParams, query } = countWaitingRows([failedList, flaggedList], waitingChecks)
  const newCheckLink = getPageLink('qualitySheet', { new: '1' })
  const cardItems = waitingChecks.slice(0, MAX_DISPLAYED_CHECKS).map((row) => ({
    key: row.id,
    to: getPageLink('qualitySheet', { id: row.id }),
    title: row.number,
    subtitle: [
      formatClock(row.checkedAt, zone),
      ...row.defects.map(({ kind }) => t(`qualityCheck.subOptions.defects.kind.${kind}`)),
      ...(row.takenBackAt ? [t('pages.sheet.takenBack')] : []),
      ...(row.outOfLimits > 0 ? [t('pages.today.out', { count: row.outOfLimits })] : []),
    ].join(' · '),
    sideContent: row.flag ? (
      <StateBadge tone={checkFlagTones[row.flag]}>{t(`qualityCheck.options.flag.${row.flag}`)}</StateBadge>
    ) : (
      <StateBadge tone={checkResultTones.notOk}>{t('qualityCheck.options.result.notOk')}</StateBadge>
    ),
  }))
  return (
    <TodayCard
      title={waitingChecks.length > 0 ? t('pages.today.checks', titleParams) : t('qualityCheck.name')}
      page="qualitySheet"
      {...(waitingChecks.length > 0 ? { query } : {})}
    >
      {cardItems.length > 0 && <TodayItemList items={cardItems} />}
      {newCheckLink && (
        <Link className="ui-button is-primary" to={newCheckLink}>
          <ScanIcon size={20} />
          {t('pages.today.newCheck')}
        </Link>
      )}
    </TodayCard>
  )
}
