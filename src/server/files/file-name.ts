/** Download names of files, with an extension that matches their content. */

/** Extensions that fit a media type, the usual one first. */
const endings: Readonly<Record<string, readonly string[]>> = {
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
const ENDING = /\.([a-z][a-z0-9]{0,7})$/i

/**
 * Returns a file's name with an extension that fits its content, so that a text named `.exe` or `.html` becomes `.txt`.
 */
export function offeredName(name: string, mime: string): string {
  const fit = endings[mime]
  if (!fit) return name
  const [whole, ending] = ENDING.exec(name) ?? []
  if (ending && fit.includes(ending.toLowerCase())) return name
  return `${whole ? name.slice(0, -whole.length) : name}.${fit[0]}`
}
