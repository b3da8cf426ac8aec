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
const MAX_ENTITY_LENGTH = 12
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Parses the XML of a workbook piece by piece in constant memory. It refuses files that declare a document type or
 * entities, so only the five predefined entities of XML are expanded.
 * @throws WorkbookRefusal forbiddenXml, damaged
 */
export class XmlReader {
  private unreadInput = ''
  private readonly stack: string[] = []
  private hasRoot = false

  constructor(private readonly handler: XmlHandler) {}

  push(piece: string): void {
    const input = this.unreadInput + piece
    let position = 0
    while (position < input.length) {
      const nextPosition =
        input[position] === '<' ? this.readTag(input, position) : this.readCharacters(input, position)
      if (nextPosition < 0) break
      position = nextPosition
    }
    this.unreadInput = input.slice(position)
    if (this.unreadInput.length > MAX_TOKEN_CHARACTERS) throw new WorkbookRefusal('damaged')
  }
  end(): void {
    if (this.unreadInput.trim() !== '' || this.stack.length > 0 || !this.hasRoot) throw new WorkbookRefusal('damaged')
  }

  /**
   * Passes on text up to the next tag and holds back an incomplete entity. Returns the position at which to continue; -1
   * if more input is needed.
   */
  private readCharacters(input: string, start: number): number {
    const tagStart = input.indexOf('<', start)
    let end = tagStart < 0 ? input.length : tagStart
    if (tagStart < 0) {
      const entityStart = input.lastIndexOf('&')
      const isIncompleteEntity =
        entityStart >= start && !input.includes(';', entityStart) && input.length - entityStart < MAX_ENTITY_LENGTH
      if (isIncompleteEntity) end = entityStart
      if (end === start) return -1
    }
    const text = decodeEntities(input.slice(start, end))
    if (this.stack.length > 0) this.handler.text(text)
    else if (text.replace('\ufeff', '').trim() !== '') throw new WorkbookRefusal('damaged')
    return end
  }

  private readTag(input: string, start: number): number {
    if (input.startsWith('<!--', start)) return findTerminatorEnd(input, '-->', start)
    if (input.startsWith('<?', start)) return this.readInstruction(input, start)
    if (input.startsWith('<![CDATA[', start)) {
      const end = findTerminatorEnd(input, ']]>', start)
      if (end > 0) this.handler.text(input.slice(start + 9, end - 3))
      return end
    }
    if (input[start + 1] === '!') {
      if (input.length - start < 9) return -1 // may still become a comment
      throw new WorkbookRefusal('forbiddenXml')
    }
    const end = findTagEnd(input, start)
    if (end < 0) return -1
    if (input[start + 1] === '/') this.closeElement(input.slice(start + 2, end))
    else this.openElement(input.slice(start + 1, end))
    return end + 1
  }
  private readInstruction(input: string, start: number): number {
    const end = findTerminatorEnd(input, '?>', start)
    if (end < 0) return end
    const encoding = /^<\?xml\s[^>]*encoding\s*=\s*["']([^"']+)["']/.exec(input.slice(start, end))?.[1]
    if (encoding && encoding.toLowerCase() !== 'utf-8') throw new WorkbookRefusal('forbiddenXml')
    return end
  }
  private openElement(tag: string): void {
    const isEmpty = tag.endsWith('/')
    const tagContent = isEmpty ? tag.slice(0, -1) : tag
    const [qualifiedName = ''] = /^[^\s/<>"'=]+/.exec(tagContent) ?? []
    if (!qualifiedName || this.stack.length >= MAX_DEPTH || (this.stack.length === 0 && this.hasRoot))
      throw new WorkbookRefusal('damaged')
    this.hasRoot = true
    const name = toLocalName(qualifiedName)
    this.handler.open(name, parseAttributes(tagContent, qualifiedName.length))
    if (isEmpty) this.handler.close(name)
    else this.stack.push(qualifiedName)
  }
  private closeElement(tag: string): void {
    const qualifiedName = tag.trimEnd()
    if (this.stack.pop() !== qualifiedName) throw new WorkbookRefusal('damaged')
    this.handler.close(toLocalName(qualifiedName))
  }
}

const toLocalName = (name: string) => name.slice(name.indexOf(':') + 1)
const findTerminatorEnd = (input: string, terminator: string, from: number): number => {
  const terminatorStart = input.indexOf(terminator, from)
  return terminatorStart < 0 ? -1 : terminatorStart + terminator.length
}
/** Finds the `>` that ends a tag; one inside quotes does not end it. */
function findTagEnd(input: string, from: number): number {
  for (let position = from + 1; position < input.length; position++) {
    const charCode = input.charCodeAt(position)
    if (charCode === 62) return position // `>`
    if (charCode === 60) throw new WorkbookRefusal('damaged') // `<`
    if (charCode !== 34 && charCode !== 39) continue // neither `"` nor `'`
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
