import { useState, type MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { NumberPad } from '@/client/ui/NumberPad'
import type { DefectList } from './DefectsField'
import type { RollWeb } from './use-checked-roll'

type Defect = DefectList[number]
type DefectPlace = Pick<Defect, 'lane' | 'fromM' | 'toM' | 'fromMm'>
const PICTURE_WIDTH_PX = 300
const PICTURE_HEIGHT_PX = 60

/**
 * Returns the lane and the distance in mm from the operator's side.
 * @param heightShare height in the picture, 0 (bottom, operator's side) to 1
 */
function findLanePosition(web: RollWeb, heightShare: number): Pick<DefectPlace, 'lane' | 'fromMm'> {
  const totalMm = web.lanes.reduce((sum, { widthMm }) => sum + widthMm, 0)
  let remainingMm = heightShare * (totalMm || (web.widthMm ?? 0))
  const fromMm = web.widthMm ? Math.round(heightShare * web.widthMm) : null
  for (const { lane, widthMm } of web.lanes) {
    if (remainingMm <= widthMm) return { lane, fromMm }
    remainingMm -= widthMm
  }
  return { lane: web.lanes.at(-1)?.lane ?? null, fromMm }
}

/** Returns position and height of each lane in the picture; the first lane is at the operator's side (bottom). */
function calculateLaneRectangles({ lanes }: RollWeb): { lane: number; y: number; height: number }[] {
  const totalMm = lanes.reduce((sum, { widthMm }) => sum + widthMm, 0)
  let usedHeight = 0
  return lanes.map(({ lane, widthMm }) => {
    const height = (widthMm / totalMm) * PICTURE_HEIGHT_PX
    usedHeight += height
    return { lane, y: PICTURE_HEIGHT_PX - usedHeight, height }
  })
}

/**
 * Places a defect on a picture of the web: metres from left to right, lanes stacked, operator's side at the bottom. The
 * first tap sets the start, the next tap the end. The buttons below the picture also set start and end.
 */
export function DefectPlaceField({
  web,
  defect,
  disabled,
  onChange,
}: {
  web: RollWeb
  defect: DefectPlace
  disabled: boolean
  onChange: (place: Partial<DefectPlace>) => void
}) {
  const { t } = useTranslation('quality')
  const language = useLanguage()
  const [openField, setOpenField] = useState<'fromM' | 'toM' | null>(null)
  const lengthM = web.lengthM
  const onTap = (event: MouseEvent<SVGSVGElement>) => {
    if (disabled || !lengthM) return
    const box = event.currentTarget.getBoundingClientRect()
    const metre = Math.round(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * lengthM)
    const place = findLanePosition(web, Math.min(1, Math.max(0, 1 - (event.clientY - box.top) / box.height)))
    if (defect.fromM == null || defect.toM != null) return onChange({ ...place, fromM: metre, toM: null })
    onChange({ fromM: Math.min(defect.fromM, metre), toM: Math.max(defect.fromM, metre) })
  }
  const toX = (metre: number) => (lengthM ? (Math.min(metre, lengthM) / lengthM) * PICTURE_WIDTH_PX : 0)
  const lanes = calculateLaneRectangles(web)
  const defectLane = lanes.find(({ lane }) => lane === defect.lane)
  const onMetreEntered = (value: number | null) => {
    const fieldName = openField
    setOpenField(null)
    if (!fieldName) return
    if (fieldName === 'fromM') return onChange({ fromM: value, ...(value === null ? { toM: null } : {}) })
    onChange(
      value !== null && defect.fromM != null && value < defect.fromM
        ? { fromM: value, toM: defect.fromM }
        : { toM: value },
    )
  }
  return (
    <div className="web-picture">
      {lengthM && (
        // The picture duplicates the buttons below it, which the keyboard reaches.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <svg
          viewBox={`0 0 ${PICTURE_WIDTH_PX} ${PICTURE_HEIGHT_PX}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('pages.sheet.web')}
          onClick={onTap}
        >
          <rect width={PICTURE_WIDTH_PX} height={PICTURE_HEIGHT_PX} className="web-all" />
          {lanes.map(({ lane, y, height }) => (
            <rect key={lane} y={y} width={PICTURE_WIDTH_PX} height={height} className="web-lane" />
          ))}
          {defect.fromM != null && (
            <rect
              x={toX(defect.fromM)}
              width={Math.max(4, toX(defect.toM ?? defect.fromM) - toX(defect.fromM))}
              y={defectLane?.y ?? 0}
              height={defectLane?.height ?? PICTURE_HEIGHT_PX}
              className="web-defect"
            />
          )}
        </svg>
      )}
      <p>
        {(['fromM', 'toM'] as const).map((fieldName) => (
          <button key={fieldName} type="button" disabled={disabled} onClick={() => setOpenField(fieldName)}>
            {t(`pages.sheet.${fieldName}`)}
            <b>{defect[fieldName] == null ? '–' : formatNumber(defect[fieldName], { language, unit: 'm' })}</b>
          </button>
        ))}
      </p>
      {openField &&
        createPortal(
          <NumberPad
            title={t(`pages.sheet.${openField}`)}
            unit="m"
            value={defect[openField] ?? null}
            limits={lengthM ? `0–${lengthM} m` : null}
            evaluate={(value) =>
              value !== null && (value < 0 || (lengthM !== null && value > lengthM))
                ? { tone: 'bad', label: t('pages.inspection.outside') }
                : { tone: 'idle', label: null }
            }
            onDone={onMetreEntered}
            onClose={() => setOpenField(null)}
          />,
          document.body,
        )}
    </div>
  )
}
