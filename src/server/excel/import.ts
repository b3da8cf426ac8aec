import { setImmediate } from 'node:timers/promises'
import { defineEndpoint } from '@/contract/endpoint'
import type { Issue, IssueCode } from '@/contract/errno'
import { emptyOf, isCollection, type Fields } from '@/contract/field'
import { writable, type Resource } from '@/contract/resource'
import { checkInput } from '@/contract/schema'
import type { Person } from '@/server/context'
import { CellProblem, cellToValue, fold, type SheetReading } from './cell-values'
import type { CustomColumn } from './columns'
import { canConvert, headingsOf, type BothLanguages, type Heading } from './headings'
import { columnLetters } from './refusal'
import { textOfCell } from '@/contract/sheet-cell'
import type { CellValue, Sheet } from './sheet-rows'

/**
 * A problem in a worksheet. `row` as numbered in the worksheet; `column` in letters, empty if it concerns the whole
 * row.
 */
export interface SheetIssue {
  row: number
  column: string
  header: string
  issue: Issue
  /** Content of the cell, if the message needs it. */
  text?: string
}
export interface SheetInput {
  row: number
  input: Record<string, unknown>
}
export interface ImportOptions {
  t: BothLanguages
  timeZone: string
  customFields?: readonly CustomColumn[]
  /** The importing person; fields they may not see are no columns for them. */
  person?: Person | null
  /**
   * Finds rows of another resource by title or code. Keys are the names as given; several ids mean that the name is
   * ambiguous.
   */
  resolveReference(to: string, names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /** Skips unknown columns instead of reporting them. */
  leaveOut?: boolean
  /** Maximum number of reported issues (200 by default). */
  maxIssues?: number
}

/** Rows checked before the event loop gets a turn. */
const BREATH = 250
interface Column {
  heading: Heading
  /** Unit in the heading, if it differs from the field's. */
  unit: string | null
  index: number
  letters: string
  header: string
}
type Names = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/**
 * Converts the rows of a worksheet to inputs for creating rows of a resource. Headings may be in Chinese or English. A
 * missing column is omitted from the inputs; an empty cell becomes the field's empty value.
 * Everything is checked with the field's own schema, and rows that repeat a unique key within the worksheet are
 * reported. Issues of headings and rows are reported together.
 * The caller ensures all or nothing: with any issue, none of the inputs may be used.
 */
export async function rowsToInputs(
  resource: Resource,
  sheet: Sheet,
  options: ImportOptions,
): Promise<{ inputs: SheetInput[]; issues: SheetIssue[] }> {
  const issues: SheetIssue[] = []
  const most = options.maxIssues ?? 200
  const columns = columnsIn(resource, sheet, options, issues)
  const whole = issues.length === 0
  // Report a missing column once, not for every row.
  const absent = new Set(issues.flatMap(({ issue }) => (issue.code === 'missing' ? [issue.path[0]] : [])))
  const reading: SheetReading = {
    timeZone: options.timeZone,
    since1904: sheet.since1904 ?? false,
    ...(sheet.decimals ? { decimals: sheet.decimals } : {}),
  }
  const names = await resolveAll(columns, sheet, options, reading)
  const check = checker(writable(resource.fields))
  const repeats = repeatFinder(resource)
  const inputs: SheetInput[] = []
  for (let i = 0; i < sheet.rows.length && issues.length < most; i++) {
    if (i % BREATH === BREATH - 1) await setImmediate() // 50,000 rows would block the event loop for a second
    const row = sheet.rowNumbers[i]!
    const { input, derived, found } = inputOf(resource, columns, sheet.rows[i]!, names, reading)
    const checked = check(input)
    const value = withDerived(checked.ok ? checked.value : input, derived)
    const wrong = [
      ...found,
      ...(checked.ok
        ? []
        : checked.issues.filter((issue) => !absent.has(issue.path[0]) && !found.some((f) => samePlace(f, issue)))),
      ...repeats(value, row),
    ]
    issues.push(...wrong.map((issue) => placed(issue, row, columns, sheet.rows[i]!)))
    if (wrong.length === 0) inputs.push({ row, input: value })
  }
  return { inputs: whole ? inputs : [], issues: issues.slice(0, most) }
}

function columnsIn(resource: Resource, sheet: Sheet, options: ImportOptions, issues: SheetIssue[]): Column[] {
  const headings = headingsOf(resource, options.t, options.customFields ?? [], options.person)
  const taken = new Set<Heading>()
  const wrong = (code: IssueCode, header: string, column: string, path: string[], params?: Issue['params']) =>
    issues.push({ row: sheet.headerRow, column, header, issue: { path, code, ...(params ? { params } : {}) } })
  const columns = sheet.header.flatMap((header, index): Column[] => {
    if (header === '') return []
    const found = headings.find(header)
    const heading = found?.heading
    const unit = found?.unit ?? null
    const letters = columnLetters(index + 1)
    if (!heading && !options.leaveOut) wrong('unknownField', header, letters, [])
    else if (heading && taken.has(heading)) wrong('duplicate', header, letters, [heading.field])
    if (!heading || taken.has(heading)) return []
    taken.add(heading)
    if (!heading.importable) return []
    const converts = unit === null || canConvert(heading, unit)
    if (!converts)
      wrong('otherUnit', header, letters, [heading.field], { unit: unit.slice(0, 40), own: heading.unit || '—' })
    return [{ heading, unit: converts ? unit : null, index, letters, header }]
  })
  for (const heading of headings.all) {
    if (!heading.required || !heading.importable || taken.has(heading)) continue
    const label = heading.customKey ?? options.t.zh(`${resource.area}:${resource.name}.fields.${heading.field}`)
    wrong('missing', label, '', [heading.field])
  }
  return columns
}

/** Looks up all names of all rows at once, with one query per resource. */
async function resolveAll(
  columns: readonly Column[],
  sheet: Sheet,
  options: ImportOptions,
  reading: SheetReading,
): Promise<Names> {
  const asked = new Map<string, Set<string>>()
  for (const { heading, index } of columns) {
    if (!heading.to) continue
    const names = asked.get(heading.to) ?? new Set()
    for (const row of sheet.rows) for (const name of namesIn(heading, row[index] ?? null, reading)) names.add(name)
    asked.set(heading.to, names)
  }
  const answers = await Promise.all(
    [...asked].map(
      async ([to, names]) => [to, names.size ? await options.resolveReference(to, [...names]) : new Map()] as const,
    ),
  )
  return new Map(answers)
}
function namesIn(heading: Heading, cell: CellValue, reading: SheetReading): string[] {
  const text = cellToValue({ kind: 'text' }, cell, reading)
  if (typeof text !== 'string') return []
  return heading.kind === 'references'
    ? text
        .split(/[;；、\n]/)
        .map((name) => name.trim())
        .filter(Boolean)
    : [text]
}

function inputOf(
  resource: Resource,
  columns: readonly Column[],
  cells: readonly CellValue[],
  names: Names,
  reading: SheetReading,
): { input: Record<string, unknown>; derived: DerivedValues; found: Issue[] } {
  const input: Record<string, unknown> = {}
  const derived: Record<string, Record<string, unknown>> = {}
  const found: Issue[] = []
  for (const { heading, unit, index } of columns) {
    const cell = cells[index] ?? null
    const field = resource.fields[heading.field]!
    if (heading.customKey) {
      const value = customValue(heading, cellToValue(heading, cell, reading, unit))
      if (value.issue) found.push({ path: [heading.field, heading.customKey], ...value.issue })
      const into = heading.derived ? derived : input
      into[heading.field] = { ...(into[heading.field] as object | undefined), [heading.customKey]: value.value }
    } else if (heading.to) {
      const { ids, issues } = idsOf(heading, cell, names, reading)
      found.push(...issues)
      input[heading.field] = heading.kind === 'references' ? ids : (ids[0] ?? null)
    } else {
      const value = cellToValue(heading, cell, reading, unit)
      if (value instanceof CellProblem)
        found.push({ path: [heading.field], code: value.code, params: { ...value.params } })
      else input[heading.field] = value ?? (field.required && !isCollection(field) ? null : emptyOf(field))
    }
  }
  return { input, derived, found }
}
/** Values read by the resource's own writer, by field and key; no schema of a stored field fits them. */
type DerivedValues = Readonly<Record<string, Record<string, unknown>>>
function withDerived(input: Record<string, unknown>, derived: DerivedValues): Record<string, unknown> {
  const entries = Object.entries(derived)
  if (entries.length === 0) return input
  return {
    ...input,
    ...Object.fromEntries(entries.map(([name, own]) => [name, { ...(input[name] as object), ...own }])),
  }
}
function idsOf(
  heading: Heading,
  cell: CellValue,
  names: Names,
  reading: SheetReading,
): { ids: string[]; issues: Issue[] } {
  const issues: Issue[] = []
  const text = cellToValue({ kind: 'text' }, cell, reading)
  if (text instanceof CellProblem) issues.push({ path: [heading.field], code: text.code })
  const ids = namesIn(heading, cell, reading).flatMap((name) => {
    const matches = names.get(heading.to!)?.get(name) ?? []
    if (matches.length !== 1)
      issues.push({
        path: [heading.field],
        code: matches.length ? 'duplicate' : 'unknownId',
        params: { value: name.slice(0, 80) },
      })
    return matches.length === 1 ? [matches[0]!] : []
  })
  return { ids: [...new Set(ids)], issues }
}
/** Checks a value of a custom column. Such columns have no schema here, so kind and options are checked directly. */
function customValue(heading: Heading, value: unknown): { value: unknown; issue?: Pick<Issue, 'code' | 'params'> } {
  if (value instanceof CellProblem) return { value: null, issue: { code: value.code, params: { ...value.params } } }
  if (value === null) return heading.required ? { value, issue: { code: 'missing' } } : { value }
  if (heading.kind === 'amount' && typeof value !== 'number') return { value, issue: { code: 'notNumber' } }
  if (heading.kind === 'flag' && typeof value !== 'boolean') return { value, issue: { code: 'wrongType' } }
  if (heading.kind === 'choice' && ![...(heading.options?.values() ?? [])].includes(value as string))
    return { value, issue: { code: 'notAnOption' } }
  return { value }
}
/** Creates the check of rows; compiles the schema once per worksheet. */
function checker(fields: Fields): (input: Record<string, unknown>) => ReturnType<typeof checkInput> {
  const endpoint = defineEndpoint('import.row', {
    area: 'import',
    routes: [],
    access: 'signedIn',
    effect: 'write',
    input: fields,
  })
  return (input) => checkInput(endpoint, input)
}
/**
 * Creates a finder for rows that repeat a unique key within the worksheet; the database would report only the second
 * one.
 */
function repeatFinder(resource: Resource): (input: Record<string, unknown>, row: number) => Issue[] {
  // Import keys that are not unique may repeat: the import pairs such rows with existing ones.
  const keys = resource.unique
  const seen = keys.map(() => new Map<string, number>())
  return (input, row) =>
    keys.flatMap((key, i): Issue[] => {
      const values = key.map((name) => input[name])
      if (values.some((v) => v === null || v === undefined)) return []
      const said = JSON.stringify(values.map((v) => (typeof v === 'string' ? fold(v) : v)))
      const before = seen[i]!.get(said)
      if (before === undefined) seen[i]!.set(said, row)
      return before === undefined ? [] : [{ path: [key[0]!], code: 'duplicate', params: { row: before } }]
    })
}
const samePlace = (a: Issue, b: Issue) => a.path[0] === b.path[0] && (a.path[1] === b.path[1] || b.path.length === 1)
/** Problems whose message quotes the content of the cell. */
const aboutText: ReadonlySet<IssueCode> = new Set(['badDay', 'badMoment', 'dateInText', 'digitsLost', 'otherUnit'])
function placed(issue: Issue, row: number, columns: readonly Column[], cells: readonly CellValue[]): SheetIssue {
  const own = columns.filter((c) => c.heading.field === issue.path[0])
  const at = own.find((c) => c.heading.customKey === undefined || c.heading.customKey === issue.path[1]) ?? own[0]
  const told = aboutText.has(issue.code) || (issue.code === 'badFormat' && at?.heading.format === 'time')
  const text = at && told ? textOfCell(cells[at.index] ?? null).slice(0, 60) : ''
  return { row, column: at?.letters ?? '', header: at?.header ?? '', issue, ...(text ? { text } : {}) }
}
