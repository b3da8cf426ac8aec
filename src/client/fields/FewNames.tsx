import { useTranslation } from 'react-i18next'
import { joined } from '../format/list'
import { useLanguage } from '../format/use-language'

/** As many names fit into a cell. */
const FEW = 3

/** The first few of some names and how many there are, for a cell; all of them in its tooltip, or at once where there is room. */
export function FewNames({ names, full }: { names: readonly string[]; full?: boolean | undefined }) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const left = full ? 0 : Math.max(0, names.length - FEW)
  if (left === 0) return <span>{joined(names, language)}</span>
  return (
    <span title={joined(names, language)}>
      {joined(names.slice(0, FEW), language)} {t('fields.more', { count: left, total: names.length })}
    </span>
  )
}
