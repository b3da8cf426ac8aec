import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { checkReadingTones } from '../tones'
import { formatDefectPlace, type CheckDefects } from './DefectsField'
import type { CheckReadings } from './ReadingsField'

/** Lists the readings of a check with the limits they were judged by; empty readings are left out. */
export function CheckReadingList({ readings }: { readings: unknown }) {
  const { t } = useTranslation('quality')
  const language = useLanguage()
  const allReadings = Array.isArray(readings) ? (readings as CheckReadings) : []
  const filledReadings = allReadings.filter(({ value, verdict }) => value != null || verdict != null)
  const getReadingName = ({ item, itemEn, number }: CheckReadings[number]) => {
    const name = language === 'en' ? (itemEn ?? item) : item
    return allReadings.filter((reading) => reading.item === item).length > 1
      ? t('pages.sheet.reading', { item: name, number })
      : name
  }
  if (filledReadings.length === 0) return <>–</>
  return (
    <ul className="parameters">
      {filledReadings.map((reading) => (
        <li key={`${reading.item} ${reading.number}`}>
          <b>{getReadingName(reading)}</b>
          {reading.kind === 'number' ? (
            <Quantity
              value={reading.value}
              unit={reading.unit ?? ''}
              decimals={3}
              low={reading.low}
              high={reading.high}
              whole
            />
          ) : (
            reading.verdict && (
              <StateBadge tone={checkReadingTones[reading.verdict]}>
                {t(`qualityCheck.subOptions.readings.verdict.${reading.verdict}`)}
              </StateBadge>
            )
          )}
          {(reading.low != null || reading.high != null) && (
            <small>
              {[reading.low, reading.high].map((limit) => limit ?? '–').join('–')} {reading.unit}
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
/** Lists the defects of a check as text, each with its lane and metres. */
export function CheckDefectsText({ defects }: { defects: unknown }) {
  const { t } = useTranslation('quality')
  const defectLines = Array.isArray(defects) ? (defects as CheckDefects) : []
  if (defectLines.length === 0) return <>–</>
  return (
    <>
      {defectLines
        .map((defect) =>
          [
            t(`qualityCheck.subOptions.defects.kind.${defect.kind}`),
            formatDefectPlace(defect, t as (key: string, filled?: object) => string),
            defect.severity === 'minor' && t('qualityCheck.subOptions.defects.severity.minor'),
            defect.note,
          ]
            .filter(Boolean)
            .join(' · '),
        )
        .join('; ')}
    </>
  )
}
