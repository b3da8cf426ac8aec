import './slitter.css'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useElementWidth } from '@/client/ui/use-element-width'
import { formatSlittingPattern, type LaneGroup } from '@/areas/orders/rules/slitting-pattern'
import type { StoredJumbo } from './displayed-sets'
import { toBox, toDefectBox, buildLaneBoxes, toY, type ChartScale } from './lanes-chart-geometry'

export interface LanesChartSet {
  key: string
  label: string
  fromM: number
  toM: number
  lanes?: readonly LaneGroup[]
}
export interface LanesChartProps {
  jumbo: Pick<StoredJumbo, 'widthMm' | 'lengthM' | 'defects' | 'downgrades'>
  lanes: readonly LaneGroup[]
  sets?: readonly LanesChartSet[]
  /** The metres that the next set will take. */
  next?: { fromM: number; toM: number } | null
  /** Height of the chart in px. */
  height?: number
}
/** Minimum lane widths on screen for a horizontal and for a vertical label, px; narrower lanes have none. */
const MIN_HORIZONTAL_LABEL_PX = 30
const MIN_VERTICAL_LABEL_PX = 12
const AXIS_WIDTH_PX = 44
/** Space above the chart for the lane labels. */
const TOP_MARGIN_PX = 22
/** Space above and below the chart. */
const VERTICAL_MARGINS_PX = 26
/** Labels of the metre axis: the share of the length, and the offset in px that centres the text on its metre. */
const AXIS_LABELS = [
  { lengthShare: 1, offsetPx: 10 },
  { lengthShare: 0.5, offsetPx: 4 },
  { lengthShare: 0, offsetPx: 0 },
] as const

/**
 * Drawing of the unrolled jumbo with its lanes, defects and downgraded metres. The metres wound last are at the top.
 */
export function LanesChart({ jumbo, lanes, sets = [], next, height = 280 }: LanesChartProps) {
  const { t } = useTranslation(['slitting', 'rolls'])
  const language = useLanguage()
  const [boxRef, width] = useElementWidth<HTMLDivElement>()
  const hatchId = useId()
  const widthMm = jumbo.widthMm ?? 0
  const lengthM = jumbo.lengthM ?? 0
  if (!widthMm || !lengthM) return <p className="quiet">{t('pages.divideInteractive.noPicture')}</p>
  const scale: ChartScale = { widthMm, lengthM, width: Math.max(0, width - AXIS_WIDTH_PX), height }
  const laneBoxes = buildLaneBoxes(scale, lanes)
  const formatMetres = (value: number) => formatNumber(value, { language, unit: 'm', decimals: 0 })
  const description = t('pages.divideInteractive.pictureOf', {
    lanes: formatSlittingPattern(lanes) || '–',
    width: widthMm,
    length: formatMetres(lengthM),
    defects: jumbo.defects.length,
    downgrades: jumbo.downgrades.length,
  })
  return (
    <figure className="lanes" ref={boxRef}>
      {width > AXIS_WIDTH_PX && (
        <svg width={width} height={height + VERTICAL_MARGINS_PX} role="img" aria-label={description}>
          <defs>
            <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <line x1="0" y1="0" x2="0" y2="6" />
            </pattern>
          </defs>
          <g transform={`translate(${AXIS_WIDTH_PX}, ${TOP_MARGIN_PX})`}>
            <rect className="web" width={scale.width} height={height} />
            {next && <rect className="next" {...toBox(scale, { ...next, fromMm: null, toMm: null })} />}
            {sets.map((set) => (
              <rect key={set.key} className="cut" {...toBox(scale, { ...set, fromMm: null, toMm: null })} />
            ))}
            {jumbo.downgrades.map((d) => (
              <rect
                key={`${d.fromM} ${d.toM}`}
                className={`downgraded is-${d.grade}`}
                {...toBox(scale, { ...d, fromMm: null, toMm: null })}
              />
            ))}
            {laneBoxes.trims.map((trim) => (
              <rect
                key={trim.x}
                className="trim"
                x={trim.x}
                width={trim.width}
                height={height}
                fill={`url(#${hatchId})`}
              />
            ))}
            {laneBoxes.lanes.map((lane) => (
              <rect key={lane.lane} className="lane" x={lane.x} width={lane.width} height={height} />
            ))}
            {jumbo.defects.map((defect, i) => (
              <rect key={`${defect.kind} ${i}`} className="defect" rx="2" {...toDefectBox(scale, defect)}>
                <title>{`${t(`rolls:jumboRoll.subOptions.defects.kind.${defect.kind}`)} ${formatMetres(defect.fromM)}–${formatMetres(defect.toM)}`}</title>
              </rect>
            ))}
            {sets.map((set) => (
              <g key={set.key}>
                <line className="doff" x1={-6} x2={scale.width} y1={toY(scale, set.fromM)} y2={toY(scale, set.fromM)} />
                <text className="set-word" x={6} y={(toY(scale, set.fromM) + toY(scale, set.toM)) / 2 + 4}>
                  {set.label}
                </text>
              </g>
            ))}
            {laneBoxes.lanes
              .filter((lane) => lane.width >= MIN_HORIZONTAL_LABEL_PX)
              .map((lane) => (
                <text key={lane.lane} className="lane-word" x={lane.x + lane.width / 2} y={-7}>
                  {lane.widthMm}
                </text>
              ))}
            {laneBoxes.lanes
              .filter((lane) => lane.width < MIN_HORIZONTAL_LABEL_PX && lane.width >= MIN_VERTICAL_LABEL_PX)
              .map((lane) => (
                <text
                  key={lane.lane}
                  className="lane-word"
                  transform={`translate(${lane.x + lane.width / 2 + 4}, ${height - 18}) rotate(-90)`}
                >
                  {lane.widthMm}
                </text>
              ))}
            <MetreAxis scale={scale} formatMetres={formatMetres} />
          </g>
        </svg>
      )}
      <figcaption className="legend quiet">
        <span className="key is-defect">{t('pages.divideInteractive.legend.defect')}</span>
        <span className="key is-downgraded">{t('pages.divideInteractive.legend.downgraded')}</span>
        <span className="key is-trim">{t('pages.divideInteractive.legend.trim')}</span>
        {sets.length > 0 && <span className="key is-cut">{t('pages.divideInteractive.legend.cut')}</span>}
      </figcaption>
    </figure>
  )
}
/** Metre labels at the side, from the metres wound last at the top to the core. */
function MetreAxis({ scale, formatMetres }: { scale: ChartScale; formatMetres: (value: number) => string }) {
  return (
    <>
      {AXIS_LABELS.map(({ lengthShare, offsetPx }) => (
        <text key={lengthShare} className="axis" x={-6} y={toY(scale, scale.lengthM * lengthShare) + offsetPx}>
          {formatMetres(Math.round(scale.lengthM * lengthShare)).replace(/\sm$/, '')}
        </text>
      ))}
    </>
  )
}
