import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { NumberPad } from '@/client/ui/NumberPad'
import { StateBadge } from '@/client/ui/StateBadge'
import { isOutsideItemLimits, judgeItem, type ItemReading } from '../../rules/judge-inspection'
import {
  isJudgedByEye,
  getItemName,
  formatItemComparison,
  formatItemLimits,
  type InspectionItem,
} from './format-inspection'
import { itemJudgementTones } from '../inspection-tones'

interface ReadingPosition {
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
  const [openPosition, setOpenPosition] = useState<ReadingPosition | null>(null)
  const findReading = ({ item, sample }: ReadingPosition) =>
    readings.find((itemReading) => itemReading.item === item && itemReading.sample === sample)
  /** Sets the reading at a position; null removes it. */
  const setReading = (position: ReadingPosition, reading: Pick<ItemReading, 'value' | 'ok'> | null) =>
    onChange(
      [
        ...readings.filter(
          (itemReading) => !(itemReading.item === position.item && itemReading.sample === position.sample),
        ),
        ...(reading ? [{ ...position, ...reading }] : []),
      ].sort((a, b) => a.item - b.item || (a.sample ?? 0) - (b.sample ?? 0)),
    )
  const getNextPosition = (item: number): ReadingPosition => ({
    item,
    sample:
      1 +
      Math.max(0, ...readings.flatMap((itemReading) => (itemReading.item === item ? [itemReading.sample ?? 0] : []))),
  })
  const onReadingEntered = (position: ReadingPosition, value: number | null) => {
    const isCorrection = findReading(position) !== undefined
    setReading(position, value === null ? null : { value, ok: null })
    if (isCorrection) return setOpenPosition(null)
    // After a reading, the pad opens the next sample of the item. After an empty input, it opens the next item without
    // readings.
    const nextItem = items.findIndex(
      (item, i) => i > position.item && !isJudgedByEye(item) && !readings.some((reading) => reading.item === i),
    )
    if (value !== null) return setOpenPosition({ item: position.item, sample: position.sample + 1 })
    return setOpenPosition(nextItem < 0 ? null : getNextPosition(nextItem))
  }
  const openItem = openPosition && items[openPosition.item]
  return (
    <>
      <ul className="incoming-items stack">
        {items.map((item, i) => {
          const itemReadings = readings.filter((itemReading) => itemReading.item === i)
          const name = getItemName(item, language)
          return (
            <li key={i} className="ui-card">
              <div className="incoming-item">
                <b>{name}</b>
                <JudgementBadge judgement={judgeItem(item, itemReadings).judgement} />
                <small>
                  {[formatItemLimits(item), item.method, formatItemComparison(item, t)].filter(Boolean).join(' · ')}
                </small>
              </div>
              {isJudgedByEye(item) ? (
                <fieldset className="choices cluster" aria-label={name} disabled={disabled}>
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
                <div className="cluster">
                  {itemReadings.map((itemReading) => (
                    <button
                      key={itemReading.sample ?? 0}
                      type="button"
                      disabled={disabled}
                      className={
                        isOutsideItemLimits(item, itemReading) ? 'incoming-value is-out' : 'incoming-value is-in'
                      }
                      aria-label={`${t('pages.inspections.readingOf', { item: name, sample: itemReading.sample ?? '' })}: ${itemReading.value}`}
                      onClick={() => setOpenPosition({ item: i, sample: itemReading.sample ?? 1 })}
                    >
                      {itemReading.value}
                    </button>
                  ))}
                  <Button
                    icon={<PlusIcon size={20} />}
                    disabled={disabled === true}
                    onClick={() => setOpenPosition(getNextPosition(i))}
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
      {openPosition && openItem && (
        <NumberPad
          key={`${openPosition.item} ${openPosition.sample}`}
          title={t('pages.inspections.readingOf', {
            item: getItemName(openItem, language),
            sample: openPosition.sample,
          })}
          unit={openItem.unit ?? ''}
          value={findReading(openPosition)?.value ?? null}
          limits={formatItemLimits(openItem)}
          evaluate={(value) => {
            if (value === null) return { tone: 'idle', label: null }
            return isOutsideItemLimits(openItem, { ...openPosition, value, ok: null })
              ? { tone: 'bad', label: t('pages.inspections.outside') }
              : { tone: 'ok', label: t('pages.inspections.inside') }
          }}
          onDone={(value) => onReadingEntered(openPosition, value)}
          onClose={() => setOpenPosition(null)}
        />
      )}
    </>
  )
}

/** Judgement of an item with colour, icon and word. */
export function JudgementBadge({ judgement }: { judgement: InspectionItem['judgement'] }) {
  const { t } = useTranslation('incoming')
  return (
    judgement && (
      <StateBadge tone={itemJudgementTones[judgement]}>
        {t(`materialInspection.subOptions.items.judgement.${judgement}`)}
      </StateBadge>
    )
  )
}
