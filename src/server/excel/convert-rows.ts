import { setImmediate } from 'node:timers/promises'
import { findOtherZone } from '@/contract/date-text'
import type { Issue, IssueCode } from '@/contract/errno'
import { getEmptyValue, isCollection } from '@/contract/field'
import { getWritableFields, type Resource } from '@/contract/resource'
import { findRowIssues } from '@/contract/row-rules'
import type { Person } from '@/server/context'
import type { Language } from '@/server/translations'
import { CellIssue, convertCell, MAX_UNIT_LENGTH, type CellReadingOptions } from './cell-values'
import { checkCustomValue } from './check-custom-value'
import {
  createNonRecordFinder,
  createRepeatFinder,
  createRowChecker,
  findColumnsWithDates,
  findColumnsWithoutTime,
  type ColumnWithDates,
  type ColumnWithoutTime,
  findSkippedColumns,
  type SkippedColumn,
} from './unusable-rows'
import type { CustomFieldColumn } from './resource-columns'
import {
  canConvertUnit,
  buildHeadingIndex,
  getColumnUnits,
  isDateOrTime,
  isListOfColumnUnits,
  withRowUnit,
  type BothLanguages,
  type Heading,
  type HeadingMatch,
} from './headings'
import { toColumnLetters } from './workbook-refusal'
import { formatCellText, type WorkbookCalendar } from '@/contract/worksheet-cell'
import { addNotations, type ColumnNotation } from './column-notation'
import type { CellValue, Worksheet } from './read-workbook'
import { resolveIds, resolveReferences, type IdsByName, type ResolveReference } from './reference-cells'

/**
 * A problem in a worksheet. `row` as numbered in the worksheet; `column` in letters, empty if it concerns the whole
 * row.
 */
