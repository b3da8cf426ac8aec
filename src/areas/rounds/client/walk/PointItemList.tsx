import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CameraIcon } from '@/client/ui/icons'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { TextArea } from '@/client/ui/TextInput'
import { ItemCard } from './ItemCard'
import type { WalkPoint } from './walk-points'
import { POINT_PHOTOS_KEY } from './point-draft'
import type { PointEntry } from './use-point-entry'
import type { PhotoRequest } from './use-point-submission'

export interface PointItemListProps {
  point: WalkPoint
  entry: PointEntry
  canReport: boolean
  /** Opens the camera. */
  onTakePhoto: (request: PhotoRequest) => void
  onReport: (itemKey: string) => void
}

/** All items of a point, followed by a note and photos of the point itself. */
export function PointItemList({ point, entry, canReport, onTakePhoto, onReport }: PointItemListProps) {
  return (
    <>
      <ul className="items">
        {point.items.map((item) => (
          <ItemCard
            key={item.key}
            point={point}
            item={item}
            draft={entry.draft}
            photos={entry.getStripPhotos(item.key)}
            canReport={canReport}
            onValueChange={(value) => entry.setValue(item.key, value)}
            onNotOk={() => {
              entry.setValue(item.key, 'notOk')
              onTakePhoto({ itemKey: item.key, opensReport: true })
            }}
            onTakePhoto={() => onTakePhoto({ itemKey: item.key, opensReport: false })}
            onRemovePhoto={(index) => entry.removePhoto(item.key, index)}
            onReport={() => onReport(item.key)}
          />
        ))}
      </ul>
      <PointNoteSection
        entry={entry}
        onTakePhoto={() => onTakePhoto({ itemKey: POINT_PHOTOS_KEY, opensReport: false })}
      />
    </>
  )
}
function PointNoteSection({ entry, onTakePhoto }: { entry: PointEntry; onTakePhoto: () => void }) {
  const { t } = useTranslation('rounds')
  const photos = entry.getStripPhotos(POINT_PHOTOS_KEY)
  return (
    <details className="extras" open={entry.draft.note !== '' || photos.length > 0}>
      <summary>{t('pages.polling.extras')}</summary>
      <label htmlFor="point-note">{t('pages.polling.note')}</label>
      <TextArea
        id="point-note"
        rows={2}
        maxLength={1000}
        value={entry.draft.note}
        onChange={(typed) => entry.change({ note: typed })}
      />
      {photos.length > 0 && (
        <PhotoStrip photos={photos} onRemove={(index) => entry.removePhoto(POINT_PHOTOS_KEY, index)} />
      )}
      <Button icon={<CameraIcon size={20} />} onClick={onTakePhoto}>
        {t('pages.polling.addPhoto')}
      </Button>
    </details>
  )
}
