import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { NumberPad } from '@/client/ui/NumberPad'
import type { FeedFormState } from './use-feed-form'

/** Mass of a feed: recent values with one tap, or a number pad. `messages` shows the findings about the mass. */
export function MassField({ feedForm, messages }: { feedForm: FeedFormState; messages: ReactNode }) {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const [isPadOpen, setPadOpen] = useState(false)
  const { entry, offeredKgs, changeEntry, lotLeftKg } = feedForm
  const formatKg = (kg: number) => formatNumber(kg, { language, unit: 'kg', decimals: 3 })
  return (
    <>
      <div className="filter">
        <span>{t('feed.fields.kg')}</span>
        <div className="feed-often">
          <button
            type="button"
            className="feed-kg"
            aria-label={t('pages.rawMaterial.enterKg')}
            onClick={() => setPadOpen(true)}
          >
            <b>{entry.kg === null ? '–' : formatNumber(entry.kg, { language, decimals: 3 })}</b>
            <span>kg</span>
          </button>
          {offeredKgs.map((offeredKg) => (
            <Button
              key={offeredKg}
              aria-pressed={offeredKg === entry.kg}
              onClick={() => changeEntry({ kg: offeredKg })}
            >
              {formatKg(offeredKg)}
            </Button>
          ))}
        </div>
        {messages}
      </div>
      {isPadOpen && (
        <NumberPad
          title={t('pages.rawMaterial.enterKg')}
          unit="kg"
          value={null}
          limits={lotLeftKg === null ? null : t('pages.rawMaterial.leftInLot', { kg: formatKg(lotLeftKg) })}
          evaluate={(kg) => {
            if (kg === null) return { tone: 'idle', label: null }
            if (kg <= 0) return { tone: 'bad', label: t('pages.rawMaterial.notPositive') }
            return lotLeftKg !== null && kg > lotLeftKg
              ? { tone: 'warn', label: t('feed.subOptions.findings.code.moreThanLeft') }
              : { tone: 'ok', label: null }
          }}
          onDone={(kg) => {
            if (kg !== null) changeEntry({ kg: Math.round(kg * 1000) / 1000 })
            setPadOpen(false)
          }}
          onClose={() => setPadOpen(false)}
        />
      )}
    </>
  )
}
