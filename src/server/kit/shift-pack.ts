import { canListResource, USER_RESOURCE } from './option-rights'
import { createHash } from 'node:crypto'
import type { EndpointInput } from '@/contract/endpoint'
import type { shiftPack } from '@/contract/kit'
import type { ShiftPackPage } from '@/contract/sync'
import { canCall } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { getRestrictedChoices, getWithheldFields } from '@/contract/field-visibility'
import type { ShiftPackPart } from '../area'
import type { Context, Person } from '../context'
import type { AppContext } from '../crud/operations'
import { loadEnglishNames, loadRefs, toListScope } from '../crud/refs'
import { selectColumns, getStatements } from '../crud/statements'
import { goneRow } from '../db/system'
import { columns, limit, sql } from '../sql'

const PAGE_ROWS = 1000
/** Rows become visible at commit, slightly later than their `updated_at`, so each pack overlaps the previous one. */
const OVERLAP_MS = 120_000
/** Records of removed rows are kept this long; an older cursor starts over. */
const MAX_CURSOR_AGE_MS = 14 * 86_400_000
/** Maximum of removed rows in a pack. After more removals the pack starts over, so that no removal is lost. */
const MAX_REMOVED_ROWS = 50_000

/**
 * Position in the shift pack. `since`: only rows changed after this moment are sent. `until`: moment at which the pack
 * began. `part` and `after`: part and last row id of the previous page. `who`: fingerprint of the viewer; a different
 * fingerprint makes the pack start over.
 */
interface Cursor {
  since: string | null
  until: string
  part: number
  after: string | null
  who: string
}

/** Builds a page of the data a phone needs for a shift without network; complete at first, then only changes. */
export async function buildShiftPack(ctx: Context, input: EndpointInput<typeof shiftPack>): Promise<ShiftPackPage> {
  const { app } = ctx as AppContext
  const person = ctx.person!
  const requestedCursor = input.cursor ? decodeCursor(input.cursor) : null
  const visibleParts = app.shiftPack.filter(
    (p) =>
      canCall(p.access, person) &&
      (p.resource !== USER_RESOURCE || !person.isMachine || canListResource(app, person, USER_RESOURCE)),
  )
  const who = fingerprintViewer(person, visibleParts, app.resources)
  const isCurrent =
    requestedCursor?.who === who &&
    (!requestedCursor.since || Date.parse(requestedCursor.since) > ctx.now.getTime() - MAX_CURSOR_AGE_MS)
  const removedIds =
    isCurrent && requestedCursor.part === 0 && !requestedCursor.after && requestedCursor.since
      ? await listRemovedRows(ctx, visibleParts, requestedCursor.since)
      : {}
  // `removedIds` is null if more rows were removed than a pack can name.
  const isUsable = isCurrent && removedIds !== null
  const cursor: Cursor = isUsable
    ? requestedCursor
    : { since: null, until: ctx.now.toISOString(), part: 0, after: null, who }
  if (isUsable && cursor.part === 0 && !cursor.after) cursor.until = ctx.now.toISOString()
  const pack: ShiftPackPage = {
    cursor: '',
    reset: !isUsable,
    more: false,
    rows: {},
    gone: removedIds ?? {},
    refs: {},
    refsEn: {},
    preparedAt: ctx.now.toISOString(),
  }
  let remainingRows = PAGE_ROWS
  while (cursor.part < visibleParts.length && remainingRows > 0) {
    const resource = app.resources.get(visibleParts[cursor.part]!.resource)!
    const rows = await loadPartRows(ctx, resource, visibleParts[cursor.part]!, cursor, person, remainingRows)
    if (rows.length) {
      pack.rows[resource.name] = [...(pack.rows[resource.name] ?? []), ...rows]
      const scope = { ...toListScope(ctx), language: 'zh' as const }
      Object.assign(pack.refs, await loadRefs(scope, resource, rows))
      const englishNames = await loadEnglishNames(scope, resource, rows)
      for (const [id, name] of Object.entries(englishNames)) if (name !== pack.refs[id]) pack.refsEn[id] = name
    }
    if (rows.length === remainingRows) {
      cursor.after = String(rows.at(-1)!['id'])
      remainingRows = 0
    } else {
      cursor.part++
      cursor.after = null
      remainingRows -= rows.length
    }
  }
  pack.more = cursor.part < visibleParts.length
  pack.cursor = encodeCursor(
    pack.more
      ? cursor
      : {
          since: new Date(Date.parse(cursor.until) - OVERLAP_MS).toISOString(),
          until: cursor.until,
          part: 0,
          after: null,
          who,
        },
  )
  return pack
}

