/** Seeded rows that exist in every plant, and that rows of the demonstration refer to. */
import type { ReasonIds } from './production/stop-rows'
import { toBilingualText, type BilingualText } from './bilingual-text'

interface SiteQuery {
  readonly site: number
  query<R extends object>(text: string, values: readonly unknown[]): Promise<R[]>
}

/** Loads the ids of the seeded roles by code. */
export async function loadRoleIds({ site, query }: SiteQuery): Promise<ReadonlyMap<string, string>> {
  const roles = await query<{ code: string; id: string }>('select code, id from role where site_id = $1', [site])
  return new Map(roles.map(({ code, id }) => [code, id]))
}

/** Loads the ids of the stop reasons by code, and their names by id. */
export async function loadStopReasons({
  site,
  query,
}: SiteQuery): Promise<{ reasonIds: ReasonIds; reasonNames: ReadonlyMap<string, BilingualText> }> {
  const rows = await query<{ code: string; id: string; name: string; name_en: string | null }>(
    'select code, id, name, name_en from stop_reason where site_id = $1',
    [site],
  )
  return {
    reasonIds: new Map(rows.map(({ code, id }) => [code, id])),
    reasonNames: new Map(rows.map(({ id, name, name_en: en }) => [id, toBilingualText(name, en ?? name)])),
  }
}
