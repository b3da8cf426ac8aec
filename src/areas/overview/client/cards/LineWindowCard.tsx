import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/NotLoadedView'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { showWindow } from '../../contract/line-calls'
import { Limits, LiveValue } from '../parts/LiveValue'
import { LIVE } from '../parts/live'
import type { CardProps } from './catalogue'

/** Live values of a line that this person chose to see. */
export default function LineWindowCard({ lineId }: CardProps) {
  const { t } = useTranslation('overview')
  const found = useEndpoint(showWindow, lineId ? { lineId } : {}, {
    ...LIVE,
    resources: [...LIVE.resources, 'lineWindow'],
  })
  if (!found.data) return <QueryBoundary of={found} shape={<SkeletonDetail fields={3} />} />
  const tags = found.data.tags.filter(({ shown }) => shown)
  if (tags.length === 0) return <p className="quiet">{t('live.noTags')}</p>
  return (
    <dl className="live-keys">
      {tags.map((tag) => (
        <div key={tag.tagId}>
          <dt>{tag.label}</dt>
          <dd>
            <LiveValue of={tag} />
          </dd>
          <dd>
            <Limits of={tag} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
