import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { verdictTones } from '../tones'
import { placeOf, type Defects } from './DefectChips'
import type { ReadingLines } from './Readings'

/** Lists the readings of a check with the limits they were judged by; empty readings are left out. */
export function ReadingsShown({ readings }: { readings: unknown }) {
  const { t } = useTranslation('quality')
  const language = useLanguage()
  const all = Array.isArray(readings) ? (readings as ReadingLines) : []
  const lines = all.filter(({ value, verdict }) => value != null || verdict != null)
  const nameOf = ({ item, itemEn, number }: ReadingLines[number]) => {
    const name = language === 'en' ? (itemEn ?? item) : item
    return all.filter((one) => one.item === item).length > 1 ? t('pages.sheet.reading', { item: name, number }) : name
  }
  if (lines.length === 0) return <>–</>
  return (
    <ul className="parameters">
      {lines.map((one) => (
        <li key={`${one.item} ${one.number}`}>
          <b>{nameOf(one)}</b>
          {one.kind === 'number' ? (
            <Quantity value={one.value} unit={one.unit ?? ''} decimals={3} low={one.low} high={one.high} whole />
          ) : (
            one.verdict && (
              <StateBadge tone={verdictTones[one.verdict]}>
                {t(`qualityCheck.subOptions.readings.verdict.${one.verdict}`)}
              </StateBadge>
            )
          )}
          {(one.low != null || one.high != null) && (
            <small>
              {[one.low, one.high].map((limit) => limit ?? '–').join('–')} {one.unit}
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
/** Lists the defects of a check as text, each with its lane and metres. */
export function DefectsShown({ defects }: { defects: unknown }) {
  const { t } = useTranslation('quality')
  const lines = Array.isArray(defects) ? (defects as Defects) : []
  if (lines.length === 0) return <>–</>
  return (
    <>
      {lines
        .map((one) =>
          [
            t(`qualityCheck.subOptions.defects.kind.${one.kind}`),
            placeOf(one, t as (key: string, filled?: object) => string),
            one.severity === 'minor' && t('qualityCheck.subOptions.defects.severity.minor'),
            one.note,
          ]
            .filter(Boolean)
            .join(' · '),
        )
        .join('; ')}
    </>
  )
}
