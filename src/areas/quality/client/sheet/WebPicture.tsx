import { useState, type MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { NumberPad } from '@/client/ui/NumberPad'
import type { Defects } from './DefectChips'
import type { Web } from './use-checked-roll'

type Defect = Defects[number]
type Place = Pick<Defect, 'lane' | 'fromM' | 'toM' | 'fromMm'>
const [W, H] = [300, 60]

/**
 * Returns lane and millimetres from the operator's side.
 * @param share height in the picture, 0 (bottom, operator's side) to 1
 */
function across(web: Web, share: number): Pick<Place, 'lane' | 'fromMm'> {
  const whole = web.lanes.reduce((sum, { widthMm }) => sum + widthMm, 0)
  let at = share * (whole || (web.widthMm ?? 0))
  const fromMm = web.widthMm ? Math.round(share * web.widthMm) : null
  for (const { lane, widthMm } of web.lanes) {
    if (at <= widthMm) return { lane, fromMm }
    at -= widthMm
  }
  return { lane: web.lanes.at(-1)?.lane ?? null, fromMm }
}

/** Returns position and height of each lane in the picture; the first lane is at the operator's side (bottom). */
function drawnLanes({ lanes }: Web): { lane: number; y: number; height: number }[] {
  const whole = lanes.reduce((sum, { widthMm }) => sum + widthMm, 0)
  let below = 0
  return lanes.map(({ lane, widthMm }) => {
    const height = (widthMm / whole) * H
    below += height
    return { lane, y: H - below, height }
  })
}

/**
 * Places a defect on the web: metres from left to right, lanes stacked, operator's side at the bottom. The first tap
 * sets the start, the next one the end; the buttons below do the same.
 */
export function WebPicture({
  web,
  defect,
  disabled,
  onChange,
}: {
  web: Web
  defect: Place
  disabled: boolean
  onChange: (place: Partial<Place>) => void
}) {
  const { t } = useTranslation('quality')
  const language = useLanguage()
  const [pad, setPad] = useState<'fromM' | 'toM' | null>(null)
  const length = web.lengthM
  const tap = (event: MouseEvent<SVGSVGElement>) => {
    if (disabled || !length) return
    const box = event.currentTarget.getBoundingClientRect()
    const metre = Math.round(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * length)
    const place = across(web, Math.min(1, Math.max(0, 1 - (event.clientY - box.top) / box.height)))
    if (defect.fromM == null || defect.toM != null) return onChange({ ...place, fromM: metre, toM: null })
    onChange({ fromM: Math.min(defect.fromM, metre), toM: Math.max(defect.fromM, metre) })
  }
  const x = (metre: number) => (length ? (Math.min(metre, length) / length) * W : 0)
  const lanes = drawnLanes(web)
  const own = lanes.find(({ lane }) => lane === defect.lane)
  const take = (value: number | null) => {
    const name = pad
    setPad(null)
    if (!name) return
    if (name === 'fromM') return onChange({ fromM: value, ...(value === null ? { toM: null } : {}) })
    onChange(
      value !== null && defect.fromM != null && value < defect.fromM
        ? { fromM: value, toM: defect.fromM }
        : { toM: value },
    )
  }
  return (
    <div className="web-picture">
      {length && (
        // The picture duplicates the buttons below it, which the keyboard reaches.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <svg
          viewBox={`0 0 ${W} ${H}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('pages.sheet.web')}
          onClick={tap}
        >
          <rect width={W} height={H} className="web-all" />
          {lanes.map(({ lane, y, height }) => (
            <rect key={lane} y={y} width={W} height={height} className="web-lane" />
          ))}
          {defect.fromM != null && (
            <rect
              x={x(defect.fromM)}
              width={Math.max(4, x(defect.toM ?? defect.fromM) - x(defect.fromM))}
              y={own?.y ?? 0}
              height={own?.height ?? H}
              className="web-defect"
            />
          )}
        </svg>
      )}
      <p>
        {(['fromM', 'toM'] as const).map((name) => (
          <button key={name} type="button" disabled={disabled} onClick={() => setPad(name)}>
            {t(`pages.sheet.${name}`)}
            <b>{defect[name] == null ? '–' : formatNumber(defect[name], { language, unit: 'm' })}</b>
          </button>
        ))}
      </p>
      {pad &&
        createPortal(
          <NumberPad
            title={t(`pages.sheet.${pad}`)}
            unit="m"
            value={defect[pad] ?? null}
            limits={length ? `0–${length} m` : null}
            judge={(value) =>
              value !== null && (value < 0 || (length !== null && value > length))
                ? { tone: 'bad', word: t('pages.inspection.outside') }
                : { tone: 'idle', word: null }
            }
            onDone={take}
            onClose={() => setPad(null)}
          />,
          document.body,
        )}
    </div>
  )
}
