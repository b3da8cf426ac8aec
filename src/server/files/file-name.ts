/** The name that a file is offered under: its ending follows what its bytes are. */

/** Endings that a program of the kind opens, the usual one first. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  // Presentations and open documents are archives too.
  'application/zip': ['zip', 'pptx', 'odt', 'ods', 'odp'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
}
const ENDING = /\.([a-z][a-z0-9]{0,7})$/i

/** What a sender called a file, with the ending of what it is: a text that was called a program, or a page, is a text. */
export function offeredName(name: string, mime: string): string {
  const fit = endings[mime]
  if (!fit) return name
  const [whole, ending] = ENDING.exec(name) ?? []
  if (ending && fit.includes(ending.toLowerCase())) return name
  return `${whole ? name.slice(0, -whole.length) : name}.${fit[0]}`
}
