import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { NumberPad } from '@/client/ui/NumberPad'
import { StateBadge } from '@/client/ui/StateBadge'
import { isOutsideItemLimits, judgeItem, type ItemReading } from '../../rules/judge-inspection'
import { JudgementBadge } from './JudgementBadge'
import { isJudgedByEye, getItemName, formatItemLimits, type InspectionItem } from './format-inspection'

interface ReadingPlace {
  item: number
  sample: number
}
/**
 * Items of the standard with their readings, entered on a number pad and judged at once by the same rule as on the
 * server.
 */
export function ItemReadingsList({
  items,
  readings,
  disabled,
  onChange,
}: {
  items: readonly InspectionItem[]
  readings: readonly ItemReading[]
  disabled?: boolean
  onChange: (readings: ItemReading[]) => void
}) {
  const { t } = useTranslation('incoming')
  const language = useLanguage()
  const [openPlace, setOpenPlace] = useState<ReadingPlace | null>(null)
  const findReading = ({ item, sample }: ReadingPlace) =>
    readings.find((itemReading) => itemReading.item === item && itemReading.sample === sample)
  /** Sets the reading at a place; null removes it. */
  const setReading = (place: ReadingPlace, reading: Pick<ItemReading, 'value' | 'ok'> | null) =>
    onChange(
      [
        ...readings.filter((itemReading) => !(itemReading.item === place.item && itemReading.sample === place.sample)),
        ...(reading ? [{ ...place, ...reading }] : []),
      ].sort((a, b) => a.item - b.item || (a.sample ?? 0) - (b.sample ?? 0)),
    )
  const getNextPlace = (item: number): ReadingPlace => ({
    item,
    sample:
      1 +
      Math.max(0, ...readings.flatMap((itemReading) => (itemReading.item === item ? [itemReading.sample ?? 0] : []))),
  })
  const onReadingEntered = (place: ReadingPlace, value: number | null) => {
    const isCorrection = findReading(place) !== undefined
    setReading(place, value === null ? null : { value, ok: null })
    // Continue with the next sample of the same item until nothing is entered.
    setOpenPlace(value === null || isCorrection ? null : { item: place.item, sample: place.sample + 1 })
  }
  const openItem = openPlace && items[openPlace.item]
  return (
    <>
      <ul className="incoming-items">
        {items.map((item, i) => {
          const itemReadings = readings.filter((itemReading) => itemReading.item === i)
          const name = getItemName(item, language)
          return (
            <li key={i} className="ui-card">
              <div className="incoming-item">
                <b>{name}</b>
                <JudgementBadge judgement={judgeItem(item, itemReadings).judgement} />
                <small>{[formatItemLimits(item), item.method].filter(Boolean).join(' · ')}</small>
              </div>
              {isJudgedByEye(item) ? (
                <fieldset className="choices" aria-label={name} disabled={disabled}>
                  {[true, false].map((ok) => (
                    <button
                      key={String(ok)}
                      type="button"
                      aria-pressed={itemReadings[0]?.ok === ok}
                      onClick={() =>
                        setReading(
                          { item: i, sample: itemReadings[0]?.sample ?? 1 },
                          itemReadings[0]?.ok === ok ? null : { value: null, ok },
                        )
                      }
                    >
                      {t(ok ? 'pages.inspections.conforms' : 'pages.inspections.conformsNot')}
                    </button>
                  ))}
                </fieldset>
              ) : (
                <div className="incoming-values">
                  {itemReadings.map((itemReading) => (
                    <button
                      key={itemReading.sample ?? 0}
                      type="button"
                      disabled={disabled}
                      className={
                        isOutsideItemLimits(item, itemReading) ? 'incoming-value is-out' : 'incoming-value is-in'
                      }
                      aria-label={`${t('pages.inspections.readingOf', { item: name, sample: itemReading.sample ?? '' })}: ${itemReading.value}`}
                      onClick={() => setOpenPlace({ item: i, sample: itemReading.sample ?? 1 })}
                    >
                      {itemReading.value}
                    </button>
                  ))}
                  <Button
                    icon={<PlusIcon size={20} />}
                    disabled={disabled === true}
                    onClick={() => setOpenPlace(getNextPlace(i))}
                    aria-label={`${t('pages.inspections.addReading')} · ${name}`}
                  >
                    {t('pages.inspections.addReading')}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {items.length === 0 && <StateBadge tone="idle">{t('pages.inspections.itemsLater')}</StateBadge>}
      {openPlace && openItem && (
        <NumberPad
          key={`${openPlace.item} ${openPlace.sample}`}
          title={t('pages.inspections.readingOf', { item: getItemName(openItem, language), sample: openPlace.sample })}
          unit={openItem.unit ?? ''}
          value={findReading(openPlace)?.value ?? null}
          limits={formatItemLimits(openItem)}
          judge={(value) =>
            value === null
              ? { tone: 'idle', word: null }
              : isOutsideItemLimits(openItem, { item: openPlace.item, sample: openPlace.sample, value, ok: null })
                ? { tone: 'bad', word: t('pages.inspections.outside') }
                : { tone: 'ok', word: t('pages.inspections.inside') }
          }
          onDone={(value) => onReadingEntered(openPlace, value)}
          onClose={() => setOpenPlace(null)}
        />
      )}
    </>
  )
}
