import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPhotoKey, PhotoImage, type StripPhoto } from './camera/PhotoImage'
import { useConfirm } from './ConfirmDialog'
import { CloseIcon, PictureIcon } from './icons'
import { LazyBoundary } from './Skeleton'
import './camera/photo-strip.css'

export type { StripPhoto } from './camera/PhotoImage'

// Loaded with the first opened photo: the viewer animates and recognizes gestures.
const PhotoViewer = lazy(() => import('./camera/PhotoViewer'))

export type PhotoStripProps = {
  photos: readonly StripPhoto[]
  onRemove?: (index: number) => void
}

/** Row of thumbnails: a tap opens the photos full screen; `onRemove` allows removing, after a confirmation. */
export function PhotoStrip({ photos, onRemove }: PhotoStripProps) {
  const { t } = useTranslation('client')
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const [ask, confirmDialog] = useConfirm()
  const missingCount = photos.filter((photo) => 'missing' in photo).length
  const remove = async (index: number) => {
    if (await ask({ objectName: t('ui.camera.photo', { number: index + 1 }), question: t('ui.camera.removeSure') }))
      onRemove?.(index)
  }
  return (
    <>
      <ul className={onRemove ? 'ui-photos strip is-editable' : 'ui-photos strip'}>
        {photos.map((photo, index) => (
          <li key={getPhotoKey(photo) || index}>
            {'missing' in photo ? (
              <span className="ui-photo-missing">
                <PictureIcon size={24} />
              </span>
            ) : (
              <button
                type="button"
                className="ui-photo-open"
                aria-label={t('ui.camera.open', { number: index + 1 })}
                onClick={() => setOpenIndex(index)}
              >
                <PhotoImage photo={photo} alt="" />
              </button>
            )}
            {onRemove && (
              <button
                type="button"
                className="ui-photo-remove"
                aria-label={t('ui.camera.remove', { number: index + 1 })}
                onClick={() => void remove(index)}
              >
                <CloseIcon size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {missingCount > 0 && <p className="quiet">{t('ui.camera.missing', { count: missingCount })}</p>}
      {openIndex !== null && (
        <LazyBoundary skeleton={null}>
          <PhotoViewer photos={photos} startIndex={openIndex} onClose={() => setOpenIndex(null)} />
        </LazyBoundary>
      )}
      {confirmDialog}
    </>
  )
}
