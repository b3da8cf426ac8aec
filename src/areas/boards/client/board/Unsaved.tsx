import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import type { Place } from './draft'
import type { useDrafts } from './use-drafts'

interface UnsavedProps {
  drafts: ReturnType<typeof useDrafts>
  go: (to: Readonly<Record<string, string | null>>) => void
}
/** Lists drafts that were restored from the device, on this board and on other days and items. */
export function Unsaved({ drafts, go }: UnsavedProps) {
  const { t } = useTranslation(['boards', 'client', 'plant'])
  const nameOf = ({ item, day, monthly }: Place): string =>
    `${t(`plant:figures.${item}.name`)} · ${monthly ? day.slice(0, 7) : day}`
  return (
    <>
      {drafts.restored && (
        <p className="banner" role="status">
          <span>{t('client:resource.draftFound')}</span>
          <Button onClick={drafts.drop}>{t('pages.board.discard')}</Button>
        </p>
      )}
      {drafts.elsewhere.length > 0 && (
        <p className="banner" role="status">
          <span>{t('pages.board.unsavedElsewhere')}</span>
          {drafts.elsewhere.map((place) => (
            <Button
              key={nameOf(place)}
              onClick={() => go({ item: place.item, day: place.day, span: place.monthly ? 'month' : 'day' })}
            >
              {nameOf(place)}
            </Button>
          ))}
        </p>
      )}
    </>
  )
}
