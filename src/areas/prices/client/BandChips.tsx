import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { electricPrice } from '../contract/electric-price'
import { bands, type TariffBand, type BandPrices } from '../rules/tariff'

/**
 * The five bands with color, pattern, label and price. With `onChoose` they are buttons that select the band to paint.
 */
export function BandChips({
  prices,
  chosen,
  onChoose,
}: {
  prices: BandPrices
  chosen?: TariffBand
  onChoose?: (band: TariffBand) => void
}) {
  const { t } = useTranslation('prices')
  const language = useLanguage()
  const renderBand = (band: TariffBand) => (
    <>
      <span className={`band is-${band}`} aria-hidden>
        {t(`bands.${band}`)}
      </span>
      {t(`electricPrice.fields.${band}`)}{' '}
      {formatNumber(prices[band], { language, decimals: 4, unit: electricPrice.fields[band].unit })}
    </>
  )
  if (!onChoose)
    return (
      <ul className="band-chips cluster" aria-label={t('pages.energyUnitPrice.prices')}>
        {bands.map((band) => (
          <li key={band} className="band-chip">
            {renderBand(band)}
          </li>
        ))}
      </ul>
    )
  return (
    <fieldset className="band-chips cluster" aria-label={t('pages.energyUnitPrice.paintWith')}>
      {bands.map((band) => (
        <button
          key={band}
          type="button"
          className="band-chip"
          aria-pressed={chosen === band}
          onClick={() => onChoose(band)}
        >
          {renderBand(band)}
        </button>
      ))}
    </fieldset>
  )
}
