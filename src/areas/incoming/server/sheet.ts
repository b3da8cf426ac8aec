/** Inspections in Excel: one row per lot, one column per item of the standards in force and per custom field. */
import { refuse } from '@/contract/errno'
import type { CustomValues } from '@/contract/field'
import { isSameValue } from '@/contract/merge-edits'
import type { ImportResult, ListQuery, Row } from '@/contract/resource'
import { findRowName } from '@/plant/server/plant'
import { listMaterialStandards } from '@/areas/standards/server/queries'
import type { Context, FileAnswer } from '@/server/context'
import { importWorkbook, type ImportWriter, type ImportInput } from '@/server/crud/import-workbook'
import { exportWorkbook, type KitContext } from '@/server/crud/operations'
import type { CustomFieldColumn } from '@/server/excel/resource-columns'
import { materialInspection } from '../contract/material-inspection'
import { materialInspection as life } from '../rules/material-inspection'
import { readingsIn, readingsText, type Verdicts } from '../rules/readings-text'
import { inspectionsOf } from './beginning'
import { allDefinitions } from './extra'
import { recording, starting } from './inspections'

type InspectionRow = Row<typeof materialInspection>
type Named = Pick<InspectionRow['items'][number], 'name' | 'unit'>
const MARK = 'item:'
/** Returns the column key of an item. Items of the same name and unit share a column across materials. */
const keyOf = ({ name, unit }: Named): string => `${MARK}${name} ${unit ?? ''}`.trim()
const isItem = (key: string): boolean => key.startsWith(MARK)

const { of } = materialInspection.fields.extra
/** Lists the columns of items and custom fields without duplicates; empty for other resources. */
export async function customColumns(ctx: Context, resource: string): Promise<CustomFieldColumn[]> {
  if (resource !== materialInspection.name) return []
  const standards = await listMaterialStandards(ctx)
  const items = standards
    .flatMap((one) => one.items)
    .map((item): CustomFieldColumn => ({
      of,
      key: keyOf({ name: item.name ?? '', unit: item.unit }),
      kind: 'text',
      labelZh: item.name ?? '',
      labelEn: item.nameEn ?? item.name ?? '',
      unit: item.unit,
      derived: true,
    }))
  const own = (await allDefinitions(ctx)).map((one): CustomFieldColumn => ({ ...one, of, mandatory: false }))
  return [...new Map([...items, ...own].map((column) => [column.key, column])).values()]
}

/** GET /quality/cm_export: readings appear in the columns of their items. */
export function exported(ctx: Context, input: ListQuery): Promise<FileAnswer> {
  const words = { ok: ctx.t('incoming:sheet.ok'), notOk: ctx.t('incoming:sheet.notOk') }
  const shown = (row: Readonly<Record<string, unknown>>) => {
    // The kit passes rows as untyped records.
    const { items, readings, extra } = row as unknown as InspectionRow
    const measured = items.map((item, i) => [keyOf(item), readingsText(readings, i, words)])
    return { ...row, extra: { ...extra, ...Object.fromEntries(measured) } }
  }
  return exportWorkbook(ctx, materialInspection, input, { mapRows: (rows) => rows.map(shown) })
}

interface Line extends Record<string, unknown> {
  lotId: string
  inspectedOn?: string | null
  extra?: CustomValues
}
/** POST /quality/cm_excel: starts the inspection of a lot, or adds readings to its open inspection. */
export const imported = (ctx: Context, input: ImportInput): Promise<ImportResult> =>
  importWorkbook(ctx as KitContext, materialInspection, input, writerOf(verdictsOf(ctx as KitContext)))

