/** Inspections in Excel: one row per lot, one column per item of the standards in force and per custom field. */
import { refuse } from '@/contract/errno'
import type { CustomValues } from '@/contract/field'
import { isSameValue } from '@/contract/merge-edits'
import type { Row } from '@/contract/resource'
import { findRowName } from '@/plant/server/plant'
import { listMaterialStandards } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { importWorkbook, type ImportWriter } from '@/server/crud/import-workbook'
import { exportWorkbook, type AppContext } from '@/server/crud/operations'
import type { CustomFieldColumn } from '@/server/excel/resource-columns'
import { materialInspection } from '../contract/material-inspection'
import { materialInspectionLifecycle } from '../rules/material-inspection'
import { hasAmbiguousComma, parseReadings, formatReadings, type VerdictWords } from '../rules/parse-readings'
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
/** Lists the columns of items and custom fields without duplicates; empty for other resources. */
export async function listInspectionColumns(ctx: Context, resource: string): Promise<CustomFieldColumn[]> {
  if (resource !== materialInspection.name) return []
  const standards = await listMaterialStandards(ctx)
  const itemColumns = standards
    .flatMap((definition) => definition.items)
    .map((item): CustomFieldColumn => ({
      of: customResource,
      key: toItemKey({ name: item.name ?? '', unit: item.unit }),
      kind: 'text',
      labelZh: item.name ?? '',
      labelEn: item.nameEn ?? item.name ?? '',
      unit: item.unit,
      isDerived: true,
    }))
  const plantColumns = (await listAllFieldDefinitions(ctx)).map((definition): CustomFieldColumn => ({
    ...definition,
    of: customResource,
    mandatory: false,
  }))
  return [...new Map([...itemColumns, ...plantColumns].map((column) => [column.key, column])).values()]
}

/** GET /quality/cm_export: readings appear in the columns of their items. */
export const exportInspections = handle(materialInspection.endpoints.export, (ctx, input) => {
  const verdictWords = { ok: ctx.t('incoming:sheet.ok'), notOk: ctx.t('incoming:sheet.notOk') }
  const addItemColumns = (row: Readonly<Record<string, unknown>>) => {
    // The kit passes rows as untyped records.
    const { items, readings, extra } = row as unknown as InspectionRow
    const readingsByItem = items.map((item, i) => [toItemKey(item), formatReadings(readings, i, verdictWords)])
    return { ...row, extra: { ...extra, ...Object.fromEntries(readingsByItem) } }
  }
  return exportWorkbook(ctx, materialInspection, input, { mapRows: (rows) => rows.map(addItemColumns) })
})

interface ImportLine extends Record<string, unknown> {
  lotId: string
  inspectedOn?: string | null
  extra?: CustomValues
}
/** POST /quality/cm_excel: starts the inspection of a lot, or adds readings to its open inspection. */
export const importInspections = handle(materialInspection.endpoints.import, (ctx, input) =>
  importWorkbook(ctx as AppContext, materialInspection, input, createImportWriter(getVerdictWords(ctx as AppContext))),
)

