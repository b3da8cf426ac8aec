import { SheetRefusal } from './refusal'

export type Attributes = ReadonlyMap<string, string>
export interface XmlHandler {
  /** Start of an element; the name has no namespace prefix. */
  open(name: string, attributes: Attributes): void
  close(name: string): void
  /** Text of the innermost element, possibly in several pieces. */
  text(text: string): void
}
const DEPTH = 64
/** Maximum length of a tag or comment; nothing in a workbook comes near it. */
const LONGEST_TOKEN = 256 * 1024
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Parses the XML of a workbook piece by piece in constant memory. It supports no document type and no entities besides
 * XML's own five. A file that declares any is refused, so there is nothing to expand.
 * @throws WorkbookRefusal forbiddenXml, damaged
 */
export class XmlReader {
  private rest = ''
  private readonly stack: string[] = []
  private begun = false

  constructor(private readonly handler: XmlHandler) {}

  push(piece: string): void {
    const input = this.rest + piece
    let at = 0
    while (at < input.length) {
      const next = input[at] === '<' ? this.tag(input, at) : this.characters(input, at)
      if (next < 0) break
      at = next
    }
    this.rest = input.slice(at)
    if (this.rest.length > LONGEST_TOKEN) throw new SheetRefusal('damaged')
  }
  end(): void {
    if (this.rest.trim() !== '' || this.stack.length > 0 || !this.begun) throw new SheetRefusal('damaged')
  }

  /**
   * Passes on text up to the next tag and holds back an incomplete entity. Returns the position to continue at, or -1.
   */
  private characters(input: string, at: number): number {
    const tag = input.indexOf('<', at)
    let end = tag < 0 ? input.length : tag
    if (tag < 0) {
      const amp = input.lastIndexOf('&')
      if (amp >= at && !input.includes(';', amp) && input.length - amp < 12) end = amp
      if (end === at) return -1
    }
    const text = decode(input.slice(at, end))
    if (this.stack.length > 0) this.handler.text(text)
    else if (text.replace('\ufeff', '').trim() !== '') throw new SheetRefusal('damaged')
    return end
  }

  private tag(input: string, at: number): number {
    if (input.startsWith('<!--', at)) return after(input, '-->', at)
    if (input.startsWith('<?', at)) return this.instruction(input, at)
    if (input.startsWith('<![CDATA[', at)) {
      const end = after(input, ']]>', at)
      if (end > 0) this.handler.text(input.slice(at + 9, end - 3))
      return end
    }
    if (input[at + 1] === '!') {
      if (input.length - at < 9) return -1 // may still become a comment
      throw new SheetRefusal('forbiddenXml')
    }
    const end = tagEnd(input, at)
    if (end < 0) return -1
    if (input[at + 1] === '/') this.closing(input.slice(at + 2, end))
    else this.opening(input.slice(at + 1, end))
    return end + 1
  }
  private instruction(input: string, at: number): number {
    const end = after(input, '?>', at)
    if (end < 0) return end
    const encoding = /^<\?xml\s[^>]*encoding\s*=\s*["']([^"']+)["']/.exec(input.slice(at, end))?.[1]
    if (encoding && encoding.toLowerCase() !== 'utf-8') throw new SheetRefusal('forbiddenXml')
    return end
  }
  private opening(tag: string): void {
    const empty = tag.endsWith('/')
    const inner = empty ? tag.slice(0, -1) : tag
    const [full = ''] = /^[^\s/<>"'=]+/.exec(inner) ?? []
    if (!full || this.stack.length >= DEPTH || (this.stack.length === 0 && this.begun))
      throw new SheetRefusal('damaged')
    this.begun = true
    const name = local(full)
    this.handler.open(name, attributesOf(inner, full.length))
    if (empty) this.handler.close(name)
    else this.stack.push(full)
  }
  private closing(tag: string): void {
    const full = tag.trimEnd()
    if (this.stack.pop() !== full) throw new SheetRefusal('damaged')
    this.handler.close(local(full))
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)
const after = (input: string, mark: string, from: number): number => {
  const at = input.indexOf(mark, from)
  return at < 0 ? -1 : at + mark.length
}
/** Finds the `>` that ends a tag; one inside quotes does not end it. */
function tagEnd(input: string, from: number): number {
  for (let at = from + 1; at < input.length; at++) {
    const c = input.charCodeAt(at)
    if (c === 62) return at
    if (c === 60) throw new SheetRefusal('damaged')
    if (c !== 34 && c !== 39) continue
    at = input.indexOf(input[at]!, at + 1)
    if (at < 0) return -1
  }
  return -1
}
const none: Attributes = new Map()
const attribute = /\s+([^\s=/<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
function attributesOf(tag: string, from: number): Attributes {
  if (from === tag.length) return none
  const found = new Map<string, string>()
  attribute.lastIndex = from
  let end = from
  for (let match = attribute.exec(tag); match; match = attribute.exec(tag)) {
    found.set(match[1]!, decode(match[2] ?? match[3] ?? ''))
    end = attribute.lastIndex
  }
  if (tag.slice(end).trim() !== '') throw new SheetRefusal('damaged')
  return found
}
function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&\s]{0,10};)?/g, (_, body: string | undefined) => {
    const name = body?.slice(0, -1) ?? ''
    const known = named[name]
    if (known) return known
    const code = /^#\d+$/.test(name)
      ? Number(name.slice(1))
      : /^#x[\da-fA-F]+$/.test(name)
        ? Number.parseInt(name.slice(2), 16)
        : NaN
    if (Number.isNaN(code)) throw new SheetRefusal('forbiddenXml')
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw new SheetRefusal('damaged')
    return String.fromCodePoint(code)
  })
}