/** Returns the words for a verdict in both languages, in lower case. */
function verdictsOf({ app: { words } }: KitContext): Verdicts {
  const said = (key: string) =>
    [words.t('zh'), words.t('en')].flatMap((t) => t(`incoming:sheet.${key}`).normalize('NFKC').toLowerCase().split(';'))
  return { ok: said('okWords'), notOk: said('notOkWords') }
}
const writerOf = (verdicts: Verdicts): ImportWriter => ({
  prepare: (input) => {
    for (const [key, text] of Object.entries((input as Line).extra ?? {}))
      if (isItem(key) && text !== null && readingsIn(String(text), 0, verdicts) === null)
        throw refuse('incoming:refusals.notReadings', { item: key.slice(MARK.length), text: String(text).slice(0, 80) })
  },
  insert: async (ctx, input) => {
    const { own, measured } = split(input as Line)
    const row = (await starting.run(ctx, own)) as InspectionRow
    return measure(ctx, row, {}, measured, verdicts)
  },
  update: async (ctx, _id, input) => {
    const { own, measured } = split(input as Line)
    const known = await inspectionsOf(ctx, own.lotId)
    const open = known.find(({ state }) => state === life.initial)
    const matching = known.filter((row) => saysNothingNew(row, own, measured, verdicts))
    // An exported line may belong to an earlier inspection of the lot. Without its date, it could also mean the open
    // one.
    const [told] = matching.filter(
      (row) => !open || row === open || (own.inspectedOn && row.inspectedOn === own.inspectedOn),
    )
    if (told) return told
    const latest = open ?? known[0]
    if (!open)
      throw refuse('incoming:refusals.importDecided', {
        lot: await findRowName(ctx, 'materialLot', own.lotId),
        number: latest?.number ?? '',
      })
    const { lotId: _lot, ...said } = own
    return measure(ctx, open, said, measured, verdicts)
  },
})
/** Words for verdicts when two lists of readings are compared as text. */
const SIGNS = { ok: 'ok', notOk: 'notOk' }
/** True if an imported line contains only values that are stored already. */
function saysNothingNew(
  row: InspectionRow,
  { extra = {}, ...said }: Line,
  measured: readonly [key: string, text: string][],
  verdicts: Verdicts,
): boolean {
  const stored: Readonly<Record<string, unknown>> = row
  return (
    Object.entries(said).every(([name, value]) => isSameValue(value ?? null, stored[name] ?? null)) &&
    Object.entries(extra).every(([key, value]) => isSameValue(value, row.extra[key] ?? null)) &&
    measured.every(([key, text]) => {
      const at = row.items.findIndex((item) => keyOf(item) === key)
      // Compare as cell text, because cells do not number samples.
      const read = readingsIn(text, at, verdicts)
      return at >= 0 && read !== null && readingsText(read, at, SIGNS) === readingsText(row.readings, at, SIGNS)
    })
  )
}
/** Separates the item columns from the other values of a line. */
function split(input: Line): { own: Line; measured: [key: string, text: string][] } {
  const extra = Object.entries(input.extra ?? {})
  return {
    own: { ...input, extra: Object.fromEntries(extra.filter(([key, value]) => !isItem(key) && value !== null)) },
    measured: extra.flatMap(([key, text]) => (isItem(key) && text !== null ? [[key, String(text)] as const] : [])) as [
      string,
      string,
    ][],
  }
}
/** Records the imported readings. They replace the stored readings of the same items. */
async function measure(
  ctx: Context,
  row: InspectionRow,
  said: object,
  measured: readonly [key: string, text: string][],
  verdicts: Verdicts,
): Promise<InspectionRow> {
  const given = measured.map(([key, text]) => {
    const at = row.items.findIndex((item) => keyOf(item) === key)
    if (at < 0)
      throw refuse('incoming:refusals.noSuchItem', { item: key.slice(MARK.length), standard: row.standardCode ?? '' })
    return { at, readings: readingsIn(text, at, verdicts) ?? [] }
  })
  if (given.length === 0 && Object.keys(said).length === 0) return row
  const places = new Set(given.map(({ at }) => at))
  const readings = [
    ...row.readings.filter(({ item }) => !places.has(item)),
    ...given.flatMap((one) => one.readings),
  ].sort((a, b) => a.item - b.item)
  return (await recording.run(ctx, { ...said, id: row.id, ...(given.length ? { readings } : {}) })) as InspectionRow
}
