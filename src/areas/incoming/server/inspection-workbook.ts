/** Inspections in Excel: one row per lot, one column per item of the standards in force and per custom field. */
import { detectNumberDecimals } from '@/contract/decimal-sign'
import { errno, refuse, Refusal } from '@/contract/errno'
import type { CustomValues } from '@/contract/field'
import { isSameValue } from '@/contract/merge-edits'
import type { Row } from '@/contract/resource'
import type { CellValue } from '@/contract/worksheet-cell'
import { findRowName } from '@/plant/server/plant'
import { loadNames } from '@/server/crud/refs'
import { materialLot } from '@/areas/feeding/contract/material'
import { listMaterialStandards } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { importWorkbook, type ImportWriter } from '@/server/crud/import-workbook'
import { exportWorkbook, type AppContext } from '@/server/crud/operations'
import { normalizeForComparison } from '@/server/excel/cell-values'
import type { Worksheet } from '@/server/excel/read-workbook'
import type { CustomFieldColumn } from '@/server/excel/resource-columns'
import { formatHeader } from '@/server/excel/write-worksheet'
import { materialInspection } from '../contract/material-inspection'
import { materialInspectionLifecycle } from '../rules/material-inspection'
import {
  explainReadings,
  hasAmbiguousComma,
  hasAmbiguousSpace,
  parseReadings,
  normalizeReadingText,
  formatReadings,
  type VerdictWords,
} from '../rules/parse-readings'
import { listLotInspections } from './prepare-inspection'
import { listAllFieldDefinitions } from './custom-fields'
import { recordHandler, startHandler } from './inspections'
import { handle } from '@/server/area'

type InspectionRow = Row<typeof materialInspection>
type NamedItem = Pick<InspectionRow['items'][number], 'name' | 'unit'>
const ITEM_PREFIX = 'item:'
/** Returns the column key of an item. Items of the same name and unit share a column across materials. */
const toItemKey = ({ name, unit }: NamedItem): string => `${ITEM_PREFIX}${name} ${unit ?? ''}`.trim()
const isItemKey = (key: string): boolean => key.startsWith(ITEM_PREFIX)

const { of: customResource } = materialInspection.fields.extra
type FieldDefinition = Awaited<ReturnType<typeof listAllFieldDefinitions>>[number]
interface InspectionColumns {
  readonly columns: CustomFieldColumn[]
  /** Column of each field definition. Materials share a column if their definitions of a field are the same. */
  readonly columnKeyById: ReadonlyMap<string, string>
  readonly definitions: readonly FieldDefinition[]
}
/** Loads the columns of items and custom fields, each with the materials that it is for. */
async function loadInspectionColumns(ctx: Context): Promise<InspectionColumns> {
  const [standards, definitions] = await Promise.all([listMaterialStandards(ctx), listAllFieldDefinitions(ctx)])
  const materialNames = await loadNames(ctx, 'material', [
    ...new Set([...standards, ...definitions].map(({ materialId }) => materialId)),
  ])
  const columns = new Map<string, CustomFieldColumn>()
  const namesByKey = new Map<string, Set<string>>()
  const addColumn = (column: CustomFieldColumn, materialId: string) => {
    if (!columns.has(column.key)) columns.set(column.key, column)
    namesByKey.set(column.key, (namesByKey.get(column.key) ?? new Set()).add(materialNames[materialId] ?? materialId))
  }
  for (const { materialId, items } of standards)
    for (const { name, nameEn, unit } of items)
      addColumn(
        {
          of: customResource,
          key: toItemKey({ name: name ?? '', unit }),
          kind: 'text',
          labelZh: name ?? '',
          labelEn: nameEn ?? name ?? '',
          unit,
          isConvertedByWriter: true,
        },
        materialId,
      )
  const columnKeyById = new Map<string, string>()
  // Definitions with the same key but a different meaning get a numbered column each.
  const meaningsByKey = new Map<string, string[]>()
  for (const definition of definitions) {
    const { key, kind, unit, labelZh, labelEn, choices } = definition
    const meanings = meaningsByKey.get(key) ?? []
    const meaning = JSON.stringify([kind, unit, labelZh, labelEn, choices])
    if (!meanings.includes(meaning)) meanings.push(meaning)
    meaningsByKey.set(key, meanings)
    const number = meanings.indexOf(meaning) + 1
    const columnKey = number === 1 ? key : `${key}#${number}`
    columnKeyById.set(definition.id, columnKey)
    addColumn({ ...definition, key: columnKey, of: customResource, mandatory: false }, definition.materialId)
  }
  const addHint = (column: CustomFieldColumn): CustomFieldColumn => ({
    ...column,
    hint: ctx.t('incoming:sheet.onlyFor', { materials: joinNames(ctx, namesByKey.get(column.key)) }),
  })
  return { columns: [...columns.values()].map(addHint), columnKeyById, definitions }
}
const joinNames = ({ language }: Context, names: Iterable<string> = []): string =>
  [...names].join(language === 'zh' ? '、' : ', ')
