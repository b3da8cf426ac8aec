/**
 * The file name in a Content-Disposition header: the encoded form (`filename*=UTF-8''…`, RFC 6266) before the plain
 * one. Path separators and control characters are taken out. Null when there is none.
 */
export function fileNameOf(header: string | null): string | null {
  if (!header) return null
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header)
  const name = encoded ? decoded(encoded.trim()) : (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim())
  const safe = name?.replace(/[/\\\p{Cc}]/gu, '_').trim()
  return safe || null
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a broken percent sequence: the name as it came is better than none
  }
}

/** Hands a file to the browser's downloads. The address lives long enough for Safari, which reads it late. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  const address = URL.createObjectURL(file)
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
