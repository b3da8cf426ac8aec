import { HEADINGS_NAME } from './build-workbook'
import { WorkbookRefusal } from './workbook-refusal'
import type { ZipReader } from './zip-reader'
import { XmlReader, type Attributes, type XmlHandler } from './xml-reader'

/** Parses one part of the package with a handler. Returns false if the part does not exist. */
export async function readPart(zip: ZipReader, name: string, handler: XmlHandler): Promise<boolean> {
  if (!zip.has(name)) return false
  const xml = new XmlReader(handler)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decodeBlock = (block: Buffer | undefined) => {
    try {
      return block ? decoder.decode(block, { stream: true }) : decoder.decode()
    } catch (error) {
      if (error instanceof TypeError) throw new WorkbookRefusal('damaged') // not UTF-8
      throw error
    }
  }
  for await (const block of zip.read(name)) xml.push(decodeBlock(block))
  xml.push(decodeBlock(undefined))
  xml.end()
  return true
}
/** Creates a handler that only receives opening elements. */
const createOpenHandler = (open: (name: string, attributes: Attributes) => void): XmlHandler => ({
  open,
  close: () => undefined,
  text: () => undefined,
})

interface WorksheetPart {
  readonly name: string
  readonly path: string
  /** Row with the column headings if the workbook is an export of this program with a heading above the table. */
  readonly headerRow: number | null
}
/** Name of the hidden worksheet with the pick lists of a template. */
export const PICK_LIST_SHEET = 'options'

/** Paths and settings of the workbook. */
export interface WorkbookParts {
  /** The visible worksheets in their order; never empty. Sheets that consist of one chart are left out. */
  sheets: readonly WorksheetPart[]
  /** The hidden worksheets, without the pick lists of our own templates. */
  hiddenSheets: readonly WorksheetPart[]
  stringsPath: string | null
  stylesPath: string | null
  countsFrom1904: boolean
}

