import { WorkbookRefusal } from './workbook-refusal'

export type Attributes = ReadonlyMap<string, string>
export interface XmlHandler {
  /** Start of an element; the name has no namespace prefix. */
  open(name: string, attributes: Attributes): void
  close(name: string): void
  /** Text of the innermost element, possibly in several pieces. */
  text(text: string): void
}
const MAX_DEPTH = 64
/** Maximum length of a tag or comment; nothing in a workbook comes near it. */
const MAX_TOKEN_CHARACTERS = 256 * 1024
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Parses the XML of a workbook piece by piece in constant memory. It supports no document type and no entities besides
 * XML's own five. A file that declares any is refused, so there is nothing to expand.
 * @throws WorkbookRefusal forbiddenXml, damaged
 */
export class XmlReader {
  private unread = ''
  private readonly stack: string[] = []
  private hasRoot = false

  constructor(private readonly handler: XmlHandler) {}

  push(piece: string): void {
    const input = this.unread + piece
    let position = 0
    while (position < input.length) {
      const next = input[position] === '<' ? this.readTag(input, position) : this.readCharacters(input, position)
      if (next < 0) break
      position = next
    }
    this.unread = input.slice(position)
    if (this.unread.length > MAX_TOKEN_CHARACTERS) throw new WorkbookRefusal('damaged')
  }
  end(): void {
    if (this.unread.trim() !== '' || this.stack.length > 0 || !this.hasRoot) throw new WorkbookRefusal('damaged')
  }

  /**
   * Passes on text up to the next tag and holds back an incomplete entity. Returns the position to continue at, or -1.
   */
  private readCharacters(input: string, at: number): number {
    const readTag = input.indexOf('<', at)
    let end = readTag < 0 ? input.length : readTag
    if (readTag < 0) {
      const amp = input.lastIndexOf('&')
      if (amp >= at && !input.includes(';', amp) && input.length - amp < 12) end = amp
      if (end === at) return -1
    }
    const text = decodeEntities(input.slice(at, end))
    if (this.stack.length > 0) this.handler.text(text)
    else if (text.replace('\ufeff', '').trim() !== '') throw new WorkbookRefusal('damaged')
    return end
  }

  private readTag(input: string, at: number): number {
    if (input.startsWith('<!--', at)) return findEnd(input, '-->', at)
    if (input.startsWith('<?', at)) return this.readInstruction(input, at)
    if (input.startsWith('<![CDATA[', at)) {
      const end = findEnd(input, ']]>', at)
      if (end > 0) this.handler.text(input.slice(at + 9, end - 3))
      return end
    }
    if (input[at + 1] === '!') {
      if (input.length - at < 9) return -1 // may still become a comment
      throw new WorkbookRefusal('forbiddenXml')
    }
    const end = findTagEnd(input, at)
    if (end < 0) return -1
    if (input[at + 1] === '/') this.closeElement(input.slice(at + 2, end))
    else this.openElement(input.slice(at + 1, end))
    return end + 1
  }
  private readInstruction(input: string, at: number): number {
    const end = findEnd(input, '?>', at)
    if (end < 0) return end
    const encoding = /^<\?xml\s[^>]*encoding\s*=\s*["']([^"']+)["']/.exec(input.slice(at, end))?.[1]
    if (encoding && encoding.toLowerCase() !== 'utf-8') throw new WorkbookRefusal('forbiddenXml')
    return end
  }
  private openElement(readTag: string): void {
    const empty = readTag.endsWith('/')
    const inner = empty ? readTag.slice(0, -1) : readTag
    const [full = ''] = /^[^\s/<>"'=]+/.exec(inner) ?? []
    if (!full || this.stack.length >= MAX_DEPTH || (this.stack.length === 0 && this.hasRoot))
      throw new WorkbookRefusal('damaged')
    this.hasRoot = true
    const name = toLocalName(full)
    this.handler.open(name, parseAttributes(inner, full.length))
    if (empty) this.handler.close(name)
    else this.stack.push(full)
  }
  private closeElement(readTag: string): void {
    const full = readTag.trimEnd()
    if (this.stack.pop() !== full) throw new WorkbookRefusal('damaged')
    this.handler.close(toLocalName(full))
  }
}

const toLocalName = (name: string) => name.slice(name.indexOf(':') + 1)
const findEnd = (input: string, terminator: string, from: number): number => {
  const at = input.indexOf(terminator, from)
  return at < 0 ? -1 : at + terminator.length
}
/** Finds the `>` that ends a tag; one inside quotes does not end it. */
function findTagEnd(input: string, from: number): number {
  for (let position = from + 1; position < input.length; position++) {
    const c = input.charCodeAt(position)
    if (c === 62) return position
    if (c === 60) throw new WorkbookRefusal('damaged')
    if (c !== 34 && c !== 39) continue
    position = input.indexOf(input[position]!, position + 1)
    if (position < 0) return -1
  }
  return -1
}
const NO_ATTRIBUTES: Attributes = new Map()
const ATTRIBUTE_PATTERN = /\s+([^\s=/<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
function parseAttributes(tag: string, from: number): Attributes {
  if (from === tag.length) return NO_ATTRIBUTES
  const attributes = new Map<string, string>()
  ATTRIBUTE_PATTERN.lastIndex = from
  let end = from
  for (let match = ATTRIBUTE_PATTERN.exec(tag); match; match = ATTRIBUTE_PATTERN.exec(tag)) {
    attributes.set(match[1]!, decodeEntities(match[2] ?? match[3] ?? ''))
    end = ATTRIBUTE_PATTERN.lastIndex
  }
  if (tag.slice(end).trim() !== '') throw new WorkbookRefusal('damaged')
  return attributes
}
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&\s]{0,10};)?/g, (_, body: string | undefined) => {
    const name = body?.slice(0, -1) ?? ''
    const entity = ENTITIES[name]
    if (entity) return entity
    const code = /^#\d+$/.test(name)
      ? Number(name.slice(1))
      : /^#x[\da-fA-F]+$/.test(name)
        ? Number.parseInt(name.slice(2), 16)
        : NaN
    if (Number.isNaN(code)) throw new WorkbookRefusal('forbiddenXml')
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw new WorkbookRefusal('damaged')
    return String.fromCodePoint(code)
  })
}
