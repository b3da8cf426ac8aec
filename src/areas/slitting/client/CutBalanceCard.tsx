import './slitter/slitter.css'
import { useTranslation } from 'react-i18next'
import { isServerUnreachable } from '@/client/api/api-error'
import type { TracedRow } from '@/client/area'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { jumboInfo } from '../contract/slitting-endpoints'

/** Card with the mass balance of a slit jumbo: slit rolls, trim, waste, and the unexplained gap. */
export default function CutBalanceCard({ id }: TracedRow) {
  const { t } = useTranslation('slitting')
  const language = useLanguage()
  const info = useEndpoint(jumboInfo, { id }, { resources: ['jumboRoll', 'slitRoll'] })
  if (!info.data)
    return info.error && !isServerUnreachable(info.error) ? <p className="quiet">{info.error.message}</p> : null
  const formatKg = (value: number | null) => formatNumber(value, { language, unit: 'kg', decimals: 1 })
  const { slit, slitKg, trimKg, wasteKg, gapKg } = info.data
  return (
    <section className="ui-card cut-balance">
      <h2>{t('pages.divideInteractive.cutFrom', { count: slit.length })}</h2>
      {(
        [
          ['slitKg', slitKg],
          ['trimKg', trimKg],
          ['wasteKg', wasteKg],
          ['gapKg', gapKg],
        ] as const
      ).map(([name, value]) => (
        <p key={name}>
          <span>{t(`answers.${name}`)}</span>
          <b>{formatKg(value)}</b>
        </p>
      ))}
    </section>
  )
}
