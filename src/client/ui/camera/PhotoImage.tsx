import { useEffect, useRef, type RefObject } from 'react'

/**
 * A photo on this phone (`bytes`), a photo on the server, or a photo that is unavailable now (`missing`: its id). A
 * photo on the server has the URL of its thumbnail (null while unknown), and `loadFullSizeUrl` if there is a larger
 * version.
 */
export type StripPhoto =
  | { bytes: ArrayBuffer; mime: string }
  | { url: string | null; loadFullSizeUrl?: () => Promise<string> }
  | { missing: string }

/** Returns the URL or id that identifies a photo; empty for a photo on this phone. */
export function getPhotoKey(photo: StripPhoto): string {
  if ('url' in photo) return photo.url ?? ''
  return 'missing' in photo ? photo.missing : ''
}

/** Displays a photo; creates an object URL for bytes and revokes it on unmount. */
export function PhotoImage({
  photo,
  url,
  alt,
  imageRef,
}: {
  photo: StripPhoto
  /** Replaces the thumbnail. */
  url?: string | undefined
  alt: string
  imageRef?: RefObject<HTMLImageElement | null>
}) {
  const ownRef = useRef<HTMLImageElement>(null)
  const image = imageRef ?? ownRef
  const thumbnailUrl = 'url' in photo ? photo.url : undefined
  const bytes = 'bytes' in photo ? photo.bytes : undefined
  const mime = 'mime' in photo ? photo.mime : undefined
  useEffect(() => {
    if (!bytes || !image.current) return
    const objectUrl = URL.createObjectURL(new Blob([bytes], { type: mime }))
    image.current.src = objectUrl
    return () => URL.revokeObjectURL(objectUrl)
  }, [bytes, mime, image])
  if (thumbnailUrl === null && !url) return <span className="ui-photo-loading" aria-hidden="true" />
  return <img ref={image} src={url ?? thumbnailUrl ?? undefined} alt={alt} draggable={false} loading="lazy" />
}
