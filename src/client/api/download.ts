/**
 * Parses the file name of a Content-Disposition header: the encoded form (`filename*=UTF-8''…`, RFC 6266) takes
 * precedence over the plain one. Removes path separators and control characters. Returns null if there is none.
 */
export function parseFileName(header: string | null): string | null {
  if (!header) return null
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header)
  const name = encoded ? decodeFileName(encoded.trim()) : (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim())
  const safeName = name?.replace(/[/\\\p{Cc}]/gu, '_').trim()
  return safeName || null
}
function decodeFileName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a broken percent sequence: use the raw name
  }
}

/** Safari reads the object URL of a download late, so the URL must stay valid for this time, ms. */
const DOWNLOAD_URL_LIFETIME_MS = 60_000
/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  const url = URL.createObjectURL(file)
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_URL_LIFETIME_MS)
}
