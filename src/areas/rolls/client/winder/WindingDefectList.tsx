import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { WarnIcon } from '@/client/ui/icons'
import type { WinderRoll } from './winder-state'

/** Defects recorded on the roll being wound, newest first, for the next person at the winder. */
export function WindingDefectList({ roll }: { roll: Pick<WinderRoll, 'defects'> }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  if (roll.defects.length === 0) return null
  const formatMetres = (m: number) => formatNumber(m, { language, unit: 'm', decimals: 0 })
  return (
    <ul className="wd-marked" aria-label={t('jumboRoll.fields.defects')}>
      {[...roll.defects].reverse().map(({ kind, fromM, toM }, index) => (
        <li key={`${index} ${kind} ${fromM}`}>
          <WarnIcon size={16} />
          <b>{t(`jumboRoll.subOptions.defects.kind.${kind}`)}</b>
          <span>{toM > fromM ? `${formatMetres(fromM)} – ${formatMetres(toM)}` : formatMetres(fromM)}</span>
        </li>
      ))}
    </ul>
  )
}
