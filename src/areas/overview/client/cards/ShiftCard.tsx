import { useTranslation } from 'react-i18next'
import { QueryBoundary } from '@/client/resource/NotLoadedView'
import { usePageLink } from '@/client/shell/use-page-link'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { AsOf } from '../parts/AsOf'
import { FigureTile } from '../parts/FigureTile'
import type { CardProps } from './catalogue'
import { useGlance } from './use-glance'

/** Metrics of the shift against their targets. */
export default function ShiftCard({ size, still }: CardProps) {
  const { t } = useTranslation('overview')
  const found = useGlance()
  const link = usePageLink()
  const shiftWord = useFormatShift()
  const teamWord = useFormatTeam()
  if (!found.data) return <QueryBoundary of={found} shape={<SkeletonDetail fields={3} />} />
  const of = found.data
  const days = { by: 'line', from: of.from, to: of.to, ...(of.team ? { team: of.team } : {}) }
  return (
    <>
      <p className="quiet">
        {[of.from, shiftWord(of.shift), teamWord(of.team)].filter(Boolean).join(' · ')}
        {of.running && ` · ${t('glance.running', { percent: Math.round(of.passedPercent) })}`}
      </p>
      <dl className="overview-tiles">
        {of.figures.slice(0, size === 'large' ? undefined : 4).map((figure) => (
          <FigureTile
            key={figure.figure}
            of={figure}
            to={still ? null : link('statistics', { ...days, figure: figure.figure })}
          />
        ))}
      </dl>
      {size === 'large' && <AsOf of={of} />}
    </>
  )
}
