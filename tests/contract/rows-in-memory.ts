/** The server's kit on rows in memory: results of commands without the additions of area handlers. */
import type { Command } from '@/contract/command'
import { errno, Refusal } from '@/contract/errno'
import type { AnyRow, Resource } from '@/contract/resource'
import { createBlankRow, withDerivedFields } from '@/contract/build-row'
import { handleCommand } from '@/server/crud/handle-command'

const without = (row: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
/** Returns the displayed row as the server answers it, or null for a refusal. */
export async function runCommand(
  command: Command,
  storedRow: AnyRow | null,
  body: AnyRow,
  { id, now }: { id: string; now: string },
): Promise<AnyRow | null> {
  const rowById = new Map<unknown, AnyRow>(storedRow ? [[storedRow['id'], storedRow]] : [])
  const answeredResource = command.affects?.resource ?? command.resource
  const get = (resource: Resource, row: unknown): AnyRow => {
    const known = rowById.get(row)
    if (!known && resource === answeredResource) throw new Refusal(errno.notFound, 'contract:errors.notFound')
    return known ?? { ...createBlankRow(resource), id: row, version: 1 }
  }
  const rows = {
    get: async (resource: Resource, row: string) => get(resource, row),
    lock: async (resource: Resource, row: string) => get(resource, row),
    find: async (_of: Resource, { where }: { where: AnyRow }) =>
      [rowById.get(where['id'])].filter((one) => one != null),
    merge: async (_of: Resource, _id: string, mine: AnyRow) => mine,
    insert: async (resource: Resource, given: AnyRow) => {
      const row = { ...createBlankRow(resource), ...without(withDerivedFields(resource, given)), version: 1 } as AnyRow
      rowById.set(row['id'], row)
      return row
    },
    update: async (resource: Resource, row: string, patch: AnyRow) => {
      const old = get(resource, row)
      const after = { ...old, ...without(withDerivedFields(resource, patch, old)), version: Number(old['version']) + 1 }
      rowById.set(row, after)
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
    app: { translations: { has: () => false } },
  }
  try {
    const answer = (await handleCommand(command).run(ctx as never, body as never)) as AnyRow
    if (!command.affects) return answer === storedRow ? null : answer
    return rowById.get(body[command.affects.idInput]) ?? null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
