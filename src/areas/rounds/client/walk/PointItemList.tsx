import { Collapse } from '@/client/ui/Collapse'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CameraIcon } from '@/client/ui/icons'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { TextArea } from '@/client/ui/TextInput'
import { ItemCard } from './ItemCard'
import type { WalkPoint } from './walk-points'
import { getEnteredValue, POINT_PHOTOS_KEY } from './point-draft'
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
  const [padItemKey, setPadItemKey] = useState<string | null>(null)
  /** Saves a number and advances to the next item without one. */
  const onNumber = (itemKey: string, value: number | null) => {
    entry.setValue(itemKey, value)
    const itemIndex = point.items.findIndex(({ key }) => key === itemKey)
    const nextItem = point.items
      .slice(itemIndex + 1)
      .find((item) => item.kind === 'number' && typeof getEnteredValue(entry.draft, item) !== 'number')
    setPadItemKey(value === null ? null : (nextItem?.key ?? null))
  }
  return (
    <>
      <ul className="items stack gap-3">
        {point.items.map((item) => (
          <ItemCard
            key={item.key}
            point={point}
            item={item}
            draft={entry.draft}
            photos={entry.getStripPhotos(item.key)}
            canReport={canReport}
            isPadOpen={padItemKey === item.key}
            onPadChange={(isOpen) => setPadItemKey(isOpen ? item.key : null)}
            onNumber={(value) => onNumber(item.key, value)}
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
    <Collapse
      className="extras stack"
      title={t('pages.polling.extras')}
      isOpen={entry.draft.note !== '' || photos.length > 0}
    >
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
    </Collapse>
  )
}
