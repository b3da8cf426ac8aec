import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { NumberPad } from '@/client/ui/NumberPad'
import { StateBadge } from '@/client/ui/StateBadge'
import { isOutside, judgeItem, type Reading } from '../../rules/judgement'
import { Judgement } from './Judgement'
import { isVerdict, itemName, limitWords, type Item } from './item-words'

interface Pad {
  item: number
  sample: number
}
/**
 * Items of the standard with their readings, entered on a number pad and judged at once by the same rule as on the
 * server.
 */
export function Readings({
  items,
  readings,
  disabled,
  onChange,
}: {
  items: readonly Item[]
  readings: readonly Reading[]
  disabled?: boolean
  onChange: (readings: Reading[]) => void
}) {
  const { t } = useTranslation('incoming')
  const language = useLanguage()
  const [pad, setPad] = useState<Pad | null>(null)
  const at = ({ item, sample }: Pad) => readings.find((one) => one.item === item && one.sample === sample)
  /** Sets the reading at a place; null removes it. */
  const put = (place: Pad, reading: Pick<Reading, 'value' | 'ok'> | null) =>
    onChange(
      [
        ...readings.filter((one) => !(one.item === place.item && one.sample === place.sample)),
        ...(reading ? [{ ...place, ...reading }] : []),
      ].sort((a, b) => a.item - b.item || (a.sample ?? 0) - (b.sample ?? 0)),
    )
  const next = (item: number): Pad => ({
    item,
    sample: 1 + Math.max(0, ...readings.flatMap((one) => (one.item === item ? [one.sample ?? 0] : []))),
  })
  const done = (place: Pad, value: number | null) => {
    const known = at(place) !== undefined
    put(place, value === null ? null : { value, ok: null })
    // Continue with the next sample of the same item until nothing is entered.
    setPad(value === null || known ? null : { item: place.item, sample: place.sample + 1 })
  }
  const open = pad && items[pad.item]
  return (
    <>
      <ul className="incoming-items">
        {items.map((item, i) => {
          const own = readings.filter((one) => one.item === i)
          const name = itemName(item, language)
          return (
            <li key={i} className="ui-card">
              <div className="incoming-item">
                <b>{name}</b>
                <Judgement of={judgeItem(item, own).judgement} />
                <small>{[limitWords(item), item.method].filter(Boolean).join(' · ')}</small>
              </div>
              {isVerdict(item) ? (
                <fieldset className="choices" aria-label={name} disabled={disabled}>
                  {[true, false].map((ok) => (
                    <button
                      key={String(ok)}
                      type="button"
                      aria-pressed={own[0]?.ok === ok}
                      onClick={() =>
                        put({ item: i, sample: own[0]?.sample ?? 1 }, own[0]?.ok === ok ? null : { value: null, ok })
                      }
                    >
                      {t(ok ? 'pages.inspections.conforms' : 'pages.inspections.conformsNot')}
                    </button>
                  ))}
                </fieldset>
              ) : (
                <div className="incoming-values">
                  {own.map((one) => (
                    <button
                      key={one.sample ?? 0}
                      type="button"
                      disabled={disabled}
                      className={isOutside(item, one) ? 'incoming-value is-out' : 'incoming-value is-in'}
                      aria-label={`${t('pages.inspections.readingOf', { item: name, sample: one.sample ?? '' })}: ${one.value}`}
                      onClick={() => setPad({ item: i, sample: one.sample ?? 1 })}
                    >
                      {one.value}
                    </button>
                  ))}
                  <Button
                    icon={<PlusIcon size={20} />}
                    disabled={disabled === true}
                    onClick={() => setPad(next(i))}
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
      {pad && open && (
        <NumberPad
          key={`${pad.item} ${pad.sample}`}
          title={t('pages.inspections.readingOf', { item: itemName(open, language), sample: pad.sample })}
          unit={open.unit ?? ''}
          value={at(pad)?.value ?? null}
          limits={limitWords(open)}
          judge={(value) =>
            value === null
              ? { tone: 'idle', word: null }
              : isOutside(open, { item: pad.item, sample: pad.sample, value, ok: null })
                ? { tone: 'bad', word: t('pages.inspections.outside') }
                : { tone: 'ok', word: t('pages.inspections.inside') }
          }
          onDone={(value) => done(pad, value)}
          onClose={() => setPad(null)}
        />
      )}
    </>
  )
}
