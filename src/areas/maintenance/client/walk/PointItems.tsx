import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CameraIcon } from '@/client/ui/icons'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { ItemCard } from './ItemCard'
import type { WalkPoint } from './round-state'
import type { PointEntry } from './use-point'

export interface PointItemsProps {
  point: WalkPoint
  entry: PointEntry
  mayReport: boolean
  /** Opens the camera for an item, or for the point under the empty key; then the report, if `opensReport`. */
  onShoot: (itemKey: string, thenReport: boolean) => void
  onReport: (itemKey: string) => void
}

/** All items of a point, followed by a note and photos of the point itself. */
export function PointItems({ point, entry, mayReport, onShoot, onReport }: PointItemsProps) {
  return (
    <>
      <ul className="items">
        {point.items.map((item) => (
          <ItemCard
            key={item.key}
            point={point}
            item={item}
            draft={entry.draft}
            photos={entry.strip(item.key)}
            mayReport={mayReport}
            onValue={(value) => entry.setValue(item.key, value)}
            onNotOk={() => {
              entry.setValue(item.key, 'notOk')
              onShoot(item.key, true)
            }}
            onPhoto={() => onShoot(item.key, false)}
            onDropPhoto={(index) => entry.dropPhoto(item.key, index)}
            onReport={() => onReport(item.key)}
          />
        ))}
      </ul>
      <Extras entry={entry} onPhoto={() => onShoot('', false)} />
    </>
  )
}
function Extras({ entry, onPhoto }: { entry: PointEntry; onPhoto: () => void }) {
  const { t } = useTranslation('maintenance')
  const photos = entry.strip('')
  return (
    <details className="extras" open={entry.draft.note !== '' || photos.length > 0}>
      <summary>{t('pages.polling.extras')}</summary>
      <label htmlFor="point-note">{t('pages.polling.note')}</label>
      <textarea
        id="point-note"
        className="ui-input"
        rows={2}
        maxLength={1000}
        value={entry.draft.note}
        onChange={(event) => entry.change({ note: event.target.value })}
      />
      {photos.length > 0 && <PhotoStrip photos={photos} onRemove={(index) => entry.dropPhoto('', index)} />}
      <Button icon={<CameraIcon size={20} />} onClick={onPhoto}>
        {t('pages.polling.addPhoto')}
      </Button>
    </details>
  )
}
