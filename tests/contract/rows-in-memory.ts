/** The server's kit on rows in memory: what it makes of a command without what an area's handler adds. */
import type { Command } from '@/contract/command'
import { errno, Refusal } from '@/contract/errno'
import { createBlankRow, withDerivedFields, type AnyRow, type Resource } from '@/contract/resource'
import { handleCommand } from '@/server/crud/handle-command'

const without = (row: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
/** The row shown as the server answers it, or null where it refuses. */
export async function answerOf(
  of: Command,
  before: AnyRow | null,
  body: AnyRow,
  { id, now }: { id: string; now: string },
): Promise<AnyRow | null> {
  const kept = new Map<unknown, AnyRow>(before ? [[before['id'], before]] : [])
  const shown = of.affects?.resource ?? of.resource
  const get = (resource: Resource, row: unknown): AnyRow => {
    const known = kept.get(row)
    if (!known && resource === shown) throw new Refusal(errno.notFound, 'contract:errors.notFound')
    return known ?? { ...createBlankRow(resource), id: row, version: 1 }
  }
  const rows = {
    get: async (resource: Resource, row: string) => get(resource, row),
    lock: async (resource: Resource, row: string) => get(resource, row),
    find: async (_of: Resource, { where }: { where: AnyRow }) => [kept.get(where['id'])].filter((one) => one != null),
    merge: async (_of: Resource, _id: string, mine: AnyRow) => mine,
    insert: async (resource: Resource, given: AnyRow) => {
      const row = { ...createBlankRow(resource), ...without(withDerivedFields(resource, given)), version: 1 } as AnyRow
      kept.set(row['id'], row)
      return row
    },
    update: async (resource: Resource, row: string, patch: AnyRow) => {
      const old = get(resource, row)
      const after = { ...old, ...without(withDerivedFields(resource, patch, old)), version: Number(old['version']) + 1 }
      kept.set(row, after)
      return after
    },
  }
  const origin = { via: 'sync', occurredAt: now, baseVersion: null }
  const person = { id, isSup: true, keys: new Set<string>() }
  const ctx = {
    rows,
    query: async () => [], // no trail
    person,
    origin,
    now: new Date(now),
    language: 'en',
    t: (key: string) => key,
    app: { words: { has: () => false } },
  }
  try {
    const answer = (await handleCommand(of).run(ctx as never, body as never)) as AnyRow
    if (!of.affects) return answer === before ? null : answer
    return kept.get(body[of.affects.idInput]) ?? null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
