import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import type { DraftScope } from './board-draft'
import type { useBoardDrafts } from './use-board-drafts'

interface UnsavedDraftsNoticeProps {
  drafts: ReturnType<typeof useBoardDrafts>
  onNavigate: (to: Readonly<Record<string, string | null>>) => void
}
/** Lists drafts that were restored from the device, on this board and on other days and items. */
export function UnsavedDraftsNotice({ drafts, onNavigate }: UnsavedDraftsNoticeProps) {
  const { t } = useTranslation(['boards', 'client', 'plant'])
  const formatScope = ({ item, day, monthly }: DraftScope): string =>
    `${t(`plant:figures.${item}.name`)} · ${monthly ? day.slice(0, 7) : day}`
  return (
    <>
      {drafts.isRestored && (
        <p className="banner" role="status">
          <span>{t('client:resource.draftFound')}</span>
          <Button onClick={drafts.discard}>{t('pages.board.discard')}</Button>
        </p>
      )}
      {drafts.otherScopes.length > 0 && (
        <p className="banner" role="status">
          <span>{t('pages.board.unsavedElsewhere')}</span>
          {drafts.otherScopes.map((place) => (
            <Button
              key={formatScope(place)}
              onClick={() => onNavigate({ item: place.item, day: place.day, span: place.monthly ? 'month' : 'day' })}
            >
              {formatScope(place)}
            </Button>
          ))}
        </p>
      )}
    </>
  )
}
