import './roll-list.css'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { WinderRoll } from '../shared/winder-state'

const [CHART_WIDTH, CHART_HEIGHT] = [300, 60]
/**
 * Map of defects and downgraded metres on the web: metres from left to right, the operator's side at the bottom. The
 * details below the map list the same data as text.
 */
export function DefectMapChart({ roll }: { roll: WinderRoll }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const lengthM = roll.lengthM ?? 1
  const widthMm = roll.widthMm ?? 1
  const toX = (m: number) => (Math.min(m, lengthM) / lengthM) * CHART_WIDTH
  const toY = (mm: number) => CHART_HEIGHT - (Math.min(mm, widthMm) / widthMm) * CHART_HEIGHT
  const formatMetres = (m: number) => formatNumber(m, { language, unit: 'm' })
  return (
    <figure className="wd-map">
      <figcaption>{t('pages.winder.where')}</figcaption>
      <svg
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('pages.winder.mapWords', { defects: roll.defects.length, downgrades: roll.downgrades.length })}
      >
        <rect width={CHART_WIDTH} height={CHART_HEIGHT} className="wd-web" />
        {roll.downgrades.map((d) => (
          <rect
            key={`${d.fromM} ${d.toM} ${d.defect}`}
            x={toX(d.fromM)}
            width={Math.max(1, toX(d.toM) - toX(d.fromM))}
            y={0}
            height={CHART_HEIGHT}
            className={`is-${d.grade}`}
          />
        ))}
        {roll.defects.map((d) => {
          const [fromMm, toMm] = [d.fromMm ?? 0, d.toMm ?? d.fromMm ?? widthMm]
          return (
            <rect
              key={`${d.kind} ${d.fromM} ${d.fromMm ?? ''}`}
              x={toX(d.fromM)}
              width={Math.max(2, toX(d.toM) - toX(d.fromM))}
              y={toY(toMm)}
              height={Math.max(4, toY(fromMm) - toY(toMm))}
              className="is-defect"
            >
              <title>{`${t(`jumboRoll.subOptions.defects.kind.${d.kind}`)} ${formatMetres(d.fromM)}–${formatMetres(d.toM)}`}</title>
            </rect>
          )
        })}
      </svg>
      <p>
        <span>0 m</span>
        <span>{formatMetres(lengthM)}</span>
      </p>
    </figure>
  )
}
