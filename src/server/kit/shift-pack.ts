import { mayList, PEOPLE } from './option-rights'
import { createHash } from 'node:crypto'
import type { InOf } from '@/contract/endpoint'
import type { shiftPack } from '@/contract/kit'
import type { ShiftPack } from '@/contract/sync'
import { mayCall } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { guardsIn, withheldIn } from '@/contract/seen-by'
import type { ShiftPackPart } from '../area'
import type { Context, Person } from '../context'
import type { KitContext } from '../crud/operations'
import { scopeOf } from '../crud/scope'
import { englishNamesOf, refsOf } from '../crud/refs'
import { columnsNamed, statementsOf } from '../crud/sql'
import { goneRow } from '../db/system'
import { columns, sql } from '../sql'

const PAGE = 1000
/** Rows become visible at commit, slightly later than their `updated_at`, so each pack overlaps the previous one. */
const OVERLAP_MS = 120_000
/** Records of removed rows are kept this long; an older cursor starts over. */
const OLDEST_MS = 14 * 86_400_000

/**
 * `since`: only rows changed after it; `part` and `after`: position of the next page; `who`: fingerprint of the viewer,
 * a different one starts over.
 */
interface Cursor {
  since: string | null
  until: string
  part: number
  after: string | null
  who: string
}

/** Builds a page of the data a phone needs for a shift without network; complete at first, then only changes. */
export async function packForShift(ctx: Context, input: InOf<typeof shiftPack>): Promise<ShiftPack> {
  const { app } = ctx as KitContext
  const person = ctx.person!
  const given = input.cursor ? read(input.cursor) : null
  const parts = app.shiftPack.filter(
    (p) => mayCall(p.keys, person) && (p.resource !== PEOPLE || !person.machine || mayList(app, person, PEOPLE)),
  )
  const who = seerOf(person, parts, app.resources)
  const usable = given && given.who === who && (!given.since || Date.parse(given.since) > ctx.now.getTime() - OLDEST_MS)
  const cursor: Cursor = usable ? given : { since: null, until: ctx.now.toISOString(), part: 0, after: null, who }
  if (usable && cursor.part === 0 && !cursor.after) cursor.until = ctx.now.toISOString()
  const pack: ShiftPack = {
    cursor: '',
    reset: !usable,
    more: false,
    rows: {},
    gone: {},
    refs: {},
    refsEn: {},
    preparedAt: ctx.now.toISOString(),
  }
  if (cursor.part === 0 && !cursor.after && cursor.since) pack.gone = await goneSince(ctx, parts, cursor.since)
  let room = PAGE
  while (cursor.part < parts.length && room > 0) {
    const resource = app.resources.get(parts[cursor.part]!.resource)!
    const rows = await rowsOf(ctx, resource, parts[cursor.part]!, cursor, person, room)
    if (rows.length) {
      pack.rows[resource.name] = [...(pack.rows[resource.name] ?? []), ...rows]
      const scope = { ...scopeOf(ctx), language: 'zh' as const }
      Object.assign(pack.refs, await refsOf(scope, resource, rows))
      const english = await englishNamesOf(scope, resource, rows)
      for (const [id, name] of Object.entries(english)) if (name !== pack.refs[id]) pack.refsEn[id] = name
    }
    if (rows.length === room) {
      cursor.after = String(rows.at(-1)!['id'])
      room = 0
    } else {
      cursor.part++
      cursor.after = null
      room -= rows.length
    }
  }
  pack.more = cursor.part < parts.length
  pack.cursor = write(
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
function seerOf(person: Person, parts: readonly ShiftPackPart[], resources: ReadonlyMap<string, Resource>): string {
  const seen = parts.flatMap(({ resource }) => {
    const { fields } = resources.get(resource)!
    return [resource, ...withheldIn(fields, person), ...guardsIn(fields, person).map(({ field }) => field)]
  })
  const rights = createHash('sha256').update(seen.join(' ')).digest('base64url').slice(0, 16)
  return [person.id, person.roleId, rights].join(' ')
}
async function rowsOf(
  ctx: Context,
  resource: Resource,
  part: ShiftPackPart,
  cursor: Cursor,
  person: Person,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const s = statementsOf(resource)
  // Mention `$2` and `$3` in every query, so that the conditions of parts can rely on them.
  const where = [
    'site_id = $1',
    '$2::uuid is not null',
    '($3::text is null or true)',
    ...(part.where ? [`(${part.where})`] : []),
  ]
  const values: unknown[] = [ctx.site, person.id, person.roleId]
  if (cursor.since) where.push(`updated_at > $${values.push(cursor.since)}`)
  if (cursor.after) where.push(`id > $${values.push(cursor.after)}`)
  const withheld = withheldIn(resource.fields, person)
  const columns = part.fields
    ? columnsNamed(resource, [...packBase, ...part.fields.filter((name) => !withheld.includes(name))])
    : s.without(withheld, 'columns', guardsIn(resource.fields, person))
  return ctx.query(`select ${columns} from ${s.table} where ${where.join(' and ')} order by id limit ${limit}`, values)
}
/** Fields that a phone needs to store any row. */
const packBase = ['id', 'version', 'updatedAt'] as const

async function goneSince(
  ctx: Context,
  parts: readonly ShiftPackPart[],
  since: string,
): Promise<Record<string, string[]>> {
  const rows = await ctx.query(
    sql`select ${columns(goneRow, ['resource', 'rowId'])} from gone_row
     where site_id = ${ctx.site} and gone_at > ${since} and resource = any(${parts.map((p) => p.resource)}) limit 50000`,
  )
  const gone: Record<string, string[]> = {}
  for (const row of rows) (gone[row.resource] ??= []).push(row.rowId)
  return gone
}
const write = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')
function read(text: string): Cursor | null {
  try {
    const c = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Partial<Cursor>
    const dated = (v: unknown) => v === null || (typeof v === 'string' && !Number.isNaN(Date.parse(v)))
    const fine =
      dated(c.since) &&
      typeof c.until === 'string' &&
      dated(c.until) &&
      Number.isSafeInteger(c.part) &&
      (c.part as number) >= 0 &&
      (c.after === null || /^[0-9a-f-]{36}$/.test(String(c.after))) &&
      typeof c.who === 'string'
    return fine ? (c as Cursor) : null
  } catch {
    return null
  } // a cursor of an older version, so the pack starts over
}
