/** Selectors of a style sheet: each separately, and each alternative of `:is` and `:where`. */
export function findSelectors(css: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@import[^;]*;/g, '')
  const selectors: string[] = []
  let from = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '}') from = i + 1
    if (text[i] !== '{') continue
    const head = text.slice(from, i).trim()
    // A condition such as `@media` contains rules; any other block contains declarations.
    if (/^@(media|container|supports)\b/.test(head)) from = i + 1
    else {
      if (!head.startsWith('@')) selectors.push(...splitSelectors(head).flatMap(splitAlternatives))
      i = findClosingBracket(text, i)
      from = i + 1
    }
  }
  return selectors
}
/** The classes that narrow a selector, without negated ones. */
export const findClasses = (selector: string): string[] =>
  [...selector.replace(/:not\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map((match) => match[1]!)

function splitAlternatives(selector: string): string[] {
  const at = /:(is|where)\(/.exec(selector)
  if (!at) return [selector]
  const open = at.index + at[0].length - 1
  const end = findClosingBracket(selector, open)
  return splitSelectors(selector.slice(open + 1, end)).flatMap((one) =>
    splitAlternatives(`${selector.slice(0, at.index)}${one}${selector.slice(end + 1)}`),
  )
}
function splitSelectors(list: string): string[] {
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
/** Position of the bracket that closes the one at `open`. */
function findClosingBracket(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (/[({]/.test(text[i]!)) depth++
    if (/[)}]/.test(text[i]!) && --depth === 0) return i
  }
  return text.length
}
