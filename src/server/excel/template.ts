import type { Readable } from 'node:stream'
import type { Resource } from '@/contract/resource'
import type { Translate } from '@/server/words'
import { columnsOf, type ColumnsOptions, type ResourceColumn } from './columns'
import { columnLetters } from './refusal'
import { colsXml, escapeXml, frozenTop, plainView, style, textCell, workbook } from './workbook'
import { formatOf, headerRow, headerText, widthOf } from './write'

export interface TemplateOptions extends ColumnsOptions {
  /** True if a key has a text: fields may have a hint at `<area>:<resource>.hints.<field>`. */
  has?: (key: string) => boolean
  /** An example value per field, as typed; shown on the second worksheet, so that nobody imports it by mistake. */
  examples?: Readonly<Record<string, string | number>>
}
/** Rows that get a pick list and the right cell format. */
const PREPARED_ROWS = 5_000

/**
 * Writes the empty workbook to fill in for an import: headings (required ones in red), pick lists for choices, cell
 * formats, and a second worksheet that explains every column. Texts from `contract:excel.guide.*` and
 * `contract:excel.takes.<kind>`.
 */
export function writeTemplate(resource: Resource, t: Translate, options: TemplateOptions): Readable {
  const columns = columnsOf(resource, t, options).filter((c) => c.importable)
  const pickers = columns.flatMap((column, index) => (column.options?.length ? [{ column, index }] : []))
  const optionsName = 'options'
  return workbook([
    { name: t(`${resource.area}:${resource.name}.name`), body: formBody(columns, pickers, optionsName, t) },
    { name: t('contract:excel.guide.sheet'), body: guideBody(resource, columns, t, options) },
    ...(pickers.length
      ? [{ name: optionsName, hidden: true, body: optionsBody(pickers.map((p) => p.column.options ?? [])) }]
      : []),
  ])
}

interface Picker {
  column: ResourceColumn
  index: number
}
function formBody(
  columns: readonly ResourceColumn[],
  pickers: readonly Picker[],
  optionsName: string,
  t: Translate,
): string {
  const required = new Set(columns.flatMap((c, i) => (c.required ? [i] : [])))
  const rules = columns.map((column, i) => {
    const at = columnLetters(i + 1)
    const sqref = `${at}2:${at}${PREPARED_ROWS + 1}`
    const prompt = `showInputMessage="1" promptTitle="${escapeXml(headerText(column).slice(0, 32))}" prompt="${escapeXml(promptOf(column, t).slice(0, 255))}" sqref="${sqref}"`
    const picker = pickers.findIndex((p) => p.index === i)
    if (picker < 0) return `<dataValidation allowBlank="1" ${prompt}/>`
    const from = columnLetters(picker + 1)
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" ${prompt}><formula1>${optionsName}!$${from}$1:$${from}$${column.options!.length}</formula1></dataValidation>`
  })
  return (
    frozenTop +
    colsXml(columns.map((c) => ({ width: widthOf(c), format: formatOf(c) }))) +
    `<sheetData>${headerRow(columns, required)}</sheetData><dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
  )
}
const takes = (column: ResourceColumn, t: Translate) =>
  t(`contract:excel.takes.${column.kind}`, {
    unit: column.unit ?? '',
    digits: column.digits ?? 0,
    parts: column.parts ?? '',
  })
const promptOf = (column: ResourceColumn, t: Translate) =>
  `${takes(column, t)}${column.required ? ` ${t('contract:excel.guide.mustFill')}` : ''}`

function guideBody(
  resource: Resource,
  columns: readonly ResourceColumn[],
  t: Translate,
  options: TemplateOptions,
): string {
  const heads = ['column', 'required', 'takes', 'options', 'unit', 'example', 'hint'].map((head) =>
    t(`contract:excel.guide.${head}`),
  )
  const rows = columns.map((c) => {
    const hint = `${resource.area}:${resource.name}.hints.${c.field}`
    return [
      headerText(c),
      t(c.required ? 'contract:excel.yes' : 'contract:excel.no'),
      takes(c, t),
      (c.options ?? []).join(' / '),
      c.unit ?? '',
      String(options.examples?.[c.customKey ?? c.field] ?? ''),
      options.has?.(hint) ? t(hint) : '',
    ]
  })
  return (
    plainView +
    colsXml([24, 10, 44, 44, 10, 20, 50].map((width) => ({ width }))) +
    `<sheetData>${textRow(1, heads, style.header)}${rows.map((row, i) => textRow(i + 2, row, style.wrapped)).join('')}</sheetData>`
  )
}
function optionsBody(lists: readonly (readonly string[])[]): string {
  const longest = Math.max(...lists.map((list) => list.length))
  const rows = Array.from({ length: longest }, (_, i) =>
    textRow(
      i + 1,
      lists.map((list) => list[i] ?? ''),
      style.text,
    ),
  )
  return `${plainView}<sheetData>${rows.join('')}</sheetData>`
}
const textRow = (row: number, values: readonly string[], format: number) =>
  `<row r="${row}">${values.map((v, i) => (v === '' ? '' : textCell(`${columnLetters(i + 1)}${row}`, v, format))).join('')}</row>`
