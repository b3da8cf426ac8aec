/** What a sheet says of: each selector on its own, of `:is` and `:where` each alternative. */
export function selectorsIn(css: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@import[^;]*;/g, '')
  const found: string[] = []
  let from = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '}') from = i + 1
    if (text[i] !== '{') continue
    const head = text.slice(from, i).trim()
    // Inside a condition stand rules; inside anything else their declarations.
    if (/^@(media|container|supports)\b/.test(head)) from = i + 1
    else {
      if (!head.startsWith('@')) found.push(...separate(head).flatMap(alternatives))
      i = closing(text, i)
      from = i + 1
    }
  }
  return found
}
/** The classes that narrow a selector; one that must not be there does not. */
export const classesIn = (selector: string): string[] =>
  [...selector.replace(/:not\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map((match) => match[1]!)

function alternatives(selector: string): string[] {
  const at = /:(is|where)\(/.exec(selector)
  if (!at) return [selector]
  const open = at.index + at[0].length - 1
  const end = closing(selector, open)
  return separate(selector.slice(open + 1, end)).flatMap((one) =>
    alternatives(`${selector.slice(0, at.index)}${one}${selector.slice(end + 1)}`),
  )
}
function separate(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const c of list) {
    if (/[([]/.test(c)) depth++
    if (/[)\]]/.test(c)) depth--
    if (c === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += c
  }
  return parts.map((part) => part.trim().replace(/\s+/g, ' '))
}
/** Where the bracket that opens at `open` closes. */
function closing(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (/[({]/.test(text[i]!)) depth++
    if (/[)}]/.test(text[i]!) && --depth === 0) return i
  }
  return text.length
}
