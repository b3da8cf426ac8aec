/** Download names of files, with an extension that matches their content. */

/** Extensions that fit a media type, the usual one first. */
const extensionsByMime: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  // Presentations and OpenDocument files are detected as ZIP archives.
  'application/zip': ['zip', 'pptx', 'odt', 'ods', 'odp'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
}
const EXTENSION_PATTERN = /\.([a-z][a-z0-9]{0,7})$/i

/**
 * Returns a file's name with an extension that fits its content, so that a text named `.exe` or `.html` becomes `.txt`.
 */
export function getDownloadName(name: string, mime: string): string {
  const extensions = extensionsByMime[mime]
  if (!extensions) return name
  const [suffix, extension] = EXTENSION_PATTERN.exec(name) ?? []
  if (extension && extensions.includes(extension.toLowerCase())) return name
  return `${suffix ? name.slice(0, -suffix.length) : name}.${extensions[0]}`
}
