import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { lineWindowNow } from '../../contract/line-endpoints'
import { LIVE_QUERY_OPTIONS } from '../parts/LiveValueText'
import { LiveValueList } from '../parts/LiveValueList'
import { ROWS_BY_SIZE, type DashboardCardProps } from './catalogue'

/** The live values that this person chose to see for a line. */
export default function LineWindowCard({ size, lineId }: DashboardCardProps) {
  const { t } = useTranslation('overview')
  const query = useEndpoint(lineWindowNow, lineId ? { lineId } : {}, {
    ...LIVE_QUERY_OPTIONS,
    resources: [...LIVE_QUERY_OPTIONS.resources, 'lineWindow'],
  })
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
      {(lineWindow) => {
        const tags = lineWindow.tags.filter(({ shown }) => shown)
        if (tags.length === 0) return <p className="quiet">{t('live.noTags')}</p>
        return (
          <LiveValueList
            label={lineWindow.label ?? ''}
            values={tags.map((tag) => ({ ...tag, key: tag.tagId }))}
            maxRows={ROWS_BY_SIZE[size]}
          />
        )
      }}
    </QueryBoundary>
  )
}