export interface WorksheetIssue {
  row: number
  column: string
  header: string
  issue: Issue
  /** Content of the cell, if the message needs it. */
  text?: string
}
/** Input for creating or changing a row; `row` as numbered in the worksheet. */
export interface WorksheetInput {
  row: number
  input: Record<string, unknown>
}
export interface ImportOptions {
  t: BothLanguages
  /** Language in which missing columns are named. */
  language: Language
  timeZone: string
  /** The present time, for dates that cannot lie in the future; by default the clock. */
  now?: Date
  customFields?: readonly CustomFieldColumn[]
  /** The importing person. A column of a field that this person may not see counts as unknown. */
  person?: Person | null
  resolveReference: ResolveReference
  /** Loads the field `unit` of rows of a resource, by id. */
  loadUnits?: (resourceName: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Functions by field that convert the text of a cell to the form that the field accepts. */
  normalizeText?: Readonly<Record<string, (text: string) => string>>
  /** Skips unknown columns instead of reporting them. */
  skipUnknownColumns?: boolean
  /** Maximum number of reported issues (200 by default). */
  maxIssues?: number
}

/** Number of rows that are checked before the event loop gets a turn. */
const ROWS_PER_SLICE = 250
interface MatchedColumn {
  heading: Heading
  /** Unit in the heading, if it differs from the field's. */
  unit: string | null
  index: number
  letters: string
  header: string
  notation: ColumnNotation
}

/**
 * Converts the rows of a worksheet to inputs for creating rows of a resource. Headings may be in Chinese or English. A
 * missing column is omitted from the inputs; an empty cell becomes the field's empty value.
 * Every value is checked with the schema of its field, and rows that repeat a unique key within the worksheet are
 * reported. Issues of headings and rows are reported together.
 * The caller ensures all or nothing: with any issue, none of the inputs may be used.
 */
export async function convertRowsToInputs(
  resource: Resource,
  sheet: Worksheet,
  options: ImportOptions,
): Promise<ConvertedRows> {
  const issues: WorksheetIssue[] = []
  const maxIssues = options.maxIssues ?? 200
  const { columns, findHeading } = matchColumns(resource, sheet, options, issues)
  const headingsAreValid = issues.length === 0
  // Report a missing column once, not for every row.
  const missingFields = new Set(issues.flatMap(({ issue }) => (issue.code === 'missing' ? [issue.path[0]] : [])))
  const calendar: WorkbookCalendar = {
    timeZone: options.timeZone,
    since1904: sheet.countsFrom1904 ?? false,
  }
  const idsByName = await resolveReferences(columns, sheet, options.resolveReference, calendar)
  const unitsByReferenceId = await loadReferenceUnits(resource, columns, idsByName, options)
  const checkRow = createRowChecker(getWritableFields(resource.fields))
  const findRepeats = createRepeatFinder(resource)
  const findRuleIssues = (input: Record<string, unknown>) =>
    findRowIssues(resource, input, {
      timeZone: options.timeZone,
      nowMs: (options.now ?? new Date()).getTime(),
      enteredFields: Object.keys(input),
      getLabel: (name) =>
        columns.find(({ heading }) => heading.field === name)?.header ??
        options.t[options.language](`${resource.area}:${resource.name}.fields.${name}`),
    })
  const findNonRecord = createNonRecordFinder(columns, findHeading, resource.importKey, options.t)
  const inputs: WorksheetInput[] = []
  for (let i = 0; i < sheet.rows.length && issues.length < maxIssues; i++) {
    // 50,000 rows would block the event loop for a second.
    if (i % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) await setImmediate()
    const row = sheet.rowNumbers[i]!
    const nonRecordIssue = findNonRecord(sheet.rows[i]!)
    if (nonRecordIssue) {
      issues.push(toWorksheetIssue(nonRecordIssue, row, columns, sheet.rows[i]!))
      continue
    }
    const {
      input,
      derived: derivedValues,
      cellIssues,
    } = buildInput(resource, columns, sheet.rows[i]!, { idsByName, unitsByReferenceId }, calendar)
    for (const [name, normalize] of Object.entries(options.normalizeText ?? {}))
      if (typeof input[name] === 'string') input[name] = normalize(input[name])
    const checkResult = checkRow(input)
    const rowInput = withDerivedValues(checkResult.ok ? checkResult.value : input, derivedValues)
    const rowIssues = [
      ...cellIssues,
      ...(checkResult.ok
        ? []
        : checkResult.issues.filter(
            (issue) =>
              !missingFields.has(issue.path[0]) && !cellIssues.some((cellIssue) => isSamePlace(cellIssue, issue)),
          )),
      ...findRepeats(rowInput, row),
      ...(checkResult.ok ? findRuleIssues(rowInput) : []),
    ]
    issues.push(...rowIssues.map((issue) => toWorksheetIssue(issue, row, columns, sheet.rows[i]!)))
    if (rowIssues.length === 0) inputs.push({ row, input: rowInput })
  }
  const cellsByRow = new Map(sheet.rowNumbers.map((row, i) => [row, sheet.rows[i]!]))
  return {
    inputs: headingsAreValid ? inputs : [],
    issues: issues.slice(0, maxIssues),
    columnsWithoutTime: findColumnsWithoutTime(columns, sheet, calendar),
    columnsWithDates: findColumnsWithDates(columns, sheet),
    skippedColumns: options.skipUnknownColumns ? findSkippedColumns(sheet, (text) => findHeading(text) !== null) : [],
    locateIssue: (issue, row) => toWorksheetIssue(issue, row, columns, cellsByRow.get(row) ?? []),
  }
}
interface ConvertedRows {
  /** Unknown columns that are left out on request. */
  readonly skippedColumns: readonly SkippedColumn[]
  readonly inputs: WorksheetInput[]
  readonly issues: WorksheetIssue[]
  readonly locateIssue: IssueLocator
  /** Columns of moments with cells that name a day only, which are read as 00:00. */
  readonly columnsWithoutTime: readonly ColumnWithoutTime[]
  /** Text columns of a CSV file with cells that may be codes turned into dates. */
  readonly columnsWithDates: readonly ColumnWithDates[]
}
/** Adds the column and the content of its cell to an issue of a row. */
export type IssueLocator = (issue: Issue, row: number) => WorksheetIssue

/** Matches headings with columns of the resource. Adds an issue for each unknown, repeated or missing one. */
function matchColumns(
  resource: Resource,
  sheet: Worksheet,
  options: ImportOptions,
  issues: WorksheetIssue[],
): { columns: MatchedColumn[]; findHeading: (text: string) => HeadingMatch | null } {
  const headings = buildHeadingIndex(resource, options.t, options.customFields ?? [], options.person)
  const usedHeadings = new Map<Heading, string>()
  const addIssue = (code: IssueCode, header: string, column: string, path: string[], params?: Issue['params']) =>
    issues.push({ row: sheet.headerRow, column, header, issue: { path, code, ...(params ? { params } : {}) } })
  const matchedColumns = sheet.header.flatMap((header, index): Omit<MatchedColumn, 'notation'>[] => {
    if (header === '') return []
    const match = headings.find(header)
    const heading = match?.heading
    const unit = match?.unit ?? null
    const letters = toColumnLetters(index + 1)
    if (!heading && !options.skipUnknownColumns) addIssue('unknownField', header, letters, [])
    const earlierHeader = heading && usedHeadings.get(heading)
    if (earlierHeader !== undefined)
      addIssue('columnTwice', header, letters, [heading!.field], { other: earlierHeader })
    if (!heading || earlierHeader !== undefined) return []
    usedHeadings.set(heading, header)
    if (!heading.isImportable) return []
    const otherZone = isDateOrTime(heading) ? findOtherZone(header, options.timeZone) : null
    if (otherZone) addIssue('otherZone', header, letters, [heading.field], { zone: otherZone })
    const isConvertible = unit === null || canConvertUnit(heading, unit)
    const columnUnits = getColumnUnits(heading)
    if (!isConvertible)
      addIssue(columnUnits.length ? 'otherUnit' : 'noUnit', header, letters, [heading.field], {
        unit: unit.slice(0, MAX_UNIT_LENGTH),
        ...(columnUnits.length ? { own: columnUnits.join(' × ') } : {}),
      })
    const conversionUnit = isConvertible && !isListOfColumnUnits(heading, unit) ? unit : null
    return [{ heading, unit: conversionUnit, index, letters, header }]
  })
  const columns = addNotations(matchedColumns, sheet)
  for (const heading of headings.headings) {
    if (!heading.isRequired || !heading.isImportable || usedHeadings.has(heading)) continue
    addIssue('missing', heading.headers[options.language], '', [heading.field])
  }
  // The unit of a row is read before the amounts that it applies to.
  const hasRowUnit = ({ heading }: MatchedColumn) => heading.rowUnit !== undefined
  return {
    columns: [...columns.filter((column) => !hasRowUnit(column)), ...columns.filter(hasRowUnit)],
    findHeading: headings.find,
  }
}

/** Rows of other resources that the worksheet names: their ids, and their units if these fix the unit of an amount. */
interface LookedUpRows {
  readonly idsByName: IdsByName
  readonly unitsByReferenceId: ReadonlyMap<string, string>
}
/** Loads the units of referenced rows that fix the unit of an amount, e.g. the units of the meters of readings. */
async function loadReferenceUnits(
  resource: Resource,
  columns: readonly MatchedColumn[],
  idsByName: IdsByName,
  { loadUnits }: ImportOptions,
): Promise<ReadonlyMap<string, string>> {
  const resourceNames = new Set(
    columns.flatMap(({ heading: { rowUnit } }) => {
      const field = rowUnit && 'reference' in rowUnit ? resource.fields[rowUnit.reference] : undefined
      return field?.kind === 'reference' ? [field.to] : []
    }),
  )
  const unitMaps = await Promise.all(
    [...resourceNames].map((name) => {
      const ids = [...(idsByName.get(name)?.values() ?? [])].flat()
      return loadUnits && ids.length > 0 ? loadUnits(name, ids) : new Map<string, string>()
    }),
  )
  return new Map(unitMaps.flatMap((units) => [...units]))
}
function buildInput(
  resource: Resource,
  columns: readonly MatchedColumn[],
  cells: readonly CellValue[],
  { idsByName, unitsByReferenceId }: LookedUpRows,
  calendar: WorkbookCalendar,
): { input: Record<string, unknown>; derived: DerivedValues; cellIssues: Issue[] } {
  const input: Record<string, unknown> = {}
  const derivedValues: Record<string, Record<string, unknown>> = {}
  const cellIssues: Issue[] = []
  for (const { heading: columnHeading, unit, index, notation } of columns) {
    const cellOptions: CellReadingOptions = { ...calendar, ...notation }
    const heading = withRowUnit(columnHeading, input, unitsByReferenceId)
    const cell = cells[index] ?? null
    const field = resource.fields[heading.field]!
    if (heading.customKey) {
      const value = checkCustomValue(heading, convertCell(heading, cell, cellOptions, unit))
      if (value.issue) cellIssues.push({ path: [heading.field, heading.customKey], ...value.issue })
      const valuesByField = heading.isConvertedByWriter ? derivedValues : input
      valuesByField[heading.field] = {
        ...(valuesByField[heading.field] as object | undefined),
        [heading.customKey]: value.value,
      }
    } else if (heading.referencedResource) {
      const { ids, issues } = resolveIds(heading, cell, idsByName, cellOptions)
      cellIssues.push(...issues)
      input[heading.field] = heading.kind === 'references' ? ids : (ids[0] ?? null)
    } else {
      const value = convertCell(heading, cell, cellOptions, unit)
      if (value instanceof CellIssue)
        cellIssues.push({ path: [heading.field], code: value.code, params: { ...value.params } })
      else input[heading.field] = value ?? (field.required && !isCollection(field) ? null : getEmptyValue(field))
    }
  }
  return { input, derived: derivedValues, cellIssues }
}
/** Values that only the resource's import writer reads, by field and key; no schema of a stored field fits them. */
type DerivedValues = Readonly<Record<string, Record<string, unknown>>>
function withDerivedValues(input: Record<string, unknown>, derived: DerivedValues): Record<string, unknown> {
  const entries = Object.entries(derived)
  if (entries.length === 0) return input
  return {
    ...input,
    ...Object.fromEntries(
      entries.map(([name, derivedValues]) => [name, { ...(input[name] as object), ...derivedValues }]),
    ),
  }
}
/** True if issue `b` concerns the cell of issue `a`, or the whole field that the cell belongs to. */
const isSamePlace = (a: Issue, b: Issue) => a.path[0] === b.path[0] && (a.path[1] === b.path[1] || b.path.length === 1)
/** Problems whose message quotes the content of the cell itself or concerns the whole row. */
const CODES_WITHOUT_CELL_TEXT: ReadonlySet<IssueCode> = new Set([
  'missing',
  'unknownField',
  'columnTwice',
  'repeatsRow',
  'mayNotChange',
  'similarExists',
  'severalFound',
])
function toWorksheetIssue(
  issue: Issue,
  row: number,
  columns: readonly MatchedColumn[],
  cells: readonly CellValue[],
): WorksheetIssue {
  const fieldColumns = columns.filter((c) => c.heading.field === issue.path[0])
  const issueColumn =
    fieldColumns.find((c) => c.heading.customKey === undefined || c.heading.customKey === issue.path[1]) ??
    fieldColumns[0]
  const text =
    issueColumn && !CODES_WITHOUT_CELL_TEXT.has(issue.code)
      ? formatCellText(cells[issueColumn.index] ?? null).slice(0, 60)
      : ''
  return {
    row,
    column: issueColumn?.letters ?? '',
    header: issueColumn?.header ?? '',
    issue,
    ...(text ? { text } : {}),
  }
}
