import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button'
import { PictureIcon } from '../icons'
import { PhotoStrip } from '../PhotoStrip'
import { Dialog } from '../Dialog'
import { useCamera } from '../viewfinder/use-camera'
import { Viewfinder } from '../viewfinder/Viewfinder'
import { compressPhoto } from './compress-photo'
import { MAX_FILE_BYTES, PhotoError, type Photo, type PhotoFault, type CameraProps } from './photo'
import { recordTrouble } from '../trouble'

/** Camera in a full-screen dialog, with shutter, file selection and the photos taken. */
export default function CameraScreen(props: CameraProps) {
  const { t } = useTranslation('client')
  return (
    <Dialog open fullScreen onClose={props.onClose} title={t('ui.camera.title')}>
      <CameraBody {...props} />
    </Dialog>
  )
}

/** Takes pictures one at a time; an error is displayed and the camera stays open. */
function usePhotoCapture(onPhoto: (photo: Photo) => void, max: number) {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<PhotoFault | null>(null)
  // Fixed when the camera opens: the parent component lowers `max` with each photo, and `remainingCount` subtracts the
  // same photos.
  const [maxPhotos] = useState(max)
  const takePhotos = async (loaders: readonly (() => Promise<Photo>)[]) => {
    setBusy(true)
    setFault(null)
    try {
      for (const loadPhoto of loaders) {
        const photo = await loadPhoto()
        setPhotos((current) => [...current, photo])
        onPhoto(photo)
      }
    } catch (error) {
      recordTrouble('photo not taken', error)
      setFault(error instanceof PhotoError ? error.fault : 'unreadable')
    } finally {
      setBusy(false)
    }
  }
  return { photos, fault, takePhotos, isBusy, remainingCount: maxPhotos - photos.length, maxPhotos }
}

function CameraBody({ onPhoto, onClose, max = 9, now = () => new Date() }: CameraProps) {
  const { t } = useTranslation('client')
  const camera = useCamera()
  const input = useRef<HTMLInputElement>(null)
  const { photos, fault, takePhotos, isBusy, remainingCount, maxPhotos } = usePhotoCapture(onPhoto, max)
  const takePhoto = () => {
    const video = camera.video.current
    if (video) void takePhotos([async () => compressPhoto(await captureFrame(video), { takenAt: now() })])
  }
  const limitMb = MAX_FILE_BYTES / 1024 / 1024
  return (
    <div className="ui-shoot">
      <Viewfinder camera={camera} title={t('ui.camera.title')} onClose={onClose}>
        <button
          type="button"
          className="ui-shutter"
          aria-label={t('ui.camera.shoot')}
          disabled={isBusy || remainingCount <= 0}
          onClick={takePhoto}
        />
      </Viewfinder>
      <div className="ui-scan-panel stack">
        {fault && <p role="alert">{t(`ui.photoError.${fault}`, { limit: limitMb })}</p>}
        <output>
          {remainingCount > 0
            ? t('ui.camera.count', { number: photos.length, max: maxPhotos })
            : t('ui.camera.full', { max: maxPhotos })}
        </output>
        {photos.length > 0 && <PhotoStrip photos={photos} />}
        <input
          ref={input}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={(event) => {
            const files = [...(event.target.files ?? [])].slice(0, remainingCount)
            event.target.value = ''
            void takePhotos(files.map((file) => () => compressPhoto(file)))
          }}
        />
        <div className="ui-actions">
          <Button
            disabled={isBusy || remainingCount <= 0}
            onClick={() => input.current?.click()}
            icon={<PictureIcon size={20} />}
          >
            {t('ui.camera.files')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('ui.done')}
          </Button>
        </div>
      </div>
    </div>
  )
}

/**
 * Returns the current video frame at the camera's resolution, as a JPEG.
 * @throws PhotoError
 */
async function captureFrame(video: HTMLVideoElement): Promise<Blob> {
  if (video.videoWidth === 0) throw new PhotoError('unreadable')
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0)
  // High quality, because the photo is compressed again to its final size.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95))
  if (!blob) throw new PhotoError('encode_failed')
  return blob
}
