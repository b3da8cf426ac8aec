/** A text key in the source: its parts, separated by the placeholders of a template. */
export interface Literal {
  readonly parts: readonly string[]
}

/** Finds the end of the string or template that begins at `start`; also returns the parts of a template. */
function readQuoted(text: string, start: number): { end: number; parts: string[] } {
  const quote = text[start]
  const parts = ['']
  let i = start + 1
  while (i < text.length && text[i] !== quote) {
    if (text[i] === '\\') i++
    else if (quote === '`' && text.startsWith('${', i)) {
      i = findClosingBracket(text, i + 2)
      parts.push('')
      i++
      continue
    }
    parts[parts.length - 1] = `${parts.at(-1)}${text[i]}`
    i++
  }
  return { end: i, parts }
}
/** Finds the closing bracket for the bracket opened before `start`. */
function findClosingBracket(text: string, start: number): number {
  let depth = 0
  for (let i = start; i < text.length; i++) {
    if (/['"`]/.test(text[i]!)) i = readQuoted(text, i).end
    else if (/[([{]/.test(text[i]!)) depth++
    else if (/[)\]}]/.test(text[i]!)) {
      if (depth === 0) return i
      depth--
    }
  }
  return text.length
}
/** Returns the first argument of a call whose bracket opens just before `start`. */
export function readFirstArgument(text: string, start: number): string {
  let depth = 0
  for (let i = start; i < text.length; i++) {
    if (/['"`]/.test(text[i]!)) i = readQuoted(text, i).end
    else if (/[([{]/.test(text[i]!)) depth++
    else if (/[)\]}]/.test(text[i]!)) {
      if (depth === 0) return text.slice(start, i)
      depth--
    } else if (text[i] === ',' && depth === 0) return text.slice(start, i)
  }
  return ''
}
/** Returns the keys that an argument may evaluate to: its string literals, except those in comparisons and lookups. */
export function findTextKeys(argument: string): Literal[] {
  const literals: Literal[] = []
  let depth = 0
  for (let i = 0; i < argument.length; i++) {
    const c = argument[i]!
    if (/[([{]/.test(c)) depth++
    else if (/[)\]}]/.test(c)) depth--
    else if (/['"`]/.test(c)) {
      const { end, parts } = readQuoted(argument, i)
      const compared =
        /[=!]==?\s*$|\bin\s*$/.test(argument.slice(0, i)) || /^\s*([=!]==?|in\b)/.test(argument.slice(end + 1))
      if (depth === 0 && !compared) literals.push({ parts })
      i = end
    }
  }
  return literals
}
