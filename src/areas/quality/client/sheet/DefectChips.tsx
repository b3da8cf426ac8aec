import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CloseIcon, PlusIcon } from '@/client/ui/icons'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import type { Row } from '@/contract/resource'
import { qualityCheck } from '../../contract/quality-check'
import type { Web } from './use-checked-roll'
import { WebPicture } from './WebPicture'

const MOST = qualityCheck.fields.defects.max

export type Defects = Row<typeof qualityCheck>['defects']
type Defect = Defects[number]
const blank = (kind: Defect['kind'], lane: number | null): Defect => ({
  kind,
  severity: 'major',
  lane,
  fromM: null,
  toM: null,
  fromMm: null,
  note: null,
})

/**
 * Returns another defect of the same kind, placed where the previous one ends. Without metres it would concern the
 * whole roll.
 */
const besides = (defect: Defect): Defect => {
  const metre = defect.toM ?? defect.fromM
  return { ...blank(defect.kind, defect.lane), fromM: metre, toM: metre }
}

/** Adds defects with one tap each from the plant's list; their place is tapped on a picture of the web. */
export function DefectChips({
  defects,
  web,
  disabled,
  onChange,
}: {
  defects: Defects
  web: Web
  disabled: boolean
  onChange: (defects: Defects) => void
}) {
  const { t } = useTranslation('quality')
  const word = (kind: string) => t(`qualityCheck.subOptions.defects.kind.${kind}`)
  const has = (kind: string) => defects.some((one) => one.kind === kind)
  const only = web.lanes.length === 1 ? (web.lanes[0]?.lane ?? null) : null
  const toggle = (kind: Defect['kind']) =>
    onChange(has(kind) ? defects.filter((one) => one.kind !== kind) : [...defects, blank(kind, only)])
  const set = (at: number, change: Partial<Defect>) =>
    onChange(defects.map((one, i) => (i === at ? { ...one, ...change } : one)))
  return (
    <div className="defects">
      <fieldset className="defect-chips" aria-label={t('qualityCheck.fields.defects')} disabled={disabled}>
        {defectKinds.map((kind) => (
          <button key={kind} type="button" aria-pressed={has(kind)} onClick={() => toggle(kind)}>
            {word(kind)}
          </button>
        ))}
      </fieldset>
      {defects.map((defect, at) => (
        <section key={`${defect.kind} ${at}`} className="defect" aria-label={word(defect.kind)}>
          <div>
            <b>{word(defect.kind)}</b>
            <span>{placeOf(defect, t as (key: string, filled?: object) => string)}</span>
            <button
              type="button"
              className="defect-severity"
              aria-pressed={defect.severity === 'minor'}
              disabled={disabled}
              onClick={() => set(at, { severity: defect.severity === 'minor' ? 'major' : 'minor' })}
            >
              {t('qualityCheck.subOptions.defects.severity.minor')}
            </button>
            <Button
              look="quiet"
              icon={<CloseIcon size={20} />}
              aria-label={t('pages.sheet.drop', { defect: word(defect.kind) })}
              disabled={disabled}
              onClick={() => onChange(defects.filter((_, i) => i !== at))}
            />
          </div>
          <WebPicture web={web} defect={defect} disabled={disabled} onChange={(change) => set(at, change)} />
          {defect.fromM !== null && defects.length < MOST && (
            <Button
              icon={<PlusIcon size={20} />}
              disabled={disabled}
              onClick={() => onChange(defects.toSpliced(at + 1, 0, besides(defect)))}
            >
              {t('pages.sheet.another', { defect: word(defect.kind) })}
            </Button>
          )}
        </section>
      ))}
    </div>
  )
}
/** Formats lane and metres of a defect: a single metre if it has no length, "whole roll" if no place was tapped. */
export function placeOf(
  { lane, fromM, toM }: Pick<Defect, 'lane' | 'fromM' | 'toM'>,
  t: (key: string, filled?: object) => string,
): string {
  const metres =
    fromM == null
      ? t('pages.sheet.wholeRoll')
      : t(toM == null || toM === fromM ? 'pages.sheet.metre' : 'pages.sheet.metres', { from: fromM, to: toM })
  return lane == null ? metres : `${t('pages.sheet.lane', { lane })} · ${metres}`
}
