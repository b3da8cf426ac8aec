import type { Readable } from 'node:stream'
import type { Resource } from '@/contract/resource'
import type { Translate } from '@/server/translations'
import { buildResourceColumns, type ColumnsOptions, type ResourceColumn } from './resource-columns'
import { PICK_LIST_SHEET } from './workbook-parts'
import { toColumnLetters } from './workbook-refusal'
import {
  buildColumnsXml,
  escapeXml,
  buildFrozenView,
  PLAIN_VIEW,
  CELL_STYLES,
  buildTextCell,
  buildWorkbook,
} from './build-workbook'
import { getCellFormat, buildHeaderRow, formatHeader, calculateColumnWidth } from './write-worksheet'

export interface TemplateOptions extends ColumnsOptions {
  /** True if a key has a text: fields may have a hint at `<area>:<resource>.hints.<field>`. */
  hasText?: (key: string) => boolean
  /** An example value per field, as typed; shown on the second worksheet, so that nobody imports it by mistake. */
  examples?: Readonly<Record<string, string | number>>
}
/** Number of rows that get pick lists and cell formats. */
const PREPARED_ROWS = 5_000

/**
 * Writes the empty workbook to fill in for an import: headings (required ones in red), pick lists for choices, cell
 * formats, and a second worksheet that explains every column. Texts from `contract:excel.guide.*` and
 * `contract:excel.takes.<kind>`.
 */
export function writeTemplate(resource: Resource, t: Translate, options: TemplateOptions): Readable {
  const columns = buildResourceColumns(resource, t, options).filter((c) => c.isImportable)
  const pickListColumns = columns.flatMap((column, index) => (column.options?.length ? [{ column, index }] : []))
  return buildWorkbook([
    {
      name: t(`${resource.area}:${resource.name}.name`),
      body: buildFormBody(columns, pickListColumns, PICK_LIST_SHEET, t),
    },
    { name: t('contract:excel.guide.sheet'), body: buildGuideBody(resource, columns, t, options) },
    ...(pickListColumns.length
      ? [
          {
            name: PICK_LIST_SHEET,
            isHidden: true,
            body: buildOptionsBody(pickListColumns.map((p) => p.column.options ?? [])),
          },
        ]
      : []),
  ])
}

interface PickListColumn {
  column: ResourceColumn
  index: number
}
/** Excel accepts no longer prompt titles and prompts in a data validation. */
const MAX_PROMPT_TITLE_LENGTH = 32
const MAX_PROMPT_LENGTH = 255
function buildFormBody(
  columns: readonly ResourceColumn[],
  pickListColumns: readonly PickListColumn[],
  optionsName: string,
  t: Translate,
): string {
  const requiredIndexes = new Set(columns.flatMap((c, i) => (c.isRequired ? [i] : [])))
  const validations = columns.map((column, i) => {
    const letters = toColumnLetters(i + 1)
    const sqref = `${letters}2:${letters}${PREPARED_ROWS + 1}`
    const prompt = `showInputMessage="1" promptTitle="${escapeXml(formatHeader(column).slice(0, MAX_PROMPT_TITLE_LENGTH))}" prompt="${escapeXml(buildPrompt(column, t).slice(0, MAX_PROMPT_LENGTH))}" sqref="${sqref}"`
    const pickListIndex = pickListColumns.findIndex((p) => p.index === i)
    if (pickListIndex < 0) return `<dataValidation allowBlank="1" ${prompt}/>`
    const optionsColumn = toColumnLetters(pickListIndex + 1)
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" ${prompt}><formula1>${optionsName}!$${optionsColumn}$1:$${optionsColumn}$${column.options!.length}</formula1></dataValidation>`
  })
  return (
    buildFrozenView(1) +
    buildColumnsXml(columns.map((c) => ({ width: calculateColumnWidth(c), format: getCellFormat(c) }))) +
    `<sheetData>${buildHeaderRow(columns, 1, requiredIndexes)}</sheetData><dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
  )
}
const describeAcceptedValues = (column: ResourceColumn, t: Translate) =>
  t(`contract:excel.takes.${column.kind}`, {
    unit: column.unit ?? '',
    digits: column.digits ?? 0,
    parts: column.entryDescription ?? '',
  })
const buildPrompt = (column: ResourceColumn, t: Translate) =>
  [describeAcceptedValues(column, t), column.isRequired && t('contract:excel.guide.mustFill'), column.hint]
    .filter(Boolean)
    .join(' ')

function buildGuideBody(
  resource: Resource,
  columns: readonly ResourceColumn[],
  t: Translate,
  options: TemplateOptions,
): string {
  const headings = ['column', 'required', 'takes', 'options', 'unit', 'example', 'hint'].map((head) =>
    t(`contract:excel.guide.${head}`),
  )
  const rows = columns.map((c) => {
    const hintKey = `${resource.area}:${resource.name}.hints.${c.field}`
    return [
      formatHeader(c),
      t(c.isRequired ? 'contract:excel.yes' : 'contract:excel.no'),
      describeAcceptedValues(c, t),
      (c.options ?? []).join(' / '),
      c.unit ?? '',
      String(options.examples?.[c.customKey ?? c.field] ?? ''),
      c.hint ?? (options.hasText?.(hintKey) ? t(hintKey) : ''),
    ]
  })
  return (
    PLAIN_VIEW +
    buildColumnsXml([24, 10, 44, 44, 10, 20, 50].map((width) => ({ width }))) +
    `<sheetData>${buildTextRow(1, headings, CELL_STYLES.header)}${rows.map((row, i) => buildTextRow(i + 2, row, CELL_STYLES.wrapped)).join('')}</sheetData>`
  )
}
function buildOptionsBody(lists: readonly (readonly string[])[]): string {
  const rowCount = Math.max(...lists.map((list) => list.length))
  const rows = Array.from({ length: rowCount }, (_, i) =>
    buildTextRow(
      i + 1,
      lists.map((list) => list[i] ?? ''),
      CELL_STYLES.text,
    ),
  )
  return `${PLAIN_VIEW}<sheetData>${rows.join('')}</sheetData>`
}
const buildTextRow = (row: number, values: readonly string[], format: number) =>
  `<row r="${row}">${values.map((v, i) => (v === '' ? '' : buildTextCell(`${toColumnLetters(i + 1)}${row}`, v, format))).join('')}</row>`