/** Lists the columns of items and custom fields without duplicates; empty for other resources. */
export const listInspectionColumns = async (ctx: Context, resource: string): Promise<CustomFieldColumn[]> =>
  resource === materialInspection.name ? (await loadInspectionColumns(ctx)).columns : []

/** GET /quality/cm_export: readings appear in the columns of their items. */
export const exportInspections = handle(materialInspection.endpoints.export, async (ctx, input) => {
  const addItemColumns = createItemColumnAdder(ctx, await loadInspectionColumns(ctx))
  return exportWorkbook(ctx, materialInspection, input, { mapRows: (rows) => rows.map(addItemColumns) })
})
/** Creates a function that adds the columns of items and custom fields to a row, as workbooks show them. */
function createItemColumnAdder(ctx: Context, { definitions, columnKeyById }: InspectionColumns) {
  const verdictWords = { ok: ctx.t('incoming:sheet.ok'), notOk: ctx.t('incoming:sheet.notOk') }
  return (row: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    // `exportWorkbook` and `importWorkbook` pass rows as untyped records.
    const { items, readings, extra, materialId } = row as unknown as InspectionRow
    const fieldValues = definitions
      .filter((definition) => definition.materialId === materialId)
      .map(({ id, key }) => [columnKeyById.get(id), extra[key] ?? null])
    const readingsByItem = items.map((item, i) => [toItemKey(item), formatReadings(readings, i, verdictWords)])
    return { ...row, extra: Object.fromEntries([...fieldValues, ...readingsByItem]) }
  }
}

interface ImportLine extends Record<string, unknown> {
  lotId: string
  inspectedOn?: string | null
  extra?: CustomValues
}
/** POST /quality/cm_excel: starts the inspection of a lot, or adds readings to its open inspection. */
export const importInspections = handle(materialInspection.endpoints.import, async (ctx, input) => {
  const worksheet = input.file.map((id) => ctx.formParts.get(id)).find(Boolean)?.worksheet
  const inspectionColumns = await loadInspectionColumns(ctx)
  const decimals = worksheet && detectNumberDecimals(listReadingCells(worksheet, inspectionColumns), worksheet)
  const writer = createImportWriter(ctx, {
    ...inspectionColumns,
    verdictWords: getVerdictWords(ctx as AppContext),
    ...(decimals ? { decimals } : {}),
  })
  return importWorkbook(ctx as AppContext, materialInspection, input, writer)
})
/** Lists the cells in the columns of items. */
function listReadingCells({ header, rows }: Worksheet, { columns }: InspectionColumns): CellValue[] {
  const itemLabels = columns
    .filter(({ isConvertedByWriter }) => isConvertedByWriter)
    .flatMap(({ labelZh, labelEn }) => [normalizeForComparison(labelZh), normalizeForComparison(labelEn)])
  const isItem = (heading: string) => itemLabels.some((label) => normalizeForComparison(heading).startsWith(label))
  return rows.flatMap((cells) => cells.filter((_, i) => isItem(header[i] ?? '')))
}
/** Columns and words that are needed to parse the cells of an import. */
interface ReadingContext extends InspectionColumns {
  readonly verdictWords: VerdictWords
  /** Decimal sign of the readings. */
  readonly decimals?: 'comma' | 'unclear'
}

