import { useTranslation } from 'react-i18next'
import { QueryBoundary } from '@/client/resource/NotLoadedView'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { LineTile } from '../parts/LineTile'
import type { CardProps } from './catalogue'
import { useGlance } from './use-glance'

/** State of every line; standing lines first. */
export default function LinesCard({ still }: CardProps) {
  const { t } = useTranslation('overview')
  const found = useGlance()
  if (!found.data) return <QueryBoundary of={found} shape={<SkeletonDetail fields={3} />} />
  const order = { standing: 0, running: 1, noOrder: 2 }
  const lines = [...found.data.lines].sort((a, b) => order[a.state] - order[b.state])
  if (lines.length === 0) return <p className="quiet">{t('glance.noLines')}</p>
  return (
    <ul className="overview-lines">
      {lines.map((line) => (
        <LineTile key={line.lineId} line={line} still={still} />
      ))}
    </ul>
  )
}
