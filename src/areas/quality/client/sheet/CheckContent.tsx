import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { checkReadingTones } from '../tones'
import { formatDefectPlace, type DefectList } from './DefectsField'
import type { ReadingList } from './ReadingsField'
import { useRow } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { FieldView } from '@/client/fields/registry'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { qualityCheck } from '../../contract/quality-check'

/** Lists the readings of a check with the limits by which they were judged. Empty readings are left out. */
export function CheckReadingList({ readings }: { readings: unknown }) {
  const { t } = useTranslation('quality')
  const language = useLanguage()
  const allReadings = Array.isArray(readings) ? (readings as ReadingList) : []
  const filledReadings = allReadings.filter(({ value, verdict }) => value != null || verdict != null)
  const getReadingName = ({ item, itemEn, number }: ReadingList[number]) => {
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
              lowLimit={reading.low}
              highLimit={reading.high}
              showsAllDigits
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
  const defectList = Array.isArray(defects) ? (defects as DefectList) : []
  if (defectList.length === 0) return <>–</>
  return (
    <>
      {defectList
        .map((defect) =>
          [
            t(`qualityCheck.subOptions.defects.kind.${defect.kind}`),
            formatDefectPlace(defect, t as (key: string, params?: object) => string),
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

type Refs = Readonly<Record<string, string>>
const RESOURCE_BY_FIELD = { productId: 'product', lineId: 'line' } as const
type RollField = keyof typeof RESOURCE_BY_FIELD
const getId = (row: ListRow, field: string): string | null => {
  const id = row[field]
  return typeof id === 'string' ? id : null
}

/**
 * Cells for the product and line of a check. An unsent check takes them from its roll, if this device knows the roll.
 */
export const rollReferenceCells: Cells = Object.fromEntries(
  (['productId', 'lineId'] as const).map((name) => [
    name,
    (row: ListRow, refs: Refs) =>
      getId(row, name) ? (
        <ReferenceCell name={name} id={getId(row, name)} refs={refs} />
      ) : (
        <RollReferenceCell name={name} row={row} refs={refs} />
      ),
  ]),
)
function RollReferenceCell({ name, row, refs }: { name: RollField; row: ListRow; refs: Refs }) {
  const slit = useRow(slitRoll, getId(row, 'slitRollId')).row
  const jumbo = useRow(jumboRoll, slit?.jumboRollId ?? getId(row, 'jumboRollId')).row
  const id = name === 'productId' ? (slit ?? jumbo)?.productId : jumbo?.lineId
  const names = useNames(RESOURCE_BY_FIELD[name], id ? [id] : [], refs)
  return <ReferenceCell name={name} id={id ?? null} refs={names} />
}
function ReferenceCell({ name, id, refs }: { name: RollField; id: string | null; refs: Refs }) {
  const place = { area: qualityCheck.area, owner: qualityCheck.name }
  return <FieldView field={qualityCheck.fields[name]} name={name} place={place} value={id} refs={refs} />
}
