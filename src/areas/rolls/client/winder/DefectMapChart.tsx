import './roll-list.css'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { WinderRoll } from './winder-state'

const [W, H] = [300, 60]
/**
 * Defects and downgraded metres on the web: metres from left to right, the operator's side at the bottom. The same data
 * follows as text.
 */
export function DefectMapChart({ roll }: { roll: WinderRoll }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const length = roll.lengthM ?? 1
  const width = roll.widthMm ?? 1
  const toX = (m: number) => (Math.min(m, length) / length) * W
  const toY = (mm: number) => H - (Math.min(mm, width) / width) * H
  const formatMetres = (m: number) => formatNumber(m, { language, unit: 'm' })
  return (
    <figure className="wd-map">
      <figcaption>{t('pages.winder.where')}</figcaption>
      <svg
        viewBox={`0 0 ${W} ${H}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('pages.winder.mapWords', { defects: roll.defects.length, downgrades: roll.downgrades.length })}
      >
        <rect width={W} height={H} className="wd-web" />
        {roll.downgrades.map((d) => (
          <rect
            key={`${d.fromM} ${d.toM} ${d.defect}`}
            x={toX(d.fromM)}
            width={Math.max(1, toX(d.toM) - toX(d.fromM))}
            y={0}
            height={H}
            className={`is-${d.grade}`}
          />
        ))}
        {roll.defects.map((d) => {
          const [low, high] = [d.fromMm ?? 0, d.toMm ?? d.fromMm ?? width]
          return (
            <rect
              key={`${d.kind} ${d.fromM} ${d.fromMm ?? ''}`}
              x={toX(d.fromM)}
              width={Math.max(2, toX(d.toM) - toX(d.fromM))}
              y={toY(high)}
              height={Math.max(4, toY(low) - toY(high))}
              className="is-defect"
            >
              <title>{`${t(`jumboRoll.subOptions.defects.kind.${d.kind}`)} ${formatMetres(d.fromM)}–${formatMetres(d.toM)}`}</title>
            </rect>
          )
        })}
      </svg>
      <p>
        <span>0 m</span>
        <span>{formatMetres(length)}</span>
      </p>
    </figure>
  )
}
