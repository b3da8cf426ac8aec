/**
 * Reports: which columns of an endpoint's answer form a table. The app's tables and cards, the workbook, and the API
 * documents are derived from one definition. Kind, unit, digits and visibility of a column come from its field.
 */
import {
  defineEndpoint,
  fileOutput,
  XLSX_MIME,
  type Access,
  type ApiRoute,
  type Endpoint,
  type Output,
} from './endpoint'
import type { Fields } from './field'

/** Settings of a column that differ from the defaults given by its field. */
export interface ReportColumn<Name extends string = string> {
  readonly field: Name
  /**
   * Key of the heading, with fields of the answer in braces, such as `stock:inputOptions.by.{by}`; default: the name of
   * the metric, or `<area>:answers.<field>`.
   */
  readonly labelKey?: string
  /** Unit, with fields of the answer in braces, such as `{unit}/kg`; default: the unit of the field. */
  readonly unit?: string
  /** Decimals on screen, at most those of the field; default: by unit. Workbooks contain all decimals. */
  readonly decimals?: number
  /** Field of the row with the unit of the number, if rows differ in unit. */
  readonly unitField?: Name
  /** Displayed only on screen, or only in the workbook. */
  readonly only?: ReportTarget
}
export type ReportTarget = 'screen' | 'workbook'
/** Totals of a column: an answer field, or several that are added. */
type TotalSource = string | readonly string[]

/** Refers to the whole answer in an option that otherwise names one field of the answer. */
export const WHOLE_ANSWER = ''

interface TableOptions<RowsField extends string, Name extends string> {
  /** Answer field with the rows; `WHOLE_ANSWER` if the answer is the list itself. */
  readonly rows: RowsField
  /** Columns in order. The first one names the row. */
  readonly columns?: readonly (Name | ReportColumn<Name>)[]
  /** Answer field that lists columns to be displayed before `columns`, for reports grouped by selectable keys. */
  readonly keyColumns?: string
  /** Columns by group key, for keys that are not named like their column. */
  readonly columnByKey?: Readonly<Record<string, Name>>
  /** Answer field that lists columns to be displayed after `columns`, for reports with selectable metrics. */
  readonly metricColumns?: string
  /**
   * Answer field with the totals as a list of one row. `WHOLE_ANSWER` if the answer itself has a total for each column. An
   * object names the source of the total for each column.
   */
  readonly totals?: string | Readonly<Partial<Record<Name, TotalSource>>>
  /** Key of the table's title; default: the title of the report. */
  readonly titleKey?: string
  /** Displayed only on screen, or only in the workbook. */
  readonly only?: ReportTarget
}
type ListNames<Out> = { [K in keyof Out & string]: Out[K] extends readonly object[] ? K : never }[keyof Out & string]
type AnswerTableOptions<Out> = Out extends readonly (infer Row)[]
  ? TableOptions<typeof WHOLE_ANSWER, keyof Row & string>
  : {
      [K in ListNames<Out>]: Out[K] extends readonly (infer Row)[] ? TableOptions<K, keyof Row & string> : never
    }[ListNames<Out>]

/** Options of `defineReport`. */
export interface ReportOptions<In, Out> {
  /** Key of the title, which also names the workbook. */
  readonly titleKey: string
  /** Tables in order; each becomes a worksheet. */
  readonly tables: readonly AnswerTableOptions<Out>[]
  /** Prefix of the texts of options, `<area>:<prefix>.<field>.<option>`; default `answerOptions`. */
  readonly optionTexts?: string
  /** Column of the first table that is drawn as bars above it. */
  readonly chartColumn?: string
  /** Key of the question that the chart answers; default: the title. */
  readonly chartQuestionKey?: string
  /** Key of the note on the closed months of the answer. The default note says that corrections do not change them. */
  readonly closedMonthsKey?: string
  /** Resources whose changes make the answer outdated. */
  readonly resources: readonly string[]
  /** The endpoint that answers the workbook: an existing one, or the name, routes and access of a new one. */
  readonly workbook?: Endpoint<NoInfer<In>, Blob> | { name: string; routes: ApiRoute; access: Access }
  /** Who may download the workbook; default: everyone who may call the endpoint of the workbook. */
  readonly exportAccess?: Access
}
/** A table of a report with the fields of its rows. */
export interface ReportTableDefinition extends TableOptions<string, string> {
  readonly fields: Fields
}
/** An endpoint together with the tables and the workbook of its answer. */
export interface Report<In = never, Out = unknown> extends Omit<
  ReportOptions<In, Out>,
  'tables' | 'workbook' | 'optionTexts' | 'exportAccess'
> {
  readonly endpoint: Endpoint<In, Out>
  readonly tables: readonly ReportTableDefinition[]
  readonly optionTexts: string
  readonly workbook: Endpoint<In, Blob> | null
  readonly exportAccess: Access
}

/**
 * Defines a report on an endpoint.
 * @throws Error if a column is not a field of the answer
 */
