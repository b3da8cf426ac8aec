import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CloseIcon, PlusIcon } from '@/client/ui/icons'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import type { Row } from '@/contract/resource'
import { qualityCheck } from '../../contract/quality-check'
import type { RollWeb } from './use-checked-roll'
import { DefectPlaceField } from './DefectPlaceField'

const MAX_DEFECTS = qualityCheck.fields.defects.max

export type DefectList = Row<typeof qualityCheck>['defects']
type Defect = DefectList[number]
const createBlankDefect = (kind: Defect['kind'], lane: number | null): Defect => ({
  kind,
  severity: 'major',
  lane,
  fromM: null,
  toM: null,
  fromMm: null,
  note: null,
})

/**
 * Returns another defect of the same kind, placed at the metre where the given defect ends, because a defect without
 * metres concerns the whole roll.
 */
const createNextDefect = (defect: Defect): Defect => {
  const metre = defect.toM ?? defect.fromM
  return { ...createBlankDefect(defect.kind, defect.lane), fromM: metre, toM: metre }
}

/**
 * Adds defects with one tap each from the list of defect kinds. The person taps the place of each defect on a picture
 * of the web.
 */
export function DefectsField({
  defects,
  web,
  disabled,
  onChange,
}: {
  defects: DefectList
  web: RollWeb
  disabled: boolean
  onChange: (defects: DefectList) => void
}) {
  const { t } = useTranslation('quality')
  const getKindLabel = (kind: string) => t(`qualityCheck.subOptions.defects.kind.${kind}`)
  const hasKind = (kind: string) => defects.some((defect) => defect.kind === kind)
  const onlyLane = web.lanes.length === 1 ? (web.lanes[0]?.lane ?? null) : null
  const toggleKind = (kind: Defect['kind']) =>
    onChange(
      hasKind(kind)
        ? defects.filter((defect) => defect.kind !== kind)
        : [...defects, createBlankDefect(kind, onlyLane)],
    )
  const setDefect = (index: number, change: Partial<Defect>) =>
    onChange(defects.map((defect, i) => (i === index ? { ...defect, ...change } : defect)))
  return (
    <div className="defects">
      <fieldset className="defect-chips" aria-label={t('qualityCheck.fields.defects')} disabled={disabled}>
        {defectKinds.map((kind) => (
          <button key={kind} type="button" aria-pressed={hasKind(kind)} onClick={() => toggleKind(kind)}>
            {getKindLabel(kind)}
          </button>
        ))}
      </fieldset>
      {defects.map((defect, index) => (
        <section key={`${defect.kind} ${index}`} className="defect" aria-label={getKindLabel(defect.kind)}>
          <div>
            <b>{getKindLabel(defect.kind)}</b>
            <span>{formatDefectPlace(defect, t as (key: string, params?: object) => string)}</span>
            <button
              type="button"
              className="defect-severity"
              aria-pressed={defect.severity === 'minor'}
              disabled={disabled}
              onClick={() => setDefect(index, { severity: defect.severity === 'minor' ? 'major' : 'minor' })}
            >
              {t('qualityCheck.subOptions.defects.severity.minor')}
            </button>
            <Button
              look="quiet"
              icon={<CloseIcon size={20} />}
              aria-label={t('pages.sheet.drop', { defect: getKindLabel(defect.kind) })}
              disabled={disabled}
              onClick={() => onChange(defects.filter((_, i) => i !== index))}
            />
          </div>
          <DefectPlaceField
            web={web}
            defect={defect}
            disabled={disabled}
            onChange={(change) => setDefect(index, change)}
          />
          {defect.fromM !== null && defects.length < MAX_DEFECTS && (
            <Button
              icon={<PlusIcon size={20} />}
              disabled={disabled}
              onClick={() => onChange(defects.toSpliced(index + 1, 0, createNextDefect(defect)))}
            >
              {t('pages.sheet.another', { defect: getKindLabel(defect.kind) })}
            </Button>
          )}
        </section>
      ))}
    </div>
  )
}
/** Formats lane and metres of a defect: a single metre if it has no length, "whole roll" if no place was tapped. */
export function formatDefectPlace(
  { lane, fromM, toM }: Pick<Defect, 'lane' | 'fromM' | 'toM'>,
  t: (key: string, params?: object) => string,
): string {
  const metres =
    fromM == null
      ? t('pages.sheet.wholeRoll')
      : t(toM == null || toM === fromM ? 'pages.sheet.metre' : 'pages.sheet.metres', { from: fromM, to: toM })
  return lane == null ? metres : `${t('pages.sheet.lane', { lane })} · ${metres}`
}
