import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import type { storedChart } from '../contract/stored-charts'

/** Lists the points excluded from the frozen limits with reasons, and marks those outside the window. */
export function ExcludedPointList({
  points: excludedPoints,
}: {
  points: EndpointOutput<typeof storedChart>['frozenWithout']
}) {
  const { t } = useTranslation('laboratory')
  if (excludedPoints.length === 0) return null
  return (
    <details className="lab-left-out">
      <summary>{t('pages.qualityData.leftOut', { count: excludedPoints.length })}</summary>
      <ul>
        {excludedPoints.map(({ key, point, roll, reason }) => (
          <li key={key}>
            {[roll, reason, point === null && t('pages.qualityData.outsideWindow')].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