export function defineReport<In, Out>(endpoint: Endpoint<In, Out>, options: ReportOptions<In, Out>): Report<In, Out> {
  const { workbook } = options
  return {
    ...options,
    endpoint,
    tables: (options.tables as readonly TableOptions<string, string>[]).map((table) => ({
      ...table,
      fields: findRowFields(endpoint, table.rows),
    })),
    optionTexts: options.optionTexts ?? 'answerOptions',
    workbook: !workbook ? null : 'output' in workbook ? workbook : defineWorkbookEndpoint(endpoint, workbook),
    exportAccess: options.exportAccess ?? workbook?.access ?? endpoint.access,
  }
}
/** Returns the endpoints of a report, for the contract of its area. */
export const getReportEndpoints = ({
  endpoint,
  workbook,
}: {
  readonly endpoint: Endpoint
  readonly workbook: Endpoint | null
}): readonly Endpoint[] => (workbook ? [endpoint, workbook] : [endpoint])
/** Inputs that a workbook does not need: it contains all rows. */
const PAGING_INPUTS = new Set(['page', 'size', 'format'])
/** Defines the endpoint of the workbook with the inputs of the report, except paging and format. */
function defineWorkbookEndpoint<In>(
  endpoint: Endpoint<In>,
  { name, routes, access }: { name: string; routes: ApiRoute; access: Access },
): Endpoint<In, Blob> {
  const input = Object.fromEntries(Object.entries(endpoint.input).filter(([field]) => !PAGING_INPUTS.has(field)))
  return defineEndpoint(name, {
    area: endpoint.area,
    routes,
    access,
    effect: 'read',
    ...(endpoint.mayLag ? { mayLag: true } : {}),
    input,
    output: fileOutput(XLSX_MIME),
  }) as Endpoint<In, Blob>
}
function findRowFields({ name, output }: Pick<Endpoint, 'name' | 'output'>, rowsField: string): Fields {
  if (rowsField === WHOLE_ANSWER || output.shape === 'page') return output.fields
  const field = output.fields[rowsField]
  if (field?.kind !== 'list') throw new Error(`${name} does not answer a list ${rowsField}`)
  return field.of
}

export type ReportInput<R> = R extends { readonly endpoint: Endpoint<infer In> } ? In : never
export type ReportAnswer<R> = R extends { readonly endpoint: { readonly output: Output<infer Out> } } ? Out : never

/** A row of a report, or its whole answer, without the types of the fields. */
export type ReportRow = Readonly<Record<string, unknown>>

/** A table of one answer: its columns and rows, and the totals if there are any. */
export interface ReportTableContent {
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly ReportRow[]
  readonly totals: ReportRow | null
}
/**
 * Reads a table out of an answer.
 * @param target screen or workbook; columns of the other target are left out
 */
export function readReportTable(
  table: ReportTableDefinition,
  answer: unknown,
  target: ReportTarget,
): ReportTableContent {
  const answerFields = answer as ReportRow
  const readNames = (field: string | undefined) => (field ? (answerFields[field] as readonly string[]) : [])
  const columns = [
    ...readNames(table.keyColumns).map((key) => table.columnByKey?.[key] ?? key),
    ...(table.columns ?? []),
    ...readNames(table.metricColumns),
  ]
    .map((column) => (typeof column === 'string' ? { field: column } : fillInAnswerFields(column, answerFields)))
    .filter(({ field, only }) => table.fields[field] && (only ?? target) === target)
  const rows = (table.rows === WHOLE_ANSWER ? answer : answerFields[table.rows]) as readonly ReportRow[]
  return { columns, rows, totals: readTotals(table, answerFields) }
}
/** Reads the tables of a target out of an answer. */
export const readReportTables = (
  { tables }: { readonly tables: readonly ReportTableDefinition[] },
  answer: unknown,
  target: ReportTarget,
): { table: ReportTableDefinition; content: ReportTableContent }[] =>
  tables
    .filter(({ only }) => (only ?? target) === target)
    .map((table) => ({ table, content: readReportTable(table, answer, target) }))
/** Replaces the names in braces of a column by the fields of the answer. */
function fillInAnswerFields({ labelKey, unit, ...column }: ReportColumn, answer: ReportRow): ReportColumn {
  const fillIn = (template: string) => template.replace(/\{(\w+)\}/g, (_, name: string) => String(answer[name] ?? ''))
  return {
    ...column,
    ...(labelKey === undefined ? {} : { labelKey: fillIn(labelKey) }),
    ...(unit === undefined ? {} : { unit: fillIn(unit) }),
  }
}
function readTotals({ totals }: ReportTableDefinition, answer: ReportRow): ReportRow | null {
  if (totals === undefined) return null
  if (totals === WHOLE_ANSWER) return answer
  if (typeof totals === 'string') return (answer[totals] as readonly ReportRow[])[0] ?? null
  return Object.fromEntries(
    Object.entries(totals).map(([column, source]) => [column, sumAnswerFields(answer, [source ?? []].flat())]),
  )
}
/** Sums answer fields; null if one of them is unknown. Rounding to millionths removes binary rounding errors. */
function sumAnswerFields(answer: ReportRow, names: readonly string[]): number | null {
  const values = names.map((name) => answer[name])
  if (!values.every((value): value is number => typeof value === 'number')) return null
  return Math.round(values.reduce((sum, value) => sum + value, 0) * 1e6) / 1e6
}

/**
 * Returns the closed months of an answer: the months that it lists, those of its rows, and its own month if that is
 * closed or its amounts are frozen.
 */
export function findClosedMonths(answer: unknown): readonly string[] {
  if (answer === null || typeof answer !== 'object') return []
  if (Array.isArray(answer)) return [...new Set(answer.flatMap(findClosedMonths))].sort()
  const { closedMonths, closed, frozen, month } = answer as ReportRow
  if (Array.isArray(closedMonths)) return closedMonths as readonly string[]
  return (closed === true || frozen === true) && typeof month === 'string' ? [month] : []
}
