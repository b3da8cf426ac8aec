// The whole viewer handles taps; keyboard users have the close button and the arrow keys.
/* oxlint-disable jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */
import '../../antd'
import ImageViewer, { type MultiImageViewerRef } from 'antd-mobile/es/components/image-viewer'
import { useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { CloseIcon } from '../icons'
import { recordTrouble } from '../trouble'
import { PhotoImage, type StripPhoto } from './PhotoImage'

const MAX_ZOOM = 4
const STEP_BY_KEY: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * Photos full screen, one at a time: swipe or arrow keys for the next, pinch or double tap to enlarge. Each photo is
 * loaded in full size when it is displayed; until then its thumbnail is shown.
 */
export default function PhotoViewer({
  photos,
  startIndex,
  onClose,
}: {
  photos: readonly StripPhoto[]
  startIndex: number
  onClose: () => void
}) {
  const { t } = useTranslation('client')
  const viewerRef = useRef<HTMLDivElement>(null)
  const slidesRef = useRef<MultiImageViewerRef>(null)
  // Photos keep their number although missing ones are skipped.
  const displayedPhotos = photos.flatMap((photo, index) => ('missing' in photo ? [] : [{ photo, number: index + 1 }]))
  const [firstIndex] = useState(() => displayedPhotos.findIndex(({ number }) => number === startIndex + 1))
  const [index, setIndex] = useState(firstIndex)
  const currentPhoto = displayedPhotos[index]
  const fullSizeUrls = useFullSizeUrls(currentPhoto?.photo)
  const zoomOnDoubleTap = useDoubleTap(toggleZoom)
  // antd-mobile hides the content of its mask from screen readers.
  useEffect(() => viewerRef.current?.querySelector('.adm-mask')?.removeAttribute('aria-hidden'))
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    const step = STEP_BY_KEY[key]
    if (step && displayedPhotos[index + step]) slidesRef.current?.swipeTo(index + step)
  })
  // The document listens, because a tap on a photo takes the focus away from the viewer.
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Dialog open fullScreen onClose={onClose} title={t('ui.camera.photo', { number: currentPhoto?.number ?? '' })}>
      <div ref={viewerRef} className="ui-photo-viewer" onClickCapture={zoomOnDoubleTap}>
        <ImageViewer.Multi
          ref={slidesRef}
          visible
          getContainer={null}
          images={displayedPhotos.map(({ number }) => String(number))}
          defaultIndex={firstIndex}
          onIndexChange={setIndex}
          maxZoom={MAX_ZOOM}
          imageRender={(_, { ref, index: slideIndex }) => {
            const slide = displayedPhotos[slideIndex]
            return (
              slide && (
                <PhotoImage
                  photo={slide.photo}
                  url={'url' in slide.photo ? fullSizeUrls[slide.photo.url ?? ''] : undefined}
                  alt={slideIndex === index ? t('ui.camera.photo', { number: slide.number }) : ''}
                  imageRef={ref}
                />
              )
            )
          }}
        />
        <Button icon={<CloseIcon size={24} />} aria-label={t('ui.close')} onClick={onClose} />
      </div>
    </Dialog>
  )
}

/** Loads a photo in full size and returns the URLs of all photos loaded so far, by the URL of their thumbnail. */
function useFullSizeUrls(photo: StripPhoto | undefined): Readonly<Record<string, string>> {
  const [fullSizeUrls, setFullSizeUrls] = useState<Readonly<Record<string, string>>>({})
  const thumbnailUrl = photo && 'url' in photo ? photo.url : null
  const loadFullSizeUrl = photo && 'url' in photo ? photo.loadFullSizeUrl : undefined
  const requestedUrls = useRef(new Set<string>())
  useEffect(() => {
    if (thumbnailUrl === null || !loadFullSizeUrl || requestedUrls.current.has(thumbnailUrl)) return
    requestedUrls.current.add(thumbnailUrl)
    loadFullSizeUrl().then(
      (fullSizeUrl) => setFullSizeUrls((current) => ({ ...current, [thumbnailUrl]: fullSizeUrl })),
      (error: unknown) => {
        requestedUrls.current.delete(thumbnailUrl)
        recordTrouble('full-size photo not loaded', error)
      },
    )
  }, [thumbnailUrl, loadFullSizeUrl])
  return fullSizeUrls
}

/** Maximum time, ms, and distance, px, between the taps of a double tap. */
const DOUBLE_TAP_MS = 350
const DOUBLE_TAP_PX = 40
/** Returns a click handler that recognizes double taps. Not all phones report them as `dblclick`. */
function useDoubleTap(onDoubleTap: (event: MouseEvent) => void): (event: MouseEvent) => void {
  const lastTap = useRef({ time: -Infinity, x: 0, y: 0 })
  return (event) => {
    const tap = { time: event.timeStamp, x: event.clientX, y: event.clientY }
    const isDouble =
      tap.time - lastTap.current.time < DOUBLE_TAP_MS &&
      Math.hypot(tap.x - lastTap.current.x, tap.y - lastTap.current.y) < DOUBLE_TAP_PX
    lastTap.current = isDouble ? { ...tap, time: -Infinity } : tap
    if (isDouble) onDoubleTap(event)
  }
}

const DOUBLE_TAP_ZOOM = 2.5
/** A photo counts as enlarged from this zoom on; the computed zoom of an unchanged photo may be slightly above 1. */
const MIN_ENLARGED_ZOOM = 1.01
/** Change of the zoom factor per px of a wheel with Ctrl, as trackpads report a pinch. */
const ZOOM_PER_WHEEL_PX = 0.01
/**
 * Enlarges the tapped photo around the tapped point, or shows it whole again. antd-mobile has no function to set the
 * zoom, so this dispatches the wheel event of a pinch on a trackpad.
 */
function toggleZoom({ target, clientX, clientY }: MouseEvent): void {
  const control = target instanceof Element ? target.closest('.adm-image-viewer-control') : null
  const image = control?.querySelector('.adm-image-viewer-image-wrapper')
  if (!control || !image) return
  const { a: zoom } = new DOMMatrix(getComputedStyle(image).transform)
  const factor = zoom > MIN_ENLARGED_ZOOM ? 1 / zoom : DOUBLE_TAP_ZOOM
  const deltaY = (1 - factor) / ZOOM_PER_WHEEL_PX
  control.dispatchEvent(
    new WheelEvent('wheel', { ctrlKey: true, deltaY, clientX, clientY, bubbles: true, cancelable: true }),
  )
}
