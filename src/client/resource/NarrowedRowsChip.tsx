import './list.css'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'
import { CloseIcon } from '../ui/icons'

/** Indicates that a list is narrowed to the rows counted by a Today card; one tap shows all rows again. */
export function NarrowedRowsChip({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
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
