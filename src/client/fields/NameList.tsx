import { useTranslation } from 'react-i18next'
import { joinWords } from '../format/join-words'
import { useLanguage } from '../format/use-language'

/** Maximum number of names in a cell. */
const MAX_NAMES = 3

/**
 * Displays the first names and the total number in a cell, with all names in the tooltip, or all names if there is
 * room.
 */
export function NameList({ names, showsAll }: { names: readonly string[]; showsAll?: boolean | undefined }) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const hiddenCount = showsAll ? 0 : Math.max(0, names.length - MAX_NAMES)
  if (hiddenCount === 0) return <span>{joinWords(names, language)}</span>
  return (
    <span title={joinWords(names, language)}>
      {joinWords(names.slice(0, MAX_NAMES), language)} {t('fields.more', { count: hiddenCount, total: names.length })}
    </span>
  )
}