/** Returns the words for a verdict in both languages, in lower case. */
function getVerdictWords({ app: { translations } }: AppContext): VerdictWords {
  const splitWords = (key: string) =>
    [translations.t('zh'), translations.t('en')].flatMap((t) =>
      t(`incoming:sheet.${key}`).normalize('NFKC').toLowerCase().split(';'),
    )
  return { ok: splitWords('okWords'), notOk: splitWords('notOkWords') }
}
const refuseCell = (key: string, columnKey: string, params: Record<string, string | number>): Refusal =>
  new Refusal(errno.message, key, { params, issues: [{ path: ['extra', columnKey], code: 'notAllowed' }] })
const getColumnLabel = ({ language }: Context, { columns }: InspectionColumns, key: string): string => {
  const column = columns.find((candidate) => candidate.key === key)
  return column
    ? formatHeader({ header: language === 'zh' ? column.labelZh : column.labelEn, ...toUnitOption(column) })
    : key
}
const toUnitOption = ({ unit }: CustomFieldColumn) => (unit ? { unit } : {})
const createImportWriter = (importCtx: Context, readingContext: ReadingContext): ImportWriter => ({
  toWorkbookRow: createItemColumnAdder(importCtx, readingContext),
  prepare: (input) => {
    const { verdictWords, decimals, columns } = readingContext
    const { extra = {} } = input as ImportLine
    // This step only checks that the cells can be parsed, so the item index does not matter.
    for (const [key, cellText] of Object.entries(extra))
      if (isItemKey(key) && cellText !== null) {
        const params = { item: getColumnLabel(importCtx, readingContext, key), text: String(cellText).slice(0, 80) }
        const text = normalizeReadingText(String(cellText), columns.find((column) => column.key === key)?.unit)
        if (hasAmbiguousComma(text)) throw refuseCell('incoming:refusals.ambiguousReadings', key, params)
        if (hasAmbiguousSpace(text)) throw refuseCell('incoming:refusals.ambiguousSpace', key, params)
        if (parseReadings(text, 0, verdictWords, decimals) !== null) {
          extra[key] = text
          continue
        }
        const problem = explainReadings(text, decimals)
        const reason = importCtx.t(
          problem === 'notNumber' ? 'incoming:refusals.readingForms' : `contract:errors.issue.${problem}`,
        )
        throw refuseCell('incoming:refusals.notReadings', key, {
          ...params,
          reason: importCtx.t('contract:excel.then') + reason,
        })
      }
  },
  insert: async (ctx, input) => {
    const { lineWithoutItems, itemTexts } = await splitLine(ctx, readingContext, input as ImportLine)
    const row = (await startHandler.run(ctx, lineWithoutItems)) as InspectionRow
    return recordItemReadings(ctx, row, {}, itemTexts, readingContext)
  },
  update: async (ctx, _id, input) => {
    const { lineWithoutItems, itemTexts } = await splitLine(ctx, readingContext, input as ImportLine)
    const inspections = await listLotInspections(ctx, lineWithoutItems.lotId)
    const openInspection = inspections.find(({ state }) => state === materialInspectionLifecycle.initial)
    const unchangedInspections = inspections.filter((row) =>
      isUnchanged(row, lineWithoutItems, itemTexts, readingContext),
    )
    // A line that contains only stored values may belong to an earlier inspection of the lot. While an inspection is
    // open, the line must also have the date of the earlier inspection.
    const [unchangedInspection] = unchangedInspections.filter(
      (row) =>
        !openInspection ||
        row === openInspection ||
        (lineWithoutItems.inspectedOn && row.inspectedOn === lineWithoutItems.inspectedOn),
    )
    if (unchangedInspection) return unchangedInspection
    const latestInspection = openInspection ?? inspections[0]
    if (!openInspection)
      throw refuse('incoming:refusals.importDecided', {
        lot: await findRowName(ctx, 'materialLot', lineWithoutItems.lotId),
        number: latestInspection?.number ?? '',
      })
    const { lotId: _lotId, ...patch } = lineWithoutItems
    return recordItemReadings(ctx, openInspection, patch, itemTexts, readingContext)
  },
})
/** Words for verdicts when two lists of readings are compared as text. */
const COMPARISON_WORDS = { ok: 'ok', notOk: 'notOk' }
/** True if an imported line contains only values that are stored already. */
function isUnchanged(
  row: InspectionRow,
  { extra = {}, ...fields }: ImportLine,
  itemTexts: readonly [key: string, text: string][],
  { verdictWords, decimals }: ReadingContext,
): boolean {
  const storedValues: Readonly<Record<string, unknown>> = row
  return (
    Object.entries(fields).every(([name, value]) => isSameValue(value ?? null, storedValues[name] ?? null)) &&
    Object.entries(extra).every(([key, value]) => isSameValue(value, row.extra[key] ?? null)) &&
    itemTexts.every(([key, text]) => {
      const itemIndex = row.items.findIndex((item) => toItemKey(item) === key)
      // Compares as cell text, because the cells do not contain sample numbers.
      const parsedReadings = parseReadings(text, itemIndex, verdictWords, decimals)
      return (
        itemIndex >= 0 &&
        parsedReadings !== null &&
        formatReadings(parsedReadings, itemIndex, COMPARISON_WORDS) ===
          formatReadings(row.readings, itemIndex, COMPARISON_WORDS)
      )
    })
  )
}
/** Separates the item columns from the other values of a line, and finds the custom fields of its material. */
async function splitLine(
  ctx: Context,
  readingContext: ReadingContext,
  input: ImportLine,
): Promise<{ lineWithoutItems: ImportLine; itemTexts: [key: string, text: string][] }> {
  const cells = Object.entries(input.extra ?? {}).filter(([, value]) => value !== null)
  const fieldCells = cells.filter(([key]) => !isItemKey(key))
  return {
    lineWithoutItems: { ...input, extra: await toFieldValues(ctx, readingContext, input.lotId, fieldCells) },
    itemTexts: cells.flatMap(([key, text]) => (isItemKey(key) ? [[key, String(text)] as [string, string]] : [])),
  }
}
/**
 * Maps the cells of custom fields from column keys to field keys.
 * @throws a refusal if the custom field of a column belongs to another material than that of the lot
 */
