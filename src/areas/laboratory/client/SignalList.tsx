import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useNames } from '@/client/fields/options'
import { Button } from '@/client/ui/Button'
import { RowActionBar } from '@/client/resource/RowActionBar'
import { usePageLink } from '@/client/shell/use-page-link'
import type { EndpointOutput } from '@/contract/endpoint'
import type { storedChart } from '../contract/stored-charts'

type ChartAnswer = EndpointOutput<typeof storedChart>
type ChartPoint = ChartAnswer['points'][number]
const NO_REFS = {}

/** Lists the points that violate a run rule, with links to their rolls (an hour or shift has several) and actions. */
export function SignalList({
  data,
  signalPoints,
  count,
  decimals,
  onExcludePoint,
}: {
  data: ChartAnswer
  signalPoints: readonly ChartPoint[]
  /** Number of all signals, including those not listed. */
  count: number
  decimals: number
  /** Opens the form that freezes limits without the point; undefined if the person may not freeze limits. */
  onExcludePoint: ((pointKey: string) => void) | undefined
}) {
  const { t } = useTranslation('laboratory')
  const rollIds = useMemo(
    () => [...new Set(signalPoints.flatMap(({ index }) => data.sources[index - 1]?.rollIds ?? []))],
    [data.sources, signalPoints],
  )
  const names = useNames('jumboRoll', rollIds, NO_REFS)
  return (
    <details className="lab-signals">
      <summary>{t('pages.qualityData.signals', { count })}</summary>
      <ul>
        {/* Newest first, because older signals have usually been handled. */}
        {[...signalPoints].reverse().map(({ index, value, violations }) => {
          const source = data.sources[index - 1]
          const violatedRules = (violations ?? []).map((rule) => t(`rules.${rule}`)).join('; ')
          const label = source?.label ?? ''
          const [firstRollId, ...otherRollIds] = source?.rollIds ?? []
          return (
            <li key={index}>
              <span className="quiet">{t('pages.qualityData.point', { point: index })}</span>
              {firstRollId && otherRollIds.length === 0 ? (
                <RollLink id={firstRollId} label={label} />
              ) : (
                <span>{label}</span>
              )}
              <span className="lab-why">{violatedRules}</span>
              {otherRollIds.length > 0 && (
                <span className="lab-rolls">
                  {source?.rollIds.map((id) => (
                    <RollLink key={id} id={id} label={names[id] ?? '…'} />
                  ))}
                </span>
              )}
              {firstRollId && (
                <RowActionBar
                  resource="jumboRoll"
                  id={firstRollId}
                  reason={t('pages.qualityData.signalSays', {
                    index: data.index,
                    roll: label,
                    value: value.toFixed(decimals),
                    unit: data.unit ?? '',
                    why: violatedRules,
                  })}
                />
              )}
              {onExcludePoint && source && (
                <Button onClick={() => onExcludePoint(source.key)}>{t('pages.qualityData.leaveOut')}</Button>
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
/** Link to the traceability tree of a roll; plain text without the permission. */
function RollLink({ id, label }: { id: string; label: string }) {
  const buildPageLink = usePageLink()
  const address = buildPageLink('qualityTracking', { kind: 'jumboRoll', of: id })
  return address ? <Link to={address}>{label}</Link> : <>{label}</>
}
