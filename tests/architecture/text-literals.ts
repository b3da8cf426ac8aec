/** A key as it is written: its pieces, with holes between them where a template fills something in. */
export interface Literal {
  readonly parts: readonly string[]
}

/** The end of a string or template that begins at `at`; its pieces where it is a template. */
function quoted(text: string, at: number): { end: number; parts: string[] } {
  const quote = text[at]
  const parts = ['']
  let i = at + 1
  while (i < text.length && text[i] !== quote) {
    if (text[i] === '\\') i++
    else if (quote === '`' && text.startsWith('${', i)) {
      i = closing(text, i + 2)
      parts.push('')
      i++
      continue
    }
    parts[parts.length - 1] = `${parts.at(-1)}${text[i]}`
    i++
  }
  return { end: i, parts }
}
/** Where the bracket that was opened before `at` closes. */
function closing(text: string, at: number): number {
  let depth = 0
  for (let i = at; i < text.length; i++) {
    if (/['"`]/.test(text[i]!)) i = quoted(text, i).end
    else if (/[([{]/.test(text[i]!)) depth++
    else if (/[)\]}]/.test(text[i]!)) {
      if (depth === 0) return i
      depth--
    }
  }
  return text.length
}
/** The first argument of a call whose bracket opens just before `start`. */
export function argumentOf(text: string, start: number): string {
  let depth = 0
  for (let i = start; i < text.length; i++) {
    if (/['"`]/.test(text[i]!)) i = quoted(text, i).end
    else if (/[([{]/.test(text[i]!)) depth++
    else if (/[)\]}]/.test(text[i]!)) {
      if (depth === 0) return text.slice(start, i)
      depth--
    } else if (text[i] === ',' && depth === 0) return text.slice(start, i)
  }
  return ''
}
/** The keys that an argument may come to: its strings, but for those that something is compared with or looked up by. */
export function literalsIn(argument: string): Literal[] {
  const found: Literal[] = []
  let depth = 0
  for (let i = 0; i < argument.length; i++) {
    const c = argument[i]!
    if (/[([{]/.test(c)) depth++
    else if (/[)\]}]/.test(c)) depth--
    else if (/['"`]/.test(c)) {
      const { end, parts } = quoted(argument, i)
      const compared =
        /[=!]==?\s*$|\bin\s*$/.test(argument.slice(0, i)) || /^\s*([=!]==?|in\b)/.test(argument.slice(end + 1))
      if (depth === 0 && !compared) found.push({ parts })
      i = end
    }
  }
  return found
}
