import './list.css'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'
import { CloseIcon } from '../ui/icons'

/** Over rows that are only those that a card of Today counted: says so, and shows all again by one tap. */
export function AmongChip({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const { t } = useTranslation('client')
  if (ids.length === 0) return null
  const word = t('resource.among', { count: ids.length })
  return (
    <div className="list-among">
      <Button
        aria-label={t('resource.amongClear', { word })}
        title={t('resource.amongClear', { word })}
        onClick={onClear}
      >
        {word}
        <CloseIcon size={16} />
      </Button>
    </div>
  )
}