/** Finds the visible worksheets and the parts they need. @throws WorkbookRefusal notExcel, noSheet */
export async function findWorkbookParts(zip: ZipReader): Promise<WorkbookParts> {
  const packageRelations = await loadRelations(zip, '', '_rels/.rels')
  const workbookPath = packageRelations.find((r) => r.type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const listedSheets: { name: string; id: string; index: number; isVisible: boolean }[] = []
  let countsFrom1904 = false
  let sheetCount = 0
  const headings = createHeadingsCollector()
  const exists = await readPart(zip, workbookPath, {
    open: (name, attributes) => {
      headings.open(name, attributes)
      if (name === 'workbookPr') countsFrom1904 = parseFlag(attributes.get('date1904'))
      if (name !== 'sheet') return
      listedSheets.push({
        name: attributes.get('name') ?? '',
        id: [...attributes].find(([key]) => key.endsWith(':id'))?.[1] ?? '',
        index: sheetCount,
        isVisible: (attributes.get('state') ?? 'visible') === 'visible',
      })
      sheetCount += 1
    },
    text: headings.text,
    close: headings.close,
  })
  if (!exists) throw new WorkbookRefusal('notExcel')
  const folder = workbookPath.slice(0, workbookPath.lastIndexOf('/') + 1)
  const workbookRelations = await loadRelations(zip, folder, `${folder}_rels/${workbookPath.slice(folder.length)}.rels`)
  const worksheets = listedSheets.flatMap(({ name, id, index, isVisible }) => {
    const path = workbookRelations.find((r) => r.id === id && r.type === 'worksheet')?.target
    return path && zip.has(path) ? [{ name, path, headerRow: headings.rowBySheet.get(index) ?? null, isVisible }] : []
  })
  const sheets = worksheets.filter(({ isVisible }) => isVisible)
  const hiddenSheets = worksheets.filter(({ name, isVisible }) => !isVisible && name !== PICK_LIST_SHEET)
  if (sheets.length === 0) throw new WorkbookRefusal('noSheet')
  const findPart = (type: string) => workbookRelations.find((r) => r.type === type)?.target ?? null
  return {
    sheets,
    hiddenSheets,
    stringsPath: findPart('sharedStrings'),
    stylesPath: findPart('styles'),
    countsFrom1904,
  }
}
/** Collects the rows that `HEADINGS_NAME` marks, by index of the worksheet. */
function createHeadingsCollector() {
  const rowBySheet = new Map<number, number>()
  let sheet: number | null = null
  let reference = ''
  return {
    rowBySheet,
    open: (name: string, attributes: Attributes) => {
      if (name !== 'definedName') return
      sheet = attributes.get('name') === HEADINGS_NAME ? Number(attributes.get('localSheetId')) : null
      reference = ''
    },
    text: (text: string) => {
      if (sheet !== null) reference += text
    },
    close: (name: string) => {
      if (name !== 'definedName' || sheet === null) return
      // `$5:$5`, or `$A$5:$XFD$5` as some programs write a whole row.
      const row = /!\$(?:[A-Z]+\$)?(\d+):/.exec(reference)?.[1]
      if (row) rowBySheet.set(sheet, Number(row))
      sheet = null
    },
  }
}
/** Parses a boolean attribute of the format. */
export const parseFlag = (value: string | undefined): boolean => value === '1' || value === 'true'

/** True for an element such as `<strike/>`, unless its `val` switches it off. */
export const isSwitchedOn = (attributes: Attributes): boolean => parseFlag(attributes.get('val') ?? '1')

interface Relation {
  id: string
  type: string
  target: string
}
async function loadRelations(zip: ZipReader, folder: string, path: string): Promise<Relation[]> {
  const partRelations: Relation[] = []
  await readPart(
    zip,
    path,
    createOpenHandler((name, attributes) => {
      if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return
      const type = attributes.get('Type') ?? ''
      partRelations.push({
        id: attributes.get('Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolveTarget(folder, attributes.get('Target') ?? ''),
      })
    }),
  )
  return partRelations
}
function resolveTarget(folder: string, target: string): string {
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target.slice(1) : folder + target).split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

/** Decodes `_x000D_` and the like, as Excel writes characters that XML cannot hold. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/**
 * Loads the texts that cells refer to by number, without phonetic readings (`rPh`).
 * @throws WorkbookRefusal tooMuchText, tooManyCells
 */
export async function loadSharedStrings(
  zip: ZipReader,
  path: string | null,
  limits: { maxCharacters: number; maxCells: number },
): Promise<SharedString[]> {
  const strings: SharedString[] = []
  const collector = createTextCollector()
  let characterCount = 0
  if (path)
    await readPart(zip, path, {
      open: (name, attributes) => {
        if (name === 'si') collector.begin()
        else collector.open(name, attributes)
      },
      text: collector.text,
      close: (name) => {
        collector.close(name)
        if (name !== 'si') return
        const text = unescapeText(collector.value())
        characterCount += text.length
        if (characterCount > limits.maxCharacters)
          throw new WorkbookRefusal('tooMuchText', { limit: limits.maxCharacters })
        if (strings.push({ text, strike: collector.getStrike() }) > limits.maxCells)
          throw new WorkbookRefusal('tooManyCells', { limit: limits.maxCells })
      },
    })
  return strings
}
/**
 * Strikethrough of a text: `part` of the text is struck out, `none` of it is, or the font of the cell decides (`asCell`).
 */
export type TextStrike = 'part' | 'none' | 'asCell'
/** A text of the workbook to which cells refer by number. */
export interface SharedString {
  readonly text: string
  readonly strike: TextStrike
}
/** Creates a collector for the `<t>` texts of a string item, plain or rich. */
export function createTextCollector() {
  let pieces: string[] = []
  let phoneticDepth = 0
  let isInText = false
  let runStrike: TextStrike = 'asCell'
  const pieceStrikes = new Set<TextStrike>()
  return {
    begin: () => {
      pieces = []
      runStrike = 'asCell'
      pieceStrikes.clear()
    },
    open: (name: string, attributes: Attributes) => {
      if (name === 'rPh') phoneticDepth += 1
      else if (name === 't') isInText = phoneticDepth === 0
      else if (name === 'r') runStrike = 'asCell'
      else if (name === 'rPr') runStrike = 'none'
      else if (name === 'strike' && isSwitchedOn(attributes)) runStrike = 'part'
    },
    text: (text: string) => {
      if (!isInText) return
      pieces.push(text)
      if (text.trim() !== '') pieceStrikes.add(runStrike)
    },
    close: (name: string) => {
      if (name === 'rPh') phoneticDepth -= 1
      else if (name === 't') isInText = false
    },
    value: () => pieces.join(''),
    getStrike: (): TextStrike =>
      pieceStrikes.has('part') ? 'part' : pieceStrikes.has('asCell') || pieceStrikes.size === 0 ? 'asCell' : 'none',
  }
}

/** Returns the names of the worksheets with values in at least two rows, i.e. with more than a title or headings. */
export async function findFilledSheets(zip: ZipReader, sheets: WorkbookParts['sheets']): Promise<string[]> {
  const filledSheets: string[] = []
  for (const { name, path } of sheets) {
    const counter = new FilledRowCounter()
    try {
      await readPart(zip, path, counter)
    } catch (error) {
      // An unreadable worksheet may hold rows, so it counts as filled.
      if (!(error instanceof WorkbookRefusal)) throw error
      counter.filledRowCount = 2
    }
    if (counter.filledRowCount > 1) filledSheets.push(name)
  }
  return filledSheets
}
/** Counts the rows of a worksheet with a value. */
class FilledRowCounter implements XmlHandler {
  filledRowCount = 0
  private isFilled = false

  open(name: string): void {
    if (name === 'row') this.isFilled = false
    else if (name === 'v' || name === 't') this.isFilled = true
  }
  text(): void {}
  close(name: string): void {
    if (name === 'row' && this.isFilled) this.filledRowCount += 1
  }
}