async function toFieldValues(
  ctx: Context,
  readingContext: ReadingContext,
  lotId: string,
  fieldCells: readonly (readonly [columnKey: string, value: CustomValues[string]])[],
): Promise<CustomValues> {
  if (fieldCells.length === 0) return {}
  const { definitions, columnKeyById, columns } = readingContext
  const { materialId } = await ctx.rows.get(materialLot, lotId)
  const values = fieldCells.map(async ([columnKey, value]) => {
    const definition = definitions.find(
      (candidate) => candidate.materialId === materialId && columnKeyById.get(candidate.id) === columnKey,
    )
    if (definition) return [definition.key, value] as const
    throw refuseCell('incoming:refusals.fieldOfOtherMaterial', columnKey, {
      field: getColumnLabel(ctx, readingContext, columnKey),
      lot: await findRowName(ctx, 'materialLot', lotId),
      material: await findRowName(ctx, 'material', materialId),
      hint: columns.find(({ key }) => key === columnKey)?.hint ?? '',
    })
  })
  return Object.fromEntries(await Promise.all(values))
}
/** Records the imported readings. They replace the stored readings of the same items. */
async function recordItemReadings(
  ctx: Context,
  row: InspectionRow,
  patch: object,
  itemTexts: readonly [key: string, text: string][],
  readingContext: ReadingContext,
): Promise<InspectionRow> {
  const { verdictWords, decimals, columns } = readingContext
  const parsedItems = itemTexts.map(([key, text]) => {
    const itemIndex = row.items.findIndex((item) => toItemKey(item) === key)
    if (itemIndex < 0)
      throw refuseCell('incoming:refusals.noSuchItem', key, {
        item: getColumnLabel(ctx, readingContext, key),
        standard: row.standardCode ?? '',
        hint: columns.find((column) => column.key === key)?.hint ?? '',
      })
    return { itemIndex, readings: parseReadings(text, itemIndex, verdictWords, decimals) ?? [] }
  })
  if (parsedItems.length === 0 && Object.keys(patch).length === 0) return row
  const replacedItems = new Set(parsedItems.map(({ itemIndex }) => itemIndex))
  const readings = [
    ...row.readings.filter(({ item }) => !replacedItems.has(item)),
    ...parsedItems.flatMap((parsedItem) => parsedItem.readings),
  ].sort((a, b) => a.item - b.item)
  return (await recordHandler.run(ctx, {
    ...patch,
    id: row.id,
    ...(parsedItems.length ? { readings } : {}),
  })) as InspectionRow
}