/** Returns the words for a verdict in both languages, in lower case. */
function getVerdictWords({ app: { translations } }: AppContext): VerdictWords {
  const splitWords = (key: string) =>
    [translations.t('zh'), translations.t('en')].flatMap((t) =>
      t(`incoming:sheet.${key}`).normalize('NFKC').toLowerCase().split(';'),
    )
  return { ok: splitWords('okWords'), notOk: splitWords('notOkWords') }
}
const createImportWriter = (verdictWords: VerdictWords): ImportWriter => ({
  prepare: (input) => {
    // Only checks that the cells are readable, so any item index will do.
    for (const [key, text] of Object.entries((input as ImportLine).extra ?? {}))
      if (isItemKey(key) && text !== null) {
        const params = { item: key.slice(ITEM_PREFIX.length), text: String(text).slice(0, 80) }
        if (hasAmbiguousComma(String(text))) throw refuse('incoming:refusals.ambiguousReadings', params)
        if (parseReadings(String(text), 0, verdictWords) === null) throw refuse('incoming:refusals.notReadings', params)
      }
  },
  insert: async (ctx, input) => {
    const { lineWithoutItems, itemTexts } = splitLine(input as ImportLine)
    const row = (await startHandler.run(ctx, lineWithoutItems)) as InspectionRow
    return recordItemReadings(ctx, row, {}, itemTexts, verdictWords)
  },
  update: async (ctx, _id, input) => {
    const { lineWithoutItems, itemTexts } = splitLine(input as ImportLine)
    const inspections = await listLotInspections(ctx, lineWithoutItems.lotId)
    const openInspection = inspections.find(({ state }) => state === materialInspectionLifecycle.initial)
    const unchangedInspections = inspections.filter((row) =>
      isUnchanged(row, lineWithoutItems, itemTexts, verdictWords),
    )
    // A line with only stored values may belong to an earlier inspection of the lot. While an inspection is open, only
    // a line with the date of the earlier inspection counts as unchanged.
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
    const { lotId: _lot, ...patch } = lineWithoutItems
    return recordItemReadings(ctx, openInspection, patch, itemTexts, verdictWords)
  },
})
/** Words for verdicts when two lists of readings are compared as text. */
const COMPARISON_WORDS = { ok: 'ok', notOk: 'notOk' }
/** True if an imported line contains only values that are stored already. */
function isUnchanged(
  row: InspectionRow,
  { extra = {}, ...fields }: ImportLine,
  itemTexts: readonly [key: string, text: string][],
  verdictWords: VerdictWords,
): boolean {
  const storedValues: Readonly<Record<string, unknown>> = row
  return (
    Object.entries(fields).every(([name, value]) => isSameValue(value ?? null, storedValues[name] ?? null)) &&
    Object.entries(extra).every(([key, value]) => isSameValue(value, row.extra[key] ?? null)) &&
    itemTexts.every(([key, text]) => {
      const itemIndex = row.items.findIndex((item) => toItemKey(item) === key)
      // Compares as cell text, because the cells do not contain sample numbers.
      const parsedReadings = parseReadings(text, itemIndex, verdictWords)
      return (
        itemIndex >= 0 &&
        parsedReadings !== null &&
        formatReadings(parsedReadings, itemIndex, COMPARISON_WORDS) ===
          formatReadings(row.readings, itemIndex, COMPARISON_WORDS)
      )
    })
  )
}
/** Separates the item columns from the other values of a line. */
function splitLine(input: ImportLine): { lineWithoutItems: ImportLine; itemTexts: [key: string, text: string][] } {
  const extra = Object.entries(input.extra ?? {})
  return {
    lineWithoutItems: {
      ...input,
      extra: Object.fromEntries(extra.filter(([key, value]) => !isItemKey(key) && value !== null)),
    },
    itemTexts: extra.flatMap(([key, text]) =>
      isItemKey(key) && text !== null ? [[key, String(text)] as const] : [],
    ) as [string, string][],
  }
}
/** Records the imported readings. They replace the stored readings of the same items. */
async function recordItemReadings(
  ctx: Context,
  row: InspectionRow,
  patch: object,
  itemTexts: readonly [key: string, text: string][],
  verdictWords: VerdictWords,
): Promise<InspectionRow> {
  const parsedItems = itemTexts.map(([key, text]) => {
    const itemIndex = row.items.findIndex((item) => toItemKey(item) === key)
    if (itemIndex < 0)
      throw refuse('incoming:refusals.noSuchItem', {
        item: key.slice(ITEM_PREFIX.length),
        standard: row.standardCode ?? '',
      })
    return { itemIndex, readings: parseReadings(text, itemIndex, verdictWords) ?? [] }
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
