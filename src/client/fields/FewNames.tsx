import { useTranslation } from 'react-i18next'
import { joinWords } from '../format/join-words'
import { useLanguage } from '../format/use-language'

/** Maximum number of names in a cell. */
const FEW = 3

/**
 * Displays the first names and the total number in a cell, with all names in the tooltip, or all names if there is
 * room.
 */
export function FewNames({ names, full }: { names: readonly string[]; full?: boolean | undefined }) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const left = full ? 0 : Math.max(0, names.length - FEW)
  if (left === 0) return <span>{joinWords(names, language)}</span>
  return (
    <span title={joinWords(names, language)}>
      {joinWords(names.slice(0, FEW), language)} {t('fields.more', { count: left, total: names.length })}
    </span>
  )
}