/** Fingerprints what a person may see. If visible resources or fields change, the pack starts over. */
function fingerprintViewer(
  person: Person,
  parts: readonly ShiftPackPart[],
  resources: ReadonlyMap<string, Resource>,
): string {
  const visibleNames = parts.flatMap(({ resource }) => {
    const { fields } = resources.get(resource)!
    return [
      resource,
      ...getWithheldFields(fields, person),
      ...getRestrictedChoices(fields, person).map(({ field }) => field),
    ]
  })
  const rights = createHash('sha256').update(visibleNames.join(' ')).digest('base64url').slice(0, 16)
  return [person.id, person.roleId, rights].join(' ')
}
async function loadPartRows(
  ctx: Context,
  resource: Resource,
  part: ShiftPackPart,
  cursor: Cursor,
  person: Person,
  maxRows: number,
): Promise<Record<string, unknown>[]> {
  const statements = getStatements(resource)
  // Every query mentions `$2` to `$4`, because conditions of parts may use them and PostgreSQL must infer their types.
  const conditions = [
    'site_id = $1',
    '$2::uuid is not null',
    '($3::text is null or true)',
    '$4::timestamptz is not null',
    // The clock of the application, not of the database: rows are dated by it.
    ...(part.where ? [`(${part.where.replaceAll('now()', '$4::timestamptz')})`] : []),
  ]
  const values: unknown[] = [ctx.site, person.id, person.roleId, ctx.now]
  if (cursor.since) conditions.push(`updated_at > $${values.push(cursor.since)}`)
  if (cursor.after) conditions.push(`id > $${values.push(cursor.after)}`)
  const withheldFields = getWithheldFields(resource.fields, person)
  const columns = part.fields
    ? selectColumns(resource, [...requiredFields, ...part.fields.filter((name) => !withheldFields.includes(name))])
    : statements.buildColumnsWithout(withheldFields, 'columns', getRestrictedChoices(resource.fields, person))
  return ctx.query(
    `select ${columns} from ${statements.table} where ${conditions.join(' and ')} order by id limit ${maxRows}`,
    values,
  )
}
/** Fields that a phone needs to store any row. */
const requiredFields = ['id', 'version', 'updatedAt'] as const

/** Returns the ids of removed rows by resource, or null if there are more than a pack can hold. */
async function listRemovedRows(
  ctx: Context,
  parts: readonly ShiftPackPart[],
  since: string,
): Promise<Record<string, string[]> | null> {
  const rows = await ctx.query(
    sql`select ${columns(goneRow, ['resource', 'rowId'])} from gone_row
     where site_id = ${ctx.site} and gone_at > ${since} and resource = any(${parts.map((p) => p.resource)}) ${limit(MAX_REMOVED_ROWS + 1)}`,
  )
  if (rows.length > MAX_REMOVED_ROWS) return null
  const removedIds: Record<string, string[]> = {}
  for (const row of rows) (removedIds[row.resource] ??= []).push(row.rowId)
  return removedIds
}
const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')
function decodeCursor(text: string): Cursor | null {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Partial<Cursor>
    const isDateOrNull = (value: unknown) =>
      value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    const isCursorValid =
      isDateOrNull(cursor.since) &&
      typeof cursor.until === 'string' &&
      isDateOrNull(cursor.until) &&
      Number.isSafeInteger(cursor.part) &&
      (cursor.part as number) >= 0 &&
      (cursor.after === null || /^[0-9a-f-]{36}$/.test(String(cursor.after))) &&
      typeof cursor.who === 'string'
    return isCursorValid ? (cursor as Cursor) : null
  } catch {
    return null // a cursor of an older version, so the pack starts over
  }
}
